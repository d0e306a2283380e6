"""Adds the thinking to the services: what only workers and sweepers have."""

from services.ai.thinking import Chooser, Thinking, choose_well
from services.shared.settings import Settings
from services.wiring import wire


def wire_thinking(settings: Settings, chooser: Chooser = choose_well) -> Thinking:
    """The thinking of a worker with these settings; connects at the first call. Raises SettingsError."""
    services = wire(settings)
    return Thinking(services.matches, services.turns, services.secrets[0], chooser)
