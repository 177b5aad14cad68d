"""Who scrapes metrics: objects of Prometheus's operator and its like, jobs of Prometheus, values of charts, Services.

Sources: pkg/apis/monitoring of prometheus-operator/prometheus-operator (ServiceMonitor, PodMonitor, ScrapeConfig),
whose form VictoriaMetrics' objects have; `PodMonitoring` of Google's managed Prometheus; `scrape_config` in the
documentation of Prometheus, which the receiver of OpenTelemetry's collector takes as well; `kubeScheduler` in the
values of the chart kube-prometheus-stack; the jobs `kubernetes-pods` and `kubernetes-service-endpoints` of the
published configurations of Prometheus, which go by annotations.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.releases.endpoints import INSECURE_PORT, SECURE_PORT, port_number
from schedcfg.sources.embedded import Manifest
from schedcfg.sources.manifests.chart_values import chart_values
from schedcfg.sources.manifests.pod import TEMPLATES, Fields, at, entries, fields, image, items, pod_spec, text
from schedcfg.sources.manifests.rbac import Account
from schedcfg.sources.manifests.running import RunningScheduler

CLUSTERS_OWN = "kube-scheduler"
"""What Pods and Services of the default scheduler are called, and labeled."""

_OF_PODS = "/var/run/secrets/kubernetes.io/serviceaccount/"
TOKEN_FILE = f"{_OF_PODS}token"
"""The token of a Pod's service account."""

_SERVICE_MONITORS = {"ServiceMonitor": "endpoints", "VMServiceScrape": "endpoints"}
_POD_MONITORS = {
    "PodMonitor": "podMetricsEndpoints",
    "VMPodScrape": "podMetricsEndpoints",
    "PodMonitoring": "endpoints",
}
"""Kind → where its endpoints are, in its `spec`: of Prometheus's operator, VictoriaMetrics, and Google's Prometheus."""
_RULES = frozenset({"PrometheusRule", "VMRule", "Rules", "ClusterRules"})
_KINDS = frozenset({*_SERVICE_MONITORS, *_POD_MONITORS, "ScrapeConfig"})

_ANNOTATIONS = ("metadata", "annotations")
_SCRAPED, _ANNOTATED_PORT, _ANNOTATED_SCHEME = (f"prometheus.io/{name}" for name in ("scrape", "port", "scheme"))
"""On Pods and Services: what the published configurations of Prometheus look for."""

_CREDENTIALS = (
    *("authorization", "basicAuth", "basic_auth", "bearerTokenFile", "bearerTokenSecret", "bearer_token"),
    *("bearer_token_file", "oauth2"),
)
_CLIENT_CERTIFICATES = ("cert", "certFile", "cert_file", "client_certificate")
_JOBS = ("scrape_configs", "additionalScrapeConfigs")
"""Keys of a list of jobs: in a configuration of Prometheus, at its top or deeper in that of others, and in a chart."""
_HOLDERS_OF_JOBS = frozenset({"", "Application", "HelmRelease", "OpenTelemetryCollector"})
"""Kinds of documents with such a list, those without a kind among them: others, as definitions, are large."""
_DEEPEST = 6
"""Keys above a list of jobs: `spec.config.receivers.prometheus.config` is five."""
_PORT = pattern(r":(?P<port>[0-9]{1,5})(?![0-9])")
_PORTS = frozenset({INSECURE_PORT, SECURE_PORT})
_MARKS = (CLUSTERS_OWN, str(INSECURE_PORT), str(SECURE_PORT))


class ServedPort(NamedTuple):
    """A port of a Service, or of what lists its endpoints."""

    name: str
    target: int | str | None  # The port of the Pod, or its name there; None where neither is certain
    path: Path


class ScrapedService(NamedTuple):
    """A Service, or a list of endpoints, by which Pods may be found."""

    kind: str  # `Service`, `Endpoints` or `EndpointSlice`
    name: str
    namespace: str
    labels: Mapping[str, object]
    selector: Mapping[str, object]  # Labels of Pods; empty where it selects none
    selector_path: Path
    ports: tuple[ServedPort, ...]
    path: Path

    @property
    def described(self) -> str:
        """What messages call it."""
        return f"{self.kind} `{self.name}`"

    @property
    def means_the_clusters_own(self) -> bool:
        """Whether it is for the default scheduler, whatever it selects: it says so, or has a port of its."""
        if CLUSTERS_OWN in {self.name, *map(str, self.selector.values()), *map(str, self.labels.values())}:
            return True
        return self.name.startswith(f"{CLUSTERS_OWN}-") or any(port.target in _PORTS for port in self.ports)

    @property
    def effect(self) -> str:
        """What it does where no scheduler answers."""
        return "leads to no metrics"


