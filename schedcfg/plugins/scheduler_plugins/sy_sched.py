"""SySched: places pods together with those that use the same system calls."""

from typing import Annotated

from pydantic import Field

from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ApiAccess
from schedcfg.plugins.scheduler_plugins.published import args_kind, plugin
from schedcfg.plugins.typed_args import TypedArgs


class SySchedArgs(TypedArgs):
    """Arguments of the SySched plugin: which profile represents pods that have none."""

    default_profile_namespace: Annotated[
        str | None,
        Field(description="Namespace of the SeccompProfile for Pods without one. Default `default`."),
    ] = None
    default_profile_name: Annotated[
        str | None, Field(description="Name of that SeccompProfile. Default `all-syscalls`.")
    ] = None


def _complete(args: SySchedArgs, _context: Context) -> SySchedArgs:
    update: dict[str, object] = {}
    if args.default_profile_namespace is None:
        update["default_profile_namespace"] = "default"
    if args.default_profile_name is None:
        update["default_profile_name"] = "all-syscalls"
    return args.model_copy(update=update)


PLUGIN = plugin(
    name="SySched",
    summary="Prefers nodes whose Pods use few system calls beyond those of the Pod, by their SeccompProfiles.",
    points={"1.28": ("score",)},
    args=args_kind(
        SySchedArgs,
        served={"v1beta3": "1.28", "v1": "1.28"},
        complete=_complete,
        example={"defaultProfileNamespace": "security", "defaultProfileName": "all-syscalls"},
    ),
    access=(ApiAccess("security-profiles-operator.x-k8s.io", "seccompprofiles"),),
    source="pkg/sysched/sysched.go",
)
