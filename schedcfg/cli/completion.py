"""The values that a shell completes: of options and of arguments."""

from collections.abc import Callable, Iterable

import click

from schedcfg.cli import called

Completion = Callable[[click.Context, click.Parameter, str], list[str]]
"""Lists the values that begin as a word does, for shell completion."""


def completing(values: Callable[[], Iterable[str]]) -> Completion:
    """Return the shell completion of values; of a list with commas, the last one is completed."""

    def complete(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
        before, comma, last = begun.rpartition(",")
        return [f"{before}{comma}{value}" for value in values() if value.startswith(last)]

    return complete


_COBRA = {"dir": 16, "file": 0}
"""What click completes otherwise than by words → how cobra, and so kubectl, names that: by folders, by any file.

Upstream: github.com/spf13/cobra, completions.go, `ShellCompDirectiveFilterDirs` and `ShellCompDirectiveDefault`.
"""

_NO_FILES = 4
"""`ShellCompDirectiveNoFileComp`."""


def complete_for_kubectl(group: click.Group, words: list[str]) -> None:
    """Write the words that may come next, each in a line, and in the last line what else the shell may complete.

    Args:
        group: The command line.
        words: Those behind `kubectl scheduler-config`; the last is begun, or empty.
    """
    from click.shell_completion import ShellComplete

    *before, begun = words or [""]
    # click's own classes for shells do the same; what they add is their shell's quoting.
    items = ShellComplete(group, {}, called.program(), "").get_completions(before, begun)
    directive = next((_COBRA[item.type] for item in items if item.type in _COBRA), _NO_FILES)
    plain = [item for item in items if item.type == "plain"]
    click.echo("".join(f"{_described(item.value, item.help)}\n" for item in plain) + f":{directive}")


def _described(value: str, about: str | None) -> str:
    return f"{value}\t{' '.join(about.split())}" if about else value


def _releases() -> Iterable[str]:
    from schedcfg import releases

    return (*releases.names(), releases.NEWEST_WORD)


def rule_names() -> Iterable[str]:
    """Return the ids of rules, and the groups of them."""
    from schedcfg.rules.cards import cards
    from schedcfg.validation.selection.directives import GROUPS

    return (*cards(), *GROUPS)


def plugin_names() -> Iterable[str]:
    """Yield the names of all known plugins."""
    from schedcfg.plugins import all_plugins

    return (plugin.name for plugin in all_plugins())


def _api_versions() -> Iterable[str]:
    from schedcfg.models import API_VERSIONS

    return reversed(API_VERSIONS)


def _catalogs() -> Iterable[str]:
    from schedcfg.plugins.catalog import CATALOGS, programs

    return (*CATALOGS, *programs())


def _gates() -> Iterable[str]:
    from schedcfg import releases

    return (f"{gate}=" for gate in releases.at(releases.NEWEST).feature_gates)


complete_releases, complete_rules = completing(_releases), completing(rule_names)
complete_plugins, complete_gates = completing(plugin_names), completing(_gates)
complete_api_versions, complete_catalogs = completing(_api_versions), completing(_catalogs)
