"""Work is counted, in calls: twice as much of anything takes about twice as many, by every command."""

import cProfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest

from schedcfg import limits, validate
from schedcfg.commands.upgrade import folder
from schedcfg.commands.validate import fix as fixing
from schedcfg.commands.validate.fix_attempts import Prover
from schedcfg.document.edit import draft
from schedcfg.limits import Bound
from schedcfg.sources import size
from tests.called import Result
from tests.growth.growth_shapes import ACCEPTED, FIXABLE, HEAD, SHAPES, WHOLE_PROFILES, Shape, in_list, second_scheduler

pytestmark = pytest.mark.long

Run = Callable[..., Result]

_SIZE, _SMALL = 24, 8
_MOST = 2.8
"""How many times as many calls the second doubling may add as the first: n log n is near 2, n² is 4."""
_FEW = 4000
"""Calls that need no reason: what is found for the first time, and remembered."""
_PLENTY = 100_000
"""Calls that show growth: where so little of something already makes as many, half as much of it is given."""

_VALIDATE = ("validate", "FILE")
_FIXABLE_EACH = frozenset({"Args", "Args in brackets", "Args in JSON"})
"""Shapes of which each part has a fix: a report with fixes reads the text again for each, up to a limit."""
_BOTH_REPORTS = ("validate", "--output", "text", "--output", "sarif=REPORT", "FILE")
_OF_CONFIGURATIONS = {
    "effective": ("effective", "FILE"),
    "why": ("why", "ImageLocality", "FILE"),
    "migrate": ("migrate", "--to", "v1", "--diff", "FILE"),
    "diff": ("diff", "FILE", "FILE"),
    "krm": ("krm",),
}

_IN_ONE_CALL = ("profiles in JSON", "migrate")
"""JSON is read by one call, however long it is: what is read again is counted below."""


def _calls(run: Callable[[], object]) -> int:
    """Return how many functions are called, those of C too."""
    profile = cProfile.Profile(subcalls=False)
    profile.enable()
    try:
        run()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def _ratio(schedcfg: Run, path: Path, shape: Shape, arguments: tuple[str, ...], least: int = _SIZE) -> float:
    """Return how many times as many calls the second doubling adds as the first."""

    def run(size: int) -> int:
        path.write_text(shape(size))
        given = None if "FILE" in arguments else in_list(path.read_text()).encode()
        written = (argument.replace("FILE", str(path)).replace("REPORT", f"{path}.sarif") for argument in arguments)
        return _calls(lambda: schedcfg(*written, stdin=given))

    return _growth(run, least)


