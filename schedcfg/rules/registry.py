"""Rules, one per file, found by looking into the folder; a new rule edits nothing else."""

import importlib
import os
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.releases.release import minor
from schedcfg.rules import advised, manifests, refused
from schedcfg.rules.names import with_question
from schedcfg.rules.rule import Rule, Subject

if TYPE_CHECKING:
    from schedcfg.rules.deployment import DeploymentContext

__all__ = [
    "Rule",
    "Subject",
    "advised_rules",
    "every_rule",
    "manifest_rules",
    "refused_rules",
    "run",
    "run_on_manifest",
    "run_refusing",
]


@cache
def refused_rules() -> tuple[Rule[Subject], ...]:
    """Return the rules that are facts: the scheduler would not start."""
    return _found_in(refused.__name__, refused.__path__)


@cache
def advised_rules() -> tuple[Rule[Subject], ...]:
    """Return the rules that are opinions: it starts, but probably not as meant."""
    return _found_in(advised.__name__, advised.__path__)


@cache
def manifest_rules() -> "tuple[Rule[DeploymentContext], ...]":
    """Return the rules about manifests that run a scheduler, or name one."""
    return _found_in(manifests.__name__, manifests.__path__)


def every_rule() -> tuple[Rule[Any], ...]:
    """Return all rules with a check: facts, opinions, and those about manifests."""
    return (*refused_rules(), *advised_rules(), *manifest_rules())


def _found_in(package: str, folder: list[str]) -> tuple[Any, ...]:
    # pkgutil would take longer to import, and to look into each folder.
    files = (file for one in folder for file in os.listdir(one))
    names = sorted(file.removesuffix(".py") for file in files if file.endswith(".py") and file != "__init__.py")
    return tuple(importlib.import_module(f"{package}.{name}").RULE for name in names)


def run_on_manifest(context: "DeploymentContext") -> Iterator[Problem]:
    """Yield what all rules find about a manifest."""
    for rule in manifest_rules():
        yield from rule.check(context)


def run(subject: Subject) -> Iterator[Problem]:
    """Yield what all rules find, except about places that could not be read."""
    return _found_by(_of_release(subject.configuration.release.number), subject)


def run_refusing(subject: Subject) -> Iterator[Problem]:
    """Yield what the rules find that can refuse, as `run` does: enough to know whether the scheduler would start."""
    return _found_by(_refusing(subject.configuration.release.number), subject)


def _found_by(rules: tuple[Rule[Subject], ...], subject: Subject) -> Iterator[Problem]:
    cut, moved = frozenset(subject.decoded.cut), subject.decoded.moved
    through = {path[:length] for path in cut for length in range(len(path))}
    for rule in rules:
        for problem in rule.check(subject):
            if not cut or not _touches(problem.where, cut, through):
                yield moved.problem(with_question(problem, subject) if rule.asks_why else problem)


@cache
def _of_release(number: int) -> tuple[Rule[Subject], ...]:
    """Return the rules to run in a release: all facts, and the opinions about what can happen in it."""
    return (*refused_rules(), *(rule for rule in advised_rules() if _can_happen(rule, number)))


@cache
def _refusing(number: int) -> tuple[Rule[Subject], ...]:
    """Return those of them whose findings can be facts, each to look for these only where that takes less."""
    rules = (rule for rule in _of_release(number) if rule.severity is None or rule.refuses)
    return tuple(rule if rule.facts is None else rule._replace(check=rule.facts) for rule in rules)


def _can_happen(rule: Rule[Subject], number: int) -> bool:
    since = rule.since is None or minor(rule.since) <= number
    return since and (rule.until is None or number <= minor(rule.until))


def _touches(path: Path, cut: frozenset[Path], through: set[Path]) -> bool:
    """Return whether a path leads to or through one of some others, or one of them through it.

    Args:
        path: The path; the root touches nothing.
        cut: The others.
        through: What those lead through.
    """
    return bool(path) and (path in through or any(path[:length] in cut for length in range(len(path) + 1)))
