"""Responses of extenders, validated as kube-scheduler's own client validated them."""

from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.probe.extender.results import ExtenderTrial
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


def tried(case: dict[str, Any], tmp_path: Path) -> tuple[ExtenderTrial, bool]:
    """Try an extender that answers as recorded; give whether kube-scheduler would get an error, too."""
    (tmp_path / "nodes.yaml").write_text(NODES, encoding="utf-8")
    reply = Reply(b"" if case["status"] == 204 else body(case), case["status"], case["headers"])
    with extender({f"/{case['verb']}": reply}) as server:
        one = {
            "urlPrefix": server.url,
            f"{case['verb']}Verb": case["verb"],
            "weight": 1,
            "nodeCacheCapable": case["nodeCacheCapable"],
        }
        found = probe(one, kubernetes="1.34", nodes=str(tmp_path / "nodes.yaml"))
    (trial,) = found.trials
    failing = {"wrong-status", "not-json", "wrong-type", "error-field", "unknown-node-passed"}
    return trial, any(finding.id in failing for finding in trial.calls[0].findings)


UNREAD = ('"labels":{"a":1}', '"cpu":"x"', '"yesterday"', '"unschedulable":"no"', '"node01":"a","node01":"b"')
"""Of nodes only the names are read, and of keys that are written twice the last; both are oddities of tests only."""


def is_read(case: dict[str, Any]) -> bool:
    if any(one in str(case["body"]) for one in UNREAD):
        return False
    return not isinstance(case["body"], dict) or not PYTHON_READS < case["body"]["deep"] < 10_000


def test_kube_scheduler_validates_alike(subtests: pytest.Subtests, tmp_path: Path) -> None:
    for case in filter(is_read, RECORDED):
        with subtests.test(case=case):
            trial, fails = tried(case, tmp_path)
            is_accepted_stranger = bool(set(case["nodes"]) - {"node01", "node02", "node03"})
            assert fails is (bool(case["error"]) or is_accepted_stranger)
            if fails and not is_accepted_stranger:
                continue
            assert list(trial.passed or ()) == list(dict.fromkeys(case["nodes"]))
            assert [[one.node, one.score] for one in trial.scored] == case["scores"]
            reasons = {**case["failed"], **case["unresolvable"]}
            assert {one.node: (one.reason, one.unresolvable) for one in trial.filtered} == {
                name: (reasons.get(name, ""), name in case["unresolvable"])
                for name in ("node01", "node02", "node03")
                if case["verb"] == "filter" and name not in case["nodes"]
            }


def test_the_recording_holds_both_outcomes() -> None:
    errors = sum(bool(case["error"]) for case in RECORDED)
    assert errors > 80
    assert sum(map(is_read, RECORDED)) - errors > 80
