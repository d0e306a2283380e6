"""The API over HTTP, on a real Redis."""
