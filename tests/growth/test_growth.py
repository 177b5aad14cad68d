"""Work is counted, in calls: twice as much of anything takes about twice as many, by every command."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from called import Result
from growth_shapes import ACCEPTED, FIXABLE, SHAPES, Shape

Run = Callable[..., Result]

_SIZE = 24
_MOST = 2.8
"""How many times as many calls the second doubling may add as the first: n log n is near 2, n² is 4."""
_FEW = 4000
"""Calls that need no reason: what is found for the first time, and remembered."""

_OF_TEXTS = {
    "validate": ("validate", "FILE"),
    "sarif": ("validate", "--output", "sarif", "FILE"),
}
_OF_CONFIGURATIONS = {
    "effective": ("effective", "FILE"),
    "migrate": ("migrate", "--to", "v1", "--diff", "FILE"),
    "diff": ("diff", "FILE", "FILE"),
    "krm": ("krm", "FILE"),
}


def _calls(run: Callable[[], object]) -> int:
    """Return how many functions are called, those of C too."""
    found = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal found
        found += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(before)
    return found


def _ratio(schedcfg: Run, path: Path, shape: Shape, arguments: tuple[str, ...]) -> float:
    """Return how many times as many calls the second doubling adds as the first."""

    def run() -> Result:
        return schedcfg(*(str(path) if one == "FILE" else one for one in arguments))

    counts = []
    for size in (2, _SIZE, 2 * _SIZE, 4 * _SIZE):
        path.write_text(shape(size))
        counts.append(_calls(run))
    _, one, two, four = counts
    return (four - two - _FEW) / max(two - one, 1)


@pytest.mark.parametrize("shape", SHAPES)
def test_of_findings(schedcfg: Run, tmp_path: Path, shape: str) -> None:
    ratios = {
        name: _ratio(schedcfg, tmp_path / "a.yaml", SHAPES[shape], arguments) for name, arguments in _OF_TEXTS.items()
    }
    assert {name: ratio for name, ratio in ratios.items() if ratio > _MOST} == {}


@pytest.mark.parametrize("command", _OF_CONFIGURATIONS)
@pytest.mark.parametrize("shape", ACCEPTED)
def test_of_configurations(schedcfg: Run, tmp_path: Path, command: str, shape: str) -> None:
    assert _ratio(schedcfg, tmp_path / "a.yaml", ACCEPTED[shape], _OF_CONFIGURATIONS[command]) < _MOST


@pytest.mark.parametrize("shape", FIXABLE)
def test_of_fixes(schedcfg: Run, tmp_path: Path, shape: str) -> None:
    """Fixes are made and proven together: hundreds take little more than one."""
    assert _ratio(schedcfg, tmp_path / "a.yaml", FIXABLE[shape], ("validate", "--diff", "FILE")) < _MOST
