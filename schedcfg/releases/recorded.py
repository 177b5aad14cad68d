"""The tables of each release, as `python -m tools.record` read them out of its kube-scheduler: `data/1.NN.json`.

Nothing in them is written by hand. What a table cannot say is beside it: how a release behaves (`behavior.py`), what
values its flags take (`flag_values.py`), and what people should know of it (`notes.py`).
"""

import json
import os
from collections.abc import Mapping
from functools import cache
from typing import Any

_FOLDER = os.path.join(os.path.dirname(__file__), "data")


def minors() -> tuple[int, ...]:
    """Return the minors of all releases that were recorded, the oldest first."""
    names = (name.removesuffix(".json") for name in os.listdir(_FOLDER) if name.endswith(".json"))
    return tuple(sorted(int(name.partition(".")[2]) for name in names))


@cache
def tables(number: int) -> Mapping[str, Any]:
    """Return what was recorded of a release, by its minor: see `tools/record/facts.py` for the keys."""
    with open(os.path.join(_FOLDER, f"1.{number}.json"), "rb") as file:
        found: dict[str, Any] = json.load(file)
    return found


@cache
def extension_points(number: int) -> Mapping[str, tuple[str, ...]]:
    """Map each in-tree plugin of a release to the points that it implements, in the framework's order."""
    return {name: tuple(plugin["extension_points"]) for name, plugin in tables(number)["plugins"].items()}
