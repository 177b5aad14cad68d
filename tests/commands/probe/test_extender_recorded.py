"""Answers of extenders, validated as kube-scheduler's own client validated them."""

from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.probe.extender.results import Call, ExtenderTrial
from tests.commands.probe.extender_server import Reply, extender, probe, recorded

RECORDED = list(recorded("extender-answers.ndjson"))
PYTHON_READS = 900
"""Collections in each other; of deeper ones the probe says that it does not read them, though Go does up to 10,000."""

NODES = "---\n".join(f"apiVersion: v1\nkind: Node\nmetadata: {{name: node0{number}}}\n" for number in (1, 2, 3))


def body(case: dict[str, Any]) -> bytes:
    if isinstance(case["body"], dict):
        deep = case["body"]["deep"]
        return f'{{"x":{"[" * deep}{"]" * deep},"NodeNames":["node01"]}}'.encode()
    return str(case["body"]).encode()


def tried(case: dict[str, Any], tmp_path: Path) -> tuple[ExtenderTrial, list[str]]:
    """Try an extender that answers as recorded; give what kube-scheduler would log, too."""
    (tmp_path / "nodes.yaml").write_text(NODES, encoding="utf-8")
    reply = Reply(b"" if case["status"] == 204 else body(case), case["status"], case["headers"])
    with extender({f"/{case['verb']}": reply}) as server:
        found = probe(
            {
                "urlPrefix": server.url,
                f"{case['verb']}Verb": case["verb"],
                "weight": 1,
                "nodeCacheCapable": case["nodeCacheCapable"],
            },
            kubernetes="1.34",
            nodes=str(tmp_path / "nodes.yaml"),
        )
    (trial,) = found.trials
    call: Call = trial.calls[0]
    return trial, [finding.upstream.replace(server.url, "URL") for finding in call.findings if finding.upstream]


def is_read(case: dict[str, Any]) -> bool:
    return not isinstance(case["body"], dict) or not PYTHON_READS < case["body"]["deep"] < 10_000


def test_kube_scheduler_validates_alike(subtests: pytest.Subtests, tmp_path: Path) -> None:
    for case in list(filter(is_read, RECORDED)):
        with subtests.test(case=case):
            trial, upstream = tried(case, tmp_path)
            if case["error"].startswith("parsing time"):
                # Which part of a time Go stumbles over is left out.
                assert case["error"].startswith(upstream[0])
            else:
                assert upstream == ([case["error"]] if case["error"] else [])
            assert list(trial.passed or ()) == list(dict.fromkeys(case["nodes"]))
            assert [[one.node, one.score] for one in trial.scored] == case["scores"]
            if case["verb"] == "filter" and not case["error"]:
                reasons = {**case["failed"], **case["unresolvable"]}
                told = {one.node: (one.reason, one.unresolvable) for one in trial.filtered}
                assert told == {
                    name: (reasons.get(name, ""), name in case["unresolvable"])
                    for name in ("node01", "node02", "node03")
                    if name not in case["nodes"]
                }


def test_the_recording_holds_both_outcomes() -> None:
    errors = sum(bool(case["error"]) for case in RECORDED)
    assert errors > 80
    assert sum(map(is_read, RECORDED)) - errors > 80


def test_what_is_deeper_than_the_probe_reads_is_said_to_be(tmp_path: Path) -> None:
    (case,) = (case for case in RECORDED if not is_read(case))
    trial, _ = tried(case, tmp_path)
    assert [finding.id for finding in trial.calls[0].findings] == ["not-json"]
