"""Builds the services with their stores and listeners: the one place that wires."""

from dataclasses import dataclass
from typing import Final

from services.ai.hints import Hints
from services.ai.job_store import JobStore
from services.ai.jobs import Jobs
from services.ai.requests import BotTurns
from services.ai.reviews import Reviews
from services.ai.roster import offer
from services.rules.lifecycle import Lifecycle
from services.rules.matches import Matches
from services.rules.presence import Presence
from services.rules.shelf import Shelf
from services.rules.store import Keeping, Store
from services.shared.queue import Queue
from services.shared.redis import connect
from services.shared.server_secrets import server_secrets
from services.shared.settings import Settings, SettingsError

DAY_SECONDS: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Services:
    """What an entry point works with."""

    settings: Settings
    secrets: tuple[bytes, ...]
    store: Store
    turns: BotTurns
    matches: Matches
    presence: Presence
    jobs: Jobs
    hints: Hints
    reviews: Reviews
    lifecycle: Lifecycle


def wire(settings: Settings) -> Services:
    """The services on the Redis of these settings; connects at the first call. Raises SettingsError."""
    if settings.redis_url is None or settings.broker is None:
        raise SettingsError("POMONA_REDIS_URL is not set; `pomona serve` brings a server of its own.")
    secrets = server_secrets(settings)
    client, queue = connect(settings.redis_url), Queue(settings.broker)
    store = Store(client, _keeping(settings))
    turns = BotTurns(queue, store)
    matches = Matches(store, secrets, offer, [turns.after_change], dev=settings.dev)
    presence = Presence(store, secrets, [turns.after_change], matches.memory)
    keep_seconds = settings.job_minutes * 60
    jobs = Jobs(JobStore(client), queue, secrets, keep_seconds)
    hints = Hints(matches, jobs, secrets, keep_seconds)
    reviews = Reviews(matches, jobs, secrets)
    lifecycle = Lifecycle(store, Shelf(client), secrets, settings.archive_folder, [reviews.forget])
    return Services(settings, secrets, store, turns, matches, presence, jobs, hints, reviews, lifecycle)


def _keeping(settings: Settings) -> Keeping:
    return Keeping(
        finished=settings.finished_days * DAY_SECONDS,
        abandoned=settings.abandoned_days * DAY_SECONDS,
        waiting=settings.open_hours * 3600.0,
    )
