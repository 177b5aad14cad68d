"""How a server is trusted, and how one shows who one is."""

import ssl
from typing import NamedTuple


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


def context(trust: Trust) -> ssl.SSLContext:
    """Make what `ssl` wants of it.

    Raises:
        ExchangeFailed: WRONG_TLS_SETTINGS.
    """
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if trust.insecure:
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    elif trust.ca:
        made.load_verify_locations(cadata=trust.ca.decode("ascii"))
    else:
        made.load_default_certs()
    return made
