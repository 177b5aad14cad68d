"""Arguments that kubeadm does not read: in the shape of another version, or no texts."""

from collections.abc import Iterator

from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule
from schedcfg.sources.manifests.kubeadm import KubeadmReader
from schedcfg.sources.manifests.pod import items

ID = "extra-args-shape"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `scheduler.extraArgs` that a strict decoder refuses."""
    scheduler = None if context.running is None else context.running.by_kubeadm
    if scheduler is None:
        return
    (written, path), version, reader = scheduler.extra_args, scheduler.version, scheduler.reader
    # kind takes patches without a version in either shape.
    if version and isinstance(written, dict) and reader.lists_args(version):
        message = f"`extraArgs` is a list in {version}, not a mapping: {reader.objection}"
        yield Problem(ID, path, message, "Write `- name: …` and `value: …` for each argument.", on_key=True)
    elif version and isinstance(written, list) and not reader.lists_args(version):
        message = (
            f"`extraArgs` is a mapping in {version}, not a list: lists exist since {reader.listing}, and "
            f"{reader.objection}"
        )
        yield Problem(
            ID, path, message, f"Write `name: value` for each argument, or use {reader.listing}.", on_key=True
        )
    else:
        yield from _values(written, path, reader)


def _values(written: object, path: Path, reader: KubeadmReader) -> Iterator[Problem]:
    values = [(value, (*path, name)) for name, value in written.items()] if isinstance(written, dict) else []
    values += [(item.get("value"), (*place, "value")) for item, place in items(written, path)]
    for value, place in values:
        if value is not None and not isinstance(value, str):
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            message = f"the values of `extraArgs` are strings, and this is not one: {reader.objection}"
            yield Problem(ID, place, message, f'Write `"{shown}"`.')


RULE = Rule(
    id=ID,
    title="kubeadm cannot read these arguments",
    why="It exits with `cannot unmarshal …` before it does anything.",
    source="cmd/kubeadm/app/apis/kubeadm/v1beta3/types.go and v1beta4/types.go, ControlPlaneComponent",
    check=check,
)
