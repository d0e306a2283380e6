"""The OpenAPI document: what each operation takes, answers and refuses."""

from collections.abc import Callable, Iterable
from copy import deepcopy
from http import HTTPStatus
from typing import Any, Final, TypeVar

from flask import Flask
from flask_smorest import Api

from api.problems import MEDIA_TYPE, PROBLEMS
from api.schemas.answers import SCHEMAS, move_components
from api.schemas.bodies import ClockField, MoveField
from api.schemas.shapes import Json, maybe, ref
from services.shared.version import VERSION

F = TypeVar("F", bound=Callable[..., Any])

KINDS: Final = {refusal.code: kind for refusal, kind in PROBLEMS.items()}
"""What each code means."""

TOKEN: Final = ("token_malformed", "token_forged", "token_revoked", "token_wrong_kind", "token_other_match")
PLAYER: Final = (
    "player_needed", "token_malformed", "token_forged", "token_wrong_kind", "player_token_revoked", "store_away"
)  # fmt: skip
AS_PLAYER: Final = ("token_malformed", "token_forged", "token_wrong_kind", "player_token_revoked")
"""Of what strangers may do too."""
MATCH: Final = ("no_such_match", "rules_version_unknown", "store_away")
LOOKED: Final = (*TOKEN, *MATCH, "no_spectators")
SEATED: Final = (*TOKEN, *MATCH, "seat_needed")
BODY: Final = ("bad_json", "repeated_name", "unsupported_media_type", "body_too_large", "invalid_body")
RETRIED: Final = ("bad_idempotency_key", "key_reused", "store_away")
JOB: Final = ("no_such_job", "store_away")
SEATING: Final = (
    "unknown_game", "bad_seats", "bad_option", "bad_clock", "unknown_bot", "bot_budget_fixed", "bot_not_offered"
)  # fmt: skip
"""Of what asks for a table of one's own choice."""
VERSIONED: Final = (
    "version_missing", "stale_version", "bad_if_match", "weak_etag", "foreign_etag", "versions_differ"
)  # fmt: skip

DESCRIPTION: Final = """Tree games over HTTP, between people and against bots that think.

A dropped connection, a retried request, a killed process or a curious client cannot change the game: a move says which
version of the match it was made for, an `Idempotency-Key` makes every request safe to send again, and every viewer is
shown only what it may know."""


def _header(name: str, description: str, schema: Json | None = None) -> Json:
    return {"in": "header", "name": name, "description": description, "schema": schema or {"type": "string"}}


KEY_HEADER: Final = _header(
    "Idempotency-Key",
    "Makes the request safe to send again: the same key answers with what was done the first time. Keep it secret.",
    {"type": "string", "minLength": 16, "maxLength": 128, "pattern": "^[!-~]+$"},
)
IF_MATCH: Final = _header("If-Match", "The ETag of the view that the request was made for, in place of `version`.")
IF_NONE_MATCH: Final = _header("If-None-Match", "The ETag that the client has; 304 if it is still true.")
LAST_EVENT_ID: Final = _header("Last-Event-ID", "The version that was told last; comes before `after`.")
DRY_RUN: Final = {
    "in": "query",
    "name": "dry_run",
    "description": "1: answer the view after the move without playing it",
    "schema": {"type": "string", "enum": ["0", "1"], "default": "0"},
}


def operation(
    name: str,
    answer: str,
    codes: Iterable[str] = (),
    *,
    status: int = 200,
    etag: bool = False,
    events: bool = False,
    headers: Iterable[Json] = (),
) -> Callable[[F], F]:
    """Document a view: its operationId, what it answers (`events`: or a stream), its codes and headers."""

    def document(view: F) -> F:
        noted = deepcopy(getattr(view, "_apidoc", {}))
        parameters = noted.setdefault("arguments", {}).setdefault("parameters", [])
        taken = [IF_NONE_MATCH] if etag else []
        parameters.extend(deepcopy([*taken, *headers]))
        noted["arguments"].pop("responses", None)
        noted["manual_doc"] = {"operationId": name, "responses": _responses(answer, codes, status, etag=etag)}
        if "player_needed" in codes:
            noted["manual_doc"]["security"] = [{"player": []}, *([{"seat": []}] if "token_revoked" in codes else [])]
        elif "player_token_revoked" in codes:
            noted["manual_doc"]["security"] = [{}, {"player": []}]
        elif "seat_needed" in codes:
            noted["manual_doc"]["security"] = [{"seat": []}]
        elif "token_forged" in codes:
            noted["manual_doc"]["security"] = [{}, {"seat": []}]
        if events:
            noted["manual_doc"]["responses"]["200"]["content"]["text/event-stream"] = {"schema": {"type": "string"}}
            noted["manual_doc"]["responses"]["204"] = {"description": "It is over and everything was told"}
        view._apidoc = noted  # type: ignore[attr-defined]  # noqa: SLF001 - where flask-smorest keeps what it documents
        return view

    return document


def _responses(answer: str, codes: Iterable[str], status: int, *, etag: bool) -> Json:
    found: Json = {str(status): {"description": HTTPStatus(status).phrase}}
    found[str(status)]["content"] = {"application/json": {"schema": ref(answer)}}
    if etag:
        found[str(status)]["headers"] = {"ETag": {"schema": {"type": "string"}}}
        found["304"] = {"description": "What the client has is still true"}
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(KINDS[code].status, []).append(code)
    for refused, its in sorted(by_status.items()):
        found[str(refused)] = {"description": ", ".join(f"`{code}`" for code in its), "content": _problem()}
    found["default"] = {"$ref": "#/components/responses/Problem"}
    return found


def _problem() -> Json:
    return {MEDIA_TYPE: {"schema": ref("Problem")}}


def describe(app: Flask) -> Api:
    """The document of this app; blueprints are registered with what comes back."""
    app.config.update(
        API_TITLE="Pomona",
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
            "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        },
    )
    api = _Described(app)
    components = api.spec.components
    for name, schema in (SCHEMAS | move_components()).items():
        components.schema(name, schema)
    components.response("Problem", {"description": "Refused; `code` tells why", "content": _problem()})
    components.security_scheme("seat", {"type": "http", "scheme": "bearer", "description": "The token of a seat."})
    components.security_scheme("player", {"type": "http", "scheme": "bearer", "description": "The token of a player."})
    api.ma_plugin.converter.add_attribute_function(_move_property)
    return api


class _Described(Api):
    """The Api of flask-smorest, whose errors and pages are ours, so that the document holds no schemas of its own."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """`api.problems` has them."""

    def _register_responses(self) -> None:
        """`_responses` writes them."""

    def _register_pagination_header(self) -> None:
        """Pages tell of the next one in their body."""


def _move_property(_: Any, field: Any, **more: Any) -> Json:  # noqa: ARG001 - apispec's signature
    if isinstance(field, ClockField):
        return maybe(ref("Clock"))
    return ref("Move") if isinstance(field, MoveField) else {}
