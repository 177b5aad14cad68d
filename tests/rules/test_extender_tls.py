"""TLS settings of extenders: what client-go looks at, and what it does not."""

import base64

import pytest

from schedcfg import IN_TREE_ONLY, FileReport, Role, Verdict, validate
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{version}\nkind: {kind}\n"
RULE = "extender-tls"


def block(label: str, der: bytes = b"\x30\x01\x00", headers: str = "") -> str:
    return f"-----BEGIN {label}-----\n{headers}{base64.b64encode(der).decode()}\n-----END {label}-----\n"


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


AUTHORITY, KEY = encoded(block("CERTIFICATE")), encoded(block("RSA PRIVATE KEY"))
HELLO = encoded("hello")


def judged(
    settings: str, release: str = "1.29", version: str = "v1", kind: str = "KubeSchedulerConfiguration"
) -> FileReport:
    body = f"extenders: [{{urlPrefix: http://a, tlsConfig: {{{settings}}}}}]\n"
    role = Role.POLICY if kind == "Policy" else Role.CONFIG
    return validate(
        HEAD.format(version=version, kind=kind) + body, release, options=Options(registry=IN_TREE_ONLY, role=role)
    )


def refused(report: FileReport) -> list[str]:
    found = [finding for finding in report.documents[0].findings if finding.rule == RULE]
    assert (report.verdict is Verdict.REFUSED) == bool(found)
    return [finding.path.removeprefix("extenders[0].tlsConfig.") for finding in found]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (f"caData: {HELLO}", ["caData"]),
        (f"caData: {KEY}", ["caData"]),
        (f"caData: {AUTHORITY}", []),
        (f"caData: {HELLO}, caFile: /ca", ["caData"]),
        (f"insecure: true, caData: {HELLO}", ["insecure"]),
        ("insecure: true, caData: ''", []),
        ("insecure: true, caFile: /ca", ["insecure"]),
        (f"certData: {HELLO}, keyData: {HELLO}", ["certData", "keyData"]),
        (f"certData: {AUTHORITY}, keyData: {KEY}", []),
        (f"certData: {HELLO}", []),
        (f"keyData: {HELLO}", []),
        (f"certData: {HELLO}, keyFile: /key", ["certData"]),
        (f"certFile: /cert, keyData: {HELLO}", ["keyData"]),
        ("certFile: /cert, keyFile: /key", []),
    ],
)
def test_what_is_looked_at(settings: str, expected: list[str]) -> None:
    assert refused(judged(settings)) == expected


@pytest.mark.parametrize(("release", "expected"), [("1.21", []), ("1.22", ["caData"])])
def test_authorities_are_read_from_1_22_on(release: str, expected: list[str]) -> None:
    assert refused(judged(f"caData: {HELLO}", release, "v1beta1")) == expected


def test_the_extenders_of_a_policy_are_built_alike() -> None:
    assert refused(judged(f"caData: {HELLO}", "1.22", "v1", "Policy")) == ["caData"]
