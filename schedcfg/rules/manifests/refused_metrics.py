"""Requests for metrics that a scheduler refuses: without TLS, without a token, or of whom has no right to them."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.releases.endpoints import INSECURE_PORT, METRICS_PATH, SECURE_PORT
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.rules.scraping import asked_port, asked_schedulers, requesters
from schedcfg.sources.manifests.scraping import TOKEN_FILE, Scrape

ID = "refused-metrics"

_FIXES = {
    "operator": (
        "`scheme: https`",
        "`tlsConfig: {insecureSkipVerify: true}`",
        f"`bearerTokenFile: {TOKEN_FILE}`",
    ),
    "job": (
        "`scheme: https`",
        "`tls_config: {insecure_skip_verify: true}`",
        f"`authorization: {{credentials_file: {TOKEN_FILE}}}`",
    ),
    "annotation": ("`prometheus.io/scheme: https`", "", ""),
    "chart": ("`serviceMonitor.https: true`", "`serviceMonitor.insecureSkipVerify: true`", ""),
}
"""How scheme, TLS and token are written, by the form of what requests."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield requests for metrics that are refused, and a scheduler that has to refuse all of them."""
    if context.running is not None:
        yield from _scheduler(context)
    elif context.scrape is not None and not context.scrape.is_alert:
        yield from _scrape(context, context.scrape)


def _scheduler(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a static Pod without the flags by which it asks the API server who sends a request."""
    running = context.running
    if running is None or running.is_partial or not running.is_static or running.is_managed or _allows_all(context):
        return
    absent = [name for name in ("authentication-kubeconfig", "authorization-kubeconfig") if _lacks(context, name)]
    asking = [one for one in requesters(context) if one.port is None or one.port != context.insecure_port]
    if absent and asking:
        flags = " and ".join(f"`--{name}`" for name in absent)
        message = (
            f"it refuses all requests for its metrics: without {flags}, it cannot ask the API server who sends them, "
            f"as those of {asking[0].place}"
        )
        kubeconfig = running.flag("kubeconfig")
        value = (kubeconfig and kubeconfig.value) or "/etc/kubernetes/scheduler.conf"
        help_ = f"Add {' and '.join(f'`--{name}={value}`' for name in absent)}, as kubeadm does."
        yield advice(ID, running.container, message, help_)


def _lacks(context: DeploymentContext, name: str) -> bool:
    running = context.running
    return running is not None and running.flag(name) is None and running.settles(name)


def _allows_all(context: DeploymentContext) -> bool:
    """Return whether anybody gets metrics, or that is not known."""
    running = context.running
    flag = None if running is None else running.flag("authorization-always-allow-paths")
    if flag is None or not flag.is_known:
        return flag is not None
    paths = (flag.value or "").split(",")
    return any(path == METRICS_PATH or (path.endswith("*") and METRICS_PATH.startswith(path[:-1])) for path in paths)


def _scrape(context: DeploymentContext, scrape: Scrape) -> Iterator[Problem]:
    schedulers, port = asked_schedulers(scrape, context.related), asked_port(scrape, context.related)
    if not schedulers and (not scrape.means_the_clusters_own or port not in {INSECURE_PORT, SECURE_PORT}):
        return
    if any(one.insecure_port is not None and port in {None, one.insecure_port} for one in schedulers):
        return
    served = {one.running.secure_port for one in schedulers if one.running is not None}
    if schedulers and port is not None and port not in {*served, INSECURE_PORT, SECURE_PORT}:
        # That of another container, or one at which nothing listens, which is reported as such.
        return
    tls, certificate, token = _FIXES[scrape.form]
    lacking = []
    has_own_certificate = all(map(_is_self_signed, schedulers))
    if scrape.is_http:
        also = [certificate] if scrape.verifies and has_own_certificate else []
        lacking.append(("requests by plain HTTP, which the port answers with 400", [tls, *also], scrape.scheme_path))
    elif scrape.verifies and schedulers and has_own_certificate:
        lacking.append(("verifies a certificate that the scheduler signs itself", [certificate], scrape.path))
    if scrape.has_credentials is False and not (schedulers and all(map(_allows_all, schedulers))):
        lacking.append(("sends no token, which `/metrics` requires", [token], scrape.path))
    if lacking:
        what = ", and ".join(what for what, _, _ in lacking)
        fixes = ", ".join(fix for _, fixes, _ in lacking for fix in fixes)
        yield _problem(scrape, what, f"Write {fixes}.", lacking[0][2])
    else:
        yield from _rights(context, scrape, schedulers)


def _is_self_signed(scheduler: DeploymentContext) -> bool:
    running = scheduler.running
    return running is not None and all(_lacks(scheduler, name) for name in ("tls-cert-file", "cert-dir"))


def _rights(context: DeploymentContext, scrape: Scrape, schedulers: list[DeploymentContext]) -> Iterator[Problem]:
    """Yield that the service account which asks may not, where roles and bindings of it are here."""
    access = context.related.access
    if schedulers and all(map(_allows_all, schedulers)):
        return
    for account in dict.fromkeys(context.related.scraping_accounts):
        if access.knows(account) and not access.reads_url(account, METRICS_PATH):
            who = f"service account `{account.name}`"
            what = f"asks as {who}, which may not `get` `{METRICS_PATH}`: no binding here grants it"
            help_ = f'Add a rule to a ClusterRole of its: `nonResourceURLs: ["{METRICS_PATH}"]` with `verbs: ["get"]`.'
            yield _problem(scrape, what, help_, scrape.path)


def _problem(scrape: Scrape, what: str, help_: str, path: Path) -> Problem:
    return advice(ID, path, f"{scrape.described} gets no metrics: it {what}", help_)


RULE = Rule(
    id=ID,
    title="Requests for metrics are refused",
    why="kube-scheduler answers at its port with TLS only, with a certificate that it signs itself unless it is given "
    "one. For `/metrics` it asks the API server who sends a token, and whether that one may `get` the path: 400, 401 "
    "or 403 is all that others get.",
    source="staging/src/k8s.io/apiserver/pkg/server/options, DelegatingAuthenticationOptions and "
    "DelegatingAuthorizationOptions; tried with Prometheus 2.42 and kube-scheduler 1.37",
    evidence=(
        Citation(
            "https://github.com/open-telemetry/opentelemetry-collector-contrib/issues/35959",
            "a collector that does not get the metrics of a scheduler",
        ),
        Citation("https://github.com/prometheus-operator/kube-prometheus/issues/443", "metrics of the port with TLS"),
    ),
    check=check,
    severity=Severity.WARNING,
)
