"""What a configuration has to say in `pluginConfig` so that plugins get the Args that a Policy brings them."""

from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from schedcfg import plugins
from schedcfg.decode.args import decode_args
from schedcfg.document.path import Path
from schedcfg.effective.model import ArgsEntry
from schedcfg.migrations.policy.legacy import Legacy
from schedcfg.migrations.work import Work
from schedcfg.plugins.plugin import Context

_BY_EXTENDERS = ("extenders",)
_RATIO = "RequestedToCapacityRatio"


class Args(NamedTuple):
    """The Args of one plugin.

    Attributes:
        plugin: Its name.
        values: Plain data.
        path: What brings them in the Policy, the first where several entries do.
    """

    plugin: str
    values: dict[str, object]
    path: Path


def plugin_config(legacy: Legacy, work: Work) -> Iterator[Args]:
    """Yield the Args that are not as by default, in the order of the plugins' names.

    What follows from extenders is left out: the scheduler derives it in both worlds (`create` in
    `pkg/scheduler/factory.go`).

    Raises:
        Refusal: where Args cannot be as empty as they are, and that was not asked for.
    """
    context = Context(work.target, work.release)
    for entry in sorted(legacy.profile.plugin_config, key=lambda one: one.name):
        if entry.path[:1] != _BY_EXTENDERS and isinstance(entry.raw, dict) and _says_more(entry, context):
            if entry.name == _RATIO and not entry.raw["resources"] and not work.goal.drop_unsupported:
                _refuse_empty_ratio(entry, work)
            yield Args(entry.name, dict(entry.raw), entry.path)


def _refuse_empty_ratio(entry: ArgsEntry, work: Work) -> NoReturn:
    """Refuse a priority that rates by no resource: a configuration would have the default ones filled in."""
    work.refuse(
        entry.path,
        f"the priority names no `resources`, so that it rates every node 0; {work.target} would rate by cpu and memory",
        "Name the resources that are to count, or take the priority out; --drop-unsupported takes cpu and memory.",
    )


def _says_more(entry: ArgsEntry, context: Context) -> bool:
    """Tell whether Args do not come by default."""
    return _completed(entry, entry.raw, context) != _completed(entry, {}, context)


def _completed(entry: ArgsEntry, raw: object, context: Context) -> object:
    """Complete Args as a configuration's are; a Policy's are taken as they are brought."""
    plugin = plugins.find(entry.name)
    assert plugin is not None
    assert plugin.args is not None
    decoded, _ = decode_args(plugin.args, raw, entry.path, context.api_version, context.release)
    return plugin.args.values(plugin.args.complete(decoded.written, context), context)
