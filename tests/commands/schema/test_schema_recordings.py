"""What the real kube-scheduler accepted fits the schema, and most of what it could not read does not."""

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from schedcfg.document import parse
from schedcfg.models import API_VERSIONS
from tests.commands.schema.schema_files import SCHEMAS, fits
from tests.conformance.recordings import Recording, read
from tests.paths import ROOT
from tests.recorded_facts import newest_serving

PAGE = ROOT / "docs" / "editors.md"

RECORDINGS = ("train.verdicts", "named.verdicts")

REFUSED_AT_LEAST = {"train.verdicts": 0.96, "named.verdicts": 0.92}
"""Share of what the real decoder refuses. Repeated keys, and numbers and words that YAML 1.1 and 1.2 read
differently, are for `validate`."""


def data(text: str) -> Any:
    documents = parse(text).documents
    return documents[0].data if documents else None


@cache
def compared(recording: str) -> dict[tuple[str, bool], list[str]]:
    """List cases by what the newest release of their API version says, and whether the schema takes them."""
    found: dict[tuple[str, bool], list[str]] = {}
    for case in read(recording):
        version = _version(case)
        answer = case.answers[newest_serving(version)]
        found.setdefault((answer["outcome"], fits(version, data(case.text))), []).append(case.id)
    return found


def _version(case: Recording) -> str:
    """Return the API version by whose schema an editor would look at it: the one that the case began as."""
    assert case.tags[0] in API_VERSIONS
    return case.tags[0]


@pytest.mark.parametrize("recording", RECORDINGS)
def test_what_is_accepted_fits(recording: str) -> None:
    found = compared(recording)
    assert found.get(("ok", False), []) == []
    assert len(found["ok", True]) > 700


@pytest.mark.parametrize("recording", RECORDINGS)
def test_most_of_what_cannot_be_read_does_not_fit(recording: str) -> None:
    found = compared(recording)
    refused, taken = len(found["decode", False]), len(found["decode", True])
    assert refused / (refused + taken) >= REFUSED_AT_LEAST[recording]


def test_policies() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for case in read("policies-train", "policy"):
        taken = fits("Policy", data(case.text))
        for release, answer in case.answers.items():
            assert taken or answer["outcome"] != "ok", (case.id, release)
            seen[answer["outcome"], taken] += 1
    assert seen["ok", True] > 900
    assert seen["refused", False] > 200


def test_the_page_about_editors_has_these_figures() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for recording in RECORDINGS:
        for (outcome, taken), cases in compared(recording).items():
            seen[outcome if outcome in {"ok", "decode"} else "later", taken] += len(cases)
    rows = [
        (said, seen[outcome, True] + seen[outcome, False], seen[outcome, False])
        for outcome, said in (
            ("ok", "starts"),
            ("decode", "cannot read the file"),
            ("later", "reads it, and refuses it later"),
        )
    ]
    page = PAGE.read_text(encoding="utf-8")
    assert f"Of {seen.total():,} recorded files" in page
    for said, files, refused in rows:
        share = f" ({refused / files:.0%})" if refused else ""
        assert f"| {said} | {files:,} | {refused:,}{share} |" in page


def test_the_page_about_editors_names_schemas_that_exist() -> None:
    named = set(re.findall(r"[\w.-]+-v1\w*\.json|policy\.json", PAGE.read_text(encoding="utf-8")))
    assert len(named) > 2
    assert named <= {path.name for path in SCHEMAS.iterdir()}
