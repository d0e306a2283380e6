"""Health: whether the process lives, and whether it can serve."""

from flask import Response
from flask_smorest import Blueprint

from api.answers import secret
from api.context import context
from api.documents import operation

blp = Blueprint("health", __name__, description="Health of the process.")


@blp.get("/healthz")
@operation("isAlive", "Health")
def alive() -> Response:
    """Whether the process answers."""
    return secret({"status": "ok"})


@blp.get("/readyz")
@operation("isReady", "Health", ("store_away",))
def ready() -> Response:
    """Whether Redis answers and has our scripts."""
    services = context().services
    services.store.ready()
    services.stamps.believes("web", services.secrets)
    return secret({"status": "ok"})