class Scrape(NamedTuple):
    """Requests for metrics, as something describes them.

    Attributes:
        described: What messages call that.
        path: Where it is: the one endpoint, or job.
        is_http: Whether it requests without TLS; None where that is not known.
        scheme_path: Where that is written; where it could be, otherwise.
        port: The port of the Pod, or its name in `port_of`; None where it is not known.
        port_path: Where that is.
        has_credentials: Whether it sends a token or has a certificate; None where that is not known.
        verifies: Whether it does not accept a certificate that nobody signed; None where that is not known.
        host: The host that it requests; empty where it finds Pods otherwise.
        selects: The labels by which it finds Services, or Pods; empty where it does not, or by more than labels.
        selects_path: Where that is.
        of: What it finds by labels: `Service`, `Pod`; empty where it does not find any.
        namespaces: Where it looks; empty: anywhere, or its own.
        words: All that it says, in which the default scheduler may be named.
        form: How credentials and TLS are written there: `operator`, `job`, `chart`, `annotation`; empty for an alert.
        effect: What it does where no scheduler answers.
        is_in_pod: Whether a Pod requests it, as it sends the token of one.
    """

    described: str
    path: Path
    is_http: bool | None
    scheme_path: Path
    port: int | str | None
    port_path: Path
    has_credentials: bool | None
    verifies: bool | None
    host: str = ""
    selects: Mapping[str, object] = {}
    selects_path: Path = ()
    of: str = ""
    namespaces: tuple[str, ...] = ()
    words: str = ""
    form: str = ""
    effect: str = "gets no metrics"
    is_in_pod: bool = False

    @property
    def is_alert(self) -> bool:
        """Whether it requests nothing itself, and fires where nobody does."""
        return not self.form

    @property
    def means_the_clusters_own(self) -> bool:
        """Whether it names the default scheduler, or asks for one of its ports."""
        return CLUSTERS_OWN in self.words or self.port in _PORTS


def asks_for_metrics(manifest: Manifest) -> bool:
    """Return whether a manifest has somebody ask for metrics, whoever has them."""
    of_pods = TEMPLATES.get(manifest.kind or "", ())[:-1]
    return manifest.kind in _KINDS or any(_is_annotated(manifest.data, where) for where in ((), of_pods))


def _is_annotated(data: Fields, where: tuple[str, ...]) -> bool:
    return any(at(data, *where, *_ANNOTATIONS, _SCRAPED) == value for value in ("true", True))


def scrape_by_annotations(manifest: Manifest) -> Scrape | None:
    """Return the request for metrics that annotations of a workload's Pods, or a Service, describe; None for none."""
    kind, data = manifest.kind or "", manifest.data
    within = TEMPLATES.get(kind, ())[:-1]
    if not _is_annotated(data, within):
        return None
    written, place = fields(at(data, *within, *_ANNOTATIONS)), (*manifest.path, *within, *_ANNOTATIONS)
    port, namespace = text(written.get(_ANNOTATED_PORT)), text(at(data, "metadata", "namespace"))
    scheme_key = _ANNOTATED_SCHEME if _ANNOTATED_SCHEME in written else _SCRAPED
    return Scrape(
        f"annotation `{_SCRAPED}` of {kind} `{_name(data)}`",
        (*place, _SCRAPED),
        text(written.get(_ANNOTATED_SCHEME)).lower() != "https",
        (*place, scheme_key),
        port_number(port) if port else None,
        (*place, _ANNOTATED_PORT if port else _SCRAPED),
        has_credentials=None,  # That is the job's, which all Pods share
        verifies=None,
        selects=fields(at(data, *within, "metadata", "labels")),
        selects_path=place[:-1],
        of="Service" if kind == "Service" else "Pod",
        namespaces=(namespace,),
        words=_name(data),
        form="annotation",
    )


