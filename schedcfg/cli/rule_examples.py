"""A rule's options, read as the command line reads them."""

from dataclasses import replace
from typing import TYPE_CHECKING

from schedcfg.cli.validate import command as validate
from schedcfg.cli.validation_options import by_release
from schedcfg.errors import UnreadableInput

if TYPE_CHECKING:
    from schedcfg.show.reference.explanation import RuleExplanation
    from schedcfg.validation.options import Options


def chosen_options(options: tuple[str, ...]) -> "Options":
    """Return the options as `schedcfg validate` reads them; settings of the current folder are ignored.

    Raises:
        click.UsageError: if they are none of its options.
        UnreadableInput: if they name a file that is not there.
    """
    isolated = () if "--settings" in options else ("--no-settings",)
    with validate.make_context("validate", [*options, *isolated, "-"]) as context:
        options_of_rule, project = context.params["options"], context.params["project"]
        selected = context.params["selection_options"].with_settings(project)
    return by_release(replace(options_of_rule, selection=selected.selection()), project)


def with_validated_example(rule: "RuleExplanation") -> "RuleExplanation":
    """Return a rule with what `schedcfg validate` finds in its example, unless that needs a file that is missing."""
    from schedcfg.show.reference.rules import with_example

    try:
        chosen = chosen_options(rule.card.options)
    except UnreadableInput:
        return rule
    return with_example(rule, chosen)
