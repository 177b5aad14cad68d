"""Probes that ask where nobody answers."""

from collections.abc import Iterator

from schedcfg.effective import needs
from schedcfg.effective.bind_address import healthz_port
from schedcfg.findings import Problem, Severity
from schedcfg.manifests.deployment_context import Scene, advised
from schedcfg.manifests.pod import Probe
from schedcfg.manifests.running import Running
from schedcfg.releases.endpoints import (
    FIRST_WITH_LIVEZ,
    INSECURE_PORT,
    LAST_INSECURE,
    SECURE_PORT,
    answers_at,
    serves_insecurely,
)
from schedcfg.releases.release import Release
from schedcfg.rules.rule import Rule

ID = "probe-endpoint"


def check(scene: Scene) -> Iterator[Problem]:
    """Yield the scheduler's probes with a port, scheme, host or path at which it does not answer."""
    running, release = scene.running, scene.release
    if running is None or running.is_partial or release is None:
        return
    for probe in running.probes:
        yield from _port_and_scheme(scene, running, release, probe)
        yield from _host(running, probe)
        if not answers_at(probe.url_path, release):
            message = f"kube-scheduler of {scene.judged_by} has no `{probe.url_path}`: 1.{FIRST_WITH_LIVEZ} brought it"
            yield advised(ID, (*probe.path, "path"), message, "Write `path: /healthz`.", _weight(scene))


def _port_and_scheme(scene: Scene, running: Running, release: Release, probe: Probe) -> Iterator[Problem]:
    if probe.port is None or not running.is_secure_port_known or not _is_insecure_port_known(running, release):
        return
    secure, insecure = running.secure_port, _insecure_port(scene, running, release)
    if probe.port == secure:
        if probe.scheme != "HTTPS":
            message = f"port {secure} serves HTTPS, and the {probe.kind} asks by HTTP: it always fails"
            yield advised(ID, probe.path, message, "Write `scheme: HTTPS`.", _weight(scene))
        return
    if probe.port == insecure:
        if probe.scheme == "HTTPS":
            message = f"port {insecure} serves plain HTTP, and the {probe.kind} asks by HTTPS: it always fails"
            yield advised(ID, (*probe.path, "port"), message, f"Write `port: {secure}`.", _weight(scene))
        return
    # Another program may serve its health anywhere; these two it would have to have from kube-scheduler.
    alone = running.spec.containers_at_work == 1
    if (scene.is_stock and alone) or probe.port in {INSECURE_PORT, SECURE_PORT}:
        message = f"nothing listens on port {probe.port}{_since(probe.port, release)}: the {probe.kind} always fails"
        help_ = _instead(secure, insecure)
        yield advised(ID, (*probe.path, "port"), message, help_, _weight(scene))


def _instead(secure: int | None, insecure: int | None) -> str:
    if secure is not None:
        return f"Ask `port: {secure}` with `scheme: HTTPS`."
    if insecure is not None:
        return f"Ask `port: {insecure}` with `scheme: HTTP`."
    return "Remove `--secure-port=0`: nothing is served with it."


def _since(port: int, release: Release) -> str:
    gone = port == INSECURE_PORT and not serves_insecurely(release)
    return f" from Kubernetes 1.{LAST_INSECURE + 1} on, where insecure serving is gone" if gone else ""


def _weight(scene: Scene) -> Severity:
    return Severity.ERROR if scene.release_known or scene.configured is not None else Severity.WARNING


def _is_insecure_port_known(running: Running, release: Release) -> bool:
    """Tell whether it is certain where plain HTTP is served; beside `--config` the file says so."""
    if not serves_insecurely(release) or running.flag("config") is not None:
        return True
    flag = running.flag("port")
    return running.settles("port") and (flag is None or flag.port is not None)


def _insecure_port(scene: Scene, running: Running, release: Release) -> int | None:
    """Tell where plain HTTP is served, up to 1.22; None where it is not."""
    if not serves_insecurely(release):
        return None
    if running.flag("config") is not None:
        if scene.configuration is None:
            return INSECURE_PORT
        return healthz_port(scene.configuration.bind_addresses)
    flag = running.flag("port")
    return INSECURE_PORT if flag is None else flag.port or None


def _host(running: Running, probe: Probe) -> Iterator[Problem]:
    """Compare what the scheduler listens at with where the kubelet asks: at the Pod's address if nothing is said."""
    bind = running.flag("bind-address")
    local = bind is not None and needs.is_loopback(bind.value or "")
    if probe.port != running.secure_port or not running.is_secure_port_known or not running.settles("bind-address"):
        return
    asked_locally = needs.is_loopback(probe.host)
    if local and not (asked_locally and running.spec.host_network):
        where = "write `host: 127.0.0.1`" if running.spec.host_network else "remove `--bind-address`"
        message = f"the scheduler listens at {bind.value if bind else ''} only, and the {probe.kind} asks elsewhere"
        help_ = f"{where[0].upper()}{where[1:]}: the kubelet asks from the node, at the Pod's address by default."
        yield advised(ID, probe.path, message, help_)
    elif asked_locally and not running.spec.host_network:
        message = f"the {probe.kind} asks at {probe.host}, which is the node and not this Pod"
        yield advised(ID, (*probe.path, "host"), message, "Remove `host`.")


RULE = Rule(
    id=ID,
    title="Nobody answers this probe",
    why="The kubelet kills the scheduler again and again, or never sends it anything.",
    source="cmd/kube-scheduler/app/server.go; insecure_serving.go up to 1.22",
    check=check,
    severity=Severity.ERROR,
    bad="""\
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
  namespace: kube-system
spec:
  hostNetwork: true
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.29.4
      command:
        - kube-scheduler
        - --bind-address=0.0.0.0
      livenessProbe:
        httpGet:
          path: /healthz
          port: 10251
""",
    good="""\
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
  namespace: kube-system
spec:
  hostNetwork: true
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.29.4
      command:
        - kube-scheduler
        - --bind-address=0.0.0.0
      livenessProbe:
        httpGet:
          path: /healthz
          port: 10259
          scheme: HTTPS
""",
)
