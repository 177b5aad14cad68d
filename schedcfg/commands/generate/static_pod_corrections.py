"""The flags, probes and mounts of an existing manifest, each corrected by small edits."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.generate.generation import AcceptedConfig
from schedcfg.commands.generate.static_pod import PROGRAM, NodeFile, StaticPodOptions
from schedcfg.commands.generate.static_pod_existing import EditedManifest
from schedcfg.configuration.effective.command_line import flags_without_effect, overriding_flags
from schedcfg.configuration.effective.extenders import healthz_port
from schedcfg.configuration.effective.needs import is_loopback
from schedcfg.document import parse
from schedcfg.document.span import Path
from schedcfg.releases.endpoints import INSECURE_PORT, SECURE_PORT, answers_at
from schedcfg.releases.gate_settings import settings, together
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.files import API_OBJECTS, VolumeMount
from schedcfg.sources.manifests.flag_edits import remove_flag, rewrite_flag
from schedcfg.sources.manifests.pod import PROBES, HttpProbe, at


def correct_flags(manifest: EditedManifest, config: AcceptedConfig, options: StaticPodOptions) -> None:
    """Take out what the release does not know, and what the file speaks for; name the configuration.

    Raises:
        EditConflict: where that is not safe, as in a script for a shell.
    """
    written = parse(config.text).documents[0].data
    while (flag := _unwanted(manifest, config, written)) is not None:
        _check_shell(manifest, f"`--{flag.name}` must be removed")
        remove_flag(manifest.draft, flag)
    _give(manifest, "config", options.path_of(config))
    if options.feature_gate_flag:
        _give(manifest, "feature-gates", options.feature_gate_flag)
    _check_feature_gates(manifest, config)


def _check_feature_gates(manifest: EditedManifest, config: AcceptedConfig) -> None:
    """Raise an error where the release refuses the manifest's own gates: it does not state what they are for."""
    flag = manifest.running.flag("feature-gates")
    if flag is None or not manifest.image.is_named_like_stock:
        return  # A scheduler of one's own may have gates that no release knows.
    release = releases.at(config.release.name)
    values = tuple(one.value or "" for one in manifest.running.command_line.all(flag.name))
    if any("$(" in value for value in values):
        return  # The kubelet fills it in.
    refused = settings(values, release).refused
    if refused:
        remark = together(refused)
        manifest.refuse(
            flag.value_path,
            f"kube-scheduler {release.name} does not start with these feature gates: {remark.message}",
            remark.help or "Remove it, and run this command again.",
        )


def _unwanted(manifest: EditedManifest, config: AcceptedConfig, written: object) -> CommandLineFlag | None:
    """Find a flag that has to go, the last one first: those before it stay where they are.

    Args:
        manifest: The manifest.
        config: The configuration.
        written: The same, as plain data.
    """
    unheard = flags_without_effect(config.release)
    overriding = overriding_flags(config.release)
    for flag in reversed(manifest.running.command_line.flags):
        if flag.name in unheard or _is_unknown(flag.name, manifest, config):
            return flag
        # Without a value in the file, the flag is what the user wants.
        if flag.name in overriding and at(written, *overriding[flag.name].split(".")) is not None:
            return flag
    return None


def _is_unknown(name: str, manifest: EditedManifest, config: AcceptedConfig) -> bool:
    """Check whether the release stops on a flag; a scheduler of one's own may have flags that no release knows."""
    if config.release.takes_flag(name):
        return False
    return manifest.image.is_named_like_stock or bool(releases.having_flag(name))


def _give(manifest: EditedManifest, name: str, value: str) -> None:
    """Write the value of a flag."""
    running = manifest.running
    flag = running.flag(name)
    if flag is not None and flag.value == value:
        return
    _check_shell(manifest, f"`--{name}={value}` is missing")
    if flag is None:
        manifest.append(_end(manifest), f"--{name}={value}")
    else:
        rewrite_flag(manifest.draft, flag, name, value)


def _end(manifest: EditedManifest) -> Path:
    """Return which list a new flag goes to, and make one where only the image determines what runs."""
    running = manifest.running
    if running.command_line.flags:
        return running.command_line.flags[-1].value_path[:-1]
    for field in ("args", "command"):
        if manifest.container.get(field):
            return (*running.container, field)
    command = (*running.container, "command")
    manifest.append(command, PROGRAM)
    return command


def _check_shell(manifest: EditedManifest, what: str) -> None:
    running = manifest.running
    if running.command_line.in_shell:
        manifest.refuse(
            (*running.container, "command"),
            f"{what}, but the flags are in a shell script, which is not edited",
            "Write `command` as a list with kube-scheduler and one flag per item, and run this command again.",
        )


_UPSTREAM_PORTS = frozenset({INSECURE_PORT, SECURE_PORT})


class _Listening(NamedTuple):
    """Where a scheduler answers."""

    local_host: str  # `--bind-address` where only the node itself can ask; empty otherwise
    port: int  # `--secure-port`; 0 where it serves nothing by HTTPS
    open_port: int  # Where it serves health without encryption; 0 where it does not
    others: bool


