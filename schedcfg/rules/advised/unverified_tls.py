"""Extenders whose certificate is not verified."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import Extender
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "unverified-tls"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each `https` extender that any server can impersonate; by default, or as written."""
    yield from problems(subject.configuration.extenders)


def problems(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
    """Yield the same for the extenders of a configuration or a legacy Policy."""
    for index, extender in enumerate(extenders):
        if not extender.url_prefix.lower().startswith("https://"):
            continue
        tls = extender.tls or {}
        if tls.get("caFile") or tls.get("caData"):
            continue
        if tls.get("insecure"):
            yield advice(
                ID,
                ("extenders", index, "tlsConfig", "insecure"),
                "any server can impersonate the extender: with `insecure: true` its certificate is not verified",
                "Set `tlsConfig.caFile` to the CA that signed it, and remove `insecure`.",
                Severity.INFO,
            )
        elif extender.enable_https:
            yield advice(
                ID,
                ("extenders", index, "enableHTTPS"),
                "any server can impersonate the extender: `enableHTTPS` without a CA turns verification off",
                "Name the CA in `tlsConfig.caFile`; or, if it is one of the system's CAs, remove `enableHTTPS`: "
                "`https://` in `urlPrefix` is enough.",
            )


RULE = Rule(
    id=ID,
    title="An extender's certificate is not verified",
    why="`enableHTTPS: true` sounds secure, but without `caFile` or `caData` it sets `insecure`: anyone between the "
    "scheduler and the extender can decide where Pods run.",
    source="pkg/scheduler/extender.go, makeTransport",
    evidence=(
        Citation(
            "https://github.com/intel/platform-aware-scheduling/blob/c4c90e36d256c41e4ab007a171ab4bd2d058f587/gpu-aware-scheduling/deploy/extender-configuration/scheduler-config-tas+gas.yaml",
            "`enableHTTPS` without a CA",
        ),
        Citation("https://github.com/Project-HAMi/HAMi/pull/2528", "a review finds the same"),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
    bad=v1_configuration("""\
extenders:
  - urlPrefix: https://gpu-extender.kube-system.svc/scheduler
    filterVerb: filter
    enableHTTPS: true
"""),
    good=v1_configuration("""\
extenders:
  - urlPrefix: https://gpu-extender.kube-system.svc/scheduler
    filterVerb: filter
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/kubernetes/pki/gpu-extender-ca.crt
"""),
    of_extenders=problems,
)
