"""How a manifest runs cluster-autoscaler, which simulates a scheduler in order to choose which nodes to add or remove.

Upstream: `NewHandle` in cluster-autoscaler/simulator/framework/handle.go of kubernetes/autoscaler; of its Helm chart,
cluster-autoscaler/charts/cluster-autoscaler/templates/deployment.yaml.
"""

from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.releases.release import minor
from schedcfg.sources.manifests.chart_values import chart_values
from schedcfg.sources.manifests.command_line import CommandLine, CommandLineFlag, command_line, is_resolved
from schedcfg.sources.manifests.files import VolumeMount, mount_of, mounts, volumes
from schedcfg.sources.manifests.pod import Fields, Image, at, fields, image, items, pod_spec, text

_NAME = "cluster-autoscaler"
_FLAG = "scheduler-config-file"
_SINCE = "1.28"
"""Which release brought the flag: commit 23f03e112e, of pull request 5708; `cluster-autoscaler-1.27.8` has none."""
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
    def lacks_flag(self) -> bool:
        """Whether it is of a release that does not know the flag, and exits where it gets it."""
        return self.kubernetes is not None and minor(self.kubernetes) < minor(_SINCE)

    @property
    def is_known(self) -> bool:
        """Whether it is certain which file it is given, if any."""
        return self.command_line.settles(_FLAG)

    def mount_of(self, file: str) -> VolumeMount | None:
        """Return the mount that a file of the container is below; None where there is none."""
        return mount_of(file, self.mounts)


def autoscaler_in(kind: str, manifest: Fields, path: Path) -> RunningAutoscaler | None:
    """Return the cluster-autoscaler that a manifest, or the values of its chart, runs; None where it runs none."""
    spec = pod_spec(kind, manifest, path)
    if spec is None:
        return _of_chart(manifest, path)
    name, namespace = (text(at(manifest, "metadata", key)) for key in ("name", "namespace"))
    for container, place in items(spec.data.get("containers"), (*spec.path, "containers")):
        its_image = image(text(container.get("image")))
        named = its_image.repository.rpartition("/")[2]
        if _NAME not in named and _NAME not in str(container.get("command")):
            continue
        line = command_line(container, place)
        if line.program == _NAME or (not line.program and named.startswith(_NAME)):
            known = {volume.name: volume for volume in volumes(spec.data, spec.path)}
            return RunningAutoscaler(name, namespace, place, line, tuple(mounts(container, place, known)), its_image)
    return None


def _of_chart(manifest: Fields, path: Path) -> RunningAutoscaler | None:
    """Return what the values of the chart run, where they have the flag: nothing else shows of which chart they are."""
    for values, place in chart_values(manifest, path):
        args, args_path = fields(values.get("extraArgs")), (*place, "extraArgs")
        flags = tuple(_flag(str(key), value, (*args_path, key)) for key, value in args.items())
        if _FLAG in {flag.name for flag in flags}:
            mounted = {"volumeMounts": values.get("extraVolumeMounts")}
            known = {volume.name: volume for volume in volumes({"volumes": values.get("extraVolumes")}, place)}
            repository, tag = (text(at(values, "image", key)) for key in ("repository", "tag"))
            namespace = text(at(manifest, "metadata", "namespace")) if place != path else ""
            line, its_image = CommandLine(_NAME, flags), image(f"{repository or _NAME}:{tag}")
            return RunningAutoscaler(_NAME, namespace, args_path, line, tuple(mounts(mounted, place, known)), its_image)
    return None


def _flag(key: str, value: object, path: Path) -> CommandLineFlag:
    # What is behind an underscore only makes keys differ.
    written = None if value is None else str(value)
    return CommandLineFlag(key.partition("_")[0], written, path, path, is_known=is_resolved(written or ""))
