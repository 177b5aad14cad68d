"""How a server is trusted, and how one shows who one is."""

import re
import ssl
import tempfile
from binascii import Error as NoBase64
from typing import NamedTuple

from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind

_GO_CIPHERS = "@SECLEVEL=1:ECDHE+AESGCM:ECDHE+CHACHA20:ECDHE+AES:!AESCCM"
"""What Go offers for TLS 1.2 (crypto/tls/defaults.go); the level allows RSA keys of 1024 bits, as Go does."""

_BLOCK = re.compile(rb"-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \1-----", re.DOTALL)


class Trust(NamedTuple):
    """Settings of TLS, as client-go's `TLSClientConfig` has them.

    Attributes:
        insecure: Whether any certificate will do.
        server_name: The name that the certificate has to be for; empty: that of the URL.
        ca: Certificates of authorities, PEM; empty: those of this machine.
        certificate: One's own, PEM; empty: none is shown.
        key: Its key, PEM.
    """

    insecure: bool = False
    server_name: str = ""
    ca: bytes = b""
    certificate: bytes = b""
    key: bytes = b""


SYSTEM = Trust()
"""Trusts whom this machine trusts."""


def check(trust: Trust) -> None:
    """Find out whether a client can be built from these settings.

    Raises:
        ExchangeFailed: WRONG_TLS_SETTINGS.
    """
    context(trust)


def context(trust: Trust) -> ssl.SSLContext:
    """Make what `ssl` wants of it, as strict as Go's `crypto/tls` and not stricter.

    Raises:
        ExchangeFailed: WRONG_TLS_SETTINGS.
    """
    if trust.insecure and trust.ca:
        words = "specifying a root certificates file with the insecure flag is not allowed"
        raise _wrong("insecure and a certificate authority exclude each other", "Leave one of them out.", words)
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.set_ciphers(_GO_CIPHERS)
    made.set_alpn_protocols(["http/1.1"])
    made.hostname_checks_common_name = False
    # Go is content with any certificate that it is told to trust, an authority's own or not.
    made.verify_flags = (made.verify_flags | ssl.VERIFY_X509_PARTIAL_CHAIN) & ~ssl.VERIFY_X509_STRICT
    if trust.insecure:
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    elif trust.ca:
        _trust_these(made, trust.ca)
    else:
        made.load_default_certs()
    if trust.certificate or trust.key:
        _show(made, trust)
    return made


def _trust_these(made: ssl.SSLContext, ca: bytes) -> None:
    """Take every certificate of a PEM text that can be read, and want one at least (client-go/transport)."""
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


def _show(made: ssl.SSLContext, trust: Trust) -> None:
    """Load one's own certificate; `ssl` wants a file, which only this user can read and which is gone at once."""
    if not trust.key or not trust.certificate:
        given, missing = ("certificate", "key") if trust.certificate else ("key", "certificate")
        raise _wrong(
            f"a client {given} is given without its {missing}: the scheduler would show no certificate at all",
            f"Give the {missing} too, or leave the {given} out.",
        )
    for name, pem in (("certificate", trust.certificate), ("key", trust.key)):
        if not _BLOCK.search(pem):
            words = f"tls: failed to find any PEM data in {name} input"
            raise _wrong(f"the client {name} is no PEM", "Give it in PEM: -----BEGIN …-----.", words)
    with tempfile.NamedTemporaryFile(prefix="schedcfg-") as file:
        file.write(trust.certificate + b"\n" + trust.key)
        file.flush()
        try:
            # An empty password: otherwise OpenSSL would ask for one on the terminal.
            made.load_cert_chain(file.name, password=lambda: b"")
        except (ssl.SSLError, ValueError) as error:
            raise _unusable(getattr(error, "reason", None)) from None


def _unusable(reason: str | None) -> ExchangeFailed:
    if reason == "KEY_VALUES_MISMATCH":
        words = "tls: private key does not match public key"
        return _wrong(
            "the client key is not the key of the client certificate", "Give the two that belong together.", words
        )
    return _wrong(
        "the client certificate or its key cannot be read",
        "Give a certificate and an unencrypted key, both in PEM.",
        "tls: failed to parse private key",
    )


def _wrong_ca(words: str) -> ExchangeFailed:
    return _wrong(
        f"the certificate authority holds no certificate: {words}",
        "Give one or more certificates in PEM: -----BEGIN CERTIFICATE-----.",
        f"unable to load root certificates: {words}",
    )


def _wrong(message: str, advice: str, upstream: str = "") -> ExchangeFailed:
    return ExchangeFailed(FailureKind.WRONG_TLS_SETTINGS, message, advice, upstream=upstream)
