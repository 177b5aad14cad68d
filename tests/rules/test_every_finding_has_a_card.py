"""Whatever a finding of `validate` can be named after tells of itself."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from manifest_examples import FOLDER, marked
from test_refused import CASES

import schedcfg
from schedcfg.cli.rule_examples import with_validated_example
from schedcfg.document.defect import DefectKind
from schedcfg.reference.explanation import RuleExplanation
from schedcfg.rule_card import RuleGroup
from schedcfg.rules import manifest_rules
from schedcfg.rules.cards import cards, finders, reading_cards

PACKAGE = Path(schedcfg.__file__).parent

OTHER_VERBS = ("operations/krm", "operations/migrating", "operations/generating", "generate", "migrations")
"""What these find is said by `migrate`, `generate` and `krm`."""

MAKERS = {"Problem", "Finding"}
HEAVIEST_FIRST = ["refused", "error", "warning", "info"]


def named(path: Path) -> Iterator[str]:
    """Yield the rule of each problem that a file makes, where it stands there as a text or a constant."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            rules = [*node.args[:1], *(word.value for word in node.keywords if word.arg == "rule")]
            for rule in rules:
                if isinstance(rule, ast.Constant):
                    yield str(rule.value)
                elif isinstance(rule, ast.Name) and rule.id in constants:
                    yield str(constants[rule.id])


def all_named() -> set[str]:
    paths = [path for path in PACKAGE.rglob("*.py") if not path.relative_to(PACKAGE).as_posix().startswith(OTHER_VERBS)]
    return {rule for path in paths for rule in named(path)}


def test_every_problem_in_the_code_has_a_card() -> None:
    found = all_named()
    assert {"unknown-field", "encoding", "feature-gates", "policy-not-allowed", "profile-name"} <= found
    assert found - set(cards()) == set()


def test_every_defect_of_a_text_has_a_card() -> None:
    assert {str(kind) for kind in DefectKind} <= set(cards())


def test_nothing_has_a_card_that_is_never_found() -> None:
    made = all_named() | {str(kind) for kind in DefectKind}
    assert {card.id for card in reading_cards()} - made == set()


def test_cards_stand_with_the_code_that_finds_what_they_describe() -> None:
    with_cards = {Path(str(module.__file__)): module.CARDS for module in finders() if hasattr(module, "CARDS")}
    assert set(with_cards) == {
        path for path in PACKAGE.rglob("*.py") if "\nCARDS = (" in path.read_text(encoding="utf-8")
    }
    for path, found in with_cards.items():
        made = {str(kind) for kind in DefectKind} if path.stem == "defects" else set()
        assert {card.id for card in found} <= made | set(named(path)), path.name


def test_every_case_has_a_card() -> None:
    assert {case[0] for case in CASES} <= set(cards())


def test_surroundings_weigh_what_their_examples_are_marked_with() -> None:
    weights = defaultdict(set)
    for folder in FOLDER.glob("*/*"):
        for mark in marked(folder):
            weights[mark.rule].add(mark.weight)
    for rule in manifest_rules():
        card = cards()[rule.id]
        assert card.weights == tuple(sorted(weights[rule.id], key=HEAVIEST_FIRST.index)), rule.id


def test_cards_say_what_why_and_who() -> None:
    for card in cards().values():
        assert card.title
        assert not card.title.endswith(".")
        assert card.why.endswith(".")
        assert card.source
        assert card.group in RuleGroup
        assert card.bad != card.good


def test_examples_are_judged_by_releases_in_which_it_can_happen() -> None:
    for card in cards().values():
        release = with_validated_example(RuleExplanation(card)).kubernetes
        if release is not None:
            number = int(release.partition(".")[2])
            assert int((card.since or "1.0").partition(".")[2]) <= number, card.id
            assert number <= int((card.until or "1.99").partition(".")[2]), card.id
