"""TLS settings of extenders: what client-go looks at, and what it does not."""

import base64

import pytest

from schedcfg import IN_TREE_ONLY, FileReport, Role, Verdict, validate
from schedcfg.options import Options
from schedcfg.rules import pem

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


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it holds no certificate in PEM"),
        (block("CERTIFICATE", headers="A: b\n\n"), "it holds no certificate in PEM"),
        (block("CERTIFICATE", b""), "no certificate in it can be read"),
        (block("CERTIFICATE", b"\x30\x01\x00\x00"), "no certificate in it can be read"),
        (block("CERTIFICATE", b"\x30\x82\x01\x00" + bytes(256)), None),
        (block("CERTIFICATE", b"") + block("CERTIFICATE"), None),
        ("text before\n" + block("CERTIFICATE").replace("\n", "\r\n"), None),
        (block("CERTIFICATE").replace("MAEA", "MA!A"), "it holds no certificate in PEM"),
    ],
)
def test_authorities(text: str, reason: str | None) -> None:
    assert pem.ca_objection(text.encode()) == reason


def test_a_certificate_may_have_headers_and_the_first_one_counts() -> None:
    assert pem.certificate_objection(block("CERTIFICATE", headers="A: b\n\n").encode()) is None
    assert pem.certificate_objection((block("CERTIFICATE", b"") + block("CERTIFICATE")).encode()) is not None


@pytest.mark.parametrize("label", ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"])
def test_keys(label: str) -> None:
    assert pem.key_objection(block(label).encode()) is None
    assert pem.key_objection(block(label, b"x").encode()) == "the private key in it cannot be read"
    assert pem.key_objection(block("PUBLIC KEY").encode()) == "it holds no private key in PEM"
