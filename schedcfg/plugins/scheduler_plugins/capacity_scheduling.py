"""CapacityScheduling: quotas that namespaces can lend each other."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ApiAccess
from schedcfg.plugins.scheduler_plugins.published import args_kind, plugin
from schedcfg.plugins.typed_args import TypedArgs

_LAST_WITH_A_DEFAULT = 20


class CapacitySchedulingArgs(TypedArgs):
    """Arguments of the CapacityScheduling plugin, up to Kubernetes 1.21; later ones take none."""

    kube_config_path: Annotated[
        str | None,
        Field(
            description="The kubeconfig of the client that reads ElasticQuotas. Default "
            "`/etc/kubernetes/scheduler.conf` up to Kubernetes 1.20, then the Pod's service account."
        ),
    ] = None


def _complete(args: CapacitySchedulingArgs, context: Context) -> CapacitySchedulingArgs:
    if args.kube_config_path is not None:
        return args
    default = "/etc/kubernetes/scheduler.conf" if context.release.number <= _LAST_WITH_A_DEFAULT else ""
    return args.model_copy(update={"kube_config_path": default})


PLUGIN = plugin(
    name="CapacityScheduling",
    summary="Lets namespaces use what others leave of their ElasticQuota, and reclaims it by evicting Pods.",
    points={"1.19": ("preFilter", "postFilter", "reserve")},
    args=replace(
        args_kind(
            CapacitySchedulingArgs,
            served={"v1beta1": "1.19"},
            complete=_complete,
            example={"kubeConfigPath": "/etc/kubernetes/scheduler.conf"},
        ),
        # Since 1.22 the plugin takes no args, but the kind is registered in v1beta1 still, though in
        # `pkg/apis/config/register.go` no longer.
        typed_only=False,
        unconverted={"v1beta1": "1.22"},
    ),
    # apis/scheduling/register.go: scheduling.x-k8s.io since 1.25.
    access=(
        ApiAccess("scheduling.sigs.k8s.io", "elasticquotas", last=24),
        ApiAccess("scheduling.x-k8s.io", "elasticquotas", first=25),
    ),
    source="pkg/capacityscheduling/capacity_scheduling.go",
)
