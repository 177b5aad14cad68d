"""Labels and names of ports by which no scheduler is found that metrics are requested of."""

from collections.abc import Iterator, Mapping

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.rules.scraping import finds_pods, pod_labels, ports_of, selected_schedulers, selected_services
from schedcfg.sources.manifests.scraping import CLUSTERS_OWN, Scrape, ScrapedService

ID = "unselected-metrics"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield what selects no scheduler here, and a scheduler whose Pod has no labels by which it could be selected."""
    if context.running is not None:
        yield from _scheduler(context)
    elif context.service is not None:
        yield from _pods(context, context.service, context.service.selector)
    elif context.scrape is not None:
        scrape = context.scrape
        if scrape.of == "Service":
            yield from _services(context, scrape)
        elif scrape.of == "Pod":
            yield from _pods(context, scrape, scrape.selects)


def _scheduler(context: DeploymentContext) -> Iterator[Problem]:
    running = context.running
    if running is None or pod_labels(running) != {} or running.kind != "Pod":
        return
    for one, service in context.related.services:
        selector = service.selector
        is_meant = any(found.running is running for found in selected_schedulers(service, context.related))
        if selector and is_meant and not finds_pods(selector, (service.namespace,), context.related):
            message = (
                f"its Pod has no labels, so that {service.described} ({one.place(service.path)}) does not select it"
            )
            yield advice(ID, (*running.path, "metadata"), message, f"Add `labels: {_written(selector)}`.")
            return


def _pods(
    context: DeploymentContext, one: ScrapedService | Scrape, selector: Mapping[str, object]
) -> Iterator[Problem]:
    """Yield labels that no scheduler's Pod here has, where all of them are known that may be meant."""
    namespaces = one.namespaces if isinstance(one, Scrape) else (one.namespace,)
    if not selector or not one.means_the_clusters_own or finds_pods(selector, namespaces, context.related):
        return
    own = [
        scheduler
        for scheduler in context.related.schedulers
        if scheduler.running is not None
        and (scheduler.running.is_managed or scheduler.running.scheduler == CLUSTERS_OWN)
    ]
    labels = [pod_labels(scheduler.running) for scheduler in own if scheduler.running is not None]
    if not labels or any(known is None for known in labels):
        return
    first, running = labels[0] or {}, own[0].running
    has = f"has {_written(first)}" if first else "has no labels"
    wanted = {"component": CLUSTERS_OWN} if first.get("component") == CLUSTERS_OWN else dict(list(first.items())[:1])
    help_ = f"Select `{_written(wanted)}`." if first else f"Add `labels: {_written(selector)}` to the Pod."
    described = running.described if running is not None and own[0].file == context.file else own[0].described
    message = f"{one.described} selects no Pod: it wants {_written(selector)}, and {described} {has}"
    path = one.selects_path if isinstance(one, Scrape) else one.selector_path
    yield advice(ID, path, message, help_)


def _services(context: DeploymentContext, scrape: Scrape) -> Iterator[Problem]:
    """Yield labels that no Service of a scheduler here has, or the name of a port that it lacks."""
    related = context.related
    found = selected_services(scrape, related)
    if not found:
        meant = [(one, service) for one, service in related.services if service.means_the_clusters_own]
        if scrape.means_the_clusters_own and scrape.selects and meant:
            where, service = meant[0]
            has = f"has {_written(service.labels)}" if service.labels else "has no labels"
            message = (
                f"{scrape.described} selects no Service: it wants {_written(scrape.selects)}, and {service.described} "
                f"({where.place(service.path)}) {has}"
            )
            yield advice(ID, scrape.selects_path, message, "Make the labels of both the same.")
        return
    of_schedulers = [(one, service) for one, service in found if selected_schedulers(service, related)]
    for where, service in of_schedulers or found:
        is_of_scheduler = bool(of_schedulers) or service.means_the_clusters_own
        if is_of_scheduler and scrape.port is not None and service.ports and not ports_of(scrape, service):
            names = ", ".join(f"`{port.name}`" for port in service.ports if port.name) or "none with a name"
            message = (
                f"{scrape.described} finds no port `{scrape.port}`: {service.described} "
                f"({where.place(service.path)}) has {names}"
            )
            yield advice(ID, scrape.port_path, message, "Write the name of a port of the Service.")


def _written(labels: Mapping[str, object]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in labels.items()) + "}"


RULE = Rule(
    id=ID,
    title="No scheduler is selected for metrics",
    why="A Service finds Pods by labels, a monitor finds Services by labels, and ports by their names. Where one of "
    "them does not match, Prometheus has no target, and `KubeSchedulerDown` fires. Pods of kubeadm have the label "
    "`component: kube-scheduler`.",
    source="cmd/kubeadm/app/util/staticpod/utils.go, ComponentPod; pkg/prometheus/promcfg.go of prometheus-operator",
    evidence=(
        Citation("https://github.com/prometheus-operator/prometheus-operator/issues/618", "labels that no Pod has"),
        Citation(
            "https://github.com/prometheus-operator/prometheus-operator/issues/1378", "labels that no Service has"
        ),
        Citation(
            "https://github.com/prometheus-operator/kube-prometheus/issues/718", "a port whose name does not match"
        ),
    ),
    check=check,
    severity=Severity.WARNING,
)
