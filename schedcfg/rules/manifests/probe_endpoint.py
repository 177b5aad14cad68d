"""Probes of addresses at which nothing answers."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.cards import Citation
from schedcfg.configuration.effective import needs
from schedcfg.findings import Problem, Severity
from schedcfg.releases.endpoints import (
    INSECURE_PORT,
    SECURE_PORT,
    answers_at,
)
from schedcfg.releases.release import Release
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.pod import HttpProbe
from schedcfg.sources.manifests.running import RunningScheduler

ID = "probe-endpoint"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the scheduler's probes with a port, scheme, host or path at which it does not answer."""
    running, release = context.running, context.release
    if running is None or running.is_partial or release is None:
        return
    for probe in running.probes:
        yield from _port_and_scheme(context, running, release, probe)
        yield from _host(context, running, probe)
        if not answers_at(probe.url_path, release):
            first = releases.first(lambda one: one.answers_livez)
            message = (
                f"the {probe.kind} always fails: kube-scheduler of {context.release_phrase} has no `{probe.url_path}`, "
                f"which exists since {first.name}"
            )
            yield advice(ID, (*probe.path, "path"), message, "Write `path: /healthz`.", _weight(context))


def _port_and_scheme(
    context: DeploymentContext, running: RunningScheduler, release: Release, probe: HttpProbe
) -> Iterator[Problem]:
    if probe.port is None or not running.is_secure_port_known or not context.is_insecure_port_known:
        return
    secure, insecure = running.secure_port, context.insecure_port
    if probe.port == secure:
        if probe.scheme != "HTTPS":
            message = f"the {probe.kind} always fails: port {secure} serves HTTPS, and it uses HTTP"
            help_ = _own_port(context, secure) or "Write `scheme: HTTPS`."
            yield advice(ID, probe.path, message, help_, _weight(context))
        return
    if probe.port == insecure:
        if probe.scheme == "HTTPS":
            message = f"the {probe.kind} always fails: port {insecure} serves plain HTTP, and it uses HTTPS"
            help_ = _own_port(context, secure) or f"Write `port: {secure}`."
            yield advice(ID, (*probe.path, "port"), message, help_, _weight(context))
        return
    # Another program may serve its health anywhere; these two it would have to have from kube-scheduler.
    is_only_container = running.spec.containers_at_work == 1
    if (context.is_stock and is_only_container) or probe.port in {INSECURE_PORT, SECURE_PORT}:
        message, severity = _elsewhere(context, running, release, probe)
        help_ = _own_port(context, secure) or _advice(secure, insecure)
        yield advice(ID, (*probe.path, "port"), message, help_, severity)


def _elsewhere(
    context: DeploymentContext, running: RunningScheduler, release: Release, probe: HttpProbe
) -> tuple[str, Severity]:
    """Return what happens to a probe of a port at which the scheduler does not listen, and how much it weighs."""
    port, other = probe.port, _answering(context, running, release, probe)
    if other:
        message = (
            f"the {probe.kind} shows nothing of this Pod, which does not listen on port {port}: {other} responds "
            "there, on the same node's network"
        )
        return message, Severity.WARNING
    # At the ports of schedulers, nobody responds in the place of the cluster's own.
    is_schedulers = port in {INSECURE_PORT, SECURE_PORT} and running.is_clusters_own
    is_gone = port == INSECURE_PORT and not release.serves_insecure_port
    if running.spec.host_network and not is_schedulers and not is_gone:
        message = (
            f"the {probe.kind} does not reach this scheduler, which does not listen on port {port}: it fails, unless "
            "another program of the node responds there"
        )
        return message, Severity.WARNING
    since = " since Kubernetes 1.23, which has no insecure port" if is_gone else ""
    return f"the {probe.kind} always fails: nothing listens on port {port}{since}", _weight(context)


def _answering(context: DeploymentContext, running: RunningScheduler, release: Release, probe: HttpProbe) -> str:
    """Return which other scheduler of the node responds to a probe; empty where none is known to."""
    if not running.spec.host_network:
        return ""
    is_https = probe.scheme == "HTTPS"
    for other in context.related.schedulers:
        one = other.running
        if one is None or not one.competes or not one.spec.host_network or one.scheduler == running.scheduler:
            continue
        if probe.port == (one.secure_port if is_https else other.insecure_port):
            return one.described
    default = SECURE_PORT if is_https else INSECURE_PORT if release.serves_insecure_port else None
    return "the default scheduler" if context.is_beside_the_clusters_own and probe.port == default else ""


def _advice(secure: int | None, insecure: int | None) -> str:
    if secure is not None:
        return f"Write `port: {secure}` with `scheme: HTTPS`."
    if insecure is not None:
        return f"Write `port: {insecure}` with `scheme: HTTP`."
    return "Remove `--secure-port=0`: it turns serving off."


def _own_port(context: DeploymentContext, port: int | None) -> str:
    """Return what to write where the cluster's own scheduler answers at a port of the node; empty where it does not."""
    if port != SECURE_PORT or not context.is_beside_the_clusters_own:
        return ""
    return (
        f"Write `--secure-port` with a separate port, and probe that one with `scheme: HTTPS`: at port {port} of the "
        "node, the default scheduler responds instead."
    )


def _weight(context: DeploymentContext) -> Severity:
    return Severity.ERROR if context.release_known or context.configured is not None else Severity.WARNING


def _host(context: DeploymentContext, running: RunningScheduler, probe: HttpProbe) -> Iterator[Problem]:
    """Compare what the scheduler listens at with what the kubelet requests: the Pod's address by default."""
    bind = running.flag("bind-address")
    local = bind is not None and needs.is_loopback(bind.value or "")
    if probe.port != running.secure_port or not running.is_secure_port_known or not running.settles("bind-address"):
        return
    is_local_request = needs.is_loopback(probe.host)
    if local and not (is_local_request and running.spec.host_network):
        where = "write `host: 127.0.0.1`" if running.spec.host_network else "remove `--bind-address`"
        message = (
            f"the {probe.kind} always fails: the scheduler only listens on {bind.value if bind else ''}, and it uses "
            "another address"
        )
        help_ = f"{where[0].upper()}{where[1:]}: the kubelet connects from the node, to the Pod's address by default."
        own = _own_port(context, running.secure_port)
        yield advice(ID, probe.path, message, f"{help_} {own}".rstrip(), Severity.ERROR)
    elif is_local_request and not running.spec.host_network:
        message = f"the {probe.kind} connects to {probe.host}, which is the node and not this Pod"
        yield advice(ID, (*probe.path, "host"), message, "Remove `host`.", Severity.ERROR)


RULE = Rule(
    id=ID,
    title="The probe has no endpoint",
    why="The kubelet restarts the scheduler again and again, or never marks it as ready.",
    source="cmd/kube-scheduler/app/server.go; insecure_serving.go up to 1.22",
    evidence=(
        Citation("https://github.com/kubernetes/kops/issues/12331", "probes of the insecure port fail in 1.23"),
        Citation(
            "https://github.com/kodesam/CKA/blob/030fea9dd910df5e61d8528c68dada8c815cd71b/my-scheduler.yaml",
            "a probe of a port where nothing listens",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
)
