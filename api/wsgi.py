"""The application of the environment's settings, for WSGI servers: `api.wsgi:app`."""

from api.app import create_app
from services.shared.settings import Settings
from services.wiring import wire

app = create_app(wire(Settings.read()))