def _growth(calls: Callable[[int], int], least: int) -> float:
    """Return how many times as many calls the second doubling of a size adds as the first."""
    # What is made once is made before.
    if calls(least // 2 + 1) > _PLENTY:
        least //= 2
    one, two, four = (calls(size) for size in (least, 2 * least, 4 * least))
    return (four - two - _FEW) / max(two - one, 1)


@pytest.mark.parametrize("shape", SHAPES)
def test_of_findings(schedcfg: Run, tmp_path: Path, shape: str) -> None:
    reports = _VALIDATE if shape in _FIXABLE_EACH else _BOTH_REPORTS
    assert _ratio(schedcfg, tmp_path / "a.yaml", SHAPES[shape], reports) < _MOST


def test_only_so_many_fixes_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is checked by reading the document again."""
    text = SHAPES["Args"](20)
    monkeypatch.setattr(draft, "_MOST", 5 * len(text))
    findings = [finding for document in validate(text).documents for finding in document.findings]
    written = [finding for finding in findings if finding.fix is not None and finding.fix.edits]
    assert 0 < len(written) <= 5 < len(findings)


def test_of_hundreds_of_profiles(schedcfg: Run, tmp_path: Path) -> None:
    """What rules do for a profile is little, so that looking at all others each time shows in large numbers only."""
    assert _ratio(schedcfg, tmp_path / "a.yaml", WHOLE_PROFILES, _VALIDATE, 200) < _MOST


@pytest.mark.parametrize(
    ("shape", "command"), [one for one in product(ACCEPTED, _OF_CONFIGURATIONS) if one != _IN_ONE_CALL]
)
def test_of_configurations(schedcfg: Run, tmp_path: Path, shape: str, command: str) -> None:
    assert _ratio(schedcfg, tmp_path / "a.yaml", ACCEPTED[shape], _OF_CONFIGURATIONS[command], _SMALL) < _MOST


@pytest.mark.parametrize("arguments", [("validate",), ("upgrade", "--step", "1.23")], ids=lambda one: one[0])
def test_of_files_beside_each_other(schedcfg: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Each edit of an upgrade changes what is known of the folder; it is not found out anew for each."""

    def run(size: int) -> int:
        root = tmp_path / str(size)
        root.mkdir()
        for number in range(size):
            (root / f"{number:03}.yaml").write_text(second_scheduler(number))
        return _calls(lambda: schedcfg(*arguments, root))

    assert _growth(run, _SMALL // 2) < _MOST


@pytest.mark.parametrize("shape", FIXABLE)
def test_of_fixes(schedcfg: Run, tmp_path: Path, shape: str) -> None:
    """Fixes are made and proven together: hundreds take little more than one."""
    assert _ratio(schedcfg, tmp_path / "a.yaml", FIXABLE[shape], ("validate", "--diff", "FILE"), _SMALL) < _MOST


@pytest.mark.parametrize("shape", ["profiles", "profiles in one line"])
def test_a_migration_with_too_many_edits_is_refused(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shape: str
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(ACCEPTED[shape](8))
    monkeypatch.setattr(draft, "_MOST", 2 * len(path.read_text()))
    result = schedcfg("migrate", "--to", "v1", path)
    assert result.status == 1
    assert "too many places to change" in result.err


@pytest.mark.parametrize(
    ("limit", "named"),
    [
        ((folder, "_MOST_CHARACTERS", 9000), "characters, too many for 9 releases"),
        ((limits, "VALUES", Bound("X", 90)), "more than 40 values, too many for 9 releases"),
        ((folder, "MOST_PROFILES", 2), "1 profiles, too many for 9 releases"),
    ],
)
def test_an_upgrade_of_much_over_many_releases_is_refused(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: tuple[ModuleType, str, object], named: str
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(ACCEPTED["plugins"](26))
    monkeypatch.setattr(*limit)
    result = schedcfg("upgrade", "--from", "1.23", "--to", "1.32", path)
    assert result.status == 3
    assert named in result.err
    assert ("`X`" in result.err) is (limit[0] is limits)


def test_an_upgrade_of_many_schedulers_in_one_file_is_refused(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each edit of a scheduler reads its file again, in every release."""
    path = tmp_path / "a.yaml"
    path.write_text(SHAPES["schedulers"](4))
    monkeypatch.setattr(folder, "_MOST_CHARACTERS", 9 * len(path.read_text()) * 3)
    result = schedcfg("upgrade", "--from", "1.23", "--to", "1.32", path)
    assert result.status == 3
    assert "characters with 4 schedulers, too many for 9 releases" in result.err
    path.write_text(SHAPES["schedulers"](2))
    assert schedcfg("upgrade", "--from", "1.23", "--to", "1.32", path).status != 3


def test_too_many_configurations_in_values_are_refused(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.yaml"
    value = "".join(f"    {line}\n" for line in HEAD.splitlines())
    path.write_text("".join(f"---\napiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n{value}" for _ in range(4)))
    monkeypatch.setattr(limits, "EMBEDDED", Bound("X", 3 * len(path.read_text())))
    result = schedcfg("validate", path)
    assert result.status == 3
    assert "contains 4 configurations or more, too many" in result.err


def test_a_neighbor_with_too_many_is_its_own_affair(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = "".join(f"    {line}\n" for line in HEAD.splitlines())
    many = "".join(f"---\napiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n{value}" for _ in range(4))
    (tmp_path / "many.yaml").write_text(many)
    pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, command: [kube-scheduler]}]}\n"
    (tmp_path / "pod.yaml").write_text(pod)
    monkeypatch.setattr(limits, "EMBEDDED", Bound("X", 3 * len(many)))
    assert schedcfg("validate", tmp_path / "pod.yaml").status != 3


def _fixed(schedcfg: Run, path: Path, text: str) -> dict[str, int]:
    """Return how often a text is tried, and proven, until it is fixed."""
    path.write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        tried, proven = (mock.create_autospec(one, side_effect=one) for one in (fixing.try_fixes, Prover.compare))
        patch.setattr(fixing, "try_fixes", tried)
        patch.setattr(Prover, "compare", proven)
        schedcfg("validate", "--fix", path)
    return {"tried": tried.call_count, "proven": proven.call_count}


@pytest.mark.parametrize("shape", FIXABLE)
def test_a_hundred_fixes_are_tried_and_proven_at_once(schedcfg: Run, tmp_path: Path, shape: str) -> None:
    one = _fixed(schedcfg, tmp_path / "a.yaml", FIXABLE[shape](1))
    assert one["tried"] == 1
    assert _fixed(schedcfg, tmp_path / "a.yaml", FIXABLE[shape](100)) == one
    assert "NodeLabel" not in (tmp_path / "a.yaml").read_text()


def test_fixes_that_would_leave_nothing_are_halved(schedcfg: Run, tmp_path: Path) -> None:
    """A list from which all goes is left empty, not null."""
    path = tmp_path / "a.yaml"
    text = f"{HEAD}profiles:\n- plugins:\n    score:\n      disabled:\n" + "      - name: ''\n" * 64
    assert _fixed(schedcfg, path, text)["tried"] <= 2 * 6 + 1
    assert path.read_text().endswith("      disabled: []\n")


@pytest.mark.parametrize(
    ("limit", "text", "named"),
    [
        ("FILE", f"{HEAD}# {'x' * 4096}\n", "it is larger than"),
        ("VALUES", HEAD + "".join(f"key{one}: 1\n" for one in range(99)), "more than 20 values"),
        ("VALUES", HEAD + "parallelism: 1\n" * 99, "more than 20 values"),
        ("VALUES", SHAPES["feature gates"](99), "more than 20 flags, feature gates"),
        ("VALUES", SHAPES["mounts"](99), "more than 20 flags, feature gates, mounts"),
    ],
)
def test_the_environment_raises_limits(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, text: str, named: str
) -> None:
    path, variable = tmp_path / "a.yaml", getattr(limits, limit).variable
    path.write_text(text)
    monkeypatch.setattr(limits, limit, Bound(variable, 20))
    result = schedcfg("validate", path)
    assert result.status == 3
    assert named in result.err
    assert variable in result.err
    monkeypatch.setenv(variable, "100000")
    assert schedcfg("validate", path).status != 3


@pytest.mark.parametrize(
    ("limit", "text", "named"),
    [
        ("MOST_PROFILES", f"{HEAD}profiles:\n" + "- {}\n" * 99, "more than 20 profiles"),
        ("MOST_PROFILES", SHAPES["documents"](99), "more than 20 profiles"),
        ("_MOST_SCHEDULERS", SHAPES["schedulers"](99), "manifests of more than 20 schedulers"),
    ],
)
def test_what_is_compared_with_each_other_is_limited(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, text: str, named: str
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)
    monkeypatch.setattr(size, limit, 20)
    result = schedcfg("validate", path)
    assert result.status == 3
    assert named in result.err


def test_a_limit_holds_for_lists_of_resources(schedcfg: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size, "_MOST_SCHEDULERS", 20)
    result = schedcfg("krm", stdin=in_list(SHAPES["schedulers"](99)).encode())
    assert result.status == 3
    assert "manifests of more than 20 schedulers" in result.err


def test_a_limit_is_a_number(schedcfg: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VALUES.variable, "many")
    result = schedcfg("releases")
    assert result.status == 2
    assert "SCHEDCFG_MAX_VALUES has to be a number" in result.err
