"""The probes by which the kubelet tells whether the scheduler works."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.surroundings.plain import Fields, at, fields, items, text

KINDS = ("livenessProbe", "readinessProbe", "startupProbe")
"""In the order in which findings name them."""


class Probe(NamedTuple):
    """A probe by HTTP.

    Attributes:
        kind: `livenessProbe`, `readinessProbe` or `startupProbe`.
        port: Its number; None where it is no number and no port of the container has that name.
        scheme: `HTTP` (also where none is written) or `HTTPS`.
        host: Whom it asks; empty for the Pod's address.
        url_path: What it asks for.
        path: Where its `httpGet` stands.
    """

    kind: str
    port: int | None
    scheme: str
    host: str
    url_path: str
    path: Path


def probes(container: Fields, path: Path) -> Iterator[Probe]:
    """Yield the HTTP probes of a container."""
    ports = {text(item.get("name")): item.get("containerPort") for item, _ in items(container.get("ports"), ())}
    for kind in KINDS:
        get = at(container, kind, "httpGet")
        if not isinstance(get, dict):
            continue
        written = get.get("port")
        port = ports.get(written) if isinstance(written, str) else written
        yield Probe(
            kind=kind,
            port=port if isinstance(port, int) and not isinstance(port, bool) else None,
            scheme=text(fields(get).get("scheme")).upper() or "HTTP",
            host=text(get.get("host")),
            url_path=text(get.get("path")),
            path=(*path, kind, "httpGet"),
        )
