"""`healthzBindAddress` and `metricsBindAddress`: the insecure addresses that v1beta3 did away with."""

import ipaddress
from collections.abc import Mapping
from typing import Any

from schedcfg.releases.endpoints import port_number
from schedcfg.releases.release import Release

FIELDS = {"healthzBindAddress": "healthz_bind_address", "metricsBindAddress": "metrics_bind_address"}
"""Name in files → attribute of the shapes that have it."""

_DEFAULT_HOST = "0.0.0.0"  # noqa: S104 - upstream's default
_DEFAULT_PORT = "10251"


def split(address: str) -> tuple[str, str] | None:
    """Split `host:port` as Go's `net.SplitHostPort` does; None where it would give an error."""
    host, colon, port = address.rpartition(":")
    if not colon or "[" in port or "]" in port:
        return None
    if host.startswith("["):
        if not host.endswith("]") or "[" in host[1:] or "]" in host[:-1]:
            return None
        return host[1:-1], port
    if ":" in host or "[" in host or "]" in host:
        return None
    return host, port


def is_ip(text: str) -> bool:
    """Tell whether a text is an IPv4 or IPv6 address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return "%" not in text


def healthz_port(addresses: Mapping[str, str]) -> int | None:
    """Read the port of `healthzBindAddress`; None where nothing is served there.

    Args:
        addresses: `healthzBindAddress` and `metricsBindAddress`, completed.
    """
    address = split(addresses.get("healthzBindAddress", ""))
    return None if address is None else port_number(address[1]) or None


def complete(shape: Any, api_version: str, release: Release) -> Mapping[str, str]:
    """Complete both addresses as the release does; empty where the API version does not have them."""
    known = type(shape).model_fields
    written = {name: getattr(shape, attribute) for name, attribute in FIELDS.items() if attribute in known}
    if not release.serves_insecure_port:
        return {name: address or "" for name, address in written.items()}
    keeps_nonsense = api_version == "v1beta2"
    return {name: _complete(address, keeps_nonsense=keeps_nonsense) for name, address in written.items()}


def _complete(written: str | None, *, keeps_nonsense: bool) -> str:
    """Complete one address: v1beta2 leaves what it cannot read for validation, earlier ones replace it."""
    default = f"{_DEFAULT_HOST}:{_DEFAULT_PORT}"
    if written is None:
        return default
    parts = split(written)
    if parts is not None:
        return join(parts[0] or _DEFAULT_HOST, parts[1])
    if is_ip(written):
        return join(written, _DEFAULT_PORT)
    return written if keeps_nonsense else default


def join(host: str, port: str) -> str:
    """Join host and port as Go's `net.JoinHostPort` does."""
    return f"[{host}]:{port}" if ":" in host or "%" in host else f"{host}:{port}"
