"""TLS settings of an extender that no client can be built from."""

from collections.abc import Callable, Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective.model import Extender
from schedcfg.document.golang import text
from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.releases.release import Release
from schedcfg.rules.rule import Rule, Subject

ID = "extender-tls"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield what client-go refuses about the TLS settings of extenders."""
    yield from problems(subject.configuration.extenders, subject.configuration.release)


def problems(extenders: tuple[Extender, ...], release: Release) -> Iterator[Problem]:
    """Yield what client-go refuses, without opening files; the extenders of a legacy Policy are built alike."""
    for index, extender in enumerate(extenders):
        tls = {name: value for name, value in (extender.tls or {}).items() if value}
        path: Path = ("extenders", index, "tlsConfig")
        if tls.get("insecure") and ("caFile" in tls or "caData" in tls):
            yield Problem(
                ID,
                (*path, "insecure"),
                "`insecure: true` and a CA (`caFile`, `caData`) contradict each other",
                "Keep the CA and remove `insecure`.",
            )
        elif "caData" in tls and release.checks_extender_authorities:
            yield from _unreadable(tls, "caData", path, text.ca_objection)
        if _has_client_certificate(tls):
            yield from _unreadable(tls, "certData", path, text.certificate_objection)
            yield from _unreadable(tls, "keyData", path, text.key_objection)


def _has_client_certificate(tls: dict[str, object]) -> bool:
    """Return whether both halves are given; one alone is never looked at."""
    return ("certData" in tls or "certFile" in tls) and ("keyData" in tls or "keyFile" in tls)


def _unreadable(
    tls: dict[str, object], field: str, path: Path, objection: Callable[[bytes], str | None]
) -> Iterator[Problem]:
    reason = objection(text.decode_base64(str(tls[field]))) if field in tls else None
    if reason is not None:
        file = field.replace("Data", "File")
        yield Problem(
            ID,
            (*path, field),
            f"`{field}` cannot be used: {reason}",
            f"Encode the whole PEM file: `base64 -w0 <file>`; or name the file in `{file}`.",
        )


RULE = Rule(
    id=ID,
    title="An extender's TLS settings cannot be used",
    why="The client for the extender cannot be created, and the scheduler stops.",
    source="client-go/transport/transport.go, TLSConfigFor and rootCertPool; pkg/scheduler/extender.go, makeTransport",
    check=check,
    bad=v1_configuration("""\
extenders:
  - urlPrefix: https://gpu-scheduler.kube-system.svc:8443
    filterVerb: filter
    enableHTTPS: true
    tlsConfig:
      insecure: true
      caFile: /etc/kubernetes/pki/ca.crt
"""),
    good=v1_configuration("""\
extenders:
  - urlPrefix: https://gpu-scheduler.kube-system.svc:8443
    filterVerb: filter
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/kubernetes/pki/ca.crt
"""),
)
