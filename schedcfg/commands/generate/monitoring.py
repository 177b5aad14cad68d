"""What Prometheus needs for the metrics of a scheduler: a Service, a ServiceMonitor, and the right to read them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.commands.generate.generation import GeneratedFile, Generation
from schedcfg.commands.generate.objects import Data, KubernetesObject, stream
from schedcfg.errors import WrongRequest
from schedcfg.plugins.label_syntax import is_dns_label
from schedcfg.releases.endpoints import METRICS_PATH, SECURE_PORT
from schedcfg.rules.scraping import LABELS_OF_KUBEADM
from schedcfg.sources.manifests.rbac import Account
from schedcfg.sources.manifests.scraping import CLUSTERS_OWN, TOKEN_FILE

_PORT_NAME = "https-metrics"
_GROUP = "rbac.authorization.k8s.io"
_APP = "app.kubernetes.io/name"
_ACCOUNT = Account("monitoring", "prometheus-k8s")
"""What kube-prometheus runs Prometheus as."""


class MonitoringOptions(NamedTuple):
    """What a user may choose."""

    name: str = CLUSTERS_OWN  # What the scheduler is called, and its objects
    namespace: str = "kube-system"  # Where it runs
    pod_labels: Mapping[str, str] = {}  # Of its Pods; none: those of kubeadm, or `generate second-scheduler`
    account: Account = _ACCOUNT  # The service account of Prometheus
    monitor_labels: Mapping[str, str] = {}  # Further labels of the ServiceMonitor, by which Prometheus may select it

    @property
    def is_clusters_own(self) -> bool:
        """Whether it is the default scheduler."""
        return self.name == CLUSTERS_OWN

    @property
    def selector(self) -> Mapping[str, str]:
        """The labels by which its Pods are found."""
        if self.pod_labels:
            return self.pod_labels
        return {"component": LABELS_OF_KUBEADM["component"]} if self.is_clusters_own else {_APP: self.name}


def generate_monitoring(options: MonitoringOptions) -> Generation:
    """Make one file with all objects.

    Raises:
        WrongRequest: if a name cannot be that of an object.
    """
    for name in (options.name, options.namespace, options.account.namespace):
        if not is_dns_label(name):
            raise WrongRequest(
                f"`{name}` cannot be the name of a Service or namespace: lower case letters, digits and `-`, at most 63"
            )
    objects = (_service(options), _monitor(options), _role(options), _binding(options))
    file = GeneratedFile(f"{options.name}-monitoring.yaml", stream(objects))
    return Generation((file,), remarks=tuple(_remarks(options)))


def _labels(options: MonitoringOptions) -> Data:
    return {_APP: options.name}


def _service(options: MonitoringOptions) -> KubernetesObject:
    metadata = {"name": f"{options.name}-metrics", "namespace": options.namespace, "labels": _labels(options)}
    spec: Data = {
        "clusterIP": "None",
        "selector": dict(sorted(options.selector.items())),
        "ports": [{"name": _PORT_NAME, "port": SECURE_PORT, "targetPort": SECURE_PORT}],
    }
    return KubernetesObject({"apiVersion": "v1", "kind": "Service", "metadata": metadata, "spec": spec})


def _monitor(options: MonitoringOptions) -> KubernetesObject:
    labels = {**_labels(options), **dict(sorted(options.monitor_labels.items()))}
    endpoint: Data = {
        "port": _PORT_NAME,
        "scheme": "https",
        "bearerTokenFile": TOKEN_FILE,
        "tlsConfig": {"insecureSkipVerify": True},
    }
    return KubernetesObject(
        {
            "apiVersion": "monitoring.coreos.com/v1",
            "kind": "ServiceMonitor",
            "metadata": {"name": options.name, "namespace": options.account.namespace, "labels": labels},
            "spec": {
                "jobLabel": _APP,
                "namespaceSelector": {"matchNames": [options.namespace]},
                "selector": {"matchLabels": _labels(options)},
                "endpoints": [endpoint],
            },
        },
        {
            (
                "spec",
                "endpoints",
                0,
                "tlsConfig",
            ): "Without --tls-cert-file, kube-scheduler signs its certificate itself, at each start."
        },
    )


def _role(options: MonitoringOptions) -> KubernetesObject:
    rule = {"nonResourceURLs": [METRICS_PATH, f"{METRICS_PATH}/*"], "verbs": ["get"]}
    return KubernetesObject(
        {
            "apiVersion": f"{_GROUP}/v1",
            "kind": "ClusterRole",
            "metadata": {"name": f"{options.name}-metrics", "labels": _labels(options)},
            "rules": [rule],
        },
        {(): "kube-scheduler asks the API server whether who sends the token may read the path."},
    )


def _binding(options: MonitoringOptions) -> KubernetesObject:
    name = f"{options.name}-metrics"
    subject = {"kind": "ServiceAccount", "name": options.account.name, "namespace": options.account.namespace}
    return KubernetesObject(
        {
            "apiVersion": f"{_GROUP}/v1",
            "kind": "ClusterRoleBinding",
            "metadata": {"name": name, "labels": _labels(options)},
            "subjects": [subject],
            "roleRef": {"apiGroup": _GROUP, "kind": "ClusterRole", "name": name},
        }
    )


def _remarks(options: MonitoringOptions) -> Iterator[str]:
    if options.is_clusters_own:
        yield (
            "kube-scheduler has to listen on the address of its node, `--bind-address=0.0.0.0`: with kubeadm, k3s, "
            "RKE2, Talos and k0s, it only does so if the flag is set; validate the file beside its manifest"
        )
    yield (
        f"Prometheus also needs to `list` and `watch` Services, Pods and EndpointSlices in `{options.namespace}`, and "
        "to select the ServiceMonitor (`serviceMonitorSelector`)"
    )
