"""The AI service: which bots there are, when one is asked and what it may see."""
