"""What OpenSSL complains of, in the terms of Go's `crypto/tls` and `crypto/x509`."""

import re
import ssl

from schedcfg.golang.text import harmless, quoted
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind

_NOT_YET_VALID = 9
_EXPIRED = 10
_SELF_SIGNED = 18
_OTHER_NAME = frozenset({62, 64})  # of a host, of an IP address
_UNKNOWN_AUTHORITY = frozenset({2, _SELF_SIGNED, 19, 20, 21, 24})
"""OpenSSL's X509_V_ERR_… (x509_vfy.h)."""

_NO_RECORD = frozenset({
    "WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL", "PACKET_LENGTH_TOO_LONG", "RECORD_LAYER_FAILURE",
})  # fmt: skip
"""Reasons that mean that the first bytes were no TLS."""

_ALERT = re.compile(r"(?:SSLV3|TLSV1|TLSV13)_(?:ALERT_)?(.+)")

_GO_ALERTS = {
    "certificate expired": "expired certificate",
    "certificate revoked": "revoked certificate",
    "certificate unknown": "unknown certificate",
    "decode error": "error decoding message",
    "decrypt error": "error decrypting message",
    "insufficient security": "insufficient security level",
    "protocol version": "protocol version not supported",
    "unknown ca": "unknown certificate authority",
    "bad record mac": "bad record MAC",
}
"""Alerts that Go words otherwise than OpenSSL (crypto/tls/alert.go)."""

_ABOUT_OUR_CERTIFICATE = (
    "certificate required", "bad certificate", "unknown certificate authority", "unknown certificate",
    "expired certificate", "revoked certificate", "unsupported certificate", "access denied", "handshake failure",
)  # fmt: skip


def failed_handshake(error: ssl.SSLError, first: bytes, name: str) -> ExchangeFailed:
    """Tell why no TLS came about; `first` are the first bytes that the server sent, `name` whom it should be."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return _distrusted(error, name)
    if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return ExchangeFailed(
            FailureKind.CUT,
            "the server closed the connection in the middle of the TLS handshake",
            "Check that the server speaks TLS on this port, and look into its log.",
            upstream="EOF" if not first else "unexpected EOF",
        )
    if error.reason in _NO_RECORD and first[:1] not in {b"\x15", b"\x16"}:
        return _no_tls(first)
    return failed_later(error)


def failed_later(error: ssl.SSLError) -> ExchangeFailed:
    """Tell what went wrong besides certificates; TLS 1.3 refuses ours only after the handshake."""
    reason = error.reason or "UNKNOWN"
    if match := _ALERT.fullmatch(reason):
        said = match[1].lower().replace("_", " ")
        said = _GO_ALERTS.get(said, said)
        advice = "Look into the log of the server."
        if said in _ABOUT_OUR_CERTIFICATE:
            advice = "Give a client certificate that the server accepts, with its key; its log tells what it wants."
        elif said.startswith("protocol version"):
            advice = "Let the server speak TLS 1.2 or later."
        return ExchangeFailed(
            FailureKind.TLS, f"the server refused in TLS: {said}", advice, upstream=f"remote error: tls: {said}"
        )
    if reason in {"UNSUPPORTED_PROTOCOL", "WRONG_SSL_VERSION"}:
        words = "tls: server selected unsupported protocol version"
        return ExchangeFailed(
            FailureKind.TLS, "the server speaks an old TLS only", "Let it speak TLS 1.2 or later.", upstream=words
        )
    words = reason.lower().replace("_", " ")
    return ExchangeFailed(FailureKind.TLS, f"TLS failed: {words}", "Look into the log of the server.", upstream="")


def _no_tls(first: bytes) -> ExchangeFailed:
    words = "tls: first record does not look like a TLS handshake"
    if first.startswith(b"HTTP/"):
        words = "http: server gave HTTP response to HTTPS client"
    return ExchangeFailed(
        FailureKind.NO_TLS,
        f"the server does not speak TLS on this port: it answers {quoted(first, 40)}",
        "Write http:// instead of https:// (and for an extender, enableHTTPS: false), or the port that speaks TLS.",
        upstream=words,
    )


def no_name(name: str) -> ExchangeFailed:
    """Make the failure that tells that no certificate can be for what is no name of a host."""
    return ExchangeFailed(
        FailureKind.WRONG_NAME,
        f"{quoted(name)} is no name of a host: no certificate can be for it",
        "Set the server name (tlsConfig.serverName) to a name that the server's certificate has as subjectAltName.",
        upstream=f"tls: failed to verify certificate: x509: certificate is valid for …, not {harmless(name)}",
    )


def _distrusted(error: ssl.SSLCertVerificationError, name: str) -> ExchangeFailed:
    code = error.verify_code
    verified = "tls: failed to verify certificate: x509: "
    if code in _UNKNOWN_AUTHORITY:
        who = "it is signed by itself" if code == _SELF_SIGNED else "it is not known who signed it"
        return ExchangeFailed(
            FailureKind.UNTRUSTED,
            f"the certificate of the server is not trusted: {who}",
            "Give the certificate of the authority that signed it (for an extender, tlsConfig.caFile or caData).",
            upstream=f"{verified}certificate signed by unknown authority",
        )
    if code in _OTHER_NAME:
        return ExchangeFailed(
            FailureKind.WRONG_NAME,
            f"the certificate of the server is not for {harmless(name)}",
            "Use a name that the certificate has as subjectAltName, or set the server name (tlsConfig.serverName).",
            upstream=f"{verified}certificate is valid for …, not {harmless(name)}",
        )
    if code in {_NOT_YET_VALID, _EXPIRED}:
        state = "has expired" if code == _EXPIRED else "is not valid yet"
        return ExchangeFailed(
            FailureKind.OUTDATED,
            f"the certificate of the server {state}",
            "Renew it on the server; and check the clocks of both machines.",
            upstream=f"{verified}certificate has expired or is not yet valid",
        )
    return ExchangeFailed(
        FailureKind.UNTRUSTED,
        f"the certificate of the server is not accepted: {harmless(error.verify_message)}",
        "Give the server a certificate that its clients can accept.",
        upstream=f"{verified}{harmless(error.verify_message)}",
    )
