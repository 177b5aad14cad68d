"""The scheduler's flags, made right."""

from schedcfg import releases
from schedcfg.document import parse
from schedcfg.document.path import Path
from schedcfg.generate.given import Given
from schedcfg.generate.static_pod.command import PROGRAM, overriding_flags, without_effect
from schedcfg.generate.static_pod.mend.manifest import Manifest
from schedcfg.generate.static_pod.wishes import Wishes
from schedcfg.manifests.command_line import Flag
from schedcfg.manifests.fields import at
from schedcfg.releases.gate_settings import settings
from schedcfg.releases.silenced_flags import election_field


def mend_flags(manifest: Manifest, given: Given, wishes: Wishes) -> None:
    """Take out what the release does not know, and what the file speaks for; name the configuration.

    Raises:
        EditConflict: where that is not safe, as in a script for a shell.
    """
    written = parse(given.text).documents[0].data
    while (flag := _unwanted(manifest, given, written)) is not None:
        _check_shell(manifest, f"`--{flag.name}` has to go")
        for path in sorted({flag.path, flag.value_path}, reverse=True):
            manifest.draft.remove(path)
    _give(manifest, "config", wishes.path_of(given))
    if wishes.feature_gate_flag:
        _give(manifest, "feature-gates", wishes.feature_gate_flag)
    _check_feature_gates(manifest, given)


def _check_feature_gates(manifest: Manifest, given: Given) -> None:
    """Give up where the release refuses the manifest's own gates: what they are for, the manifest does not tell."""
    flag = manifest.running.flag("feature-gates")
    if flag is None or not manifest.image.is_named_like_stock:
        return  # A scheduler of one's own may have gates that no release knows.
    release = releases.at(given.release.name)
    values = tuple(one.value or "" for one in manifest.running.command_line.all(flag.name))
    if any("$(" in value for value in values):
        return  # The kubelet fills it in.
    for remark in settings(values, release).refused:
        manifest.refuse(
            flag.value_path,
            f"kube-scheduler {release.name} does not start with these feature gates: {remark.message}",
            remark.help or "Remove it, and run this again.",
        )


def _unwanted(manifest: Manifest, given: Given, written: object) -> Flag | None:
    """Find a flag that has to go, the last one first: those before it stay where they are.

    Args:
        manifest: The manifest.
        given: The configuration.
        written: The same, as plain data.
    """
    unheard = without_effect(given.release)
    overriding = overriding_flags(given.release)
    for flag in reversed(manifest.running.command_line.flags):
        if flag.name in unheard or _is_unknown(flag.name, manifest, given):
            return flag
        # Where the file says nothing, the flag is how the user wants it.
        if flag.name in overriding and at(written, *election_field(flag.name)) is not None:
            return flag
    return None


def _is_unknown(name: str, manifest: Manifest, given: Given) -> bool:
    """Tell whether the release stops on a flag; a scheduler of one's own may have flags that no release knows."""
    if given.release.takes_flag(name):
        return False
    return manifest.image.is_named_like_stock or bool(releases.having_flag(name))


def _give(manifest: Manifest, name: str, value: str) -> None:
    """Give a flag a value."""
    running = manifest.running
    flag = running.flag(name)
    if flag is not None and flag.value == value:
        return
    _check_shell(manifest, f"`--{name}={value}` is missing")
    if flag is None:
        manifest.append(_end(manifest), f"--{name}={value}")
    elif flag.path == flag.value_path:
        manifest.draft.replace(flag.path, f"--{name}={value}")
    else:
        manifest.draft.replace(flag.value_path, value)


def _end(manifest: Manifest) -> Path:
    """Tell which list a new flag goes to, and make one where the image alone says what runs."""
    running = manifest.running
    if running.command_line.flags:
        return running.command_line.flags[-1].value_path[:-1]
    for field in ("args", "command"):
        if manifest.container.get(field):
            return (*running.container, field)
    command = (*running.container, "command")
    manifest.append(command, PROGRAM)
    return command


def _check_shell(manifest: Manifest, what: str) -> None:
    running = manifest.running
    if running.command_line.in_shell:
        manifest.refuse(
            (*running.container, "command"),
            f"{what}, and the flags stand in a script for a shell, which is not edited",
            "Write `command` as a list with kube-scheduler and one flag per item, and run this again.",
        )
