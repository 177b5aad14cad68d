"""`schedcfg explain` and `schedcfg list`: the reference, for which no file is read."""

from collections.abc import Iterable
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import click

from schedcfg.cli import completion, options, validation_options
from schedcfg.cli.manners import LazyCommandGroup

if TYPE_CHECKING:
    from schedcfg.commands.explain.explanation import RuleExplanation
    from schedcfg.validation.options import Options


_EVERY_LEVEL = 99
"""Deeper than any field."""

_EXPLAIN_EXAMPLES = """\b
Examples:
  schedcfg explain leaderElection.leaseDuration    a field
  schedcfg explain profiles.plugins.multiPoint     an extension point
  schedcfg explain NodeResourcesFit --recursive    a plugin, with all nested fields
  schedcfg explain parallelism --kubernetes 1.24   in one release
  schedcfg explain unknown-field                   a rule, with an example
  schedcfg explain MostAllocated                   a value, by its field
  schedcfg explain bin-packing                     a preset of generate profile
"""


def _names() -> Iterable[str]:
    from schedcfg.commands.explain.places import ROOT, places
    from schedcfg.commands.generate.presets import all_presets
    from schedcfg.models import API_VERSIONS

    fields = places(API_VERSIONS[-1]).values()
    values = dict.fromkeys(value for place in fields for value in place.field.allowed if value)
    paths = (place.path for place in fields)
    return (ROOT, *completion.plugin_names(), *completion.rule_names(), *all_presets(), *values, *paths)


complete_explained = completion.completing(_names)
"""Completes what can be explained."""


@click.command(
    "explain",
    epilog=_EXPLAIN_EXAMPLES,
    short_help="Explain a field, an extension point, a rule, a plugin or a preset.",
)
@click.argument("name", required=False, metavar="FIELD|RULE|PLUGIN|PRESET", shell_complete=complete_explained)
@click.option(
    "--api-version",
    metavar="VERSION",
    shell_complete=completion.complete_api_versions,
    help="API version, e.g. v1beta3. Default: the newest that has the field.",
)
@options.as_of
@click.option("--recursive", is_flag=True, help="Include all nested fields.")
@options.text_or_json
def explain(
    *,
    name: str | None,
    api_version: str | None,
    kubernetes: str | None,
    recursive: bool,
    outputs: tuple[options.Output, ...],
) -> None:
    """Explain a field, an extension point, a plugin, a rule or a preset: its meaning, its releases and an example.

    A field is a dotted path, e.g. leaderElection.leaseDuration or
    profiles.pluginConfig.NodeResourcesFit.scoringStrategy, or the last part of one: leaseDuration.
    Use KubeSchedulerConfiguration for the whole configuration. A rule is the id in brackets in a finding, e.g.
    unknown-field; `schedcfg list rules` lists them. A value that a field may have, e.g. MostAllocated, is explained
    by its field, and a preset of `schedcfg generate profile` by what it is for.

    Exit status: 0; 2 for an unknown name, API version or release.
    """
    if name is None:
        click.echo(click.get_current_context().get_help())
        return
    from schedcfg.cli.outputs import write_reference
    from schedcfg.commands.explain import explain as reference
    from schedcfg.commands.explain import explanation_text
    from schedcfg.commands.explain.explanation import RuleExplanation
    from schedcfg.commands.explain.json_report import in_full

    found = reference.explain(
        name, api_version=api_version, kubernetes=kubernetes, depth=_EVERY_LEVEL if recursive else 1
    )
    if isinstance(found, RuleExplanation):
        found = with_validated_example(found)
    write_reference(outputs, partial(explanation_text.render, found), lambda: in_full(found))


def chosen_options(options: tuple[str, ...]) -> "Options":
    """Return the options as `schedcfg validate` reads them; settings of the current folder are ignored.

    Raises:
        click.UsageError: if they are none of its options.
        UnreadableInput: if they name a file that is not there.
    """
    from dataclasses import replace

    from schedcfg.cli.validation_options import by_release
    from schedcfg.commands.validate.command import command as validate

    isolated = () if "--settings" in options else ("--no-settings",)
    with validate.make_context("validate", [*options, *isolated, "-"]) as context:
        options_of_rule, project = context.params["options"], context.params["project"]
        selected = context.params["selection_options"].with_settings(project)
    return by_release(replace(options_of_rule, selection=selected.selection()), project)


def with_validated_example(rule: "RuleExplanation") -> "RuleExplanation":
    """Return a rule with what `schedcfg validate` finds in its example, unless that needs a file that is missing."""
    from schedcfg.commands.explain.rules import with_example
    from schedcfg.errors import UnreadableInput

    try:
        chosen = chosen_options(rule.card.options)
    except UnreadableInput:
        return rule
    return with_example(rule, chosen)


_RULES_EXAMPLES = """\b
Examples:
  schedcfg list rules                 all rules, in groups
  schedcfg explain unknown-field      the details of one, with an example
  schedcfg list rules --output json   for programs
"""


