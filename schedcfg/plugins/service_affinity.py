"""ServiceAffinity: keeps the pods of a service on nodes with the same labels (up to 1.22)."""

from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Shape
from schedcfg.plugins.plugin import ArgsKind, Plugin, read_at
from schedcfg.plugins.typed_args import TypedArgs


class FreeFormServiceAffinityArgs(Shape):
    """What 1.18 reads of the Args."""

    affinity_labels: Annotated[
        list[str | None] | None,
        Field(description="Node labels whose values must be the same for all Pods of a service."),
    ] = None
    anti_affinity_labels_preference: Annotated[
        list[str | None] | None,
        Field(description="Node labels over whose values the Pods of a service are spread if possible."),
    ] = None


class ServiceAffinityArgs(FreeFormServiceAffinityArgs, TypedArgs):
    """Arguments of the ServiceAffinity plugin; no release refuses any."""


PLUGIN = Plugin(
    name="ServiceAffinity",
    summary="Keeps the Pods of a service on nodes with the same labels, or spreads them over labels.",
    args=ArgsKind(
        kind="ServiceAffinityArgs",
        model=ServiceAffinityArgs,
        legacy_model=FreeFormServiceAffinityArgs,
        served={"v1alpha1": "1.18", "v1alpha2": "1.18", "v1beta1": "1.19"},
        readers=read_at(affinityLabels=("filter",), antiAffinityLabelsPreference=("score",)),
        example={
            "affinityLabels": ["example.com/rack"],
            "antiAffinityLabelsPreference": ["topology.kubernetes.io/zone"],
        },
    ),
    source="pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go",
    successor="Use Pod affinity instead, which `InterPodAffinity` implements.",
)
