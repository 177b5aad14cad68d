"""The real command is asked about a sample, and each disagreement is named."""

import json
from pathlib import Path

from tools.record import self_check
from tools.record.module import Build
from tools.record.program import Program

RECORDED = Path(__file__).parent / "recorded" / "answers.ndjson"
ROWS = [json.loads(line) for line in RECORDED.read_text(encoding="utf-8").splitlines()]
ANSWERS = {row["text"]: row["answer"] for row in ROWS if not row["gates"]}
TEXTS = {text: text for text in ANSWERS}


def test_the_command_agrees(build: Build) -> None:
    assert list(self_check.disagreements(Program(build.executable), TEXTS, ANSWERS)) == []


def test_each_disagreement_is_named(build: Build) -> None:
    accepted, refused = (
        next(text for text, one in ANSWERS.items() if one["outcome"] == what) for what in ("ok", "decode")
    )

    def found(text: str, answer: dict[str, object]) -> str:
        (disagreement,) = self_check.disagreements(Program(build.executable), {"case": text}, {"case": answer})
        return disagreement

    assert "case: the command writes something else" in found(accepted, {"outcome": "ok", "written": {}, "plugins": {}})
    assert "case: the command starts, the program answers decode" in found(accepted, ANSWERS[refused])
    assert "case: the command writes something else" in found(refused, ANSWERS[accepted])
    silent = {"outcome": "decode", "errors": [{"message": "nobody says this"}]}
    assert "case: the command does not say 'nobody says this'" in found(refused, silent)


def test_a_sample_has_each_outcome() -> None:
    sample = self_check.sample(ANSWERS, TEXTS, size=5)
    assert {ANSWERS[text]["outcome"] for text in sample} == {"ok", "decode", "validation", "framework", "startup"}
    assert sample == self_check.sample(ANSWERS, TEXTS, size=5)


def test_texts_that_name_files_are_left_out() -> None:
    assert self_check.checkable(
        {"a": "clientConnection: {kubeconfig: x}", "b": "tlsConfig: {certFile: x}", "c": "x"}
    ) == {"c": "x"}
