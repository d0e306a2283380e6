"""Reads bodies and queries: strict JSON, strict schemas, errors with JSON pointers."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn

import marshmallow as ma
import orjson
from flask import Request, request
from webargs.flaskparser import FlaskParser

from api.refusals import BadBody, BadJson, BadQuery, BodyTooLarge, NotJson, RepeatedName
from services.rules.errors import pointer_to

JSON: Final = "application/json"
LONGEST_BODY: Final = 64 * 1024
CUT_BODY: Final = LONGEST_BODY + 1
"""Where werkzeug stops to read: it refuses a longer Content-Length, but only cuts a body that came in chunks."""
TOO_LARGE: Final = "The body is larger than 64 kB."


def header(name: str) -> str | None:
    """A header of the request by its name in the WSGI environment (`IF_MATCH`), without the object for all of them."""
    value: str | None = request.environ.get(f"HTTP_{name}")
    return value


def read_json(body: bytes) -> Any:
    """The value of a JSON text; raises BadJson or RepeatedName.

    Stricter than most: no NaN, no number beyond a double, no lone surrogates, no nesting past 1024, no name twice.
    """
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise BadJson(f"The body is not JSON: {error}.") from None
    if orjson.dumps(value) != body:  # a text that is written back as it came names nothing twice
        json.loads(body, object_pairs_hook=_once, parse_int=_same, parse_float=_same)
    return value


def _same(number: str) -> str:
    return number


def _once(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > 1 and len({name for name, _ in pairs}) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RepeatedName(f"The body names {twice[:64]!r} twice.", name=twice[:64])


def body_json() -> Any:
    """The JSON body of the request; raises NotJson and what `read_json` raises."""
    said = request.content_type
    if said != JSON and not (said and request.mimetype == JSON):
        raise NotJson("Send the body as application/json.")
    body = request.get_data(cache=False)
    if len(body) > LONGEST_BODY:
        raise BodyTooLarge(TOO_LARGE)
    return read_json(body)


class Reader(FlaskParser):
    """The parser of all arguments: nothing unknown passes anywhere."""

    DEFAULT_UNKNOWN_BY_LOCATION = {  # noqa: RUF012 - webargs' own way
        "json": ma.RAISE,
        "query": ma.RAISE,
    }

    def parse(self, argmap: Any, req: Request | None = None, *, location: str | None = None, **more: Any) -> Any:
        """Read what the schema, an instance, says of the body without the steps that only other schemas need."""
        if location != "json" or more.get("validate") is not None:
            return super().parse(argmap, req, location=location, **more)
        try:
            return argmap.load(body_json(), unknown=ma.RAISE)
        except ma.ValidationError as error:
            raise _bad_body(error.messages) from None

    def load_json(self, req: Request, schema: ma.Schema) -> Any:  # noqa: ARG002 - the signature is webargs'
        """Read the body."""
        return body_json()

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:  # noqa: ARG002 - the same
        """Read the query; a parameter given twice is refused."""
        twice = [name for name in req.args if len(req.args.getlist(name)) > 1]
        if twice:
            raise BadQuery([{"parameter": name, "detail": "given twice"} for name in twice])
        return req.args.to_dict()

    def handle_error(
        self,
        error: ma.ValidationError,
        req: Request,  # noqa: ARG002
        schema: ma.Schema,  # noqa: ARG002
        *,
        error_status_code: int | None,  # noqa: ARG002
        error_headers: Mapping[str, str] | None,  # noqa: ARG002
    ) -> NoReturn:
        """Name every place that does not fit."""
        location, messages = next(iter(error.messages_dict.items()))
        if location == "query":
            raise BadQuery([{"parameter": name, "detail": " ".join(texts)} for name, texts in messages.items()])
        raise _bad_body(messages)


def _bad_body(messages: Any) -> BadBody:
    return BadBody([{"pointer": pointer, "detail": text} for pointer, text in _flat(messages, "")])


def _flat(messages: Any, pointer: str) -> Iterator[tuple[str, str]]:
    """The leaves of marshmallow's nested messages."""
    if isinstance(messages, dict):
        for name, below in messages.items():
            yield from _flat(below, pointer if name == "_schema" else pointer + pointer_to(name))
    else:
        yield pointer, " ".join(map(str, messages)) if isinstance(messages, list) else str(messages)
