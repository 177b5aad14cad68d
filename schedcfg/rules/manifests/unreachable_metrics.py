"""Metrics that are requested where no scheduler answers: at another address, or at another port."""

from collections.abc import Iterator
from typing import TypeAlias

from schedcfg.cards import Citation
from schedcfg.configuration.effective.needs import is_loopback
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.releases.endpoints import INSECURE_PORT, SECURE_PORT
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.rules.scraping import (
    Loopback,
    asked_schedulers,
    loopback_of,
    requesters,
    selected_schedulers,
    selected_services,
)
from schedcfg.sources.manifests.scraping import Scrape, ScrapedService

ID = "unreachable-metrics"

_Asking: TypeAlias = Scrape | ScrapedService


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a scheduler that only its node reaches, and what requests its metrics, where that does not reach it."""
    if context.running is not None:
        yield from _scheduler(context)
    elif context.service is not None:
        yield from _service(context, context.service)
    elif context.scrape is not None:
        yield from _scrape(context, context.scrape)


def _scheduler(context: DeploymentContext) -> Iterator[Problem]:
    loopback = loopback_of(context)
    if loopback is None or context.running is None or context.running.replicas == 0:
        return
    # The flag is about the port with TLS only.
    insecure = context.insecure_port
    asking = [one for one in requesters(context) if insecure is None or one.port != insecure]
    if asking:
        more = f" and {len(asking) - 1} more" if len(asking) > 1 else ""
        message = (
            f"its metrics are not reached: it only listens on {loopback.address}{_default(context, loopback)}, and "
            f"{asking[0].place}{more} {'needs' if not more else 'need'} them elsewhere"
        )
        yield advice(ID, loopback.path, message, _remedy(context, loopback))


def _default(context: DeploymentContext, loopback: Loopback) -> str:
    running = context.running
    if not loopback.is_default or running is None:
        return ""
    return f", as {running.product.name if running.product else 'kubeadm'} has it by default"


def _remedy(context: DeploymentContext, loopback: Loopback) -> str:
    running, reached = context.running, "so that the address of the node is listened at; whoever asks needs a token"
    if running is not None and running.is_managed:
        how = "Set" if not loopback.is_default else "Add"
        return f"{how} the flag `bind-address` of its scheduler: `0.0.0.0`, {reached}."
    return f"Write `--bind-address=0.0.0.0`, {reached}."


def _service(context: DeploymentContext, service: ScrapedService) -> Iterator[Problem]:
    schedulers = selected_schedulers(service, context.related)
    if not schedulers and not service.means_the_clusters_own:
        return
    wrong = False
    for port in service.ports:
        if isinstance(port.target, int):
            found = list(_port(schedulers, service, port.target, port.path))
            wrong = wrong or bool(found)
            yield from found
    numbers = {port.target for port in service.ports}
    if not wrong:
        yield from _address(context, schedulers, numbers, service, service.path)


def _scrape(context: DeploymentContext, scrape: Scrape) -> Iterator[Problem]:
    related = context.related
    schedulers = asked_schedulers(scrape, related)
    if selected_services(scrape, related) or (not schedulers and not scrape.means_the_clusters_own):
        # What is wrong with a Service is reported there.
        return
    is_alert = scrape.is_alert
    if is_alert and len(related.scrapes) > sum(one.is_alert for _, one in related.scrapes):
        return
    found = []
    if isinstance(scrape.port, int) and scrape.of != "Service":
        found = list(_port(schedulers, scrape, scrape.port, scrape.port_path))
        yield from found
    if is_loopback(scrape.host):
        yield from _own_pod(context, scrape)
    elif not found:
        yield from _address(context, schedulers, {scrape.port}, scrape, scrape.path)


def _own_pod(context: DeploymentContext, scrape: Scrape) -> Iterator[Problem]:
    """Yield a Pod that requests its own loopback address, where nothing here is in the network of its node."""
    if scrape.is_in_pod and not context.related.shares_network_of_node:
        message = (
            f"{scrape.described} {scrape.effect} unless it is in the network of a control plane node: {scrape.host} is "
            "the Pod that requests them"
        )
        help_ = (
            "Request the address of the node, where kube-scheduler listens with `--bind-address=0.0.0.0`; or request "
            "them from Pods with `hostNetwork: true` on these nodes."
        )
        yield advice(ID, scrape.port_path, message, help_, Severity.INFO)


def _port(schedulers: list[DeploymentContext], asking: _Asking, port: int, path: Path) -> Iterator[Problem]:
    """Yield a port at which none of the schedulers listens, whichever of them are here."""
    if port == INSECURE_PORT and not schedulers:
        yield _closed(asking, path, " since Kubernetes 1.23")
    known = [
        one for one in schedulers if one.running and one.running.is_secure_port_known and one.is_insecure_port_known
    ]
    if not known or len(known) < len(schedulers):
        if (
            port == INSECURE_PORT
            and schedulers
            and not any(one.release and one.release.serves_insecure_port for one in schedulers)
        ):
            yield _closed(asking, path, " since Kubernetes 1.23")
        return
    listening = {number for one in known if one.running for number in (one.running.secure_port, one.insecure_port)}
    if port in listening or (port not in {INSECURE_PORT, SECURE_PORT} and not _are_alone(known)):
        return
    serving = next((one.running.secure_port for one in known if one.running and one.running.secure_port), None)
    is_gone = port == INSECURE_PORT and not any(one.release and one.release.serves_insecure_port for one in known)
    yield _closed(asking, path, " since Kubernetes 1.23" if is_gone else "", serving or SECURE_PORT, port)


def _are_alone(schedulers: list[DeploymentContext]) -> bool:
    return all(one.is_stock and one.running and one.running.spec.containers_at_work == 1 for one in schedulers)


def _closed(asking: _Asking, path: Path, since: str, serving: int = SECURE_PORT, port: int = INSECURE_PORT) -> Problem:
    message = f"{asking.described} {asking.effect}: kube-scheduler does not listen on port {port}{since}"
    help_ = f"Write {serving}, where it serves HTTPS: whoever scrapes it needs `https`, and a token."
    return advice(ID, path, message, help_)


def _address(
    context: DeploymentContext,
    schedulers: list[DeploymentContext],
    ports: set[int | str | None],
    asking: _Asking,
    path: Path,
) -> Iterator[Problem]:
    """Yield an address at which none of the schedulers listens: each does on its node only."""
    found = [(one, loopback_of(one)) for one in schedulers]
    loopback = found[0][1] if found else None
    if loopback is None or any(one is None for _, one in found):
        return
    if any(one.insecure_port is not None and one.insecure_port in ports for one in schedulers):
        return
    scheduler = found[0][0]
    of_file = (
        scheduler.described
        if scheduler.file != context.file
        else scheduler.running.described
        if scheduler.running
        else ""
    )
    message = (
        f"{asking.described} {asking.effect}: {of_file} only listens on "
        f"{loopback.address}{_default(scheduler, loopback)}, which nothing reaches but its own node"
    )
    help_ = f"Change {of_file}: `--bind-address=0.0.0.0`."
    if scheduler.running is not None and scheduler.running.is_managed:
        help_ = f"Change {of_file}: its flag `bind-address` is to be `0.0.0.0`."
    yield advice(ID, path, message, help_)


RULE = Rule(
    id=ID,
    title="Metrics are requested where no scheduler answers",
    why="kubeadm, k3s, RKE2, Talos and k0s let kube-scheduler listen on 127.0.0.1 only, so that Prometheus gets "
    "`connection refused`, and `KubeSchedulerDown` fires. The same happens at port 10251, where it answered without "
    "TLS up to 1.22.",
    source="cmd/kubeadm/app/phases/controlplane/manifests.go, getSchedulerCommand; cmd/kube-scheduler/app/server.go; "
    "tried with Prometheus 2.42 and kube-scheduler 1.37",
    evidence=(
        Citation(
            "https://github.com/prometheus-operator/kube-prometheus/issues/718",
            "the alert fires in a cluster of kubeadm",
        ),
        Citation("https://github.com/siderolabs/talos/issues/11256", "the connection is refused in Talos"),
        Citation("https://github.com/canonical/microk8s/issues/4608", "a Pod of Prometheus that requests 127.0.0.1"),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
)
