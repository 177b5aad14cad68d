"""Real schedulers: what changes where Pods go fails a test, and what does not fails none.

`SCHEDCFG_SCHEDULERS` names the programs, separated as PATH is; without it, only the table is looked at.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg import releases
from tests.commands.test.mutations.cases import CASES, OURS, THEIRS, Case, Mutation
from tests.paths import EXAMPLES

pytestmark = pytest.mark.long

SCHEDULERS = [path for path in os.environ.get("SCHEDCFG_SCHEDULERS", "").split(os.pathsep) if path]
needs_schedulers = pytest.mark.skipif(not SCHEDULERS, reason="SCHEDCFG_SCHEDULERS names no kube-scheduler")
Tried = Callable[[Case, Mutation | None], dict[str, Any]]


def text_of(case: Case, mutation: Mutation) -> str:
    return ((THEIRS if case.is_example else OURS) / mutation.file).read_text(encoding="utf-8")


def test_there_are_forty_tests_each_with_both_kinds_of_mutation() -> None:
    assert len({(case.file, case.name) for case in CASES}) == len(CASES) >= 40
    assert all(case.changing and case.keeping for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_mutation_changes_a_text(case: Case) -> None:
    for mutation in (*case.changing, *case.keeping):
        assert mutation.old in text_of(case, mutation), mutation
        assert mutation.old != mutation.new


def release_of(program: str) -> str:
    shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return releases.at(shown.split()[-1]).name


@pytest.fixture(params=SCHEDULERS, scope="module")
def program(request: pytest.FixtureRequest) -> str:
    return str(Path(request.param).resolve())


@pytest.fixture
def tried(schedcfg: Callable[..., Any], tmp_path: Path, program: str) -> Tried:
    """Return what runs a test with a mutation, and returns its result."""

    def run(case: Case, mutation: Mutation | None) -> dict[str, Any]:
        root = tmp_path / str(len(list(tmp_path.iterdir())))
        shutil.copytree(THEIRS if case.is_example else OURS, root / "tests")
        shutil.copy(EXAMPLES / "second-scheduler.yaml", root)
        if mutation is not None:
            path = root / "tests" / mutation.file
            path.write_text(text_of(case, mutation).replace(mutation.old, mutation.new), encoding="utf-8")
        done = schedcfg("test", root / "tests" / case.file, "-t", case.name, "--binary", program, "-o", "json")
        assert done.out, done.err
        (test,) = done.report["tests"]
        (result,) = test["results"]
        return dict(result)

    return run


def shape(result: dict[str, Any]) -> Any:
    """Return where Pods went, whatever equally good nodes are called."""
    places = result["places"]
    return [(one["name"].rstrip("0123456789-"), sorted(one["nodes"].values()), one["without"]) for one in places]


@needs_schedulers
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_changes_fails_and_what_does_not_passes(case: Case, tried: Tried, program: str) -> None:
    if case.since and releases.at(release_of(program)).number < releases.at(case.since).number:
        pytest.skip(f"it is for Kubernetes {case.since}")
    before = tried(case, None)
    assert before["outcome"] == "passed", before
    for mutation in case.keeping:
        after = tried(case, mutation)
        assert after["outcome"] == "passed", (mutation, after)
    for mutation in case.changing:
        after = tried(case, mutation)
        assert after["outcome"] in {"failed", "error"}, (mutation, after)
        # Something is otherwise, by what the scheduler did and not by what was expected.
        seen = [(shape(one), [one_["nodes"] for one_ in one["places"]], one["messages"]) for one in (before, after)]
        assert seen[0] != seen[1] or after["outcome"] == "error" or after["conditions"] != before["conditions"], (
            mutation
        )
