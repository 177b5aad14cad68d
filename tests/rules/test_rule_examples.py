"""Every rule's own examples: it finds what it calls bad, at the weight it names, and nothing in what it calls good."""

import json

import pytest
from click.testing import CliRunner

from schedcfg.cli import group
from schedcfg.rules import Rule, Subject, advised_rules, every_rule

WITH_EXAMPLES = [rule for rule in every_rule() if rule.bad]


def found(rule: Rule[Subject], text: str) -> list[dict[str, object]]:
    """Judge an example as the command line does."""
    done = CliRunner().invoke(group, ["validate", "--output", "json", *rule.options, "-"], input=text)
    assert done.exit_code in {0, 1}, done.output
    (file,) = json.loads(done.stdout)["files"]
    return [finding for document in file["documents"] for finding in document["findings"]]


@pytest.mark.parametrize("rule", WITH_EXAMPLES, ids=lambda rule: rule.id)
def test_what_is_bad_is_found(rule: Rule[Subject]) -> None:
    mine = [one for one in found(rule, rule.bad) if one["rule"] == rule.id]
    assert mine
    if rule.severity is not None:
        assert {one["class"] for one in mine} == {"advised"}
        assert rule.severity in {one["severity"] for one in mine}


@pytest.mark.parametrize("rule", WITH_EXAMPLES, ids=lambda rule: rule.id)
def test_in_what_is_good_nothing_is_found(rule: Rule[Subject]) -> None:
    assert [one for one in found(rule, rule.good) if one["rule"] == rule.id or one["class"] == "refused"] == []


@pytest.mark.parametrize("rule", advised_rules(), ids=lambda rule: rule.id)
def test_every_opinion_has_examples(rule: Rule[Subject]) -> None:
    assert rule.bad
    assert rule.good
    assert rule.severity is not None
