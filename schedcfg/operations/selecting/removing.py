"""Ignores taken out of a text, or a name in them; no other byte changes."""

from collections.abc import Collection

from schedcfg.document.change import Edit
from schedcfg.document.span import Span
from schedcfg.findings import Fix
from schedcfg.operations.rule_cards import cards
from schedcfg.operations.selecting.directives import Directive, Named
from schedcfg.rules.nearest import nearest


def removed(directive: Directive, unwanted: Collection[Named]) -> Fix:
    """Take rules out of a comment, and the comment where it names no other."""
    named = directive.names or ()
    kept = [one for one in named if one not in unwanted]
    if not kept:
        return Fix("Remove the comment", True, (Edit(directive.whole, ""),))  # noqa: FBT003 - a field of a NamedTuple
    listed = ", ".join(one.rule for one in kept)
    edit = Edit(Span(named[0].span.start, named[-1].span.end), listed)
    return Fix("Remove it from the comment", True, (edit,))  # noqa: FBT003 - likewise


def renamed(directive: Directive, named: Named) -> Fix:
    """Write the rule that was probably meant; take the name out where none is near."""
    near = nearest(named.rule, cards())
    if near is None:
        return removed(directive, [named])
    return Fix(f"Write `{near}`", False, (Edit(named.span, near),))  # noqa: FBT003 - likewise
