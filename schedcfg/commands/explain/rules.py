"""Rules, and what commands other than `validate` report under ids: looked up, as text, and as JSON.

The JSON is a contract, version 1: extend it, do not rename.
"""

import importlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from schedcfg.cards import FindingCard, RuleCard, RuleGroup, files, printable
from schedcfg.commands.explain.explanation import FindingExplanation, RuleExplanation
from schedcfg.commands.explain.json_report import in_full
from schedcfg.document import Stream, parse, parse_bytes
from schedcfg.errors import UnknownTarget
from schedcfg.findings import FileReport
from schedcfg.output.json_writer import VERSION
from schedcfg.output.links import links
from schedcfg.output.tables import wrapped_table
from schedcfg.output.terminal import BOLD, RED, YELLOW, Paint, labeled, painter, paragraph
from schedcfg.output.text import block
from schedcfg.output.values import release_range
from schedcfg.patterns import pattern
from schedcfg.rules.cards import cards
from schedcfg.rules.context_cache import ContextCache, FileInContext
from schedcfg.rules.deployment import FirstCompleter
from schedcfg.rules.folder_context import FolderContext
from schedcfg.rules.former_ids import current_id
from schedcfg.sources import SUFFIXES, Text
from schedcfg.sources.folder import has_suffix
from schedcfg.sources.neighboring import static_pod_folder
from schedcfg.spelling import nearest
from schedcfg.validation.files import validate_file
from schedcfg.validation.options import Options

