"""TLS: how a server is trusted, how a client shows who it is, and what goes wrong with both."""

import re
import ssl
import tempfile
from binascii import Error as NoBase64
from dataclasses import dataclass

from schedcfg.document.golang.text import harmless, quoted
from schedcfg.external.probe.request import FailureKind, RequestFailed
from schedcfg.patterns import pattern

_GO_CIPHERS = "@SECLEVEL=1:ECDHE+AESGCM:ECDHE+CHACHA20:ECDHE+AES:!AESCCM"
"""What Go offers for TLS 1.2 (crypto/tls/defaults.go); the level allows RSA keys of 1024 bits, as Go does."""

_BLOCK = pattern(rb"-----BEGIN ([A-Z0-9 ]+)-----((?:(?!-----BEGIN ).)*?)-----END \1-----", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Trust:
    """Settings of TLS, as client-go's `TLSClientConfig` has them."""

    insecure: bool = False
    server_name: str = ""  # The name that the certificate has to be for; empty: that of the URL
    ca: bytes = b""  # Certificates of authorities, PEM; empty: those of this machine
    certificate: bytes = b""  # The client's own, PEM; empty: none is shown
    key: bytes = b""


SYSTEM = Trust()
"""The authorities of this machine."""


def context(trust: Trust) -> ssl.SSLContext:
    """Return the settings in the form of `ssl`, as strict as Go's `crypto/tls` and not stricter.

    Raises:
        RequestFailed: WRONG_TLS_SETTINGS.
    """
    if trust.insecure and trust.ca:
        problem = "specifying a root certificates file with the insecure flag is not allowed"
        raise _wrong("insecure and a CA exclude each other", "Omit one of them.", problem)
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.set_ciphers(_GO_CIPHERS)
    made.set_alpn_protocols(["http/1.1"])
    made.hostname_checks_common_name = False
    # Go is content with any certificate that it is to trust, an authority's own or not.
    made.verify_flags = (made.verify_flags | ssl.VERIFY_X509_PARTIAL_CHAIN) & ~ssl.VERIFY_X509_STRICT
    if trust.insecure:
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    elif trust.ca:
        _load_authorities(made, trust.ca)
    else:
        made.load_default_certs()
    if trust.certificate or trust.key:
        _load_certificate(made, trust)
    return made


def _load_authorities(made: ssl.SSLContext, ca: bytes) -> None:
    """Load every certificate of a PEM text that can be read, one at least (client-go/transport)."""
    blocks = _BLOCK.findall(ca)
    if not blocks:
        raise _wrong_ca("unable to parse bytes as PEM block")
    certificates = [text for kind, text in blocks if kind == b"CERTIFICATE"]
    if not certificates:
        raise _wrong_ca("no valid certificate authority data seen")
    taken = 0
    for text in certificates:
        try:
            pem = f"-----BEGIN CERTIFICATE-----{text.decode('latin-1')}-----END CERTIFICATE-----"
            made.load_verify_locations(cadata=ssl.PEM_cert_to_DER_cert(pem))
            taken += 1
        except (ssl.SSLError, NoBase64, ValueError):
            continue
    if not taken:
        raise _wrong_ca("failed to parse certificate")


def _load_certificate(made: ssl.SSLContext, trust: Trust) -> None:
    """Load the client's certificate; `ssl` wants a file, which only this user can read and which is gone at once."""
    if not trust.key or not trust.certificate:
        given, missing = ("certificate", "key") if trust.certificate else ("key", "certificate")
        raise _wrong(
            f"a client {given} is set without its {missing}: the scheduler would send no certificate",
            f"Set the {missing} too, or omit the {given}.",
        )
    for name, pem in (("certificate", trust.certificate), ("key", trust.key)):
        if not _BLOCK.search(pem):
            problem = f"tls: failed to find any PEM data in {name} input"
            raise _wrong(f"the client {name} is not PEM", "Use PEM: -----BEGIN …-----.", problem)
    with tempfile.NamedTemporaryFile(prefix="schedcfg-") as file:
        file.write(trust.certificate + b"\n" + trust.key)
        file.flush()
        try:
            # An empty password: otherwise OpenSSL would ask for one on the terminal.
            made.load_cert_chain(file.name, password=lambda: b"")
        except (ssl.SSLError, ValueError) as error:
            raise _unusable(getattr(error, "reason", None)) from None


def _unusable(reason: str | None) -> RequestFailed:
    if reason == "KEY_VALUES_MISMATCH":
        problem = "tls: private key does not match public key"
        return _wrong("the client key is not the key of the client certificate", "Use a matching pair.", problem)
    return _wrong(
        "the client certificate or its key cannot be read",
        "Use a certificate and an unencrypted key, both in PEM.",
        "tls: failed to parse private key",
    )


def _wrong_ca(problem: str) -> RequestFailed:
    return _wrong(
        f"the CA contains no certificate: {problem}",
        "Use one or more certificates in PEM: -----BEGIN CERTIFICATE-----.",
        f"unable to load root certificates: {problem}",
    )


def _wrong(message: str, advice: str, upstream: str = "") -> RequestFailed:
    return RequestFailed(FailureKind.WRONG_TLS_SETTINGS, message, advice, upstream=upstream)


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

_ALERT = pattern(r"(?:SSLV3|TLSV1|TLSV13)_(?:ALERT_)?(.+)")


def tls_failure(error: ssl.SSLError, name: str) -> RequestFailed:
    """Return what OpenSSL complains of as a failure; how Go words it depends on its release, and is left out.

    Args:
        error: The complaint. TLS 1.3 refuses a client's certificate only after the handshake.
        name: The name that the server's certificate should be for.
    """
    if isinstance(error, ssl.SSLCertVerificationError):
        return _distrusted(error, name)
    if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return RequestFailed(
            FailureKind.CUT,
            "the server closed the connection in the middle of the TLS handshake",
            "Check that the server serves TLS on this port, and check its log.",
        )
    reason = error.reason or "UNKNOWN"
    if reason in _NO_RECORD:
        # Most that do not speak TLS speak HTTP; of others Go's message is that the first record is no handshake.
        return RequestFailed(
            FailureKind.NO_TLS,
            "the server does not serve TLS on this port",
            "Write http:// instead of https:// (and for an extender, enableHTTPS: false), or the port that serves TLS.",
        )
    if match := _ALERT.fullmatch(reason):
        alert = match[1].lower().replace("_", " ")
        advice = "Check the log of the server."
        if "certificate" in alert or alert in {"unknown ca", "access denied", "handshake failure"}:
            advice = "Use a client certificate that the server accepts, with its key; its log shows what it requires."
        elif alert == "protocol version":
            advice = "Let the server use TLS 1.2 or later."
        return RequestFailed(FailureKind.TLS, f"the server refused the TLS handshake: {alert}", advice)
    problem = reason.lower().replace("_", " ")
    return RequestFailed(FailureKind.TLS, f"TLS failed: {problem}", "Let the server use TLS 1.2 or later.")


def no_host_name(name: str) -> RequestFailed:
    """Return the failure of a name for which no certificate can be, as it is no name of a host."""
    return RequestFailed(
        FailureKind.WRONG_NAME,
        f"{quoted(name)} is not a host name: no certificate can match it",
        "Set the server name (tlsConfig.serverName) to a name that the server's certificate has as subjectAltName.",
    )


def _distrusted(error: ssl.SSLCertVerificationError, name: str) -> RequestFailed:
    code = error.verify_code
    kind, problem = FailureKind.UNTRUSTED, f"is not accepted: {harmless(error.verify_message)}"
    advice = "Give the server a certificate that its clients accept."
    if code in _UNKNOWN_AUTHORITY:
        problem = f"is not trusted: {'it is self-signed' if code == _SELF_SIGNED else 'its CA is unknown'}"
        advice = "Set the certificate of the CA that signed it (for an extender, tlsConfig.caFile or caData)."
    elif code in _OTHER_NAME:
        kind, problem = FailureKind.WRONG_NAME, f"is not for {harmless(name)}"
        advice = "Use a name that the certificate has as subjectAltName, or set the server name (tlsConfig.serverName)."
    elif code in {_NOT_YET_VALID, _EXPIRED}:
        kind, problem = FailureKind.OUTDATED, "has expired" if code == _EXPIRED else "is not valid yet"
        advice = "Renew it on the server; and check the clocks of both machines."
    return RequestFailed(kind, f"the certificate of the server {problem}", advice)
