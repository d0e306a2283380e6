"""What a match looks like in Redis: the snapshot, which is a cache, and the entries of the log, which are the truth."""

import orjson

from services.rules.clocks import AT_REST, NO_CLOCK, Ticking, clock_of
from services.rules.contract import SPECTATOR
from services.rules.match import STAND_IN, STAND_IN_PLAYS, Entry, Match, Seat, Truth
from services.rules.notation import Json
from services.rules.packing import pack, unpack
from services.rules.registry import GAMES


def match_of(app: str, match_id: str, fields: list[bytes]) -> Match | None:
    """The match of a snapshot; nothing if that is of other rules or of another layout."""
    version, created, updated, meta, layout, state = fields
    facts = orjson.loads(meta)
    game = GAMES.get(facts["game"])
    if game is None or layout.decode() != f"{game.rules_version} {game.State.LAYOUT}":
        return None
    return Match(
        app=app,
        id=match_id,
        game=game,
        rules_version=facts["rules_version"],
        options=facts["options"],
        seats=tuple(Seat(*seat) for seat in facts["seats"]),
        seed=bytes.fromhex(facts["seed"]),
        seeded=facts["seeded"],
        spectators=facts["spectators"],
        status=facts["status"],
        truth=Truth(game, game.load(state)),
        version=int(version),
        created=float(created),
        result=facts["result"],
        hints=facts.get("hints", True),
        rated=facts.get("rated", False),
        clock=clock_of(facts["clock"]) if "clock" in facts else NO_CLOCK,
        on_expiry=facts.get("on_expiry", STAND_IN_PLAYS),
        stand_in=facts.get("stand_in", STAND_IN),
        host=facts.get("host", SPECTATOR),
        turn=facts.get("turn", 0),
        ticking=_ticking(facts),
        erased=tuple(facts.get("erased", ())),
    ).stored(float(updated))


def stamp(at: float) -> str:
    """A time as the store writes it."""
    return f"{at:.6f}"


def layout_of(match: Match) -> str:
    """Names the rules and the layout of a snapshot."""
    return f"{match.rules_version} {match.game.State.LAYOUT}"


def dump_meta(match: Match) -> bytes:
    """All of a snapshot but the state of the game."""
    meta: Json = {
        "game": match.game.slug,
        "rules_version": match.rules_version,
        "options": match.options,
        "seats": [
            [seat.kind, seat.name, seat.bot, seat.epoch, seat.resigned, seat.left, seat.leaves, seat.player]
            for seat in match.seats
        ],
        "seed": match.seed.hex(),
        "seeded": match.seeded,
        "spectators": match.spectators,
        "status": match.status,
        "result": match.result,
        "hints": match.hints,
        "rated": match.rated,
        "on_expiry": match.on_expiry,
        "stand_in": match.stand_in,
        "host": match.host,
    }
    if match.erased:
        meta["erased"] = match.erased
    if match.clock.runs:
        # As it stood before this entry, whose time only the store will know.
        meta |= {"clock": match.clock.json(), "turn": match.turn, "ticking": tuple(match.ticking)}
    return orjson.dumps(meta)


def _ticking(facts: Json) -> Ticking:
    if "ticking" not in facts:
        return AT_REST
    turn, seat, since, banks = facts["ticking"]
    return Ticking(turn, seat, since, tuple(banks))


def dump_entry(entry: Entry) -> bytes:
    """The entry without version and time, packed: a log is most of what a match weighs."""
    fields: Json = {"type": entry.type, "seat": entry.seat, "by": entry.by, "body": entry.body}
    if entry.facts:
        fields["facts"] = entry.facts
    if entry.own:
        fields["own"] = {str(seat): facts for seat, facts in entry.own.items()}
    return pack(orjson.dumps(fields))


def entry_of(name: bytes, pairs: list[bytes]) -> Entry:
    """An entry of the log, as Redis has it."""
    fields = dict(zip(pairs[::2], pairs[1::2], strict=True))
    stored = orjson.loads(unpack(fields[b"e"]))
    return Entry(
        version=int(name.split(b"-")[0]),
        type=stored["type"],
        seat=stored["seat"],
        by=stored["by"],
        body=stored["body"],
        facts=stored.get("facts", []),
        own={int(seat): facts for seat, facts in stored.get("own", {}).items()},
        at=float(fields[b"t"]),
    )
