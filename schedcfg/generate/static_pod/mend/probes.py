"""The probes, made to ask where the scheduler answers."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.effective.bind_address import healthz_port
from schedcfg.effective.needs import is_loopback
from schedcfg.generate.given import Given
from schedcfg.generate.static_pod.mend.manifest import Manifest
from schedcfg.manifests.pod import PROBES, Probe
from schedcfg.releases.endpoints import INSECURE_PORT, SECURE_PORT, answers_at, serves_insecurely

_UPSTREAM_PORTS = frozenset({INSECURE_PORT, SECURE_PORT})


class _Listening(NamedTuple):
    """Where a scheduler answers.

    Attributes:
        local_host: `--bind-address` where only the node itself can ask; empty otherwise.
        port: `--secure-port`; 0 where it serves nothing by HTTPS.
        open_port: Where it serves health without encryption; 0 where it does not.
        others: Whether it is a program of one's own, which may answer at other ports, too.
    """

    local_host: str
    port: int
    open_port: int
    others: bool


def mend_probes(manifest: Manifest, given: Given) -> None:
    """Correct port, scheme, host and path of probes that nothing answers.

    Raises:
        EditConflict: where that is not safe.
    """
    for kind in PROBES:
        for probe in manifest.running.probes:
            if probe.kind == kind:
                listening = _listening(manifest, given)
                _check_answered(manifest, probe, listening)
                for field, value in _corrections(probe, listening, given):
                    manifest.put((*probe.path, field), value)


def _check_answered(manifest: Manifest, probe: Probe, listening: _Listening) -> None:
    """Give up where nothing could answer a probe, wherever it asks."""
    if listening.port or _is_answered(probe, listening):
        return
    flag = manifest.running.flag("secure-port")
    manifest.refuse(
        probe.path,
        f"`--secure-port={'' if flag is None else flag.value}`: the scheduler serves nothing by HTTPS, so that this "
        f"{probe.kind} always fails",
        "Take that flag out, or the probe, and run this again.",
    )


def _listening(manifest: Manifest, given: Given) -> _Listening:
    running = manifest.running
    bind = running.flag("bind-address")
    host = "" if bind is None else bind.value or ""
    return _Listening(
        local_host=host if is_loopback(host) else "",
        port=running.secure_port or 0,
        open_port=_open_port(given),
        others=not manifest.image.is_named_like_stock,
    )


def _open_port(given: Given) -> int:
    """Tell where health is served without encryption; beside `--config`, the file alone says so."""
    if not serves_insecurely(given.release):
        return 0
    return healthz_port(given.configuration.bind_addresses) or 0


def _corrections(probe: Probe, listening: _Listening, given: Given) -> Iterator[tuple[str, object]]:
    """Yield the fields that have to be otherwise."""
    if not answers_at(probe.url_path, given.release):
        yield "path", "/healthz"
    if _is_answered(probe, listening):
        return
    if probe.port != listening.port:
        yield "port", listening.port
    if probe.scheme != "HTTPS":
        yield "scheme", "HTTPS"
    if listening.local_host and not is_loopback(probe.host):
        yield "host", listening.local_host


def _is_answered(probe: Probe, listening: _Listening) -> bool:
    """Tell whether something else answers a probe than the port that is served by HTTPS."""
    is_open = probe.scheme == "HTTP" and probe.port == listening.open_port
    return is_open or (listening.others and probe.port not in _UPSTREAM_PORTS | {listening.port})
