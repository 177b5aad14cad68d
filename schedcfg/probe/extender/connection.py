"""How kube-scheduler connects to an extender (`makeTransport`; client-go's `TLSConfigFor`)."""

import base64
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from schedcfg.effective.model import Extender
from schedcfg.findings import Severity
from schedcfg.probe.exchange import ExchangeFailed, FailureKind, Trust, check
from schedcfg.probe.extender.finding_kinds import Kind
from schedcfg.probe.extender.quoting import sentence
from schedcfg.probe.finding_kind import tell
from schedcfg.results.probing import ProbeFinding

_LARGEST = 1024 * 1024
"""Bytes of a certificate or key; no real one has as many."""

_EMPTY_FILE = b"\n"
"""A certificate that is not there is none; one in an empty file is a wrong one."""


class Connection(NamedTuple):
    """How an extender is reached.

    Attributes:
        trust: Settings of TLS; None where no client can be built from them, so that nobody is asked.
        findings: What is to be said about it.
    """

    trust: Trust | None
    findings: tuple[ProbeFinding, ...]


def connection(extender: Extender) -> Connection:
    """Find out how kube-scheduler connects, reading the files that `tlsConfig` names."""
    tls: Mapping[str, object] = {name: value for name, value in (extender.tls or {}).items() if value}
    has_ca = "caFile" in tls or "caData" in tls
    insecure = bool(tls.get("insecure")) or (extender.enable_https and not has_ca)
    has_certificate = ("certFile" in tls or "certData" in tls) and ("keyFile" in tls or "keyData" in tls)
    about_scheme = tuple(_scheme(extender))
    if not (insecure or has_ca or has_certificate or "serverName" in tls):
        # Half a client certificate alone counts for nothing, and its file is never opened.
        return Connection(Trust(), about_scheme)
    read: dict[str, bytes] = {}
    unreadable: list[ProbeFinding] = []
    for part in ("ca", "cert", "key"):
        try:
            read[part] = _content(tls, part)
        except OSError as error:
            unreadable.append(_unreadable(part, str(tls[f"{part}File"]), error))
    if unreadable:
        return Connection(None, (*unreadable, *about_scheme))
    trust = Trust(
        insecure=insecure,
        server_name=str(tls.get("serverName", "")),
        ca=read["ca"],
        certificate=(read["cert"] or _EMPTY_FILE) if has_certificate else b"",
        key=(read["key"] or _EMPTY_FILE) if has_certificate else b"",
    )
    try:
        check(trust)
    except ExchangeFailed as error:
        return Connection(None, (_no_client(error), *about_scheme))
    return Connection(trust, about_scheme)


def _content(tls: Mapping[str, object], part: str) -> bytes:
    """Give a certificate or key: what stands in the configuration wins over its file.

    Raises:
        OSError: if its file cannot be read.
    """
    if f"{part}Data" in tls:
        return base64.b64decode(str(tls[f"{part}Data"]))
    name = tls.get(f"{part}File")
    if name is None:
        return b""
    path = Path(str(name))
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(f"{path} is no file")  # it might never end
    with path.open("rb") as file:
        return file.read(_LARGEST)


def _unreadable(part: str, name: str, error: OSError) -> ProbeFinding:
    why = (error.strerror or str(error)).lower()
    doing = "read" if isinstance(error, IsADirectoryError) else "open"
    return tell(
        Kind.FILE,
        Severity.ERROR,
        f"`{part}File: {name}` cannot be read on this machine: {why}. So this trial could not ask the extender; "
        "kube-scheduler, where it cannot read the file either, does not start",
        "Run the probe where the scheduler runs, or bring the file to the same path here.",
        upstream=f"{doing} {name}: {why}",
    )


def _no_client(error: ExchangeFailed) -> ProbeFinding:
    """Say that kube-scheduler gets no further than that (`NewHTTPExtender`)."""
    message = f"{sentence(str(error))}: kube-scheduler does not start with this `tlsConfig`"
    return tell(FailureKind.WRONG_TLS_SETTINGS, Severity.ERROR, message, error.help, upstream=error.upstream)


def _scheme(extender: Extender) -> Iterator[ProbeFinding]:
    """Yield what the URL's scheme and the settings of TLS say against each other; upstream goes by the scheme."""
    scheme = extender.url_prefix.partition(":")[0].lower()
    if scheme == "http" and (extender.enable_https or extender.tls):
        field = "enableHTTPS: true" if extender.enable_https else "tlsConfig"
        yield tell(
            Kind.HTTPS_OVER_HTTP,
            Severity.WARNING,
            f"`{field}` has no effect on an `http://` URL: kube-scheduler goes by the scheme and sends everything, "
            "Pods included, unencrypted to whoever answers",
            "Write `https://` in `urlPrefix` if the extender speaks TLS, else remove the settings of TLS.",
        )
    elif scheme == "https" and not extender.enable_https and not extender.tls:
        yield tell(
            Kind.SYSTEM_TRUST,
            Severity.INFO,
            "Without `enableHTTPS` and `tlsConfig`, the authorities of the scheduler's own machine or image decide "
            "whether the extender's certificate is trusted; this trial went by those of this machine",
            "Give the authority in `tlsConfig.caFile` or `caData`.",
        )
