"""The OpenAPI document, and a page that shows it: made once, with nothing from elsewhere."""

from pathlib import Path
from typing import Any, Final

import orjson
from flask import Flask, Response, redirect, render_template

from api.documents import KINDS

_STYLE: Final = Path(__file__).parent.parent / "web" / "docs.css"
_PAGE_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
_METHODS: Final = ("get", "post", "put", "patch", "delete")


def install(app: Flask, spec: dict[str, Any]) -> None:
    """Serve /openapi.json and /docs; who comes to the bare address is shown the page."""
    with app.app_context():
        page = render_template("docs.html", spec=spec, operations=_operations(spec), shared=_shared(spec), codes=KINDS)
    _serve(app, "/openapi.json", document_text(spec), "application/json")
    _serve(app, "/docs", page.encode(), "text/html; charset=utf-8")
    _serve(app, "/docs.css", _STYLE.read_bytes(), "text/css; charset=utf-8")
    app.add_url_rule("/", "front", lambda: redirect("/docs"))


def document_text(spec: dict[str, Any]) -> bytes:
    """The document as it is served and printed."""
    return orjson.dumps(spec, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _serve(app: Flask, path: str, body: bytes, media: str) -> None:
    def answer() -> Response:
        return Response(body, content_type=media, headers=_PAGE_HEADERS)

    app.add_url_rule(path, path.strip("/").replace(".", "_"), answer)


def _operations(spec: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """(path, method, operation) in the order of the document."""
    found = spec["paths"].items()
    return [(path, method, item[method]) for path, item in found for method in _METHODS if method in item]


def _shared(spec: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The parameters that all operations of a path share."""
    return {path: item.get("parameters", []) for path, item in spec["paths"].items()}
