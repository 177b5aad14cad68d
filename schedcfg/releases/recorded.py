"""The tables of each release, as `python -m tools.record` read them out of its kube-scheduler: `data/1.NN.json`.

Nothing in them is written by hand. What a table cannot say is beside it: how a release behaves (`behavior.py`), what
values its flags take (`flag_values.py`), and what people should know of it (`notes.py`).
"""

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

_FOLDER = os.path.join(os.path.dirname(__file__), "data")


def minors() -> tuple[int, ...]:
    """Return the minors of all releases that were recorded, the oldest first."""
    return tuple(sorted(int(name.split(".")[1]) for name in _names() if name.count(".") == 1))


@cache
def _names() -> tuple[str, ...]:
    return tuple(name.removesuffix(".json") for name in os.listdir(_FOLDER) if name.endswith(".json"))


@cache
def tables(number: int) -> Mapping[str, Any]:
    """Return what was recorded of a release, by its minor: see `tools/record/facts.py` for the keys."""
    return _read(f"1.{number}")


def _read(name: str) -> Mapping[str, Any]:
    import json  # noqa: PLC0415 - most commits hold no configuration

    with open(os.path.join(_FOLDER, f"{name}.json"), "rb") as file:
        found: dict[str, Any] = json.load(file)
    return found


@cache
def flags(number: int, patch: int | None) -> list[dict[str, Any]]:
    """Return the flags of a release, as pflag has them.

    Where a later patch than the recorded one differs, `data/1.NN.P.json` has its tables: they count for all that are
    newer than the recorded one, and where no patch is named.

    Args:
        number: The release's minor.
        patch: The patch release; None: none was named.
    """
    recorded = tables(number)
    later = [name for name in _names() if name.startswith(f"1.{number}.")]
    is_later = patch is None or patch > int(recorded["kubernetes"].partition(" ")[0].rpartition(".")[2])
    found: list[dict[str, Any]] = {**recorded, **(_read(later[0]) if later and is_later else {})}["flags"]
    return found


@cache
def extension_points(number: int) -> Mapping[str, tuple[str, ...]]:
    """Map each in-tree plugin of a release to the points that it implements, in the framework's order."""
    return {name: tuple(plugin["extension_points"]) for name, plugin in tables(number)["plugins"].items()}
