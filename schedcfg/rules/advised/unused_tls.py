"""TLS settings of extenders that have no effect."""

from collections.abc import Iterator

from schedcfg.configuration.effective.model import Extender
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "unused-tls"

_HALVES = (("cert", "key"), ("key", "cert"))
_FILES = frozenset({"caFile", "certFile", "keyFile"})
_HAVING_FILES_READ = frozenset({"caFile", "caData", "insecure", "serverName"})
"""Fields with each of which all files of `tlsConfig` are read, whatever comes of it (`TLSConfigFor`)."""


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
                f"requests are sent in plain text: `{field}` has no effect, as `urlPrefix` starts with `http://`"
                + _what_is_read(extender, tls),
                f"Write `https://` in `urlPrefix`, or remove `{field}`.",
            )
            continue
        for half, other in _HALVES:
            written = next((field for field in (f"{half}File", f"{half}Data") if field in tls), None)
            if written is not None and not tls & {f"{other}File", f"{other}Data"}:
                yield advice(
                    ID,
                    (*path, "tlsConfig", written),
                    f"`{written}` has no effect: a client certificate needs `{other}File` or `{other}Data` as well"
                    + (_what_is_read(extender, tls) if written in _FILES else ""),
                    f"Add `{other}File`, or remove `{written}`.",
                )


_STILL_READ = "; kube-scheduler reads the files of `tlsConfig` all the same, and does not start where one is missing"


def _what_is_read(extender: Extender, tls: set[str]) -> str:
    """Return that files are read though nothing comes of them: with HTTPS always, the server being checked or not."""
    has_pair = all(tls & {f"{half}File", f"{half}Data"} for half in ("cert", "key"))
    read = extender.enable_https or has_pair or not tls.isdisjoint(_HAVING_FILES_READ)
    return _STILL_READ if read and not tls.isdisjoint(_FILES) else ""


RULE = Rule(
    id=ID,
    title="An extender's TLS settings have no effect",
    why="The scheme in `urlPrefix` alone decides between HTTP and HTTPS, and a client certificate needs both parts.",
    source="pkg/scheduler/extender.go, makeTransport; client-go/transport: HasCertAuth, TLSConfigFor, loadTLSFiles",
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
