"""A rule's options, read as the command line reads them."""

from typing import TYPE_CHECKING

from schedcfg.cli import judging
from schedcfg.cli.judging import by_release, options_from
from schedcfg.cli.selecting import Selecting
from schedcfg.cli.validate import command as validate
from schedcfg.errors import UnreadableInput

if TYPE_CHECKING:
    from schedcfg.options import Options
    from schedcfg.reference.explanation import RuleExplanation


def chosen_options(options: tuple[str, ...]) -> "Options":
    """Return what `schedcfg validate` makes of options; settings of the folder at hand do not count.

    Raises:
        click.UsageError: if they are none of its options.
        UnreadableInput: if they name a file that is not there.
    """
    isolated = () if "--settings" in options else ("--no-settings",)
    with validate.make_context("validate", [*options, *isolated, "-"]) as context:
        given = dict(context.params)
    found = judging.chosen_project(given)
    selecting = Selecting(**{name: given[name] for name in Selecting._fields}).of(found)
    return by_release(options_from(given, found), found, selection=selecting.selection())


def judged(rule: "RuleExplanation") -> "RuleExplanation":
    """Add to a rule what `schedcfg validate` says of its example, unless that needs a file that is not here."""
    from schedcfg.reference.rules import with_example  # noqa: PLC0415 - so that --help stays quick

    try:
        chosen = chosen_options(rule.card.options)
    except UnreadableInput:
        return rule
    return with_example(rule, chosen)
