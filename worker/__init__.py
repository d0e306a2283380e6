"""The Celery worker: tasks of a few lines, each calls one service function."""
