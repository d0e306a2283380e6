"""What tests share: private servers and harnesses."""
