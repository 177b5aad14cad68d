"""How a manifest runs cluster-autoscaler, which simulates a scheduler in order to choose which nodes to add or remove.

Upstream: `NewHandle` in cluster-autoscaler/simulator/framework/handle.go of kubernetes/autoscaler.
"""

from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.command_line import CommandLine, CommandLineFlag, command_line
from schedcfg.sources.manifests.files import VolumeMount, mount_of, mounts, volumes
from schedcfg.sources.manifests.pod import Fields, Image, at, image, items, pod_spec, text

_NAME = "cluster-autoscaler"
_FLAG = "scheduler-config-file"
_RELEASE = pattern(r"v?(1\.[0-9]{1,4})\.[0-9]")


class RunningAutoscaler(NamedTuple):
    """A cluster-autoscaler as a manifest starts it."""

    name: str
    namespace: str
    container: Path
    command_line: CommandLine
    mounts: tuple[VolumeMount, ...]
    image: Image

    @property
    def flag(self) -> CommandLineFlag | None:
        """The flag that names its configuration of a scheduler; None where it has none."""
        return self.command_line.get(_FLAG)

    @property
    def kubernetes(self) -> str | None:
        """The release whose scheduler it contains, `1.29`: its own versions follow Kubernetes; None: not known."""
        match = _RELEASE.match(self.image.tag)
        return None if match is None else match[1]

    @property
    def is_known(self) -> bool:
        """Whether it is certain which file it is given, if any."""
        return self.command_line.settles(_FLAG)

    def mount_of(self, file: str) -> VolumeMount | None:
        """Return the mount that a file of the container is below; None where there is none."""
        return mount_of(file, self.mounts)


def autoscaler_in(kind: str, manifest: Fields, path: Path) -> RunningAutoscaler | None:
    """Return the cluster-autoscaler that a manifest runs; None where it runs none."""
    spec = pod_spec(kind, manifest, path)
    if spec is None:
        return None
    for container, place in items(spec.data.get("containers"), (*spec.path, "containers")):
        its_image = image(text(container.get("image")))
        named = its_image.repository.rpartition("/")[2]
        if _NAME not in named and _NAME not in str(container.get("command")):
            continue
        line = command_line(container, place)
        if line.program == _NAME or (not line.program and named.startswith(_NAME)):
            known = {volume.name: volume for volume in volumes(spec.data, spec.path)}
            name, namespace = (text(at(manifest, "metadata", key)) for key in ("name", "namespace"))
            return RunningAutoscaler(name, namespace, place, line, tuple(mounts(container, place, known)), its_image)
    return None
