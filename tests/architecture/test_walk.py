"""From click's call to the decoder a reader passes ten calls, and CONTRIBUTING names each."""

import re
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from schedcfg.configuration import reading
from tests.called import EXAMPLES, Result
from tests.paths import ROOT

PACKAGE = ROOT / "schedcfg"
CLICK = Path(click.__file__).parent
MOST = 10


@pytest.fixture
def walk(schedcfg: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the package's frames from click's call to the decoder: `file.py: function`."""
    frames: list[str] = []
    decode = reading.decode

    def traced(*arguments: Any, **named: Any) -> Any:
        stack = traceback.extract_stack()[:-1]
        called = max(place for place, frame in enumerate(stack) if Path(frame.filename).is_relative_to(CLICK))
        ours = [frame for frame in stack[called:] if Path(frame.filename).is_relative_to(PACKAGE)]
        frames.extend(f"{Path(frame.filename).relative_to(PACKAGE).as_posix()}: {frame.name}" for frame in ours)
        return decode(*arguments, **named)

    monkeypatch.setattr(reading, "decode", traced)
    done = schedcfg("validate", str(EXAMPLES / "profiles.yaml"))
    assert done.status == 0, done.err
    return frames


def test_the_decoder_is_at_most_ten_calls_away(walk: list[str]) -> None:
    # Each frame makes one call; that of the last one is decode's.
    assert len(walk) <= MOST, walk


def test_contributing_shows_the_walk(walk: list[str]) -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = re.findall(r"^ *(?:→ )?([a-z_/]+\.py): ([a-z_A-Z.]+)", contributing, re.MULTILINE)
    assert [f"{file}: {name.rpartition('.')[2]}" for file, name in shown] == [
        *walk,
        "configuration/decode/configuration.py: decode",
    ]
