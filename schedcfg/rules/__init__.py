"""Rules, one per file, found by looking into the folder; a new rule edits nothing else."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from schedcfg.document.path import Path
from schedcfg.findings import Problem
from schedcfg.plugins.plugin import minor
from schedcfg.rule_card import RuleCard
from schedcfg.rules import advised, reading, refused, surroundings
from schedcfg.rules.rule import Rule, Subject

if TYPE_CHECKING:
    from schedcfg.manifests.deployment_context import Scene

__all__ = [
    "Rule",
    "Subject",
    "advised_rules",
    "every_rule",
    "reading_cards",
    "refused_rules",
    "run",
    "run_scene",
    "surrounding_rules",
]


@cache
def reading_cards() -> tuple[RuleCard, ...]:
    """List what is found before any rule looks: by the reader of the text, and by the decoder."""
    return tuple(module.CARD for module in _modules(reading.__name__, reading.__path__))


@cache
def refused_rules() -> tuple[Rule[Subject], ...]:
    """List the rules that are facts: the scheduler would not start."""
    return _found_in(refused.__name__, refused.__path__)


@cache
def advised_rules() -> tuple[Rule[Subject], ...]:
    """List the rules that are opinions: it starts, but probably not as meant."""
    return _found_in(advised.__name__, advised.__path__)


@cache
def surrounding_rules() -> "tuple[Rule[Scene], ...]":
    """List the rules about the manifests around a configuration."""
    return _found_in(surroundings.__name__, surroundings.__path__)


def every_rule() -> tuple[Rule[Any], ...]:
    """List all rules with a check: facts, opinions, and those about surroundings."""
    return (*refused_rules(), *advised_rules(), *surrounding_rules())


def _found_in(package: str, folder: list[str]) -> tuple[Any, ...]:
    return tuple(module.RULE for module in _modules(package, folder))


def _modules(package: str, folder: list[str]) -> tuple[Any, ...]:
    names = sorted(module.name for module in pkgutil.iter_modules(folder))
    return tuple(importlib.import_module(f"{package}.{name}") for name in names)


def run_scene(scene: "Scene") -> Iterator[Problem]:
    """Yield what all rules find about a manifest."""
    for rule in surrounding_rules():
        yield from rule.check(scene)


def run(subject: Subject) -> Iterator[Problem]:
    """Yield what all rules find, except about places that could not be read."""
    cut = subject.decoded.cut
    for rule in _of_release(subject.configuration.release.number):
        for problem in rule.check(subject):
            where = problem.path if problem.place is None else problem.place
            if not cut or not any(_touches(where, path) for path in cut):
                yield problem


@cache
def _of_release(number: int) -> tuple[Rule[Subject], ...]:
    """List the rules to ask in a release: all facts, and the opinions about what can happen in it."""
    return (*refused_rules(), *(rule for rule in advised_rules() if _can_happen(rule, number)))


def _can_happen(rule: Rule[Subject], number: int) -> bool:
    since = rule.since is None or minor(rule.since) <= number
    return since and (rule.until is None or number <= minor(rule.until))


def _touches(one: Path, other: Path) -> bool:
    """Tell whether one path leads to or through the other."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter] and bool(one)
