"""SARIF is what its readers take, whatever is reported."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg import releases
from schedcfg.findings import FileReport
from schedcfg.output import links
from schedcfg.rules.cards import cards
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests.example_files import example_files
from tests.npm_packages import installed
from tests.output.given_reports import BAD, any_report, odd_runs, report_of, written
from tests.output.report_schemas import original
from tests.output.sarif_validator import PACKAGE, VERSION, SarifValidator

pytestmark = pytest.mark.long


@pytest.fixture(scope="session")
def validator(pytestconfig: pytest.Config) -> SarifValidator:
    return SarifValidator(installed(pytestconfig, PACKAGE, VERSION))


@pytest.fixture(scope="module", autouse=True)
def published() -> Iterator[None]:
    """Have reports link to the documentation: without an address of the tool, the validator complains."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(links, "IS_PUBLISHED", True)
        yield


def anything() -> list[str]:
    """Write what Hypothesis thinks of."""
    texts = list[str]()

    @given(reports=st.lists(any_report(), max_size=3))
    def write(reports: list[FileReport]) -> None:
        texts.append(written("sarif", reports))

    write()
    return texts


@pytest.fixture(scope="module")
def logs() -> list[dict[str, Any]]:
    """Write reports of the examples, of every rule, of rare things and of anything."""
    texts = anything()
    for release in ("1.19", releases.NEWEST):
        found = validate_files(map(str, example_files()), Options(kubernetes=release))
        texts.append(written("sarif", found, release))
    texts += [written("sarif", run) for run in odd_runs().values()]
    every_rule = (report_of(card.bad, f"{card.id}.yaml", card.until or releases.NEWEST) for card in cards().values())
    texts.append(written("sarif", every_rule))
    return [json.loads(text) for text in texts]


def test_the_validator_finds_nothing(validator: SarifValidator, logs: list[dict[str, Any]], tmp_path: Path) -> None:
    assert len(logs) > 30
    assert validator.complaints([run for log in logs for run in log["runs"]], tmp_path) == []


def test_without_an_address_nothing_else_is_wrong(
    validator: SarifValidator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "IS_PUBLISHED", False)
    runs = json.loads(written("sarif", validate_files(map(str, example_files()), Options())))["runs"]
    assert {complaint.rule for complaint in validator.complaints(runs, tmp_path)} == {"SARIF2005"}


def test_the_schema_takes_it(validator: SarifValidator, logs: list[dict[str, Any]]) -> None:
    for schema in filter(None, (validator.schema, original("sarif-schema-2.1.0.json"))):
        for log in logs:
            schema.validate(log)


FORBIDDEN = {
    "misspelt": ('"results"', '"resultss"'),
    "no tool": ('"driver"', '"drivers"'),
    "number": ('"startLine": 3', '"startLine": 0'),
    "type": ('"endColumn": 15', '"endColumn": "15"'),
    "not known": ('"shortDescription"', '"deprecatedNames"'),
}
"""What the schema forbids: what is replaced in a report, by what."""

SENSELESS = {
    "rule": ('"ruleIndex": 0', '"ruleIndex": 7'),
    "address": ('"uri": "a.yaml"', '"uri": "a b.yaml"'),
    "end": ('"endLine": 3', '"endLine": 2'),
    "no description": ('"shortDescription"', '"fullDescription"'),
}
"""What only the rules find, as `FORBIDDEN`; they do not look at a log that the schema forbids."""


def spoilt(how: tuple[str, str]) -> dict[str, Any]:
    before, after = how
    good = written("sarif", [report_of(BAD)])
    assert before in good
    return json.loads(good.replace(before, after, 1))


@pytest.mark.parametrize("wrong", [FORBIDDEN, SENSELESS], ids=["forbidden", "senseless"])
def test_the_validator_finds_what_is_wrong(validator: SarifValidator, wrong, tmp_path: Path) -> None:
    logs = [json.loads(written("sarif", [report_of(BAD)])), *map(spoilt, wrong.values())]
    found = validator.complaints([log["runs"][0] for log in logs], tmp_path)
    assert {one.run for one in found} == set(range(1, len(logs)))


def test_the_schema_finds_what_it_forbids(validator: SarifValidator) -> None:
    assert not any(validator.schema.is_valid(spoilt(how)) for how in FORBIDDEN.values())
    assert all(validator.schema.is_valid(spoilt(how)) for how in SENSELESS.values())
