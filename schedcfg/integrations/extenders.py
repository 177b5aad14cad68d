"""How kube-scheduler connects to an HTTP extender: its address, TLS settings and timeout.

Upstream: `makeTransport` and `send` in `pkg/scheduler/extender.go`; client-go's `TLSConfigFor`.
"""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from schedcfg.configuration.effective.model import Extender
from schedcfg.document.golang.text import harmless
from schedcfg.integrations.http import (
    DEFAULT_LIMITS,
    FailureKind,
    HttpLimits,
    HttpRequest,
    HttpResponse,
    RequestFailed,
    Trust,
    send,
    tls_context,
)

_LARGEST = 1024 * 1024
"""Bytes of a certificate or key; no real one has as many."""

_EMPTY_FILE = b"\n"
"""A certificate that is not there is none; one in an empty file is a wrong one."""

_NANO = 1_000_000_000
_LONGEST = 60.0
"""Seconds to wait where kube-scheduler would wait longer, or forever."""


@dataclass(frozen=True, slots=True)
class ExtenderAccess:
    """How an extender is called."""

    extender: Extender
    trust: Trust
    longest: float  # Seconds that a call may take, besides `httpTimeout`

    @property
    def timeout(self) -> float | None:
        """The extender's `httpTimeout` in seconds; None where kube-scheduler waits forever."""
        return self.extender.http_timeout / _NANO if self.extender.http_timeout > 0 else None

    @property
    def limit(self) -> float:
        """How many seconds to wait for a response."""
        return min(self.longest, self.timeout or self.longest)

    def post(self, verb: str, body: bytes, most: int = DEFAULT_LIMITS.body) -> HttpResponse:
        """Send a request, and return the response.

        Args:
            verb: What is appended to the extender's address.
            body: JSON.
            most: How many bytes of the response are read.

        Raises:
            RequestFailed: if none came.
        """
        request = HttpRequest("POST", url_of(self.extender, verb), {"Content-Type": "application/json"}, body)
        return send(request, self.trust, HttpLimits(self.limit, most))


def url_of(extender: Extender, verb: str) -> str:
    """Return the address to which a verb's requests go."""
    return f"{extender.url_prefix.rstrip('/')}/{verb}"


def access_to(extender: Extender, longest: float | None = None) -> ExtenderAccess:
    """Return how an extender is called, with the contents of the files that `tlsConfig` names.

    Args:
        extender: Which.
        longest: Seconds that a call may take, besides `httpTimeout`; None: a minute.

    Raises:
        RequestFailed: UNREADABLE_FILE or WRONG_TLS_SETTINGS; kube-scheduler does not start with these.
    """
    return ExtenderAccess(extender, _trust(extender), _LONGEST if longest is None else longest)


def _trust(extender: Extender) -> Trust:
    tls: Mapping[str, object] = {name: value for name, value in (extender.tls or {}).items() if value}
    has_ca = "caFile" in tls or "caData" in tls
    insecure = bool(tls.get("insecure")) or (extender.enable_https and not has_ca)
    has_certificate = ("certFile" in tls or "certData" in tls) and ("keyFile" in tls or "keyData" in tls)
    if not (insecure or has_ca or has_certificate or "serverName" in tls):
        # Half a client certificate alone counts for nothing, and its file is never opened.
        return Trust()
    trust = Trust(
        insecure=insecure,
        server_name=str(tls.get("serverName", "")),
        ca=_content(tls, "ca"),
        certificate=(_content(tls, "cert") or _EMPTY_FILE) if has_certificate else b"",
        key=(_content(tls, "key") or _EMPTY_FILE) if has_certificate else b"",
    )
    tls_context(trust)
    return trust


def _content(tls: Mapping[str, object], part: str) -> bytes:
    """Return a certificate or key: one in the configuration takes precedence over its file."""
    if f"{part}Data" in tls:
        return base64.b64decode(str(tls[f"{part}Data"]))
    if f"{part}File" not in tls:
        return b""
    path = Path(str(tls[f"{part}File"]))
    why = "it is not a file"  # one that might never end is not opened
    try:
        if path.is_file() or not path.exists():
            with path.open("rb") as file:
                return file.read(_LARGEST)
    except OSError as error:
        why = harmless((error.strerror or str(error)).lower())
    message = f"`{part}File: {harmless(str(path), 200)}` cannot be read on this machine: {why}"
    raise RequestFailed(FailureKind.UNREADABLE_FILE, message)
