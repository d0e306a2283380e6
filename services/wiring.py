"""Builds the services with their stores and listeners: the one place that wires."""

from dataclasses import dataclass
from typing import Final

from services.ai.hints import Hints
from services.ai.job_store import JobStore
from services.ai.jobs import Jobs
from services.ai.ladder import rating_of
from services.ai.requests import BotTurns
from services.ai.reviews import Reviews
from services.ai.roster import offer
from services.matchmaking.invitation_store import InvitationStore
from services.matchmaking.invitations import Invitations
from services.matchmaking.matching import Matching
from services.matchmaking.player_store import PlayerStore
from services.matchmaking.players import Players
from services.matchmaking.rating_store import RatingStore
from services.matchmaking.ratings import Ratings
from services.matchmaking.rematches import Rematches
from services.matchmaking.tables import Tables
from services.matchmaking.ticket_store import Limits, TicketStore
from services.matchmaking.tickets import Tickets
from services.rules.ended import Ended
from services.rules.lifecycle import Lifecycle
from services.rules.matches import Matches
from services.rules.presence import Presence
from services.rules.shelf import Shelf
from services.rules.store import Keeping, Store
from services.shared.queue import Queue
from services.shared.reach import reach
from services.shared.server_secrets import server_secrets
from services.shared.settings import Settings, SettingsError
from services.shared.stamps import Stamps

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
    players: Players
    tables: Tables
    tickets: Tickets
    matching: Matching
    invitations: Invitations
    rematches: Rematches
    ratings: Ratings
    stamps: Stamps
    """Of secrets; those of workers that consume are in the broker."""


def wire(settings: Settings) -> Services:
    """The services on the Redis of these settings; connects at the first call. Raises SettingsError."""
    if settings.redis_url is None or settings.broker is None:
        raise SettingsError("POMONA_REDIS_URL is not set; `pomona serve` brings a server of its own.")
    secrets = server_secrets(settings)
    client, queue = reach(settings.redis_url), Queue(settings.broker)
    store = Store(client, _keeping(settings))
    turns = BotTurns(queue, store)
    matches = Matches(store, secrets, offer, [turns.after_change], dev=settings.dev)
    presence = Presence(store, secrets, [turns.after_change], matches.memory)
    keep_seconds = settings.job_minutes * 60
    jobs = Jobs(JobStore(client), queue, secrets, keep_seconds)
    hints = Hints(matches, jobs, secrets, keep_seconds)
    reviews = Reviews(matches, jobs, secrets)
    ratings = Ratings(RatingStore(client), Ended(client, store), rating_of, settings.leaderboard_games)
    players = Players(PlayerStore(client), matches, secrets, ratings.erase)
    tables = Tables(players, matches, secrets[-1])
    limits = Limits(settings.tickets_per_player, settings.tickets_per_app)
    ticket_store = TicketStore(client, settings.ticket_minutes * 60, limits)
    tickets = Tickets(ticket_store, players, matches, secrets, offer, ratings.strength)
    matching = Matching(ticket_store, tickets, players, matches, secrets)
    invitations = Invitations(
        InvitationStore(client), players, tables, matches, secrets, settings.invitations_per_player
    )
    rematches = Rematches(client, players.store, matches, secrets)
    lifecycle = Lifecycle(store, Shelf(client), secrets, settings.archive_folder, [reviews.forget])
    return Services(
        settings, secrets, store, turns, matches, presence, jobs, hints, reviews, lifecycle,
        players, tables, tickets, matching, invitations, rematches, ratings, Stamps(client),
    )  # fmt: skip


def _keeping(settings: Settings) -> Keeping:
    return Keeping(
        finished=settings.finished_days * DAY_SECONDS,
        abandoned=settings.abandoned_days * DAY_SECONDS,
        waiting=settings.open_hours * 3600.0,
    )
