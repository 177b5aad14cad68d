"""Who asks which scheduler for its metrics, and where that one listens."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.configuration.effective.needs import is_loopback
from schedcfg.document.span import Path
from schedcfg.rules.deployment import DeploymentContext, RelatedManifests
from schedcfg.sources.manifests.pod import TEMPLATES, at, fields, may_be_same
from schedcfg.sources.manifests.reading import LocatedManifest
from schedcfg.sources.manifests.running import RunningScheduler
from schedcfg.sources.manifests.scraping import CLUSTERS_OWN, Scrape, ScrapedService, ServedPort

LABELS_OF_KUBEADM = {"component": CLUSTERS_OWN, "tier": "control-plane"}
"""Labels of the Pods that kubeadm makes: `ComponentPod` in `cmd/kubeadm/app/util/staticpod/utils.go`."""


class Loopback(NamedTuple):
    """That a scheduler only listens on its own node, or Pod."""

    address: str
    path: Path  # Where that is written, or what runs it so by default
    is_default: bool  # Whether nothing is written


class MetricsRequest(NamedTuple):
    """What has metrics of a scheduler requested."""

    place: str  # As messages name it: `Service `kube-scheduler` (mon.yaml:1)`
    port: int | None  # The port at which they are; None where that is not known


def pod_labels(running: RunningScheduler) -> Mapping[str, object] | None:
    """Return the labels of a scheduler's Pods; None where they are not known, or it has no Pods."""
    if running.is_kubeadm:
        return LABELS_OF_KUBEADM
    if running.kind not in TEMPLATES or running.is_partial:
        return None
    of_pods = TEMPLATES[running.kind][:-1]
    return fields(at(running.manifest, *of_pods, "metadata", "labels"))


def loopback_of(context: DeploymentContext) -> Loopback | None:
    """Return the address of its own at which alone a scheduler listens; None where it is reached from elsewhere."""
    running = context.running
    if running is None or context.release is None:
        return None
    flag = context.command_line(context.release).get("bind-address")
    if flag is not None:
        if not flag.is_known or not is_loopback(flag.value or ""):
            return None
        written = running.flag("bind-address")
        return Loopback(
            flag.value or "", flag.value_path if written is not None else running.container, written is None
        )
    if running.product is not None and running.product.listens_on_loopback:
        return Loopback("127.0.0.1", running.container, is_default=True)
    return None


def selected_schedulers(service: ScrapedService, related: RelatedManifests) -> list[DeploymentContext]:
    """List the schedulers here that a Service finds by labels; one for the default scheduler means that at least."""
    found = [one for one in related.schedulers if _selects(service.selector, service.namespace, one)]
    if found or not service.means_the_clusters_own:
        return found
    return list(_clusters_own(related))


def _selects(selector: Mapping[str, object], namespace: str, scheduler: DeploymentContext) -> bool:
    running = scheduler.running
    labels = None if running is None else pod_labels(running)
    if running is None or labels is None or not selector:
        return False
    return may_be_same(namespace, running.namespace) and selector.items() <= labels.items()


def finds_pods(selector: Mapping[str, object], namespaces: tuple[str, ...], related: RelatedManifests) -> bool:
    """Return whether labels find the Pods of a scheduler here."""
    return any(_selects(selector, namespace, one) for one in related.schedulers for namespace in namespaces or ("",))


def _clusters_own(related: RelatedManifests) -> Iterator[DeploymentContext]:
    for one in related.schedulers:
        running = one.running
        # What is called so is the default one, also where its manifest is a patch, or shows nothing else.
        if running is not None and (running.is_managed or running.is_process or running.scheduler == CLUSTERS_OWN):
            yield one


def selected_services(scrape: Scrape, related: RelatedManifests) -> list[tuple[LocatedManifest, ScrapedService]]:
    """List the Services here that a request for metrics finds by labels."""
    if scrape.of != "Service" or not scrape.selects:
        return []
    return [
        (one, service)
        for one, service in related.services
        if scrape.selects.items() <= service.labels.items()
        and (not scrape.namespaces or any(may_be_same(service.namespace, name) for name in scrape.namespaces))
    ]


def asked_schedulers(scrape: Scrape, related: RelatedManifests) -> list[DeploymentContext]:
    """List the schedulers here that metrics are requested of."""
    found = [one for _, service in selected_services(scrape, related) for one in selected_schedulers(service, related)]
    if scrape.of == "Pod":
        namespaces = scrape.namespaces or ("",)
        schedulers = related.schedulers
        found = [one for one in schedulers if any(_selects(scrape.selects, name, one) for name in namespaces)]
    if not found and scrape.means_the_clusters_own:
        found = list(_clusters_own(related))
    return list({id(one): one for one in found}.values())


def asked_port(scrape: Scrape, related: RelatedManifests) -> int | None:
    """Return the port of the scheduler at which metrics are requested; None where it is not known."""
    if scrape.of == "Service":
        ports = [
            _number(port) for _, service in selected_services(scrape, related) for port in ports_of(scrape, service)
        ]
        return ports[0] if ports else None
    return scrape.port if isinstance(scrape.port, int) else None


def ports_of(scrape: Scrape, service: ScrapedService) -> list[ServedPort]:
    """List the ports of a Service that a request names: by name, or by the number in the Pod."""
    return [port for port in service.ports if scrape.port in {port.name, port.target}]


def _number(port: ServedPort) -> int | None:
    return port.target if isinstance(port.target, int) else None


def requesters(context: DeploymentContext) -> list[MetricsRequest]:
    """List what has metrics of a scheduler requested from elsewhere; alerts count where nothing else does."""
    related, found, alerts = context.related, list[MetricsRequest](), list[MetricsRequest]()
    for one, service in related.services:
        if any(scheduler.running is context.running for scheduler in selected_schedulers(service, related)):
            found += [
                MetricsRequest(_placed(one, service.described, service.path), _number(port))
                for port in service.ports[:1]
            ]
    for one, scrape in related.scrapes:
        if is_loopback(scrape.host) or not _asks(scrape, context):
            continue
        requester = MetricsRequest(_placed(one, scrape.described, scrape.path), asked_port(scrape, related))
        (alerts if scrape.is_alert else found).append(requester)
    return found or alerts


def _asks(scrape: Scrape, context: DeploymentContext) -> bool:
    return any(one.running is context.running for one in asked_schedulers(scrape, context.related))


def _placed(one: LocatedManifest, described: str, path: Path) -> str:
    return f"{described} ({one.place(path)})"
