"""Every rule's own examples: it finds what it calls bad, at the weight it names, and nothing in what it calls good.

Validated as the command line validates them: one file from standard input, several in a folder of their own.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from schedcfg.cards import RuleCard, files
from schedcfg.cli import group
from schedcfg.rules.cards import cards
from schedcfg.rules.registry import Rule, Subject, advised_rules

CARDS = list(cards().values())
SAYS_WHAT_IS_ALLOWED = {"own-plugin-args", "plugin-args", "policy-not-allowed", "unlike-published"}
"""Rules whose messages are enough: `it must be between 1 and 100`."""


def found(card: RuleCard, example: str, folder: Path) -> list[dict[str, Any]]:
    """Validate an example as the command line does."""
    texts = {name: text.encode("utf-8", "surrogateescape") for name, text in files(example).items()}
    if len(texts) == 1:
        where, text = "-", next(iter(texts.values()))
    else:
        where, text = str(folder), b""
        for name, content in texts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
    done = CliRunner().invoke(group, ["validate", "--output", "json", *card.options, where], input=text)
    assert done.exit_code in {0, 1}, done.output
    judged = json.loads(done.stdout)["files"]
    assert 0 < len(judged) <= len(texts)
    assert {file["verdict"] for file in judged} <= {"accepted", "refused"}
    return [finding for file in judged for document in file["documents"] for finding in document["findings"]]


def weight(finding: dict[str, Any]) -> str:
    return str(finding["class"] if finding["class"] == "refused" else finding["severity"])


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_what_is_bad_is_found(card: RuleCard, tmp_path: Path) -> None:
    findings = [one for one in found(card, card.bad, tmp_path) if one["rule"] == card.id]
    assert all(one["help"] for one in findings) is (card.id not in SAYS_WHAT_IS_ALLOWED), "what is to be done?"
    mine = [weight(one) for one in findings]
    assert mine
    if card.depends:
        assert set(mine) <= {"refused", "error", "warning", "info"}
    elif card.weights == ("refused",):
        assert set(mine) == {"refused"}
    else:
        assert card.severity in mine
        assert "refused" not in mine


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_in_what_is_good_nothing_is_found(card: RuleCard, tmp_path: Path) -> None:
    left = found(card, card.good, tmp_path)
    assert [one for one in left if one["rule"] == card.id or one["class"] == "refused"] == []


@pytest.mark.parametrize("rule", advised_rules(), ids=lambda rule: rule.id)
def test_every_opinion_says_what_it_weighs(rule: Rule[Subject]) -> None:
    assert rule.severity is not None
