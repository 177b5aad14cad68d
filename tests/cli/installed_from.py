"""What pip records of an installation, made up for a test."""

import json
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

import schedcfg
from schedcfg.commands.generate import hook

PACKAGE = Path(schedcfg.__file__).parent


class MadeUp:
    """A distribution of this copy of the package, and where pip says that it comes from."""

    def __init__(self, origin: Mapping[str, object] | None, place: Path) -> None:
        self._origin, self._place = origin, place

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self._origin is None else json.dumps(self._origin)

    def locate_file(self, name: str) -> Path:
        return self._place / name


def pretend(origin: Mapping[str, object] | None, monkeypatch: pytest.MonkeyPatch, place: Path = PACKAGE.parent) -> None:
    """Have this copy be installed from somewhere.

    Args:
        origin: What is in `direct_url.json`; None: it came from an index.
        monkeypatch: Undoes it.
        place: The folder in which the package is installed.
    """
    monkeypatch.setattr(hook, "distribution", lambda _: MadeUp(origin, place))


def pretend_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this copy not be installed at all."""

    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(hook, "distribution", missing)
