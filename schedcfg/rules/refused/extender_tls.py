"""TLS settings of an extender that no client can be built from."""

import base64
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.effective.model import Extender
from schedcfg.findings import Problem
from schedcfg.releases.release import Release
from schedcfg.rules.rule import Rule, Subject

_BLOCK = re.compile(
    rb"^-----BEGIN (?P<label>[^\n]*?)-----[ \t\r]*\n(?P<body>.*?)^-----END (?P=label)-----[ \t\r]*$",
    re.MULTILINE | re.DOTALL,
)
_HEADERS = re.compile(rb"\A(?:[^\n:]*:[^\n]*\n)+\s*")

_SEQUENCE = 0x30
_LONG_LENGTH = 0x80


class _Block(NamedTuple):
    label: str
    has_headers: bool
    der: bytes


def ca_objection(data: bytes) -> str | None:
    """Return why data holds no authority's certificate; None where it seems to hold one.

    Upstream: `CertPool.AppendCertsFromPEM` in Go's `crypto/x509`: one certificate that can be read is enough.
    """
    certificates = [block for block in _blocks(data) if block.label == "CERTIFICATE" and not block.has_headers]
    if not certificates:
        return "it holds no certificate in PEM"
    if not any(_is_one_sequence(block.der) for block in certificates):
        return "no certificate in it can be read"
    return None


def certificate_objection(data: bytes) -> str | None:
    """Return why data holds no client's certificate; None where it seems to hold one.

    Upstream: `X509KeyPair` in Go's `crypto/tls`: the first certificate is the client's own.
    """
    first = next((block for block in _blocks(data) if block.label == "CERTIFICATE"), None)
    if first is None:
        return "it holds no certificate in PEM"
    return None if _is_one_sequence(first.der) else "the certificate in it cannot be read"


def key_objection(data: bytes) -> str | None:
    """Return why data holds no private key; None where it seems to hold one. See `certificate_objection`."""
    first = next((block for block in _blocks(data) if f" {block.label}".endswith(" PRIVATE KEY")), None)
    if first is None:
        return "it holds no private key in PEM"
    return None if _is_one_sequence(first.der) else "the private key in it cannot be read"


def _blocks(data: bytes) -> Iterator[_Block]:
    """Yield the blocks that Go's `pem.Decode` finds; it passes over those whose base64 is broken."""
    for match in _BLOCK.finditer(data):
        body = match["body"]
        headers = _HEADERS.match(body)
        if headers is not None:
            body = body[headers.end() :]
        try:
            der = base64.b64decode(b"".join(body.split()), validate=True)
        except ValueError:
            continue
        yield _Block(match["label"].decode("utf-8", "replace"), headers is not None, der)


def _is_one_sequence(der: bytes) -> bool:
    """Return whether bytes are one ASN.1 sequence and nothing behind it, as certificates and private keys are."""
    if len(der) < 2 or der[0] != _SEQUENCE:  # noqa: PLR2004 - its tag and its length
        return False
    length, start = der[1], 2
    if length >= _LONG_LENGTH:
        start += length - _LONG_LENGTH
        length = int.from_bytes(der[2:start], "big")
    return len(der) == start + length


ID = "extender-tls"

_FIRST_READING_AUTHORITIES = 22
"""Before, authorities in which client-go finds no certificate are passed over: no server is then trusted."""


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
        elif "caData" in tls and release.number >= _FIRST_READING_AUTHORITIES:
            yield from _unreadable(tls, "caData", path, ca_objection)
        if _has_client_certificate(tls):
            yield from _unreadable(tls, "certData", path, certificate_objection)
            yield from _unreadable(tls, "keyData", path, key_objection)


def _has_client_certificate(tls: dict[str, object]) -> bool:
    """Return whether both halves are given; one alone is never looked at."""
    return ("certData" in tls or "certFile" in tls) and ("keyData" in tls or "keyFile" in tls)


def _unreadable(
    tls: dict[str, object], field: str, path: Path, objection: Callable[[bytes], str | None]
) -> Iterator[Problem]:
    reason = objection(base64.b64decode(str(tls[field]))) if field in tls else None
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
    why="The client that talks to the extender cannot be built, and the scheduler stops.",
    source="client-go/transport/transport.go, TLSConfigFor and rootCertPool; pkg/scheduler/extender.go, makeTransport",
    check=check,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
  - urlPrefix: https://gpu-scheduler.kube-system.svc:8443
    filterVerb: filter
    enableHTTPS: true
    tlsConfig:
      insecure: true
      caFile: /etc/kubernetes/pki/ca.crt
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
  - urlPrefix: https://gpu-scheduler.kube-system.svc:8443
    filterVerb: filter
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/kubernetes/pki/ca.crt
""",
)