def may_ask(monitor: Manifest, running: RunningScheduler) -> bool:
    """Return whether what asks for metrics may ask a scheduler: annotations are only about their own Pods.

    Args:
        monitor: A manifest that has somebody ask for metrics.
        running: The scheduler.
    """
    if monitor.kind in _KINDS:
        return True
    if monitor.kind != "Service":
        return monitor.data is running.manifest
    labels = fields(at(running.manifest, *TEMPLATES.get(running.kind, ())[:-1], "metadata", "labels"))
    selector = fields(at(monitor.data, "spec", "selector"))
    return bool(selector) and selector.items() <= labels.items()


_SCRAPERS = frozenset({"Prometheus", "PrometheusAgent", "VMAgent"})
"""Kinds of which an operator makes a program that scrapes."""


def scraping_account(manifest: Manifest) -> Account | None:
    """Return the service account of a Prometheus, or of what scrapes in its place; None where it names none."""
    kind, data = manifest.kind or "", manifest.data
    spec = pod_spec(kind, data, manifest.path)
    if spec is not None:
        images = (image(text(one.get("image"))).repository for one in entries(spec.data.get("containers")))
        name = spec.service_account if any(one.rpartition("/")[2] in _IMAGES for one in images) else ""
    else:
        name = text(at(data, "spec", "serviceAccountName")) if kind in _SCRAPERS else ""
    return Account(text(at(data, "metadata", "namespace")), name) if name else None


_IMAGES = frozenset({"prometheus", "vmagent"})


def service_in(manifest: Manifest) -> ScrapedService | None:
    """Return the Service, or list of endpoints, that a manifest is; None where it is another one."""
    data, path = manifest.data, manifest.path
    if manifest.kind == "Service":
        ports = tuple(
            _port_of_service(port, place) for port, place in items(at(data, "spec", "ports"), (*path, "spec", "ports"))
        )
        selector = fields(at(data, "spec", "selector"))
    elif manifest.kind == "Endpoints":
        subsets = items(data.get("subsets"), (*path, "subsets"))
        ports = tuple(
            _port_of_endpoints(port, place)
            for one, at_ in subsets
            for port, place in items(one.get("ports"), (*at_, "ports"))
        )
        selector = {}
    elif manifest.kind == "EndpointSlice":
        ports = tuple(_port_of_endpoints(port, place) for port, place in items(data.get("ports"), (*path, "ports")))
        selector = {}
    else:
        return None
    name, namespace = (text(at(data, "metadata", key)) for key in ("name", "namespace"))
    labels = fields(at(data, "metadata", "labels"))
    return ScrapedService(manifest.kind, name, namespace, labels, selector, (*path, "spec", "selector"), ports, path)


def _port_of_service(port: Fields, path: Path) -> ServedPort:
    written = port.get("targetPort")
    key = "port" if written is None else "targetPort"
    return ServedPort(text(port.get("name")), _port(port.get(key)), (*path, key))


def _port_of_endpoints(port: Fields, path: Path) -> ServedPort:
    return ServedPort(text(port.get("name")), _port(port.get("port")), (*path, "port"))


def _port(written: object) -> int | str | None:
    if isinstance(written, bool) or not isinstance(written, int | str):
        return None
    if isinstance(written, str):
        number = port_number(written)
        return written if number is None else number
    return written


def scrapes_in(manifest: Manifest) -> Iterator[Scrape]:
    """Yield the requests for metrics that a manifest describes, of whichever program."""
    kind, data, path = manifest.kind or "", manifest.data, manifest.path
    spec, place = fields(data.get("spec")), (*path, "spec")
    if kind in _SERVICE_MONITORS or kind in _POD_MONITORS:
        key = _SERVICE_MONITORS.get(kind) or _POD_MONITORS[kind]
        for endpoint, where in items(spec.get(key), (*place, key)):
            yield _of_monitor(kind, data, spec, place, endpoint, where)
    elif kind == "ScrapeConfig":
        yield from _of_scrape_config(data, spec, place)
    elif kind in _RULES or (not kind and isinstance(data.get("groups"), list)):
        groups = (spec.get("groups"), (*place, "groups")) if kind else (data.get("groups"), (*path, "groups"))
        yield from _of_alerts(*groups)
    else:
        yield from _of_chart(data, path)
        if kind in _HOLDERS_OF_JOBS:
            yield from _of_jobs(data, path, _DEEPEST)


