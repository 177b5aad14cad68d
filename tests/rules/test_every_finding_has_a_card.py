"""Whatever a finding of `validate` can be named after tells of itself."""

import ast
import fnmatch
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import schedcfg
from schedcfg.cards import RuleGroup
from schedcfg.commands.explain.command import with_validated_example
from schedcfg.commands.explain.explanation import RuleExplanation
from schedcfg.commands.explain.rules import finding_cards
from schedcfg.document.defect import DefectKind
from schedcfg.rules import advised, manifests, refused
from schedcfg.rules.cards import cards, finders, reading_cards
from schedcfg.rules.registry import every_rule, manifest_rules
from tests.parsed import nodes_of, tree_of
from tests.rules.case_files import all_cases

PACKAGE = Path(schedcfg.__file__).parent

OTHER_VERBS = ("commands/krm", "commands/migrate", "commands/generate")
"""What these find is said by `migrate`, `generate` and `krm`."""

MAKERS = {"Problem", "Finding"}
HEAVIEST_FIRST = ["refused", "error", "warning", "info"]


def named(path: Path) -> Iterator[str]:
    """Yield the rule of each problem that a file makes, where it stands there as a text or a constant."""
    tree = tree_of(path)
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in nodes_of(path):
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


def test_surroundings_weigh_what_their_cases_expect() -> None:
    weights = defaultdict(set)
    for case in all_cases():
        for mark in case.marks:
            weights[mark.place.rule].add(mark.place.weight)
    for rule in manifest_rules():
        card = cards()[rule.id]
        assert card.weights == tuple(sorted(weights[rule.id], key=HEAVIEST_FIRST.index)), rule.id


def test_ids_are_unique_words() -> None:
    ids = [one.id for one in (*every_rule(), *reading_cards())]
    assert len(set(ids)) == len(ids)
    assert all(one.replace("-", "").isalpha() and one == one.lower() for one in ids)


def test_a_rule_is_named_like_its_file() -> None:
    folders = (advised, refused, manifests)
    names = [module.name for folder in folders for module in pkgutil.iter_modules(folder.__path__)]
    assert sorted(one.id.replace("-", "_") for one in every_rule()) == sorted(names)


def test_cards_say_what_why_and_who() -> None:
    for card in cards().values():
        assert card.title
        assert not card.title.endswith(".")
        assert card.why.endswith(".")
        assert card.source
        assert card.group in RuleGroup
        assert card.bad != card.good


def test_examples_are_validated_by_releases_in_which_it_can_happen() -> None:
    for card in cards().values():
        release = with_validated_example(RuleExplanation(card=card)).kubernetes
        if release is not None:
            number = int(release.partition(".")[2])
            assert int((card.since or "1.0").partition(".")[2]) <= number, card.id
            assert number <= int((card.until or "1.99").partition(".")[2]), card.id


COMMANDS = ("commands/generate", "commands/krm", "commands/migrate")
"""Folders of commands that report under ids of their own; what `probe` reports is an enumeration with its cards."""
OBSTACLES = PACKAGE / "sources/products"
"""Where products say what `generate` reports of a configuration that they cannot run."""
REPORTERS = {"Note", "Obstacle", "Problem", "_error", "note", "obstacle", "warning", "wrong"}


def reported(path: Path) -> Iterator[str]:
    """Yield the ids that a file of a command hands to what makes its findings and notes; `*` stands for any letters."""
    tree = tree_of(path)
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in nodes_of(path):
        if isinstance(node, ast.Call) and _called(node.func) in REPORTERS:
            for given in node.args[:2]:
                yield from _texts(constants.get(given.id, given) if isinstance(given, ast.Name) else given)


def reported_by(command: str) -> set[str]:
    """Return the ids that a command reports."""
    folders = [PACKAGE / command, *([OBSTACLES] if command == "commands/generate" else [])]
    return {one for folder in folders for path in folder.rglob("*.py") for one in reported(path)}


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _texts(given: ast.expr) -> Iterator[str]:
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        yield given.value
    elif isinstance(given, ast.IfExp):
        yield from (*_texts(given.body), *_texts(given.orelse))
    elif isinstance(given, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in given.values)


def test_what_commands_report_in_the_code_has_a_card() -> None:
    ids = {one for command in COMMANDS for one in reported_by(command)}
    known = {*cards(), *finding_cards()}
    named = {one for one in ids if re.fullmatch(r"[a-z*]+(-[a-z*]+)*", one)}
    assert {"open-port", "wrong-kubeconfig", "default-weight", "cannot-be-kept", "generated-twice"} <= named
    assert {one for one in named if not fnmatch.filter(known, one)} == set()


def test_commands_have_no_card_of_what_they_never_report() -> None:
    for command in COMMANDS:
        ids = reported_by(command)
        of_command = {
            card.id for found in finding_cards().values() for card in found if FOLDERS[card.command] == command
        }
        assert {id_ for id_ in of_command if not any(fnmatch.fnmatch(id_, one) for one in ids)} == set()


FOLDERS = {
    "generate": "commands/generate",
    "krm": "commands/krm",
    "migrate": "commands/migrate",
    "probe extender": "commands/probe",
    "probe network-traffic": "commands/probe",
}
"""The command of a card → the folder of its code."""


def test_no_id_is_listed_twice_for_a_command() -> None:
    for id_, found in finding_cards().items():
        assert len({card.command for card in found}) == len(found), id_
        assert all(card.weights and not card.title.endswith(".") for card in found), id_
