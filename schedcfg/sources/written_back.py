"""ConfigMaps that an operator owns: what others write into them does not last."""

from schedcfg.cards import Citation, RuleCard
from schedcfg.document import Document, Path
from schedcfg.document.span import follow
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.sources.products import products
from schedcfg.sources.products.product import OwnedConfigMap

ID = "written-back"

_STORED = frozenset({"uid", "resourceVersion", "managedFields"})
"""Fields that only an API server writes: what has one was printed from a cluster, and may be meant to be read only."""


def written_back(data: dict[str, object], document: Document, path: Path) -> Problem | None:
    """Return what is to be known of a ConfigMap that an operator writes back; None of another one.

    Args:
        data: The ConfigMap.
        document: The document that it is in.
        path: Where it is there.
    """
    owned = _owned(data)
    if owned is None:
        return None
    place = document.locate((*path, "metadata", "name")).value
    metadata = data.get("metadata")
    is_stored = isinstance(metadata, dict) and not _STORED.isdisjoint(metadata)
    return Problem(
        ID,
        (),
        f"{owned.owner} writes this ConfigMap, and writes it back when it was changed: a change does not last",
        owned.instead,
        finding_class=FindingClass.ADVISED,
        severity=Severity.INFO if is_stored else Severity.WARNING,
        span=place,
    )


def _owned(data: dict[str, object]) -> OwnedConfigMap | None:
    name, namespace = (follow(data, ("metadata", field)) for field in ("name", "namespace"))
    if not isinstance(name, str) or not isinstance(namespace, str):
        return None
    every = (one for product in products() for one in product.owned)
    return next((one for one in every if one.namespace == namespace and one.name.fullmatch(name)), None)


_EXAMPLE = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: {name}
  namespace: {namespace}
data:
  config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection:
      leaderElect: false
    profiles:
      - schedulerName: batch
"""

CARDS = (
    RuleCard(
        id=ID,
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
        lighter=(Severity.INFO,),
        title="An operator writes this ConfigMap back",
        why="An operator makes the configuration of a scheduler from a resource of its own, and compares again and "
        "again. What somebody else writes into its ConfigMap is there for seconds. Of one that was printed from a "
        "cluster, an info says so.",
        source="pkg/operator/targetconfigcontroller/targetconfigcontroller.go of "
        "openshift/cluster-kube-scheduler-operator; pkg/numaresourcesscheduler/manifests/yaml/configmap.nrt.yaml of "
        "openshift-kni/numaresources-operator",
        evidence=(
            Citation(
                "https://github.com/openshift/cluster-kube-scheduler-operator/pull/45",
                "the question whether a change of `openshift-kube-scheduler/config` needs the operator offline",
            ),
            Citation(
                "https://github.com/openshift-kni/numaresources-operator/pull/1224",
                "the operator owns the ConfigMap of its scheduler, and nobody else is supposed to change it",
            ),
        ),
        bad=_EXAMPLE.format(name="config", namespace="openshift-kube-scheduler"),
        good=_EXAMPLE.format(name="secondary-scheduler-config", namespace="openshift-secondary-scheduler-operator"),
    ),
)
