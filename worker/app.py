"""The Celery app of a worker."""

from celery import Celery

from services.ai.thinking import Chooser, choose_well
from services.shared.queue import celery_app
from services.shared.settings import Settings
from worker.tasks import register
from worker.wiring import wire_thinking


def make_app(settings: Settings, chooser: Chooser = choose_well) -> Celery:
    """The app with all its tasks; connects when it runs. Raises SettingsError."""
    thinking = wire_thinking(settings, chooser)
    app = celery_app(str(settings.broker))
    register(app, thinking)
    return app
