"""`healthzBindAddress` and `metricsBindAddress`: the insecure addresses that v1beta3 did away with."""

from collections.abc import Mapping
from typing import Any

from schedcfg.golang.net import is_ip, join_host_port, split_host_port
from schedcfg.releases.endpoints import port_number
from schedcfg.releases.release import Release

FIELDS = {"healthzBindAddress": "healthz_bind_address", "metricsBindAddress": "metrics_bind_address"}
"""Name in files → attribute of the shapes that have it."""

_DEFAULT_HOST = "0.0.0.0"  # noqa: S104 - upstream's default
_DEFAULT_PORT = "10251"
_LAST_COMPLETED = 22


def healthz_port(addresses: Mapping[str, str]) -> int | None:
    """Read the port of `healthzBindAddress`; None where nothing is served there.

    Args:
        addresses: `healthzBindAddress` and `metricsBindAddress`, completed.
    """
    address = split_host_port(addresses.get("healthzBindAddress", ""))
    return None if address is None else port_number(address[1]) or None


def complete(shape: Any, api_version: str, release: Release) -> Mapping[str, str]:
    """Complete both addresses as the release does; empty where the API version does not have them."""
    known = type(shape).model_fields
    written = {name: getattr(shape, attribute) for name, attribute in FIELDS.items() if attribute in known}
    if release.number > _LAST_COMPLETED:
        return {name: address or "" for name, address in written.items()}
    keeps_nonsense = api_version == "v1beta2"
    return {name: _complete(address, keeps_nonsense=keeps_nonsense) for name, address in written.items()}


def _complete(written: str | None, *, keeps_nonsense: bool) -> str:
    """Complete one address: v1beta2 leaves what it cannot read for validation, earlier ones replace it."""
    default = f"{_DEFAULT_HOST}:{_DEFAULT_PORT}"
    if written is None:
        return default
    parts = split_host_port(written)
    if parts is not None:
        return join_host_port(parts[0] or _DEFAULT_HOST, parts[1])
    if is_ip(written):
        return join_host_port(written, _DEFAULT_PORT)
    return written if keeps_nonsense else default
