"""What was read out of the code of each release: `tests/facts/1.NN.json`.

A release may be added before its facts are there: the tests that compare them leave it out, and one test is skipped
with that reason (`tests/releases/test_release_facts.py`).
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from schedcfg import releases
from schedcfg.releases.release import Flag

FOLDER = Path(__file__).parent / "facts"

RELEASES = tuple(name for name in releases.names() if (FOLDER / f"{name}.json").is_file())
"""The releases whose facts are there, the oldest first."""


@cache
def facts(release: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{release}.json").read_text(encoding="utf-8"))
    return found


def newest_serving(api_version: str) -> str:
    """Return the newest release with facts, and so with recorded answers, that serves an API version."""
    return [name for name in releases.serving(api_version) if name in RELEASES][-1]


def recorded_flag(flag: Flag, name: str) -> dict[str, object]:
    """Return what facts have of a flag; what its value has to be is in none."""
    own = ("default", "deprecated", "hidden", "no_opt_default", "section", "shorthand", "type")
    return {"name": name, **{key: getattr(flag, key) for key in own}}
