"""The application of the environment's settings, for WSGI servers: `api.wsgi:app`."""

from api.app import create_app
from services.shared.settings import Settings
from services.wiring import wire

_settings = Settings.read()
app = create_app(wire(_settings), _settings.served)
