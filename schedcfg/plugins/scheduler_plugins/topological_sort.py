"""TopologicalSort: sorts the pods of an application by what depends on what."""

from typing import Annotated

from pydantic import Field

from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ApiAccess
from schedcfg.plugins.scheduler_plugins.published import args_kind, plugin
from schedcfg.plugins.typed_args import TypedArgs


class TopologicalSortArgs(TypedArgs):
    """Arguments of the TopologicalSort plugin."""

    namespaces: Annotated[
        list[str | None] | None,
        Field(description="Namespaces to read AppGroups from. Default `[default]`."),
    ] = None


def _complete(args: TopologicalSortArgs, _context: Context) -> TopologicalSortArgs:
    return args.model_copy(update={"namespaces": args.namespaces or ["default"]})


APP_GROUPS = (
    # go.mod: diktyo-io/appgroup-api renames its group.
    ApiAccess("appgroup.diktyo.k8s.io", "appgroups", last=24),
    ApiAccess("appgroup.diktyo.x-k8s.io", "appgroups", first=25),
)

PLUGIN = plugin(
    name="TopologicalSort",
    summary="Sorts the Pods of an AppGroup so that those that others depend on come first.",
    points={"1.24": ("queueSort",)},
    args=args_kind(
        TopologicalSortArgs,
        served={"v1beta3": "1.24", "v1": "1.25"},
        complete=_complete,
        example={"namespaces": ["default", "shop"]},
    ),
    access=APP_GROUPS,
    source="pkg/networkaware/topologicalsort/topologicalsort.go",
)
