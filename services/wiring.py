"""Builds the services with their stores and listeners: the one place that wires."""

from dataclasses import dataclass

from services.ai.requests import BotTurns
from services.ai.roster import offer
from services.rules.matches import Matches
from services.rules.store import Store
from services.shared.queue import Queue
from services.shared.redis import connect
from services.shared.server_secrets import server_secrets
from services.shared.settings import Settings, SettingsError


@dataclass(frozen=True, slots=True)
class Services:
    """What an entry point works with."""

    settings: Settings
    secrets: tuple[bytes, ...]
    store: Store
    turns: BotTurns
    matches: Matches


def wire(settings: Settings) -> Services:
    """The services on the Redis of these settings; connects at the first call. Raises SettingsError."""
    if settings.redis_url is None or settings.broker is None:
        raise SettingsError("POMONA_REDIS_URL is not set; `pomona serve` brings a server of its own.")
    secrets = server_secrets(settings)
    store = Store(connect(settings.redis_url))
    turns = BotTurns(Queue(settings.broker), store)
    matches = Matches(store, secrets, offer, [turns.after_change], dev=settings.dev)
    return Services(settings, secrets, store, turns, matches)
