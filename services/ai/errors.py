"""What the AI service refuses."""

from services.rules.errors import Refused


class NoSuchJob(Refused):
    """There is no such job, it is another app's, or it was kept long enough."""

    code = "no_such_job"
