"""Regular expressions match alike in every Python that schedcfg supports."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

import schedcfg

parser: Any = importlib.import_module("re._parser")
ONE_LETTER = {"LITERAL", "NOT_LITERAL", "IN", "ANY", "CATEGORY"}


def patterns() -> Iterator[tuple[str, Any]]:
    """Yield the module constants that are regular expressions."""
    for found in pkgutil.walk_packages(schedcfg.__path__, "schedcfg."):
        if found.name != "schedcfg.__main__":
            for name, value in vars(importlib.import_module(found.name)).items():
                text = getattr(value, "pattern", None)
                if isinstance(text, str | bytes) and not isinstance(value, type):
                    yield f"{found.name}.{name}", text


def repeated_possessively(parsed: Any) -> Iterator[Any]:
    """Yield what a regular expression repeats possessively, however deep it stands."""
    for operation, argument in parsed:
        if str(operation) == "POSSESSIVE_REPEAT":
            yield argument[2]
        parts = argument if isinstance(argument, tuple | list) else [argument]
        for part in parts:
            for inner in part if isinstance(part, list) else [part]:
                if isinstance(inner, parser.SubPattern):
                    yield from repeated_possessively(inner)


def is_one_letter(repeated: Any) -> bool:
    return len(repeated) == 1 and str(repeated[0][0]) in ONE_LETTER


@pytest.mark.parametrize("text", [r"(?:a|b:)*+", r"x(?:y(?: z)*+)?", r"(?P<n>[a-z]|(?:_?b)++c)"])
def test_groups_are_found(text: str) -> None:
    assert not all(map(is_one_letter, repeated_possessively(parser.parse(text))))


def test_only_letters_are_repeated_possessively() -> None:
    # Before 3.11.5, a possessive repeat of a group matches too much (gh-106052).
    found = dict(patterns())
    assert len(found) > 100
    wrong = {
        name: text
        for name, text in found.items()
        if not all(map(is_one_letter, repeated_possessively(parser.parse(text))))
    }
    assert wrong == {}
