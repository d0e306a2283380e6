"""Builds the services with their stores and listeners: the one place that wires."""

from dataclasses import dataclass

from services.ai.hints import Hints
from services.ai.job_store import JobStore
from services.ai.jobs import Jobs
from services.ai.ladder import rating_of
from services.ai.requests import BotTurns
from services.ai.reviews import Reviews
from services.ai.roster import offer
from services.matchmaking.rating import Ratings
from services.matchmaking.rating_store import RatingStore
from services.rules.ended import Ended
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
    jobs: Jobs
    hints: Hints
    reviews: Reviews
    ratings: Ratings


def wire(settings: Settings) -> Services:
    """The services on the Redis of these settings; connects at the first call. Raises SettingsError."""
    if settings.redis_url is None or settings.broker is None:
        raise SettingsError("POMONA_REDIS_URL is not set; `pomona serve` brings a server of its own.")
    secrets = server_secrets(settings)
    client, queue = connect(settings.redis_url), Queue(settings.broker)
    store = Store(client)
    turns = BotTurns(queue, store)
    matches = Matches(store, secrets, offer, [turns.after_change], dev=settings.dev)
    keep_seconds = settings.job_minutes * 60
    jobs = Jobs(JobStore(client), queue, secrets, keep_seconds)
    hints = Hints(matches, jobs, secrets, keep_seconds)
    reviews = Reviews(matches, jobs, secrets)
    ratings = Ratings(RatingStore(client), Ended(client, store), rating_of, settings.leaderboard_games)
    return Services(settings, secrets, store, turns, matches, jobs, hints, reviews, ratings)
