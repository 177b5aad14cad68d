"""Amazon EKS: the value of `--kube-scheduler-config`, which is one scoring strategy.

Sources: docs.aws.amazon.com/eks, "Configure advanced Kubernetes control plane parameters", and
`KubeSchedulerConfigRequest`, `ScoringStrategy` and `ResourceWeight` of its API reference; eksctl,
github.com/eksctl-io/eksctl: `KubeSchedulerConfig` in pkg/apis/eksctl.io/v1alpha5/types.go.
"""

from schedcfg.document.span import Path
from schedcfg.sources.managed.offer import Offer, OfferedSettings
from schedcfg.sources.products.product import Marks, Product, ProductDocument
from schedcfg.sources.products.target import ConfigurationToRun, DeploymentTarget, MadeFiles

_KEY = "kubeSchedulerConfig"
_FIT = "nodeResourcesFit"
_FILE = "kube-scheduler-config.json"
_STRATEGY = Offer(
    fields={
        "type": Offer(values=("LeastAllocated", "MostAllocated")),
        "resources": Offer(
            each=Offer(
                fields={
                    "name": Offer(
                        values=("cpu", "memory", "nvidia.com/gpu", "aws.amazon.com/neuron", "aws.amazon.com/neuroncore")
                    ),
                    "weight": Offer(bounds=(1, 100)),
                }
            )
        ),
    }
)
_VALUE = OfferedSettings(
    Offer(fields={_FIT: Offer(fields={"scoringStrategy": _STRATEGY})}),
    refused="the request is rejected, and the cluster's scheduler stays as it is",
    since="1.31",
    profiles={
        "": {
            "profiles": [
                {"schedulerName": "default-scheduler", "pluginConfig": [{"name": "NodeResourcesFit", "args": {}}]}
            ]
        }
    },
    own=("profiles", 0, "pluginConfig", 0, "args", "scoringStrategy"),
    value=(_FIT, "scoringStrategy"),
)


def _request(*within: str) -> ProductDocument:
    """Return the form of a request, or of an answer, that has the value and the release below some keys."""
    place: Path = (*within, _KEY)
    return ProductDocument(requires=place, settings=_VALUE._replace(at=place), versions=((*within, "version"),))


def _files(config: ConfigurationToRun) -> MadeFiles:
    return {_FILE: config.settings()}


_HOW_TO_APPLY = (
    f"Run `aws eks update-cluster-config --name CLUSTER --kube-scheduler-config file://{_FILE}`. What is not in the "
    "file keeps its value in the cluster, and Pods that run stay where they are."
)

PRODUCT = Product(
    "Amazon EKS",
    Marks(settings=(_FIT,)),
    documents=(
        ProductDocument(requires=(_FIT,), settings=_VALUE),
        ProductDocument(
            "eksctl.io/",
            ("ClusterConfig",),
            settings=_VALUE._replace(at=(_KEY,)),
            versions=(("metadata", "version"),),
        ),
        _request(),  # to create and to update a cluster
        _request("cluster"),  # the answer to `describe-cluster`
    ),
    targets={
        "eks": DeploymentTarget(
            summary="Write the settings of the scheduler that Amazon EKS runs.",
            files=_files,
            remarks=(_HOW_TO_APPLY,),
            settings=_VALUE,
            takes_fields=True,
            leader_elect=None,
        )
    },
)
