"""No regular expression of the package takes a multiple of the time that its text takes to be read."""

import importlib
import inspect
import pkgutil
import re
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Any, NoReturn

import pytest

import schedcfg
from schedcfg.document.secrets import hide
from schedcfg.patterns import pattern
from schedcfg.validation.options import Patterns

_LENGTH = 20_000
_SECONDS = 2.0
"""Of CPU, for all attacks on one pattern: some milliseconds each, where nothing grows with the square."""

_SEEDS = (
    *" \t\n\r0a_-:.@=/\"'\\{[(<$%&#!*,",
    *(
        "\r\n",
        "token",
        "token: ",
        "://",
        "a:",
        "a.",
        "a-",
        "0_",
        "- ",
        "{{",
        "{%",
        "${a-",
        "$(",
        "\\'",
        "@a",
        "/*",
        "Aa",
    ),
    *("-----BEGIN A-----\n", "&a ", "[:", "'a", '"a', "List", "1e", "--a=", "1:", "x ", "? "),
)
_SEARCHED = r"\b{}\.(search|sub|finditer|findall|split)\b"
"""What is asked at every place of a text; others are only asked at one."""


def _patterns() -> Iterator[tuple[str, re.Pattern[Any], bool]]:
    seen = set()
    for module in pkgutil.walk_packages(schedcfg.__path__, "schedcfg."):
        if module.name.endswith("__main__"):
            continue
        found = importlib.import_module(module.name)
        source = inspect.getsource(found)
        for name, value in vars(found).items():
            if isinstance(value, (re.Pattern, type(pattern("")))) and value not in seen:
                seen.add(value)
                yield f"{module.name}.{name}", value, re.search(_SEARCHED.format(name), source) is not None


def _stopped(_number: int, _frame: FrameType | None) -> NoReturn:
    raise TimeoutError


def test_no_pattern_goes_back_and_back() -> None:
    slow = []
    before = signal.signal(signal.SIGVTALRM, _stopped)
    try:
        for name, pattern, is_searched in _patterns():
            signal.setitimer(signal.ITIMER_VIRTUAL, _SECONDS)
            try:
                for seed in _SEEDS:
                    text: Any = seed * (_LENGTH // len(seed)) + "\0"
                    find = pattern.search if is_searched else pattern.match
                    find(text.encode() if isinstance(pattern.pattern, bytes) else text)
            except TimeoutError:
                slow.append(f"{name}: {seed!r}")
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.signal(signal.SIGVTALRM, before)
    assert slow == []


@pytest.mark.parametrize("line", ["name: " + "token" * 20_000, "parallelism: " + "1" * 100_000, "token " * 20_000])
def test_masking_is_one_scan(line: str) -> None:
    assert len(hide(line)) <= len(line)


def test_globs() -> None:
    assert not Patterns(".", ("**a" * 30 + "b",)).fit("a" * 3000)
    assert Patterns(".", ("charts/**/v*.yaml",)).fit("charts/a/b/values.yaml")
