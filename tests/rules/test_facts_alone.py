"""Where it is only asked whether a release starts with a text, rules look for nothing but what decides that."""

import pytest

from schedcfg import IN_TREE_ONLY, OPEN, PluginRegistry, document, releases
from schedcfg.findings import FindingClass, Problem
from schedcfg.rules.cards import cards
from schedcfg.rules.registry import run, run_refusing
from schedcfg.sources.configurations import Role
from schedcfg.validation.completed import complete

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
NAMES = "profiles: [{plugins: {score: {enabled: [{name: ''}, {name: '*'}, {name: Mine}, {name: NodeResourceFit}]}}}]\n"


def _refused(problems: list[Problem]) -> set[tuple[str, str]]:
    return {(one.rule, one.message) for one in problems if one.finding_class is FindingClass.REFUSED}


BAD = [card.bad for card in cards().values() if card.bad.startswith(HEAD) and document.parse(card.bad).documents]


@pytest.mark.parametrize("registry", [OPEN, IN_TREE_ONLY])
@pytest.mark.parametrize("text", [HEAD + NAMES, *BAD])
def test_what_is_refused_is_the_same(text: str, registry: PluginRegistry) -> None:
    read = document.parse(text).documents[0]
    every, facts = (
        list(complete(read, Role.CONFIG, releases.at("1.29"), registry, rules).problems)
        for rules in (run, run_refusing)
    )
    assert _refused(every) == _refused(facts)


def test_advice_about_names_is_not_looked_for() -> None:
    read = document.parse(HEAD + NAMES).documents[0]
    found = complete(read, Role.CONFIG, releases.at("1.29"), OPEN).problems
    assert {one.finding_class for one in found} == {FindingClass.REFUSED}
