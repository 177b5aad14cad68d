"""Work is counted, in calls: twice as much of anything takes about twice as many, by every command."""

import cProfile
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from called import Result
from growth_shapes import ACCEPTED, FIXABLE, HEAD, SHAPES, Shape

from schedcfg.document.edit import state
from schedcfg.sources import in_place

Run = Callable[..., Result]

_SIZE, _SMALL = 24, 8
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
    "why": ("why", "ImageLocality", "FILE"),
    "migrate": ("migrate", "--to", "v1", "--diff", "FILE"),
    "diff": ("diff", "FILE", "FILE"),
    "krm": ("krm", "FILE"),
}


def _calls(run: Callable[[], object]) -> int:
    """Return how many functions are called, those of C too."""
    profile = cProfile.Profile()
    profile.enable()
    try:
        run()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def _ratio(schedcfg: Run, path: Path, shape: Shape, arguments: tuple[str, ...], least: int = _SIZE) -> float:
    """Return how many times as many calls the second doubling adds as the first."""

    def run() -> Result:
        return schedcfg(*(str(path) if one == "FILE" else one for one in arguments))

    counts = []
    for size in (2, least, 2 * least, 4 * least):
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


@pytest.mark.parametrize(("shape", "command"), list(product(ACCEPTED, _OF_CONFIGURATIONS)))
def test_of_configurations(schedcfg: Run, tmp_path: Path, shape: str, command: str) -> None:
    assert _ratio(schedcfg, tmp_path / "a.yaml", ACCEPTED[shape], _OF_CONFIGURATIONS[command], _SMALL) < _MOST


@pytest.mark.parametrize("shape", FIXABLE)
def test_of_fixes(schedcfg: Run, tmp_path: Path, shape: str) -> None:
    """Fixes are made and proven together: hundreds take little more than one."""
    assert _ratio(schedcfg, tmp_path / "a.yaml", FIXABLE[shape], ("validate", "--diff", "FILE"), _SMALL) < _MOST


def test_a_migration_with_too_many_edits_is_refused(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(ACCEPTED["profiles"](8))
    monkeypatch.setattr(state, "MOST_READ", 2 * len(path.read_text()))
    result = schedcfg("migrate", "--to", "v1", path)
    assert result.status == 1
    assert "too many places to change" in result.err


def test_too_many_configurations_in_values_are_refused(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.yaml"
    value = "".join(f"    {line}\n" for line in HEAD.splitlines())
    path.write_text("".join(f"---\napiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n{value}" for _ in range(4)))
    monkeypatch.setattr(in_place, "MOST_READ", 3 * len(path.read_text()))
    result = schedcfg("validate", path)
    assert result.status == 3
    assert "contains 4 configurations or more, too many" in result.out


def test_a_neighbor_with_too_many_is_its_own_affair(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = "".join(f"    {line}\n" for line in HEAD.splitlines())
    many = "".join(f"---\napiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n{value}" for _ in range(4))
    (tmp_path / "many.yaml").write_text(many)
    pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, command: [kube-scheduler]}]}\n"
    (tmp_path / "pod.yaml").write_text(pod)
    monkeypatch.setattr(in_place, "MOST_READ", 3 * len(many))
    assert schedcfg("validate", tmp_path / "pod.yaml").status != 3
