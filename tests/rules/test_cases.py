"""Each rule finds in its cases, at each line, what their comments expect, and nothing else: see `case_files`.

Whatever is refused, and what rules about manifests find, has to be expected; the same is true of advice about
configurations by the rules that a case names. That a configuration is not here is expected in cases of that rule only.
"""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from schedcfg.cli import group
from schedcfg.rules.cards import cards
from schedcfg.rules.registry import manifest_rules
from tests.rules.case_files import FOLDER, KINDS, Case, Place, all_cases, meets, place, unmarked
from tests.rules.test_evidence import QUESTION, THREAD

pytestmark = pytest.mark.long

CASES = all_cases()
CITING = [case for case in CASES if case.citations]
ABOUT_MANIFESTS = {rule.id for rule in manifest_rules()} - {"unseen-configuration"}
_ASKED = re.compile(f"{THREAD}|{QUESTION}")


def findings(case: Case, folder: Path) -> list[tuple[Place, dict[str, Any]]]:
    """Validate a case on the command line, and return what is found, and where."""
    where = case.path if case.path.is_dir() else folder
    if where is folder:
        for name, text in case.texts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", errors="surrogateescape")
    target = where / next(iter(case.texts)) if len(case.texts) == 1 and where is folder else where
    done = CliRunner().invoke(group, ["validate", "--output=json", *case.options, str(target)])
    assert done.exit_code in {0, 1}, done.output
    return [
        (place(finding, Path(file["path"]).relative_to(where).as_posix()), finding)
        for file in json.loads(done.stdout)["files"]
        for document in file["documents"]
        for finding in document["findings"]
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case(case: Case, tmp_path: Path) -> None:
    found = findings(case, tmp_path)
    about = {case.rule, *(mark.place.rule for mark in case.marks), *ABOUT_MANIFESTS}
    expected = [(at, one) for at, one in found if at.rule in about or at.weight == "refused"]
    assert sorted(at for at, _ in expected) == [mark.place for mark in case.marks]
    for mark in case.marks:
        assert any(at == mark.place and meets(mark, one) for at, one in expected), mark
    if case.fixed_lines:
        _check_fix(case, next(one for at, one in expected if at.rule == case.rule and one["fix"] is not None), tmp_path)
    for _, finding in found:
        said = f"{finding['message']} {finding['help'] or ''}"
        assert not re.search(r"\bNone\b|``|  |\bhush", said)
        assert finding["help"] is None or re.match(r"[A-Z`].*[.?]$", finding["help"], re.DOTALL), finding["help"]


def _check_fix(case: Case, finding: dict[str, Any], folder: Path) -> None:
    """Check what the fix of a finding writes, and that the same is not found again."""
    ((name, text),) = case.texts.items()
    fixed = _edited(text, finding["fix"]["edits"])
    written = {line.strip() for line in unmarked(fixed).splitlines()}
    assert [line for line in case.fixed_lines if line not in written] == [], fixed
    again = findings(replace(case, texts={name: fixed}), folder)
    assert finding["message"] not in {one["message"] for at, one in again if at.rule == case.rule}


def _edited(text: str, edits: list[dict[str, Any]]) -> str:
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    for edit in reversed(edits):
        start, end = (starts[edit[side]["line"] - 1] + edit[side]["column"] - 1 for side in ("start", "end"))
        text = text[:start] + edit["replacement"] + text[end:]
    return text


def test_every_case_is_of_a_rule() -> None:
    assert {case.rule for case in CASES} <= set(cards())
    assert {path.parent.name for kind in KINDS for path in (FOLDER / kind).glob("*/*")} == {case.rule for case in CASES}


TYPO = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler}
spec:
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.29.0
    command: [kube-scheduler, --leader-elekt=true]%s
"""


@pytest.mark.parametrize(
    "mark",
    [
        "",
        "  # expect: unknown-flag error",
        "  # expect: unknown-flag refused, port-clash error",
        "  # expect: unknown-flag refused 'something else'",
        "  # expect: unknown-flag refused safe",
        "  # expect below: unknown-flag refused",
    ],
)
def test_another_finding_than_expected_would_be_noticed(mark: str, tmp_path: Path) -> None:
    right = Case("unknown-flag", "", Path("pod.yaml"), {"pod.yaml": TYPO % "  # expect: unknown-flag refused"}, ())
    test_a_case(right, tmp_path)
    with pytest.raises(AssertionError):
        test_a_case(replace(right, texts={"pod.yaml": TYPO % mark}), tmp_path)


def test_every_rule_has_cases() -> None:
    """Its examples are among them: `test_rule_examples.py` validates those that are texts beside a rule."""
    expecting = {mark.place.rule for case in CASES for mark in case.marks}
    without = {case.rule for case in CASES if case.rule not in {mark.place.rule for mark in case.marks}}
    for card in cards().values():
        assert card.bad or card.id in expecting, card.id
        assert card.good or card.id in without, card.id


@pytest.mark.parametrize("case", [case for case in CASES if case.path.is_dir()], ids=lambda case: case.name)
def test_a_folder_is_named_for_what_its_rule_finds_in_it(case: Case) -> None:
    is_failing = case.rule in {mark.place.rule for mark in case.marks}
    assert case.path.name.partition("-")[0] == ("failing" if is_failing else "passing")


def test_many_cases_are_mistakes_of_real_people() -> None:
    assert len(CITING) >= 60


@pytest.mark.parametrize("case", CITING, ids=lambda case: case.name)
def test_a_cited_case_is_from_an_issue_or_a_question(case: Case) -> None:
    assert all(_ASKED.fullmatch(address) for address in case.citations)
