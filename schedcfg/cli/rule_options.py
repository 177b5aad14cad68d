"""A rule's options, read as the command line reads them."""

from typing import TYPE_CHECKING

from schedcfg.cli import project
from schedcfg.cli.judging import Judging
from schedcfg.cli.selecting import Selecting
from schedcfg.cli.validate import command as validate
from schedcfg.errors import UnreadableInput

if TYPE_CHECKING:
    from schedcfg.operations.files import Settings
    from schedcfg.reference.explanation import RuleExplanation


def settings(options: tuple[str, ...]) -> "Settings":
    """Give the settings that `schedcfg validate` makes of options; those of the folder at hand do not count.

    Raises:
        click.UsageError: if they are none of its options.
        UnreadableInput: if they name a file that is not there.
    """
    alone = () if "--settings" in options else ("--no-settings",)
    with validate.make_context("validate", [*options, *alone, "-"]) as context:
        given = dict(context.params)
    found = project.chosen(given)
    said = Judging(**{name: given[name] for name in Judging._fields if name in given}, project=found)
    selecting = Selecting(**{name: given[name] for name in Selecting._fields}).of(found)
    return said.settings_by_release(selection=selecting.selection())


def judged(rule: "RuleExplanation") -> "RuleExplanation":
    """Add to a rule what `schedcfg validate` says of its example, unless that needs a file that is not here."""
    from schedcfg.reference.rules import with_example  # noqa: PLC0415 - so that --help stays quick

    try:
        chosen = settings(rule.card.options)
    except UnreadableInput:
        return rule
    return with_example(rule, chosen)
