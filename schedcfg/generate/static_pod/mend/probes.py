"""The probes, made to ask where the scheduler answers."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.generate.given import Given
from schedcfg.generate.static_pod.layout import SECURE_PORT
from schedcfg.generate.static_pod.mend.manifest import Manifest
from schedcfg.surroundings import Running
from schedcfg.surroundings.probe import KINDS, Probe

_EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - what users write
_LOCAL = frozenset({"127.0.0.1", "::1", "localhost"})
_LIVEZ_SINCE = 31
"""kubernetes/kubernetes#118148: `/livez` and `/readyz` of the scheduler."""


class _Listening(NamedTuple):
    """Where a scheduler answers.

    Attributes:
        host: `--bind-address`; empty where that is every address.
        port: `--secure-port`; 0 where it serves nothing by HTTPS.
        open_ports: The ports without encryption.
    """

    host: str
    port: int
    open_ports: frozenset[int]


def mend_probes(manifest: Manifest, given: Given) -> None:
    """Correct port, scheme, host and path of probes that nothing answers.

    Raises:
        EditConflict: where that is not safe.
    """
    for kind in KINDS:
        running = manifest.running
        for probe in running.probes:
            if probe.kind == kind:
                host = manifest.draft.get(probe.path).get("host", "")  # type: ignore[attr-defined] # a mapping
                for field, value in _corrections(probe, host, _listening(running, given), given):
                    manifest.put((*probe.path, field), value)


def _listening(running: Running, given: Given) -> _Listening:
    bind, port = running.flag("bind-address"), running.flag("secure-port")
    host = "" if bind is None else bind.value or ""
    written = "" if port is None else port.value or ""
    addresses = given.configuration.bind_addresses.values() if _has_open_port(given) else ()
    return _Listening(
        host="" if host in _EVERYWHERE else host,
        port=int(written) if written.isdecimal() else SECURE_PORT,
        open_ports=frozenset(int(port) for address in addresses if (port := address.rpartition(":")[2]).isdecimal()),
    )


def _has_open_port(given: Given) -> bool:
    port = given.release.flags.get("port")
    return port is not None and port.section == "insecure serving"


def _corrections(probe: Probe, host: object, listening: _Listening, given: Given) -> Iterator[tuple[str, object]]:
    """Yield the fields that have to be otherwise."""
    if given.release.number < _LIVEZ_SINCE and probe.url_path in {"/livez", "/readyz"}:
        yield "path", "/healthz"
    if probe.scheme == "HTTP" and probe.port in listening.open_ports - {listening.port}:
        return
    if not listening.port:
        return
    if probe.port != listening.port:
        yield "port", listening.port
    if probe.scheme != "HTTPS":
        yield "scheme", "HTTPS"
    if listening.host and host != listening.host and not {str(host), listening.host} <= _LOCAL:
        yield "host", listening.host
