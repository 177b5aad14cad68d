"""No regular expression of the package takes a multiple of its text; those of others are followed in counted steps."""

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
from schedcfg.decode.bounded_pattern import StepBudget, TooMuchWork, search
from schedcfg.decode.declared_args import differences
from schedcfg.options import Patterns
from schedcfg.output.secrets import masked

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
            if isinstance(value, re.Pattern) and value not in seen:
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
    assert len(masked(line, 0)) <= len(line)


def test_globs() -> None:
    assert not Patterns(".", ("**a" * 30 + "b",)).fit("a" * 3000)
    assert Patterns(".", ("charts/**/v*.yaml",)).fit("charts/a/b/values.yaml")


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*a){20}$", "^(?=(a+)+$)a"])
def test_a_pattern_of_others_comes_to_an_end(pattern: str) -> None:
    schema = {"properties": {"a": {"pattern": pattern}}}
    found = differences({"a": "a" * 60 + "!"}, schema, ("args",))
    assert "pattern" in found[0].message


def test_a_pattern_that_takes_too_long_is_named() -> None:
    found = differences({"a": "a" * 400_000}, {"properties": {"a": {"pattern": "^(a+)+$"}}}, ("args",))
    assert "the pattern `^(a+)+$` takes more than 200,000 steps" in found[0].message


def test_references_that_multiply() -> None:
    defs = {f"d{one}": {"allOf": [{"$ref": f"#/$defs/d{one + 1}"}] * 2} for one in range(40)}
    schema = {"$defs": {**defs, "d40": {}}, "$ref": "#/$defs/d0"}
    assert "takes more than" in differences({"a": 1}, schema, ("args",))[0].message


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("a{2,3}b", "aab"),
        (r"^\d+(?:\.\d+)?$", "12.5"),
        ("(?<=a)b", "ab"),
        ("^(?!x)", "y"),
        (r"\bfoo\b", "a foo"),
        ("a|b", "b"),
    ],
)
def test_it_finds_what_python_finds(pattern: str, text: str) -> None:
    for one in (text, f"x{text}", text[:-1], ""):
        assert search(pattern, one, StepBudget()) is (re.search(pattern, one) is not None)


def test_what_refers_back_is_not_followed() -> None:
    with pytest.raises(TooMuchWork, match="refers back"):
        search(r"(a)\1", "aa", StepBudget())
