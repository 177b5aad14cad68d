"""The values with which flags of kube-scheduler are tried, of `flag_values.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

VALUES = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True)
class Values:
    """The values of a flag.

    Attributes:
        good: Those that are probably accepted, an everyday one first; there is always one.
        bad: Those that are probably refused, an everyday mistake first.
        machine: Those that are right or wrong by what a machine has.
        in_full: Whether the flag is tried with all of them, or only with the first ones.
    """

    good: tuple[str, ...]
    bad: tuple[str, ...]
    machine: tuple[str, ...]
    in_full: bool


def values(name: str, kind: str) -> Values:
    """Return the values of a flag: its own, or those of its type."""
    tables = _tables()
    by_flag, by_type = (_by(key, tables["values"]) for key in ("flags", "types"))
    block = by_flag.get(name) or by_type[kind]
    good, bad, machine = (tuple(block.get(key, ())) for key in ("good", "bad", "machine"))
    return Values(good, bad, machine, name in by_flag or name in tables["in-full"].get(kind, (name,)))


def _by(key: str, blocks: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {name: block for block in blocks for name in block.get(key, ())}


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(VALUES.read_text(encoding="utf-8"))