def scrape_texts(manifest: Manifest) -> Iterator[tuple[str, Path]]:
    """Yield the texts in a ConfigMap or Secret that may have jobs for the default scheduler, each with its path."""
    for key in ("data", "stringData") if manifest.kind in {"ConfigMap", "Secret"} else ():
        for name, value in fields(manifest.data.get(key)).items():
            is_of_jobs = isinstance(value, str) and any(job in value for job in _JOBS)
            if isinstance(value, str) and is_of_jobs and any(mark in value for mark in _MARKS):
                yield value, (*manifest.path, key, name)


def _of_alerts(groups: object, path: Path) -> Iterator[Scrape]:
    """Yield the alerts that fire where nobody scrapes the default scheduler."""
    for group, place in items(groups, path):
        for rule, where in items(group.get("rules"), (*place, "rules")):
            expression, alert = text(rule.get("expr")), text(rule.get("alert"))
            if alert and "up{" in expression and CLUSTERS_OWN in expression:
                at_ = (*where, "expr")
                known = Scrape(f"alert `{alert}`", at_, None, at_, None, at_, None, None, words=CLUSTERS_OWN)
                yield known._replace(effect="always fires")


def _name(data: Fields) -> str:
    return text(at(data, "metadata", "name"))


class _Form(NamedTuple):
    """How requests are written down."""

    name: str
    tls: tuple[str, ...]  # Where they have TLS
    skips: str  # What says there that any certificate will do


_OPERATOR = _Form("operator", ("tlsConfig", "tls"), "insecureSkipVerify")
_JOB = _Form("job", ("tls_config",), "insecure_skip_verify")


def _request(
    form: _Form, described: str, written: Fields, where: Path, port: int | str | None, port_path: Path
) -> Scrape:
    """Return a request by what is written of its scheme, its TLS and its credentials; whom it finds is to be added."""
    tls = next((fields(written[key]) for key in form.tls if written.get(key)), {})
    by_certificate = any(tls.get(key) for key in _CLIENT_CERTIFICATES)
    return Scrape(
        described,
        where,
        text(written.get("scheme")).lower() != "https",
        (*where, "scheme") if "scheme" in written else where,
        port,
        port_path,
        has_credentials=by_certificate or any(written.get(key) for key in _CREDENTIALS),
        verifies=tls.get(form.skips) is not True,
        form=form.name,
        is_in_pod=any(_OF_PODS in str(written.get(key)) for key in _CREDENTIALS),
    )


def shares_network_of_node(manifest: Manifest) -> bool:
    """Return whether a manifest, or the values of a chart, have Pods that are in the network of their nodes."""
    spec = pod_spec(manifest.kind or "", manifest.data, manifest.path)
    parts = (part for values, _ in chart_values(manifest.data, manifest.path) for part in (values, *values.values()))
    written = (at(manifest.data, "spec", "hostNetwork"), *(at(part, "hostNetwork") for part in parts))
    return (spec is not None and spec.host_network) or any(value is True for value in written)


def _requests(
    form: _Form, described: str, written: Fields, where: Path, targets: list[tuple[str, Path]], words: str
) -> Iterator[Scrape]:
    """Yield a request for each address that is written, or made, with its place."""
    for target, place in targets:
        found = _request(form, described, written, where, _port_in(target), place)
        yield found._replace(host=target.rpartition(":")[0].strip("[]"), words=f"{words} {target}")


def _of_monitor(kind: str, data: Fields, spec: Fields, place: Path, endpoint: Fields, where: Path) -> Scrape:
    selector = fields(spec.get("selector"))
    labels = {} if selector.get("matchExpressions") else fields(selector.get("matchLabels"))
    key = next((one for one in ("targetPort", "portNumber", "port") if one in endpoint), "port")
    # `port` of a monitor is the name of a port; Google's takes its number, too.
    port = _port(endpoint.get(key))
    port = port if kind == "PodMonitoring" or key != "port" else text(endpoint.get("port")) or None
    listed = at(spec, "namespaceSelector", "matchNames")
    port_path = (*where, key) if key in endpoint else where
    return _request(_OPERATOR, f"{kind} `{_name(data)}`", endpoint, where, port, port_path)._replace(
        selects=labels,
        selects_path=(*place, "selector"),
        of="Service" if kind in _SERVICE_MONITORS else "Pod",
        namespaces=tuple(map(str, listed)) if isinstance(listed, list) else (),
        words=f"{_name(data)} {selector}",
    )