_PLACES = (
    "commands.generate.checks",
    "commands.krm.finding_cards",
    "commands.migrate.results",
    "commands.probe.extender.findings",
    "commands.probe.network_traffic.findings",
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


def is_known(name: str) -> bool:
    """Return whether a rule, or what another command reports, has an id."""
    return name in cards() or name in finding_cards()


def explained(name: str) -> RuleExplanation | FindingExplanation:
    """Return the card of a rule, or of what another command reports under this id.

    Raises:
        UnknownTarget: there is no such rule; the nearest one is named.
    """
    name = current_id(name)
    elsewhere = finding_cards().get(name, ())
    if name in cards():
        return RuleExplanation(card=cards()[name], elsewhere=elsewhere)
    if elsewhere:
        return FindingExplanation(name=name, elsewhere=elsewhere)
    similar = nearest(name, [*cards(), *finding_cards()])
    raise UnknownTarget(
        f"there is no rule `{name}`",
        f"Did you mean `{similar}`?" if similar else "`schedcfg list rules` lists the rules.",
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
class RulesJson:
    """All rules.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        rules: By group and name.
        others: What commands other than `validate` report, by id.
    """

    version: Literal[1] = VERSION
    rules: tuple[RuleCard, ...]
    others: tuple[FindingCard, ...]


def render_rules(cards: Iterable[RuleCard], others: Iterable[FindingCard]) -> str:
    """Return the rules, and what other commands report, as one JSON object."""
    return in_full(RulesJson(rules=tuple(cards), others=tuple(others)))


_LABEL = 8
"""How wide the labels of a rule's facts are."""

_LONGEST = 120
"""Longer lines of an example are cut."""


def rule_block(rule: RuleExplanation, paint: Paint) -> Iterator[str]:
    """Yield all that is known of a rule."""
    card = rule.card
    color = YELLOW if card.weights in {("warning",), ("info",)} else RED
    yield f"{paint(BOLD, card.id)}  {paint(color, _listed(card.weights))}\n\n"
    yield paragraph(f"{card.title}.", 2)
    yield paragraph(card.why, 2)
    yield "\n"
    for label, text in _facts(rule):
        yield labeled(label.ljust(_LABEL), text, 2, paint)
    if card.bad:
        options = " ".join(("schedcfg validate", *card.options))
        yield f"\n{paint(BOLD, 'Example')}, checked with `{options}`\n\n"
        yield from (f"  {line}".rstrip() + "\n" for line in shown(card.bad))
        yield f"\n{paint(BOLD, 'What is found')}\n\n"
        for report, document, finding in rule.findings():
            yield block(report, document, finding, paint)
        yield f"{paint(BOLD, 'The same, fixed')}\n\n"
        yield from (f"  {line}".rstrip() + "\n" for line in shown(card.good))
    if rule.elsewhere:
        yield f"\n{paint(BOLD, 'Elsewhere')}\n\n"
        yield from (_elsewhere(finding_card) for finding_card in rule.elsewhere)


def _listed(weights: tuple[str, ...]) -> str:
    """Name every weight that findings can have: `refused, error or warning`."""
    return " or ".join(filter(None, (", ".join(weights[:-1]), weights[-1])))


def finding_block(finding: FindingExplanation, paint: Paint) -> Iterator[str]:
    """Yield what commands other than `validate` report under an id."""
    weights = dict.fromkeys(weight for card in finding.elsewhere for weight in card.weights)
    yield f"{paint(BOLD, finding.name)}  {_listed(tuple(weights))}\n\n"
    yield from (_elsewhere(card) for card in finding.elsewhere)


def _elsewhere(card: FindingCard) -> str:
    return paragraph(f"`schedcfg {card.command}`: {card.title}.", 2)


def _facts(rule: RuleExplanation) -> Iterator[tuple[str, str]]:
    yield "releases", span(rule.card)
    yield "fix", remedy(rule)
    if rule.card.weights != ("refused",):
        yield "suppress", f"with a comment in the line: `# schedcfg: ignore[{rule.card.id}] reason`"
    yield "source", rule.card.source
    for link in links(rule.card.source, rule.kubernetes):
        yield "", link
    for number, citation in enumerate(rule.card.evidence):
        yield "" if number else "evidence", f"{citation.shows}:"
        yield "", citation.url


def span(card: RuleCard) -> str:
    """Return the releases in which a rule can find something."""
    if card.since is None:
        return "all" if card.until is None else f"up to {card.until}"
    return release_range(card.since, card.until)


def remedy(rule: RuleExplanation) -> str:
    """Return whether `validate` fixes the example by itself."""
    if rule.fix is None:
        return "by hand"
    flag = "--fix" if rule.fix.is_safe else "--unsafe-fixes"
    return f"{rule.fix.title} (`schedcfg validate {flag}`)"


def shown(example: str) -> list[str]:
    """Return the lines of an example, long ones cut."""
    lines = printable(example).splitlines()
    return [line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…" for line in lines]


_HEADS = ("RULE", "SEVERITY", "RELEASES", "WHAT IS WRONG")
_OTHER_HEADS = ("ID", "SEVERITY", "COMMAND", "WHAT IT MEANS")
_WIDTHS, _OTHER_WIDTHS = (27, 18, 12), (27, 18, 21)

OTHER_COMMANDS = "Other commands: what migrate, generate, probe and krm report"
"""Heading of what is no rule of `validate`."""


def render(
    cards: tuple[RuleCard, ...], others: Mapping[str, tuple[FindingCard, ...]], *, colored: bool
) -> Iterator[str]:
    """Yield a table of each group, what other commands report, and how many rules there are."""
    paint = painter(colored=colored)
    for group in RuleGroup:
        rows = [_row(card) for card in cards if card.group is group]
        if rows:
            yield f"{paint(BOLD, group.heading)}\n\n"
            yield from wrapped_table(_HEADS, _WIDTHS, rows, paint)
            yield "\n"
    yield f"{paint(BOLD, OTHER_COMMANDS)}\n\n"
    rows = [
        (card.id, " or ".join(card.weights), card.command, card.title) for cards in others.values() for card in cards
    ]
    yield from wrapped_table(_OTHER_HEADS, _OTHER_WIDTHS, rows, paint)
    yield "\n"
    yield f"{len(cards)} rules. `schedcfg explain RULE` shows the details of one.\n"


def _row(card: RuleCard) -> tuple[str, ...]:
    return card.id, " or ".join(card.weights), span(card), card.title