def correct_probes(manifest: EditedManifest, config: AcceptedConfig) -> None:
    """Correct port, scheme, host and path of probes that nothing answers.

    Raises:
        EditConflict: where that is not safe.
    """
    for kind in PROBES:
        for probe in manifest.running.probes:
            if probe.kind == kind:
                listening = _listening(manifest, config)
                _check_answered(manifest, probe, listening)
                for field, value in _corrections(probe, listening, config):
                    manifest.put((*probe.path, field), value)


def _check_answered(manifest: EditedManifest, probe: HttpProbe, listening: _Listening) -> None:
    """Raise an error where nothing could answer a probe, wherever it asks."""
    if listening.port or _is_answered(probe, listening):
        return
    flag = manifest.running.flag("secure-port")
    manifest.refuse(
        probe.path,
        f"`--secure-port={'' if flag is None else flag.value}`: the scheduler does not serve HTTPS, so this "
        f"{probe.kind} always fails",
        "Remove the flag or the probe, and run this command again.",
    )


def _listening(manifest: EditedManifest, config: AcceptedConfig) -> _Listening:
    running = manifest.running
    bind = running.flag("bind-address")
    host = "" if bind is None else bind.value or ""
    return _Listening(
        local_host=host if is_loopback(host) else "",
        port=running.secure_port or 0,
        open_port=_open_port(config),
        others=not manifest.image.is_named_like_stock,
    )


def _open_port(config: AcceptedConfig) -> int:
    """Return where health is served without encryption; with `--config`, only the file determines it."""
    if not config.release.serves_insecure_port:
        return 0
    return healthz_port(config.configuration.bind_addresses) or 0


def _corrections(probe: HttpProbe, listening: _Listening, config: AcceptedConfig) -> Iterator[tuple[str, object]]:
    """Yield the fields that have to be otherwise."""
    if not answers_at(probe.url_path, config.release):
        yield "path", "/healthz"
    if _is_answered(probe, listening):
        return
    if probe.port != listening.port:
        yield "port", listening.port
    if probe.scheme != "HTTPS":
        yield "scheme", "HTTPS"
    if listening.local_host and not is_loopback(probe.host):
        yield "host", listening.local_host


def _is_answered(probe: HttpProbe, listening: _Listening) -> bool:
    """Check whether something else answers a probe than the port that is served by HTTPS."""
    is_open = probe.scheme == "HTTP" and probe.port == listening.open_port
    return is_open or (listening.others and probe.port not in _UPSTREAM_PORTS | {listening.port})


_NO_FILES_OF_THE_NODE = API_OBJECTS | {"downwardAPI"}
"""Volumes that no file of the node can be in."""


def mount(manifest: EditedManifest, file: NodeFile) -> None:
    """Make a file of the node visible, unless it is.

    Raises:
        EditConflict: where that is not safe.
    """
    running = manifest.running
    found = running.mount_of(file.path)
    if found is None:
        volume = _volume_of(manifest, file) or _new_volume(manifest, file.volume, file.path, file.kind)
        item = {"mountPath": file.path, "name": volume, "readOnly": True}
        manifest.append((*running.container, "volumeMounts"), item)
    elif found.volume is None:
        kind = file.kind if found.place == file.path else "Directory"
        _new_volume(manifest, found.volume_name, found.place, kind)
    elif found.volume.kind in _NO_FILES_OF_THE_NODE:
        manifest.refuse(
            found.volume.path,
            f"`{file.path}` comes from a volume of kind `{found.volume.kind}`; a static Pod cannot use one, as it "
            "starts without the API server",
            "Copy the file to the nodes, remove the volume and its mount, and run this command again.",
        )


def mount_configuration(manifest: EditedManifest, file: NodeFile) -> None:
    """Make the configuration visible, read-only, as a file that has to be there.

    Raises:
        EditConflict: where that is not safe.
    """
    mount(manifest, file)
    found = manifest.running.mount_of(file.path)
    assert found is not None
    if found.place != file.path or found.sub_path or found.volume is None or found.volume.kind != "hostPath":
        return
    manifest.put((*found.volume.path, "hostPath", "type"), file.kind)
    manifest.put((*found.path, "readOnly"), value=True)


def place_on_node(found: VolumeMount | None, path: str) -> str:
    """Return where on the node a file of the container is."""
    return (found and found.host_file(path)) or path


def _volume_of(manifest: EditedManifest, file: NodeFile) -> str | None:
    """Find a volume that is the file already."""
    for volume in manifest.running.volumes:
        if volume.kind == "hostPath" and volume.source.get("path") == file.path:
            return volume.name
    return None


def _new_volume(manifest: EditedManifest, name: str, path: str, kind: str) -> str:
    """Add a volume, under a name that is free, and give its name."""
    running = manifest.running
    taken = {volume.name for volume in running.volumes}
    free = next(one for one in (name, *(f"{name}-{number}" for number in range(2, len(taken) + 3))) if one not in taken)
    volumes: Path = (*running.spec.path, "volumes")
    manifest.append(volumes, {"hostPath": {"path": path, "type": kind}, "name": free})
    return free
