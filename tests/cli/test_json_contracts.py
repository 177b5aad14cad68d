"""What commands write as JSON is what their contracts say: no field is missing, and none is kept from readers."""

from collections.abc import Callable, Iterator
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from schedcfg.commands.schema.report_schemas import REPORT_SCHEMAS, report_schema
from tests.cli.contract_complaints import complaints
from tests.conformance.recordings import read
from tests.paths import ROOT

Run = Callable[..., Any]
EXAMPLES = ROOT / "examples"

EVERY = 60
"""Of the recorded cases, each so-manieth is shown to the commands."""


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Write a sample of the recorded cases into two folders, in turn: a command that is called twice sees each once."""
    folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other")
    turn = cycle(folders)
    for recording in ("train.verdicts", "named.verdicts"):
        for case in islice(read(recording), 0, None, EVERY):
            (next(turn) / f"{case.id}.yaml").write_text(case.text, encoding="utf-8")
    for case in islice(read("policies-train", "policy"), 0, None, EVERY):
        (next(turn) / f"{case.id}.json").write_text(case.text, encoding="utf-8")
    return folders


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Write files that are none, or hold a configuration in a ConfigMap."""
    folder = tmp_path_factory.mktemp("odd")
    lines = ["apiVersion: v1", "kind: ConfigMap", "metadata: {name: a}", "data:", "  scheduler.yaml: |"]
    inner = (EXAMPLES / "broken" / "old-version.yaml").read_text(encoding="utf-8").splitlines()
    config_map, other, broken = folder / "map.yaml", folder / "other.yaml", folder / "broken.yaml"
    config_map.write_text("\n".join([*lines, *(f"    {line}" for line in inner), ""]), encoding="utf-8")
    other.write_text("kind: Pod\napiVersion: v1\n", encoding="utf-8")
    broken.write_bytes(b"\xff\xfe\xfd")
    return [config_map, other, broken, folder / "missing.yaml"]


@pytest.mark.parametrize("command", ["validate", "validate -k 1.24", "effective", "effective -k 1.27"])
def test_validating_files(schedcfg: Run, command: str, cases: tuple[Path, Path], odd: list[Path]) -> None:
    name, *release = command.split()
    written = schedcfg(name, *release, "--output", "json", EXAMPLES, cases[bool(release)], *odd).report
    assert complaints(name, written) == []
    verdicts = {file["verdict"] for file in written["files"]}
    assert {"accepted", "refused", "unreadable"} <= verdicts


@pytest.fixture
def fixable(tmp_path: Path) -> Path:
    """Write a file in which something can be fixed, if only by guessing."""
    path = tmp_path / "scheduler.yaml"
    path.write_text(
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
        "profiles:\n- plugins:\n    filter:\n      disabled:\n      - name: ServiceAffinity\n",
        encoding="utf-8",
    )
    return path


def test_a_fix_that_is_offered(schedcfg: Run, fixable: Path) -> None:
    written = schedcfg("validate", "--output", "json", fixable).report
    assert complaints("validate", written) == []
    assert written["files"][0]["documents"][0]["findings"][0]["fix"]["edits"]


@pytest.mark.parametrize("options", [["--fix"], ["--fix", "--unsafe-fixes"]], ids=" ".join)
def test_fixes_that_are_made_or_left(schedcfg: Run, options: list[str], fixable: Path) -> None:
    written = schedcfg("validate", *options, "--output", "json", fixable).report
    assert complaints("validate", written) == []
    assert written["files"][0]["fixed"] or written["files"][0]["unfixed"]


@pytest.mark.parametrize("target", ["v1", "v1beta2"])
def test_migrating_files(schedcfg: Run, target: str, cases: tuple[Path, Path], odd: list[Path]) -> None:
    written = schedcfg("migrate", "--to", target, "--output", "json", EXAMPLES, cases[target == "v1"], *odd).report
    assert complaints("migrate", written) == []
    assert {"migrated", "unchanged", "refused", "unreadable"} <= {file["status"] for file in written["files"]}
    documents = [one for file in written["files"] for one in file["documents"]]
    assert any(document["notes"] for document in documents)
    assert any(step["differences"] for document in documents for step in document["steps"])


def pairs(cases: tuple[Path, Path]) -> Iterator[tuple[str, ...]]:
    yield from ((str(left), str(right)) for left, right in pairwise(sorted(EXAMPLES.glob("*.yaml"))))
    yield from ((str(left), str(right)) for left, right in islice(pairwise(sorted(cases[0].glob("*.yaml"))), 30))
    yield from (
        (str(EXAMPLES / "broken" / "old-version.yaml"), "--from", first, "--to", "1.27") for first in ("1.22", "1.26")
    )


def test_comparing_files(schedcfg: Run, cases: tuple[Path, Path]) -> None:
    seen: set[str] = set()
    for arguments in pairs(cases):
        written = schedcfg("diff", *arguments, "--output", "json").report
        assert complaints("diff", written) == []
        seen |= {change["what"] for change in written["changes"]}
    assert {"profile", "plugin", "args", "extender", "setting", "shares"} <= seen


@pytest.mark.parametrize(
    "arguments",
    [
        ["plugins"],
        ["plugins", "-k", "1.22"],
        ["releases"],
        ["explain", "KubeSchedulerConfiguration", "--recursive"],
        ["explain", "leaderElection.leaseDuration"],
        ["explain", "score"],
        ["explain", "resources"],
        ["explain", "NodeResourcesFit", "--recursive"],
        ["explain", "PrioritySort"],
        ["explain", "ineffective-disable"],
        ["explain", "unknown-field"],
        ["rules"],
    ],
    ids=" ".join,
)
def test_the_references(schedcfg: Run, arguments: list[str]) -> None:
    written = schedcfg(*arguments, "--output", "json").report
    assert complaints(arguments[0], written) == []


def test_the_comparison_can_fail(schedcfg: Run) -> None:
    written = schedcfg("plugins", "--output", "json").report
    del written["plugins"][0]["summary"]
    written["plugins"][1]["more"] = 1
    written["version"] = 2
    assert len(complaints("plugins", written)) == 3
    # What readers are promised is less: there, new fields are fine.
    assert len(list(Draft202012Validator(report_schema("plugins")).iter_errors(written))) == 2


def test_each_contract_is_about_a_command() -> None:
    from schedcfg.cli import group

    for command in REPORT_SCHEMAS.values():
        found: click.Command | None = group
        for word in command.split():
            if found is not None and word.startswith("--"):
                assert any(word in option.opts for option in found.params), command
                continue
            assert isinstance(found, click.Group), command
            found = found.get_command(click.Context(found), word)
        assert found is not None, command
