"""What kube-scheduler started with is not refused, and what it did not start with is, for thousands of command lines.

Failures list what several lines have in common; `python -m tests.conformance.judged_lines` writes that list too.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from schedcfg import releases
from tests.called import Result
from tests.conformance.judged_lines import (
    CONFIG,
    POD,
    RECORDED,
    StaticPod,
    by_message,
    disagreements,
    manifest,
    version,
)
from tests.conformance.recordings import CommandLine, at_changes, read_command_lines
from tests.recorded_facts import RELEASES
from tools.record.module import OLDEST, minor

pytestmark = pytest.mark.long

FEWEST_LINES = 1800
RECORDABLE = {release for release in RELEASES if minor(release) >= OLDEST}
LINE = CommandLine("invented", (), ("--kubeconfig=/files/kubeconfig", "--v=2"), {}, {"1.37": {"outcome": "ok"}})


def with_some_answers(line: CommandLine) -> CommandLine:
    """Return a line with the answers that are compared: those where a release goes further than one beside it."""
    outcomes = at_changes(line.id, {release: answer["outcome"] for release, answer in line.answers.items()})
    return replace(line, answers={release: line.answers[release] for release in outcomes})


def test_what_starts_is_not_refused_and_what_does_not_start_is() -> None:
    lines = list(read_command_lines(RECORDED))
    asked = Counter(name for line in lines for name in {releases.at(release).name for release in line.answers})
    assert set(asked) >= RECORDABLE
    assert min(asked.values()) > FEWEST_LINES
    assert {"ok", "exits", "ends"} <= {answer["outcome"] for line in lines for answer in line.answers.values()}
    found = by_message(disagreements(map(with_some_answers, lines)))
    assert not found, found


def test_a_folder_of_its_own_gets_the_same_verdict(tmp_path: Path, schedcfg: Callable[..., Result]) -> None:
    """What is done here with each line is what `validate` does with its files."""
    for number, line in enumerate(islice(read_command_lines(RECORDED), None, None, 101)):
        release = sorted(line.answers)[number % len(line.answers)]
        folder = tmp_path / str(number)
        folder.mkdir()
        pod = manifest(line, f"registry.k8s.io/kube-scheduler:{version(release)}")
        for name, text in {**line.files, POD: pod}.items():
            (folder / name).write_text(text, encoding="utf-8")
        named = [folder / name for name in (POD, CONFIG) if (folder / name).is_file()]
        files = schedcfg("validate", "--in-tree-only", "--output=json", *named).report["files"]
        is_refused = any(file["verdict"] == "refused" for file in files)
        assert is_refused == bool(StaticPod(line).refusals(release)), (line.id, release)


def test_the_comparison_can_fail() -> None:
    refused = CommandLine(
        "misspelled", (), ("--no-such",), {}, {"1.22": {"outcome": "ok"}, "1.37": {"outcome": "parse"}}
    )
    wrong = CommandLine(
        "file", (), ("--config=/files/config.yaml",), {CONFIG: "kind: KubeSchedulerConfiguration\n"}, LINE.answers
    )
    ended = CommandLine("ended", (), LINE.args, {}, {"1.37": {"outcome": "ends"}})
    lines = [LINE, refused, wrong, ended]
    assert [(one.case, one.release) for one in disagreements(lines)] == [
        ("misspelled", "1.22"),
        ("file", "1.37"),
        ("ended", "1.37"),
    ]
    text = by_message(disagreements(lines))
    assert "kube-scheduler: ends\n    schedcfg: nothing that refuses" in text
    assert text.startswith("1 lines, 1 times, 1.22 to 1.22: ok: ")


def test_what_a_machine_decides_is_left_out() -> None:
    machine = CommandLine("machine", ("machine",), ("--no-such",), {}, LINE.answers)
    assert list(disagreements([machine])) == []
