"""The application of the environment's settings, for WSGI servers: `api.wsgi:app`."""

from api.app import create_app
from services.shared import logs
from services.shared.settings import Settings
from services.wiring import wire

_settings = Settings.read()
logs.configure(_settings)
_services = wire(_settings)
app = create_app(_services, _settings.served)
