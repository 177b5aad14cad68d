"""What is reported about one rule.

What commands other than `validate` report under ids, by those ids.

The rules for programs, version 1: a contract; extend it, do not rename.
"""

import importlib
import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from schedcfg.cards import FindingCard, RuleCard, RuleGroup, files
from schedcfg.document import Stream, parse, parse_bytes
from schedcfg.errors import UnknownTarget
from schedcfg.findings import FileReport, FindingClass, Severity
from schedcfg.output.json_writer import VERSION, filled
from schedcfg.patterns import pattern
from schedcfg.rules.cards import cards
from schedcfg.rules.context_cache import ContextCache, FileInContext
from schedcfg.rules.deployment import FirstCompleter
from schedcfg.rules.folder_context import FolderContext
from schedcfg.show.reference.explanation import FindingExplanation, RuleExplanation
from schedcfg.show.reference.json_report import in_full
from schedcfg.sources import SUFFIXES, Text
from schedcfg.sources.folder import has_suffix, static_pod_folder
from schedcfg.spelling import nearest
from schedcfg.validation.files import validate_file
from schedcfg.validation.options import Options

_PLACES = (
    "generate.checks",
    "cli.krm.finding_cards",
    "changes.migrate.results",
    "external.probe.extender.findings",
    "external.probe.network_traffic.findings",
)
"""Modules with the `FINDING_CARDS` of a command; they stand above this one."""


@cache
def finding_cards() -> dict[str, tuple[FindingCard, ...]]:
    """Return all cards by their ids, in the order of ids: one for each command that reports something under it."""
    found: dict[str, list[FindingCard]] = {}
    for place in _PLACES:
        for card in importlib.import_module(f"schedcfg.{place}").FINDING_CARDS:
            found.setdefault(card.id, []).append(card)
    return {id_: tuple(found[id_]) for id_ in sorted(found)}


_RULE_ID = pattern(r"[a-z]+(-[a-z0-9]+)+")


def looks_like_rule_id(name: str) -> bool:
    """Return whether nothing but a rule can have a name: no field and no plugin has dashes."""
    return _RULE_ID.fullmatch(name) is not None


def explained(name: str) -> RuleExplanation | FindingExplanation:
    """Return the card of a rule, or of what another command reports under this id.

    Raises:
        UnknownTarget: there is no such rule; the nearest one is named.
    """
    elsewhere = finding_cards().get(name, ())
    if name in cards():
        return RuleExplanation(cards()[name], elsewhere=elsewhere)
    if elsewhere:
        return FindingExplanation(name, elsewhere)
    similar = nearest(name, [*cards(), *finding_cards()])
    raise UnknownTarget(
        f"there is no rule `{name}`", f"Did you mean `{similar}`?" if similar else "`schedcfg rules` lists the rules."
    )


def with_example(rule: RuleExplanation, options: Options) -> RuleExplanation:
    """Add what `validate` finds in the rule's bad example.

    Args:
        rule: The rule.
        options: What its options ask for.
    """
    return replace(rule, example_reports=validated_example(rule.card.bad, options))


def validated_example(example: str, options: Options) -> tuple[FileReport, ...]:
    """Validate an example as `validate` does a folder with its files."""
    found = files(example)
    together = _Together(found) if len(found) > 1 else None
    return tuple(
        validate_file(parse_bytes(text.encode("utf-8", "surrogateescape")), options, path=name, contexts=together)
        for name, text in found.items()
        if together is None or has_suffix(name, SUFFIXES)
    )


class _Together(ContextCache):
    """Files that lie in one folder, without there being one."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__()
        self._texts = {name: Text(os.path.basename(name), parse(text)) for name, text in texts.items()}

    def file(self, path: str, stream: Stream, completer: FirstCompleter) -> FileInContext:  # noqa: ARG002 - it was read already
        """Find what is around one of the files: the others."""
        searched = tuple(text for text in self._texts.values() if has_suffix(text.name, SUFFIXES))
        others = (text for text in self._texts.values() if not has_suffix(text.name, SUFFIXES))
        static_pods = static_pod_folder(f"/{os.path.dirname(path)}", others)
        return FileInContext(self._texts[path], FolderContext(searched, completer, static_pods=static_pods))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleJson:
    """One rule.

    Attributes:
        id: Words joined by dashes.
        group: What it looks at.
        finding_class: Fact or opinion; `refused` where it depends.
        severity: How much it weighs; the heaviest where that differs.
        weights: All that its findings can have.
        title: What is wrong, in a few words.
        why: What happens because of it.
        source: The upstream code that decides.
        since: The first release in which it can happen; null: all.
        until: The last one; null: all.
        options: What both examples are validated with, as on the command line.
        bad: Files in which it finds something.
        good: The same as they should be.
    """

    id: str
    group: RuleGroup
    finding_class: FindingClass = field(metadata={"json": "class"})
    severity: Severity
    weights: tuple[str, ...]
    title: str
    why: str
    source: str
    since: str | None
    until: str | None
    options: tuple[str, ...]
    bad: str
    good: str

    @classmethod
    def of(cls, card: RuleCard) -> "RuleJson":
        """Return a rule as it is written."""
        return filled(cls, card, bad=printable(card.bad), good=printable(card.good))


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherFindingJson:
    """What a command other than `validate` reports under an id.

    Attributes:
        id: Words joined by dashes.
        command: The command.
        title: What it means.
        weights: What it can be; for a migration what a note is about.
    """

    id: str
    command: str
    title: str
    weights: tuple[str, ...]

    @classmethod
    def of(cls, card: FindingCard) -> "OtherFindingJson":
        """Return it as it is written."""
        return filled(cls, card)


def printable(example: str) -> str:
    r"""Return an example with what is no character as the byte that it represents: `\xe4`."""
    return example.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesJson:
    """All rules.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        rules: By group and name.
        others: What commands other than `validate` report, by id.
    """

    version: Literal[1] = VERSION
    rules: tuple[RuleJson, ...]
    others: tuple[OtherFindingJson, ...]


def render_rules(cards: Iterable[RuleCard], others: Iterable[FindingCard]) -> str:
    """Return the rules, and what other commands report, as one JSON object."""
    return in_full(RulesJson(rules=tuple(map(RuleJson.of, cards)), others=tuple(map(OtherFindingJson.of, others))))
