"""HTTP extenders, completed.

`healthzBindAddress` and `metricsBindAddress`: the insecure addresses that v1beta3 did away with.
"""

import base64
from collections.abc import Mapping
from typing import Any

from schedcfg.configuration.effective.model import Extender, ManagedResource
from schedcfg.document.golang import duration
from schedcfg.document.golang.net import is_ip, join_host_port, listeners_clash, parse_ip, split_host_port
from schedcfg.document.golang.numbers import parse_int
from schedcfg.document.golang.text import decode_base64
from schedcfg.releases.endpoints import port_number
from schedcfg.releases.release import Release

_BYTES = frozenset({"certData", "keyData", "caData"})


def complete(written: Any) -> tuple[Extender, ...]:
    """Complete the extenders of a configuration or a legacy Policy."""
    return tuple(_extender(entry) for entry in written or ())


def ignored_resources(completed: tuple[Extender, ...]) -> list[str]:
    """List the resources that extenders hide from the scheduler (`ignoredByScheduler`)."""
    return [
        resource.name
        for extender in completed
        for resource in extender.managed_resources
        if resource.ignored_by_scheduler
    ]


def ignore_resources(completed: tuple[Extender, ...]) -> bool:
    """Return whether any extender takes a resource out of the scheduler's own sight."""
    return bool(ignored_resources(completed))


def _extender(entry: Any) -> Extender:
    def text(attribute: str) -> str:
        return (entry and getattr(entry, attribute)) or ""

    def flag(attribute: str) -> bool:
        return bool(entry and getattr(entry, attribute))

    return Extender(
        url_prefix=text("url_prefix"),
        filter_verb=text("filter_verb"),
        preempt_verb=text("preempt_verb"),
        prioritize_verb=text("prioritize_verb"),
        bind_verb=text("bind_verb"),
        weight=(entry and entry.weight) or 0,
        enable_https=flag("enable_https"),
        tls=_tls(entry.tls_config if entry else None),
        http_timeout=_timeout(entry.http_timeout if entry else None),
        node_cache_capable=flag("node_cache_capable"),
        managed_resources=tuple(
            ManagedResource((item and item.name) or "", bool(item and item.ignored_by_scheduler))
            for item in (entry.managed_resources if entry else None) or ()
        ),
        ignorable=flag("ignorable"),
        legacy_timeout=entry.http_timeout if entry and isinstance(entry.http_timeout, int) else 0,
        has_ignorable=bool(entry and entry.ignorable is not None),
    )


def _timeout(written: str | int | None) -> int:
    """Read a timeout: the legacy extenders give nanoseconds, later ones a duration; nothing is 5 s."""
    if isinstance(written, str):
        written = duration.parse(written)
    return written or duration.parse("5s")


def _tls(written: Any) -> dict[str, object] | None:
    """Complete TLS settings: bytes are encoded again, which drops line breaks, and bits that represent no byte."""
    if written is None:
        return None
    settings: dict[str, object] = written.model_dump(by_alias=True, exclude_none=True)
    return {name: _encode(str(value)) if name in _BYTES else value for name, value in settings.items()}


def _encode(text: str) -> str:
    return base64.b64encode(decode_base64(text)).decode("ascii")


FIELDS = {"healthzBindAddress": "healthz_bind_address", "metricsBindAddress": "metrics_bind_address"}
"""Name in files → attribute of the shapes that have it."""

_DEFAULT_HOST = "0.0.0.0"  # noqa: S104 - upstream's default
_DEFAULT_PORT = "10251"


def healthz_port(addresses: Mapping[str, str]) -> int | None:
    """Read the port of `healthzBindAddress`; None where nothing is served there.

    Args:
        addresses: `healthzBindAddress` and `metricsBindAddress`, completed.
    """
    return port_of(addresses.get("healthzBindAddress", ""))


def port_of(address: str) -> int | None:
    """Read the port of an address; None where nothing is served there."""
    parts = split_host_port(address)
    return None if parts is None else port_number(parts[1]) or None


def port_opened_twice(addresses: Mapping[str, str]) -> int | None:
    """Return the port at which the scheduler would listen a second time, and cannot; None where there is none.

    At one address, health and metrics are served together. Upstream: `applyTo` in
    `cmd/kube-scheduler/app/options/insecure_serving.go` of 1.18 to 1.22, which compares the addresses as read.

    Args:
        addresses: `healthzBindAddress` and `metricsBindAddress`, completed.
    """
    parts = [split_host_port(addresses.get(field, "")) or ("", "") for field in FIELDS]
    (one, port), (other, second_port) = ((parse_ip(host), parse_int(number)) for host, number in parts)
    if one is None or other is None or one == other or port != second_port:
        return None
    return port if listeners_clash(one, other) else None


def complete_addresses(shape: Any, api_version: str, release: Release) -> Mapping[str, str]:
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
    parts = split_host_port(written)
    if parts is not None:
        return join_host_port(parts[0] or _DEFAULT_HOST, parts[1])
    if is_ip(written):
        return join_host_port(written, _DEFAULT_PORT)
    return written if keeps_nonsense else default
