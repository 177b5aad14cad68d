"""Servers that tests of probes ask."""

from collections.abc import Iterator

import pytest
from api_server import AUTHORITY, ApiServer, running


@pytest.fixture
def api() -> Iterator[ApiServer]:
    """An API server with three nodes, behind TLS."""
    with running(ApiServer(("node-b", "node-a", "node-c.example")), AUTHORITY.issue_cert("127.0.0.1")) as server:
        yield server
