"""Start the extender: `python -m traffic_extender --help`."""

import logging

from aiohttp import web

from traffic_extender.server import application
from traffic_extender.settings import settings_from


def main() -> None:
    """Serve until the process gets SIGTERM or SIGINT."""
    settings = settings_from()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    web.run_app(application(settings), host=settings.host, port=settings.port, access_log=None)


if __name__ == "__main__":
    main()
