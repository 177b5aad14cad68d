"""What was read out of the code of each release: its tables, which schedcfg reads, and `tests/facts/1.NN.json`.

What is only in the latter guards the code: shapes, kinds, errors, and what is written by default.
"""

from functools import cache
from typing import Any

from schedcfg import releases
from tools.record.facts import PROJECT

RELEASES = releases.names()
"""All releases, the oldest first."""


@cache
def facts(release: str) -> dict[str, Any]:
    return PROJECT.read(release)


def newest_serving(api_version: str) -> str:
    """Return the newest release that serves an API version."""
    return releases.serving(api_version)[-1]
