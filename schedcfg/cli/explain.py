"""`schedcfg explain`."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from schedcfg.cli import options

if TYPE_CHECKING:
    from schedcfg.show.reference.explanation import RuleExplanation
    from schedcfg.validation.options import Options


_EVERY_LEVEL = 99
"""Deeper than any field."""

_EXAMPLES = """\b
Examples:
  schedcfg explain leaderElection.leaseDuration    a field
  schedcfg explain profiles.plugins.multiPoint     an extension point
  schedcfg explain NodeResourcesFit --recursive    a plugin, with all nested fields
  schedcfg explain parallelism --kubernetes 1.24   in one release
  schedcfg explain unknown-field                   a rule, with an example
"""


@click.command("explain", epilog=_EXAMPLES, short_help="Explain a field, an extension point, a rule or a plugin.")
@click.argument("name", metavar="FIELD|RULE|PLUGIN", shell_complete=options.complete_explained)
@click.option(
    "--api-version",
    metavar="VERSION",
    shell_complete=options.complete_api_versions,
    help="API version, e.g. v1beta3. Default: the newest that has the field.",
)
@options.as_of
@click.option("--recursive", is_flag=True, help="Include all nested fields.")
@options.text_or_json
def command(
    *, name: str, api_version: str | None, kubernetes: str | None, recursive: bool, outputs: tuple[options.Output, ...]
) -> None:
    """Explain a field, an extension point, a plugin or a rule: its meaning, its releases and an example.

    A field is a dotted path, e.g. leaderElection.leaseDuration or
    profiles.pluginConfig.NodeResourcesFit.scoringStrategy, or the last part of one: leaseDuration.
    Use KubeSchedulerConfiguration for the whole configuration. A rule is the id in brackets in a finding, e.g.
    unknown-field; `schedcfg rules` lists them.

    Exit status: 0; 2 for an unknown name, API version or release.
    """
    from schedcfg.cli.outputs import write_reference
    from schedcfg.show.reference import (
        explanation_json,
        explanation_text,
    )
    from schedcfg.show.reference.explain import explain
    from schedcfg.show.reference.explanation import RuleExplanation

    found = explain(name, api_version=api_version, kubernetes=kubernetes, depth=_EVERY_LEVEL if recursive else 1)
    if isinstance(found, RuleExplanation):
        found = with_validated_example(found)
    write_reference(outputs, partial(explanation_text.render, found), lambda: explanation_json.render(found))


def chosen_options(options: tuple[str, ...]) -> "Options":
    """Return the options as `schedcfg validate` reads them; settings of the current folder are ignored.

    Raises:
        click.UsageError: if they are none of its options.
        UnreadableInput: if they name a file that is not there.
    """
    from schedcfg.cli.validate import command as validate
    from schedcfg.cli.validation_options import by_release

    isolated = () if "--settings" in options else ("--no-settings",)
    with validate.make_context("validate", [*options, *isolated, "-"]) as context:
        options_of_rule, project = context.params["options"], context.params["project"]
        selected = context.params["selection_options"].with_settings(project)
    return by_release(replace(options_of_rule, selection=selected.selection()), project)


def with_validated_example(rule: "RuleExplanation") -> "RuleExplanation":
    """Return a rule with what `schedcfg validate` finds in its example, unless that needs a file that is missing."""
    from schedcfg.errors import UnreadableInput
    from schedcfg.show.reference.rules import with_example

    try:
        chosen = chosen_options(rule.card.options)
    except UnreadableInput:
        return rule
    return with_example(rule, chosen)
