"""Mounts of volumes that the Pod does not have, or cannot have, and keys that a ConfigMap does not have."""

from collections.abc import Callable, Iterator

from schedcfg.document.placeholders import placeholder
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.patterns import pattern
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.fact_or_advice import by_program
from schedcfg.rules.names import nearest
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.files import ConfigMapKey, Volume, VolumeMount
from schedcfg.sources.manifests.pod import depends_on_namespace
from schedcfg.sources.manifests.running import RunningScheduler

ID = "dangling-mount"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield volumes with names that none has, mounts without a volume, and `--config` from a key that is not there."""
    running = context.running
    if running is None:
        return
    yield from map(_bad_name, filter(_is_badly_named, running.volumes))
    if running.is_kubeadm or running.is_partial:
        return
    known = sorted(volume.name for volume in running.volumes)
    yield from (_no_volume(mount, known) for mount in running.mounts if mount.volume is None)
    flag = running.flag("config")
    mount = None if flag is None or not flag.value or not flag.is_known else running.mount_of(flag.value)
    if flag is not None and mount is not None:
        yield from _no_file(context, flag, mount)
        yield from _no_key(flag, mount, lambda name: context.related.keys_of(name, running.namespace))
        yield from missing_config_map(context)


_LABEL = pattern(r"(?!.{64})[a-z0-9]([-a-z0-9]*[a-z0-9])?")
"""Upstream: `IsDNS1123Label` in `staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go`."""
_WORD = pattern(r"[\w.-]+")
"""No placeholder of a template."""


def _is_badly_named(volume: Volume) -> bool:
    return bool(_WORD.fullmatch(volume.name)) and not _LABEL.fullmatch(volume.name)


def _bad_name(volume: Volume) -> Problem:
    message = (
        f"the Pod is not valid: `{volume.name}` is not a valid volume name: up to 63 lowercase letters, digits and `-`"
    )
    meant = volume.name.lower().replace("_", "-").replace(".", "-")
    help_ = f"Write `{meant}`." if _LABEL.fullmatch(meant) else None
    return Problem(ID, (*volume.path, "name"), message, help_)


def _no_volume(mount: VolumeMount, known: list[str]) -> Problem:
    named = f"there is no volume `{mount.volume_name}`" if mount.volume_name else f"{mount.place} names no volume"
    message = f"the Pod is not valid: {named}"
    meant = nearest(mount.volume_name, known)
    help_ = f"Did you mean `{meant}`?" if meant else "Add it to `volumes`."
    if not mount.volume_name:
        help_ = "Write the `name` of a volume, or remove this mount."
    return Problem(ID, (*mount.path, "name"), message, help_)


def _no_file(context: DeploymentContext, flag: CommandLineFlag, mount: VolumeMount) -> Iterator[Problem]:
    """Yield `--config` if its volume has no file of that name, whatever is in the ConfigMap."""
    file = flag.value or ""
    if mount.volume is None or not mount.volume.is_of_config_maps:
        return
    if mount.inside(file) == ".":
        message = f"kube-scheduler does not start: {file} is the whole volume `{mount.volume_name}`, a folder"
        help_ = f"Write `--config={file}/…` with the key's name at the end, or mount a single key with `subPath`."
        yield by_program(Problem(ID, flag.value_path, message, help_), context)
    elif not mount.config_map_keys(file):
        message = (
            f"kube-scheduler does not start: the `items` of volume `{mount.volume_name}` make no file "
            f"`{mount.inside(file)}`"
        )
        help_ = "Name one of those files, or set the `path` of the key to it."
        yield by_program(Problem(ID, flag.value_path, message, help_), context)


def _no_key(
    flag: CommandLineFlag, mount: VolumeMount, keys_of: Callable[[str], frozenset[str] | None]
) -> Iterator[Problem]:
    """Yield `--config` if the ConfigMap of its volume, as it is here, lacks the key of that file."""
    file = flag.value or ""
    if mount.volume is None or not mount.volume.is_of_config_maps or mount.inside(file) == ".":
        return
    keys = mount.config_map_keys(file)
    if keys and all((there := keys_of(key.config_map)) is not None and key.key not in there for key in keys):
        wanted = keys[0]
        listed = ", ".join(f"`{name}`" for name in sorted(keys_of(wanted.config_map) or ())) or "none"
        message = (
            f"kube-scheduler does not start with ConfigMap `{wanted.config_map}` as it is here: it has no key "
            f"`{wanted.key}`, so that there is no such file; its keys: {listed}"
        )
        yield advice(
            ID,
            flag.value_path,
            message,
            "Use the name of a key as the file name, or map a key to it with `items`.",
            Severity.ERROR,
        )


def missing_config_map(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the volume of `--config` if its ConfigMap is here in another namespace only, or under almost this name."""
    running = context.running
    flag = None if running is None else running.flag("config")
    mount = None if running is None or flag is None else running.mount_of(flag.value or "")
    if running is None or flag is None or mount is None or mount.volume is None:
        return
    path = (*mount.volume.path, mount.volume.kind)
    for key in mount.config_map_keys(flag.value or "")[:1]:
        named = context.related.config_maps_named(key.config_map)
        elsewhere = [where for where, keys in named.items() if key.key in keys and not placeholder(where)]
        if context.related.keys_of(key.config_map, running.namespace) is not None:
            yield from _unstated_namespace(context, running, key.config_map, list(named), path)
        elif elsewhere:
            message = (
                f"the Pod does not start unless `{running.namespace}` has a ConfigMap `{key.config_map}`, too: the one "
                f"here is in namespace `{elsewhere[0]}`, where Pods of `{running.namespace}` cannot use it"
            )
            yield advice(ID, path, message, f"Write `namespace: {running.namespace}` in the ConfigMap.", Severity.ERROR)
        else:
            yield from _misnamed(context, key, path)


def _unstated_namespace(
    context: DeploymentContext, running: RunningScheduler, name: str, namespaces: list[str], path: Path
) -> Iterator[Problem]:
    """Yield a ConfigMap that is in the namespace of the Pod only if whoever applies both says so."""
    dependent = [where for where in namespaces if depends_on_namespace(where, running.namespace)]
    if not context.related.is_applied_as_is or len(dependent) < len(namespaces):
        return
    config_map = f"ConfigMap `{name}`"
    unplaced, placed = (running.described, config_map) if dependent[0] else (config_map, running.described)
    namespace = dependent[0] or running.namespace
    message = (
        f"the Pod does not start unless {unplaced} is applied with `--namespace {namespace}`: it names no namespace, "
        f"which means `default`, and {placed} is in `{namespace}`"
    )
    yield advice(ID, path, message, f"Write `namespace: {namespace}` in the `metadata` of {unplaced}.")


def _misnamed(context: DeploymentContext, key: ConfigMapKey, path: Path) -> Iterator[Problem]:
    having = [name for (_, name), keys in context.related.config_maps.items() if key.key in keys]
    meant = nearest(key.config_map, having) or next((one for one in having if _is_part(one, key.config_map)), None)
    if meant is not None:
        message = f"the Pod does not start unless something creates ConfigMap `{key.config_map}`: there is none here"
        yield advice(ID, path, message, f"Did you mean `{meant}`? It has a key `{key.key}`.")


def _is_part(one: str, other: str) -> bool:
    return one.endswith(other) or other.endswith(one)


RULE = Rule(
    id=ID,
    title="The volume or the mounted file does not exist",
    why="The Pod is refused, or is never created, or the scheduler does not find the file.",
    source="pkg/apis/core/validation/validation.go, ValidateVolumeMounts",
    check=check,
    is_refuted_by_start=True,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
    refuses=True,
)
