"""TLS settings of extenders that have no effect."""

from collections.abc import Iterator

from schedcfg.document.path import Path
from schedcfg.effective.model import Extender
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "unused-tls"

_HALVES = (("cert", "key"), ("key", "cert"))


def check(subject: Subject) -> Iterator[Problem]:
    """Yield TLS settings alongside an `http` URL, and client certificates of which one half is missing."""
    yield from problems(subject.configuration.extenders)


def problems(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
    """Yield the same for the extenders of a configuration or a legacy Policy."""
    for index, extender in enumerate(extenders):
        path: Path = ("extenders", index)
        tls = {field for field, value in (extender.tls or {}).items() if value}
        if extender.url_prefix.lower().startswith("http://") and (extender.enable_https or tls):
            field = "enableHTTPS" if extender.enable_https else "tlsConfig"
            yield advice(
                ID,
                (*path, field),
                f"requests are sent in plain text: `{field}` has no effect, as `urlPrefix` starts with `http://`",
                f"Write `https://` in `urlPrefix`, or remove `{field}`.",
            )
            continue
        for half, other in _HALVES:
            written = next((field for field in (f"{half}File", f"{half}Data") if field in tls), None)
            if written is not None and not tls & {f"{other}File", f"{other}Data"}:
                yield advice(
                    ID,
                    (*path, "tlsConfig", written),
                    f"`{written}` has no effect: a client certificate needs `{other}File` or `{other}Data` as well",
                    f"Add `{other}File`, or remove `{written}`.",
                )


RULE = Rule(
    id=ID,
    title="An extender's TLS settings have no effect",
    why="The scheme in `urlPrefix` alone decides between HTTP and HTTPS, and a client certificate needs both parts.",
    source="pkg/scheduler/extender.go, makeTransport; client-go/transport/transport.go, HasCertAuth",
    check=check,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc/scheduler
    filterVerb: filter
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/kubernetes/pki/gpu-extender-ca.crt
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
  - urlPrefix: https://gpu-extender.kube-system.svc/scheduler
    filterVerb: filter
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/kubernetes/pki/gpu-extender-ca.crt
""",
    of_extenders=problems,
)