@click.command("rules", epilog=_RULES_EXAMPLES)
@options.text_or_json
def rules(*, outputs: tuple[options.Output, ...]) -> None:
    """List the rules that `schedcfg validate` checks, and what other commands report.

    Refused means that the kube-scheduler of that release does not start, wherever it runs. Error, warning and info are
    advice about what it reads: as a rule, it starts; else the message shows on what that depends. `schedcfg explain
    RULE` shows the details of one.

    Exit status: 0.
    """
    from schedcfg.cli.outputs import write_reference
    from schedcfg.commands.explain import rules as reference
    from schedcfg.rules.cards import cards

    found, others = tuple(cards().values()), reference.finding_cards()
    text = partial(reference.render, found, others)
    write_reference(outputs, text, lambda: reference.render_rules(found, chain.from_iterable(others.values())))


_PLUGINS_EXAMPLES = """\b
Examples:
  schedcfg list plugins -k 1.29             the plugins of one release, with default weights
  schedcfg list plugins NodeResourcesFit    one plugin, in all releases
  schedcfg list plugins --binary PROGRAM    plugins of your own scheduler; --output json=FILE is a catalog
"""


@click.command("plugins", epilog=_PLUGINS_EXAMPLES, short_help="List scheduler plugins.")
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=completion.complete_plugins)
@options.as_of
@click.option("--binary", metavar="PROGRAM", help="Your own kube-scheduler: find the plugins in it.")
@options.text_or_json
@validation_options.settings_options
def plugins(
    *,
    names: tuple[str, ...],
    kubernetes: str | None,
    binary: str | None,
    outputs: tuple[options.Output, ...],
    **settings: object,
) -> None:
    """List scheduler plugins: extension points, default weights, Args with defaults, and changes by release.

    Without NAME, prints a table of all plugins, including those described in the settings; with names, the details of
    each.

    With --binary, shows the plugins of a program of your own that are not part of Kubernetes: their names, found in its
    code, and their extension points and Args, found by running it with each of them, offline, as `schedcfg confirm`
    does. NAME is then tried as well. `--output json=my-scheduler.json` writes a catalog: with
    `--catalog my-scheduler.json`, files are validated with these plugins.

    Exit status: 0; 2 for an unknown plugin or release, or a program that cannot be run.
    """
    if binary is not None:
        _show_compiled(binary, names, kubernetes, outputs)
        return
    from schedcfg.cli.outputs import write_reference
    from schedcfg.commands.explain import json_report
    from schedcfg.commands.explain import plugins as reference

    project = validation_options.chosen_project(settings)
    own = () if project is None else project.described
    shelf = reference.list_plugins(names, kubernetes=kubernetes, own=own)
    render = reference.render_details if names else reference.render
    write_reference(outputs, partial(render, shelf), lambda: json_report.render_plugins(shelf))


def _show_compiled(
    binary: str, names: tuple[str, ...], kubernetes: str | None, outputs: tuple[options.Output, ...]
) -> None:
    """Write which plugins are compiled into a program."""
    from schedcfg.cli.outputs import write_rendered
    from schedcfg.cli.streams import waiting
    from schedcfg.commands.confirm import compiled as report
    from schedcfg.commands.confirm import scheduler
    from schedcfg.commands.confirm.compiled import compiled_plugins

    with waiting("running the program"):
        compiled = compiled_plugins(scheduler.binary(binary, scheduler.SECONDS), kubernetes, names)
    renderers = {"text": report.text, "json": report.json_report}
    write_rendered(outputs, {name: partial(render, compiled) for name, render in renderers.items()})


_RELEASES_EXAMPLES = """\b
Examples:
  schedcfg list releases        a table of all releases
  schedcfg list releases 1.29   the details of one; newest is the newest that is known
"""


@click.command("releases", epilog=_RELEASES_EXAMPLES, short_help="List Kubernetes releases.")
@click.argument("names", nargs=-1, metavar="[RELEASE]...", shell_complete=completion.complete_releases)
@options.text_or_json
def releases(*, names: tuple[str, ...], outputs: tuple[options.Output, ...]) -> None:
    """List Kubernetes releases: the API versions that each serves, and what it changed.

    Without RELEASE, prints a table of all releases; with releases, e.g. 1.29, the details of each.

    Exit status: 0; 2 for an unknown release.
    """
    from schedcfg.cli.outputs import write_reference
    from schedcfg.commands.explain import json_report, releases_text
    from schedcfg.commands.explain.releases import list_releases

    found = list_releases(names)
    render = releases_text.render_details if names else releases_text.render
    write_reference(outputs, partial(render, found), lambda: json_report.render_releases(found))


@click.group(
    "list",
    cls=LazyCommandGroup,
    places={name: f"{__name__}:{name}" for name in ("rules", "plugins", "releases")},
    short_help="List the known rules, plugins or Kubernetes releases.",
)
def known() -> None:
    """List the rules, the scheduler plugins or the Kubernetes releases that schedcfg knows."""
