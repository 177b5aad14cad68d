"""What is reported about one rule."""

from dataclasses import replace

from schedcfg.cards import files
from schedcfg.document import Stream, parse
from schedcfg.errors import UnknownTarget
from schedcfg.findings import FileReport
from schedcfg.patterns import pattern
from schedcfg.rules.cards import cards
from schedcfg.rules.context_cache import ContextCache, FileInContext
from schedcfg.rules.folder_context import Completer, FolderContext
from schedcfg.show.reference.explanation import FindingExplanation, RuleExplanation
from schedcfg.show.reference.other_findings import finding_cards
from schedcfg.sources import Text
from schedcfg.spelling import nearest
from schedcfg.validation.files import validate_bytes
from schedcfg.validation.options import Options

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
        validate_bytes(text.encode("utf-8", "surrogateescape"), options, path=name, contexts=together)
        for name, text in found.items()
    )


class _Together(ContextCache):
    """Files that lie in one folder, without there being one."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__()
        self._texts = {name: Text(name, parse(text)) for name, text in texts.items()}

    def file(self, path: str, stream: Stream, completer: Completer) -> FileInContext:  # noqa: ARG002 - it was read already
        """Find what is around one of the files: the others."""
        return FileInContext(self._texts[path], FolderContext(tuple(self._texts.values()), completer))
