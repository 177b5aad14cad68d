"""TLS: how a server is trusted, and how a client shows who it is."""

import re
import ssl
import tempfile
from binascii import Error as NoBase64
from dataclasses import dataclass

from schedcfg.external.probe.request import FailureKind, RequestFailed
from schedcfg.patterns import pattern

_GO_CIPHERS = "@SECLEVEL=1:ECDHE+AESGCM:ECDHE+CHACHA20:ECDHE+AES:!AESCCM"
"""What Go offers for TLS 1.2 (crypto/tls/defaults.go); the level allows RSA keys of 1024 bits, as Go does."""

_CERTIFICATE = pattern(rb"-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN ).)*?-----END CERTIFICATE-----", re.DOTALL)


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
        raise _wrong("insecure and a CA exclude each other", "Omit one of them.")
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
    taken = 0
    for pem in _CERTIFICATE.findall(ca):
        try:
            made.load_verify_locations(cadata=ssl.PEM_cert_to_DER_cert(pem.decode("latin-1")))
            taken += 1
        except (ssl.SSLError, NoBase64, ValueError):
            continue
    if not taken:
        raise _wrong("the CA contains no certificate that can be read", "Use PEM: -----BEGIN CERTIFICATE-----.")


def _load_certificate(made: ssl.SSLContext, trust: Trust) -> None:
    """Load the client's certificate; `ssl` wants a file, which only this user can read and which is gone at once."""
    with tempfile.NamedTemporaryFile(prefix="schedcfg-") as file:
        file.write(trust.certificate + b"\n" + trust.key)
        file.flush()
        try:
            # An empty password: otherwise OpenSSL would ask for one on the terminal.
            made.load_cert_chain(file.name, password=lambda: b"")
        except (ssl.SSLError, ValueError) as error:
            reason = (getattr(error, "reason", None) or "they are not PEM").lower().replace("_", " ")
            raise _wrong(
                f"the client certificate and its key cannot be used: {reason}",
                "Set both: a certificate and its own unencrypted key, in PEM.",
            ) from None


def _wrong(message: str, advice: str) -> RequestFailed:
    return RequestFailed(FailureKind.WRONG_TLS_SETTINGS, message, advice)
