"""AKS: the resource from which Azure configures the managed scheduler (preview).

Sources: articles/aks/configure-aks-scheduler.md and concepts-scheduler-configuration.md of
github.com/MicrosoftDocs/azure-aks-docs.
"""

from schedcfg.sources.managed.offer import ANY, Offer, OfferedSettings
from schedcfg.sources.products.product import Marks, Product, ProductDocument
from schedcfg.sources.products.target import ConfigurationToRun, DeploymentTarget, MadeFiles

_GROUP, _KIND = "aks.azure.com/", "SchedulerConfiguration"
_PLUGINS = (
    *("DefaultBinder", "DefaultPreemption", "ImageLocality", "InterPodAffinity", "NodeAffinity", "NodeName"),
    *("NodePorts", "NodeResourcesBalancedAllocation", "NodeResourcesFit", "NodeUnschedulable", "NodeVolumeLimits"),
    *("PodTopologySpread", "PrioritySort", "SchedulingGates", "TaintToleration", "VolumeBinding"),
    *("VolumeRestrictions", "VolumeZone"),
)
_ENTRIES = Offer(each=Offer(fields={"name": Offer(values=(*_PLUGINS, "*"), are_plugins=True), "weight": ANY}))
_PROFILE = Offer(
    fields={
        "schedulerName": Offer(reserved=("aks-system",)),
        "percentageOfNodesToScore": ANY,
        "plugins": Offer(each=Offer(fields={"enabled": _ENTRIES, "disabled": ANY})),
        "pluginConfig": Offer(each=Offer(fields={"name": Offer(values=_PLUGINS, are_plugins=True), "args": ANY})),
    }
)
_SETTINGS = OfferedSettings(
    Offer(fields={"rawConfig": ANY}),
    refused="AKS does not accept the resource, and its scheduler stays as it is",
    at=("spec",),
    name="upstream",
    since="1.33",
    text=("rawConfig",),
    text_offer=Offer(
        fields={
            "apiVersion": Offer(values=("kubescheduler.config.k8s.io/v1",)),
            "kind": ANY,
            "percentageOfNodesToScore": ANY,
            "podInitialBackoffSeconds": ANY,
            "podMaxBackoffSeconds": ANY,
            "profiles": Offer(each=_PROFILE),
        }
    ),
)


def _files(config: ConfigurationToRun) -> MadeFiles:
    resource = {
        "apiVersion": f"{_GROUP}v1alpha1",
        "kind": _KIND,
        # No other name is looked at.
        "metadata": {"name": _SETTINGS.name},
        "spec": {"rawConfig": config.text},
    }
    return {"schedulerconfiguration.yaml": resource}


_HOW_TO_APPLY = (
    "Enable it first (`az aks update --enable-upstream-kubescheduler-user-configuration`, a preview), then `kubectl "
    "apply`; `kubectl get schedulerconfiguration` shows whether AKS accepted it."
)

PRODUCT = Product(
    "AKS",
    Marks(settings=(_GROUP,)),
    documents=(ProductDocument(_GROUP, (_KIND,), settings=_SETTINGS),),
    targets={
        "aks": DeploymentTarget(
            summary="Write the resource that configures kube-scheduler in AKS.",
            files=_files,
            remarks=(_HOW_TO_APPLY,),
            settings=_SETTINGS,
            is_v1_only=True,
            unmounted_by="AKS",
            leader_elect=None,
        )
    },
)
