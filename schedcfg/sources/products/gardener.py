"""Gardener: a Shoot has feature gates of its scheduler, and chooses one of two profiles.

Sources, in github.com/gardener/gardener at v1.150: `KubeSchedulerConfig` in pkg/apis/core/v1beta1/types_shoot.go,
`validateKubeMaxPDVols` and `availableSchedulingProfiles` in pkg/api/core/validation/shoot.go, `componentConfigTmpl`
in pkg/component/kubernetes/scheduler/scheduler.go.
"""

from schedcfg.sources.managed.offer import ANY, PACKING_FIT, STOCK, UNBALANCED, Offer, OfferedSettings
from schedcfg.sources.manifests.flags_in_data import flags_in_fields
from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument
from schedcfg.sources.products.target import ConfigurationToRun, DeploymentTarget, MadeFiles

_GROUP, _KIND = "core.gardener.cloud/", "Shoot"
_SCHEDULER = ("spec", "kubernetes", "kubeScheduler")
_FILE = "shoot-patch.yaml"

_SETTINGS = OfferedSettings(
    Offer(
        fields={
            "profile": Offer(values=("balanced", "bin-packing")),
            "featureGates": ANY,
            "kubeMaxPDVols": Offer(
                dead="no kube-scheduler reads it since Kubernetes 1.17: drivers report how many volumes a node takes",
                refused_since="1.35",
            ),
        }
    ),
    refused="the Shoot is refused, and its scheduler stays as it is",
    at=_SCHEDULER,
    chosen_by="profile",
    profiles={
        "balanced": STOCK,
        "bin-packing": {
            "profiles": [
                {"schedulerName": "default-scheduler"},
                {
                    "schedulerName": "bin-packing-scheduler",
                    "pluginConfig": [PACKING_FIT],
                    "plugins": {"score": {"disabled": [UNBALANCED]}},
                },
            ]
        },
    },
    # A webhook gives every Pod that names this one the other: pkg/resourcemanager/webhook/podschedulername/handler.go.
    idle={"bin-packing": frozenset({"default-scheduler"})},
    sets={
        "clientConnection": {"kubeconfig": "/var/run/secrets/gardener.cloud/shoot/generic-kubeconfig/kubeconfig"},
        "leaderElection": {"leaderElect": True},
    },
)


def _files(config: ConfigurationToRun) -> MadeFiles:
    gates = dict(sorted(config.release.gates_set.items()))
    its = {**config.settings(), "featureGates": gates} if gates else config.settings()
    patch = {"apiVersion": f"{_GROUP}v1beta1", "kind": _KIND, "spec": {"kubernetes": {"kubeScheduler": its}}}
    return {_FILE: patch}


_HOW_TO_APPLY = (
    f"Run `kubectl -n NAMESPACE patch shoot NAME --type merge --patch-file {_FILE}`. With `bin-packing`, Gardener has "
    "new Pods that name no scheduler use `bin-packing-scheduler`."
)

PRODUCT = Product(
    "Gardener",
    Marks(flags=("kubeScheduler",)),
    documents=(
        ProductDocument(
            _GROUP,
            (_KIND,),
            flags=(FlagPlace(_SCHEDULER, flags_in_fields({("featureGates",): "feature-gates"})),),
            settings=_SETTINGS,
            versions=(("spec", "kubernetes", "version"),),
        ),
    ),
    passes_config=True,
    targets={
        "gardener": DeploymentTarget(
            summary="Write a patch of a Shoot that chooses a profile of its scheduler.",
            files=_files,
            remarks=(_HOW_TO_APPLY,),
            settings=_SETTINGS,
            takes_fields=True,
            leader_elect=None,
        )
    },
)
