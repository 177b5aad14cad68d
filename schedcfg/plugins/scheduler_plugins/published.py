"""What the plugins of this catalog have in common."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from schedcfg.plugins.catalog import SCHEDULER_PLUGINS
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ApiAccess, ArgsKind, ArgsProblem, Plugin, anything_goes, as_written

if TYPE_CHECKING:
    from schedcfg.plugins.typed_args import TypedArgs

FROM_START = {"v1beta1": "1.19", "v1beta2": "1.22", "v1beta3": "1.23", "v1": "1.25"}
"""Where the kinds are registered that all releases have."""


def plugin(
    *,
    name: str,
    summary: str,
    points: Mapping[str, tuple[str, ...]],
    source: str,
    args: ArgsKind | None = None,
    access: tuple[ApiAccess, ...] = (),
) -> Plugin:
    """Describe a plugin of this catalog.

    Args:
        name: As configuration files write it.
        summary: What it does, one sentence.
        points: Release → the points it implements from that release on; none from the release that removed it.
        source: The path of its package in the repository.
        args: Its Args, or None where it takes none.
        access: See `Plugin`; nothing, of one that reads no more than kube-scheduler itself.
    """
    return Plugin(
        name=name,
        summary=summary,
        extension_points=points,
        source=f"{SCHEDULER_PLUGINS.source}, {source}",
        args=args,
        access=access,
        catalog=SCHEDULER_PLUGINS.name,
    )


def args_kind(
    model: "type[TypedArgs]",
    *,
    served: Mapping[str, str],
    complete: Callable[[Any, Context], Any] = as_written,
    check: Callable[[Any, Context], Iterator[ArgsProblem]] = anything_goes,
    example: Mapping[str, object] | None = None,
) -> ArgsKind:
    """Describe the Args of a plugin of this catalog; only its constructor checks them, in every release.

    Args:
        model: The shape, named like the kind.
        served: API version → first release that registers the kind.
        complete: See `ArgsKind`.
        check: See `ArgsKind`.
        example: See `ArgsKind`.
    """
    return ArgsKind(
        kind=model.__name__,
        model=model,
        served=served,
        complete=complete,
        check=check,
        checked_when_built=True,
        typed_only=True,
        catalog=SCHEDULER_PLUGINS.name,
        example=example or {},
    )