def _of_scrape_config(data: Fields, spec: Fields, place: Path) -> Iterator[Scrape]:
    targets = _static_targets(spec, place, "staticConfigs")
    yield from _requests(_OPERATOR, f"ScrapeConfig `{_name(data)}`", spec, place, targets, _name(data))


def _static_targets(written: Fields, where: Path, key: str) -> list[tuple[str, Path]]:
    """Return the addresses that are written down, each with its place."""
    configs = items(written.get(key), (*where, key))
    return [found for config, place in configs for found in _targets(config, place)]


def _targets(config: Fields, where: Path) -> Iterator[tuple[str, Path]]:
    targets = config.get("targets")
    for index, target in enumerate(targets if isinstance(targets, list) else ()):
        if isinstance(target, str):
            yield target, (*where, "targets", index)


def _port_in(address: str) -> int | None:
    found = _PORT.search(address.partition("://")[2] or address)
    return None if found is None else port_number(found["port"])


def _of_chart(data: Fields, path: Path) -> Iterator[Scrape]:
    """Yield what the values of kube-prometheus-stack, or of a chart that it is a part of, say of the scheduler."""
    for values, place in chart_values(data, path):
        parts = ((values, place), *((fields(inner), (*place, key)) for key, inner in values.items() if key != "spec"))
        for part, where in parts:
            scheduler = part.get("kubeScheduler")
            if isinstance(scheduler, dict) and _is_of_chart(scheduler):
                yield from _of_values(scheduler, (*where, "kubeScheduler"))


def _is_of_chart(scheduler: Fields) -> bool:
    """Return whether keys are those of the chart: products have `kubeScheduler` for flags."""
    return not scheduler.keys().isdisjoint({"enabled", "endpoints", "service", "serviceMonitor"})


def _of_values(scheduler: Fields, path: Path) -> Iterator[Scrape]:
    if scheduler.get("enabled") is False or at(scheduler, "serviceMonitor", "enabled") is False:
        return
    service, monitor = fields(scheduler.get("service")), fields(scheduler.get("serviceMonitor"))
    target, https = _port(service.get("targetPort")), monitor.get("https")
    has_service = service.get("enabled") is not False and not scheduler.get("endpoints")
    # What is null is chosen by the release: 10259, and HTTPS, since 1.23.
    yield Scrape(
        "`kubeScheduler` of kube-prometheus-stack",
        path,
        https is False,
        (*path, "serviceMonitor", "https") if https is False else path,
        SECURE_PORT if target is None else target,
        path if target is None else (*path, "service", "targetPort"),
        has_credentials=True,
        verifies=monitor.get("insecureSkipVerify") is False or None,
        selects=(fields(service.get("selector")) or {"component": CLUSTERS_OWN}) if has_service else {},
        selects_path=(*path, "service", "selector") if service.get("selector") else path,
        of="Pod" if has_service else "",
        namespaces=("kube-system",),
        words=CLUSTERS_OWN,
        form="chart",
    )


def _of_jobs(data: Fields, path: Path, depth: int) -> Iterator[Scrape]:
    for key, value in data.items():
        if key in _JOBS:
            for job, where in items(value, (*path, key)):
                yield from _of_job(job, where)
        elif isinstance(value, dict) and depth:
            yield from _of_jobs(value, (*path, key), depth - 1)


def _of_job(job: Fields, where: Path) -> Iterator[Scrape]:
    relabeling = [fields(rule) for rule in _list(job.get("relabel_configs"))]
    replaced = {text(rule.get("target_label")): text(rule.get("replacement")) for rule in relabeling}
    name, address = text(job.get("job_name")), replaced.get("__address__", "")
    targets = _static_targets(job, where, "static_configs")
    targets = targets or [(address, (*where, "relabel_configs") if address else where)]
    kept = " ".join(str(rule.get("regex")) for rule in relabeling)
    for found in _requests(_JOB, f"job `{name}`", job, where, targets, f"{name} {kept}"):
        scheme = replaced.get("__scheme__")
        yield found._replace(is_http=scheme.lower() != "https") if scheme else found


def _list(data: object) -> list[object]:
    return data if isinstance(data, list) else []
