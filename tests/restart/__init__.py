"""Whole deployments whose processes are ended one after another while people play."""
