"""The page on surroundings tells of every rule what the rule says of itself."""

from schedcfg.rules.registry import manifest_rules
from tests.paths import ROOT

PAGE = ROOT / "docs" / "surroundings.md"


def test_the_table_is_that_of_the_rules() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| [`")]
    assert rows == [f"| [`{rule.id}`](rules/{rule.id}.md) | {rule.title}. {rule.why} |" for rule in manifest_rules()]
