"""The domain: three services, without HTTP and without queue tasks."""
