"""Arguments that kubeadm does not read: in the shape of another version, or no texts."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem
from schedcfg.document.path import Path
from schedcfg.rules.scene import Scene, SceneRule, refused
from schedcfg.surroundings.kubeadm import LISTING_VERSIONS
from schedcfg.surroundings.plain import items

ID = "extra-args-shape"


def check(scene: Scene) -> Iterator[Problem]:
    """Yield `scheduler.extraArgs` that kubeadm's strict decoder refuses."""
    running = scene.running
    if running is None or not running.is_kubeadm:
        return
    written, path = running.spec.data.get("extraArgs"), (*running.spec.path, "extraArgs")
    version = running.api_version.rpartition("/")[2]
    listing = version in LISTING_VERSIONS
    if isinstance(written, dict) and listing:
        message = f"`extraArgs` is a list in {version}, no mapping: kubeadm does not read the file"
        yield refused(ID, path, message, "Write `- name: …` and `value: …` for each.", on_key=True)
    elif isinstance(written, list) and not listing:
        message = f"`extraArgs` is a mapping in {version}: lists came with v1beta4, and kubeadm does not read the file"
        yield refused(ID, path, message, "Write `name: value` for each, or use v1beta4.", on_key=True)
    else:
        yield from _values(written, path)


def _values(written: object, path: Path) -> Iterator[Problem]:
    values = [(value, (*path, name)) for name, value in written.items()] if isinstance(written, dict) else []
    values += [(item.get("value"), (*place, "value")) for item, place in items(written, path)]
    for value, place in values:
        if value is not None and not isinstance(value, str):
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            message = "`extraArgs` are texts, and this is not one: kubeadm does not read the file"
            yield refused(ID, place, message, f'Write `"{shown}"`.')


RULE = SceneRule(
    id=ID,
    title="kubeadm does not read these arguments",
    why="It ends with `cannot unmarshal …` before it has done anything.",
    source="cmd/kubeadm/app/apis/kubeadm/v1beta3/types.go and v1beta4/types.go, ControlPlaneComponent",
    check=check,
)
