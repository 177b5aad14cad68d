"""The page on catalogs tells what the catalogs say of themselves."""

import re

from schedcfg.plugins import find
from schedcfg.plugins.catalog import CATALOGS, SCHEDULER_PLUGINS, CatalogRelease, programs
from schedcfg.plugins.plugin import own_release
from schedcfg.releases.release import minor
from schedcfg.rules.registry import every_rule
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "catalogs.md").read_text(encoding="utf-8")


def row(name: str) -> str:
    plugin = find(name)
    assert plugin is not None
    having = CatalogRelease(SCHEDULER_PLUGINS).periods(name)
    span = having[0] if len(having) == 1 else f"{having[0]}-{having[-1]}"
    served = plugin.args.served.items() if plugin.args is not None else ()
    args = ", ".join(f"{version} (from {own_release(minor(first))})" for version, first in served)
    return f"| `{name}` | {span} | {args or 'takes none'} |"


def test_the_table_is_that_of_the_plugins() -> None:
    rows = [line for line in PAGE.splitlines() if re.match(r"\| `[A-Z]", line)]
    assert rows == [row(name) for name in sorted(SCHEDULER_PLUGINS.plugins)]


def test_all_catalogs_and_only_real_rules_are_named() -> None:
    assert set(re.findall(r"^\| `([a-z][a-z-]+)` \|", PAGE, re.MULTILINE)) == {*CATALOGS, *programs()}
    named = set(re.findall(r"\(rule `([a-z-]+)`\)", PAGE))
    assert len(named) == 5
    assert named <= {rule.id for rule in every_rule()}
