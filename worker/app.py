"""The Celery app of a worker."""

from celery import Celery

from services.ai.thinking import Chooser, choose_well
from services.shared.queue import celery_app
from services.shared.settings import Settings
from worker.tasks import register
from worker.wiring import wire_workshop


def make_app(settings: Settings, chooser: Chooser = choose_well) -> Celery:
    """The app with all its tasks; connects when it runs. Raises SettingsError."""
    workshop = wire_workshop(settings, chooser)
    app = celery_app(str(settings.broker))
    register(app, workshop)
    return app
