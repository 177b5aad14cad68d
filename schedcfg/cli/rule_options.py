"""A rule's options, read as the command line reads them."""

from typing import TYPE_CHECKING

from schedcfg.cli.judging import Judging
from schedcfg.cli.validate import command as validate

if TYPE_CHECKING:
    from schedcfg.operations.files import Settings
    from schedcfg.results.explanation import RuleExplanation


def settings(options: tuple[str, ...]) -> "Settings":
    """Give the settings that `schedcfg validate` makes of options.

    Raises:
        click.UsageError: if they are none of its options.
    """
    with validate.make_context("validate", [*options, "-"]) as context:
        said = Judging(**{name: context.params[name] for name in Judging._fields if name in context.params})
    return said.settings()


def judged(rule: "RuleExplanation") -> "RuleExplanation":
    """Add to a rule what `schedcfg validate` says of its example."""
    from schedcfg.operations.explaining.rule import with_example  # noqa: PLC0415 - so that --help stays quick

    return with_example(rule, settings(rule.card.options))
