"""The files that a container sees, and where they come from.

What kustomize makes of the manifests in a folder: other images, and patches that are not whole.

Upstream: `Kustomization` in `api/types/kustomization.go` of kubernetes-sigs/kustomize.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.pod import CHECKSUM_ANNOTATION, Fields, Image, at, entries, fields, image, items, text

API_OBJECTS = frozenset({"configMap", "persistentVolumeClaim", "projected", "secret"})
"""Kinds of volumes that come from the API server, which static Pods cannot use."""


class Volume(NamedTuple):
    """A volume of a Pod."""

    name: str
    kind: str  # What it is made from: `hostPath`, `configMap`, `secret` …; empty where nothing is written
    source: Fields
    path: Path

    @property
    def config_maps(self) -> tuple[Fields, ...]:
        """The ConfigMaps that its files come from."""
        if self.kind == "configMap":
            return (self.source,)
        return tuple(fields(at(source, "configMap")) for source in self._projected if "configMap" in source)

    @property
    def is_of_config_maps(self) -> bool:
        """Whether all its files come from ConfigMaps."""
        return self.kind == "configMap" or (bool(self.config_maps) and len(self.config_maps) == len(self._projected))

    @property
    def _projected(self) -> list[Fields]:
        sources = self.source.get("sources") if self.kind == "projected" else ()
        return list(entries(sources))


class ConfigMapKey(NamedTuple):
    """A key of a ConfigMap."""

    config_map: str
    key: str  # Under its `data`


class VolumeMount(NamedTuple):
    """A volume in a container's file system."""

    mount_path: str
    sub_path: str  # The part of the volume that is mounted; empty for all of it
    read_only: bool
    volume: Volume | None  # The volume; None where the Pod has none of that name
    volume_name: str
    path: Path  # Where the mount is

    @property
    def place(self) -> str:
        """The absolute path in the container; the kubelet puts a slash before a relative one.

        Upstream: `MakeAbsolutePath` in `pkg/volume/util/util.go`.
        """
        return self.mount_path if self.mount_path.startswith("/") else f"/{self.mount_path}"

    def inside(self, file: str) -> str | None:
        """Return where below its volume a file of the container is: `.` is the volume itself; None if outside of it."""
        return _inside(self.place, self.sub_path, file)

    def host_file(self, file: str) -> str | None:
        """Return where on the node a file of the container is; None where that is not its place."""
        inside = self.inside(file)
        if inside is None or self.volume is None or self.volume.kind != "hostPath":
            return None
        return str(PurePosixPath(text(self.volume.source.get("path"))) / inside)

    def config_map_keys(self, file: str) -> list[ConfigMapKey]:
        """Return the keys of ConfigMaps that a file comes from; several where a volume puts ConfigMaps together."""
        inside = self.inside(file)
        if inside is None or self.volume is None:
            return []
        return [key for source in self.volume.config_maps for key in _keys(source, inside)]


def mount_of(file: str, among: Iterable[VolumeMount]) -> VolumeMount | None:
    """Return the mount that a file of a container is below, the longest of several; None where there is none."""
    found = [mount for mount in among if mount.inside(file) is not None]
    return max(found, key=lambda mount: len(mount.place), default=None)


@lru_cache(maxsize=1024)
def _inside(place: str, sub_path: str, file: str) -> str | None:
    # The same few mounts are asked about the file of each flag.
    try:
        below = PurePosixPath(file).relative_to(PurePosixPath(place))
    except ValueError:
        return None
    return str(PurePosixPath(sub_path) / below)


def claimed(manifest: Fields, path: Path) -> Iterator[Volume]:
    """Yield the volumes that a StatefulSet claims for its Pods.

    Args:
        manifest: All of it.
        path: Where it is.
    """
    templates = at(manifest, "spec", "volumeClaimTemplates")
    for item, place in items(templates, (*path, "spec", "volumeClaimTemplates")):
        yield Volume(text(at(item, "metadata", "name")), "persistentVolumeClaim", {}, place)


def volumes(spec: Fields, path: Path) -> Iterator[Volume]:
    """Yield the volumes of a Pod's `spec`."""
    for item, place in items(spec.get("volumes"), (*path, "volumes")):
        kind = next((key for key in item if key != "name"), "")
        yield Volume(text(item.get("name")), kind, fields(item.get(kind)), place)


def mounts(container: Fields, path: Path, known: dict[str, Volume]) -> Iterator[VolumeMount]:
    """Yield the mounts of a container.

    Args:
        container: The container.
        path: Where it is.
        known: The Pod's volumes by name.
    """
    for item, place in items(container.get("volumeMounts"), (*path, "volumeMounts")):
        name = text(item.get("name"))
        volume = known.get(name)
        if volume is not None and "subPathExpr" in item:
            # Which part of the volume that is turns out on the node.
            volume = volume._replace(kind="", source={})
        yield VolumeMount(
            mount_path=text(item.get("mountPath")),
            sub_path=text(item.get("subPath")),
            read_only=item.get("readOnly") is True,
            volume=volume,
            volume_name=name,
            path=place,
        )


def _keys(config_map: Fields, file: str) -> Iterator[ConfigMapKey]:
    """Yield the key that a file in a volume represents: that of its name, unless `items` name others."""
    name = text(config_map.get("name"))
    written = config_map.get("items")
    if not written:
        yield ConfigMapKey(name, file)
    for item in entries(written):
        if text(item.get("path")) == file:
            yield ConfigMapKey(name, text(item.get("key")))


KIND = "Kustomization"
_GROUP = "kustomize.config.k8s.io/"
FILES = ("kustomization.yaml", "kustomization.yml")
_OF_KUBEADM = pattern(r"kube-scheduler\w*\+(json|merge|strategic)\.")
"""How patches are called that kubeadm merges into the static Pod which it makes."""
_PATCHES = ("patches", "patchesJson6902")


_FIELDS = frozenset(
    [
        "bases",
        "buildMetadata",
        "commonAnnotations",
        "commonLabels",
        "components",
        "configMapGenerator",
        "configurations",
        "crds",
        "generatorOptions",
        "generators",
        "helmCharts",
        "images",
        "labels",
        "namePrefix",
        "nameSuffix",
        "namespace",
        "openapi",
        "patches",
        "patchesJson6902",
        "patchesStrategicMerge",
        "replacements",
        "replicas",
        "resources",
        "secretGenerator",
        "sortOptions",
        "transformers",
        "validators",
        "vars",
    ]
)
"""Fields of a kustomization, beside its kind and API version."""


class AppliedFile(NamedTuple):
    """A file that kustomize takes for objects of the API server."""

    file: str
    path: Path  # Where it is named


def resources(manifest: Fields, path: Path) -> tuple[AppliedFile, ...]:
    """Return the files of its own folder that a kustomization hands on as they are; none of anything else.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    # kustomize fills in a kind and an API version that are left out.
    is_one = text(manifest.get("apiVersion")).startswith(_GROUP) or manifest.keys() <= _FIELDS
    files = enumerate(_resources(manifest) if is_one else ())
    return tuple(AppliedFile(file, (*path, "resources", index)) for index, file in files if file and "/" not in file)


def _resources(kustomization: Fields) -> list[str]:
    named = kustomization.get("resources")
    return [text(name).removeprefix("./") for name in named] if isinstance(named, list) else []


class GeneratedConfigMap(NamedTuple):
    """A ConfigMap that kustomize makes."""

    namespace: str  # Its namespace; empty where none is written
    name: str
    keys: dict[str, str]  # Key → the name of the file whose text it is
    places: dict[str, Path]  # Key → where its file is named

    def makes(self, key: ConfigMapKey) -> bool:
        """Return whether it has a key, in whichever namespace."""
        return self.name == key.config_map and key.key in self.keys


class Kustomization(NamedTuple):
    """A kustomization, or several."""

    data: tuple[Fields, ...] = ()

    def namespaces(self) -> dict[str, str]:
        """Return the files of its own folder whose objects it puts in a namespace: file → namespace."""
        namespaces = ((one, text(one.get("namespace"))) for one in self.data)
        return {file: namespace for one, namespace in namespaces if namespace for file in _resources(one)}

    def is_patch(self, file: str) -> bool:
        """Return whether a file is merged into something else, by kustomize or by kubeadm."""
        named = [item.get("path") for one in self.data for key in _PATCHES for item in entries(one.get(key))]
        for one in self.data:
            merged = one.get("patchesStrategicMerge")
            named += merged if isinstance(merged, list) else []
        return _OF_KUBEADM.match(file) is not None or file in {text(name).removeprefix("./") for name in named}

    def generated(self) -> Iterator[GeneratedConfigMap]:
        """Yield the ConfigMaps that it makes from files of its own folder."""
        for one in self.data:
            for item, place in items(one.get("configMapGenerator"), ("configMapGenerator",)):
                keys: dict[str, str] = {}
                places: dict[str, Path] = {}
                named = item.get("files")
                for index, written in enumerate(named if isinstance(named, list) else ()):
                    key, _, file = text(written).rpartition("=")
                    name = PurePosixPath(file).name
                    keys |= {key or name: name} if file else {}
                    places |= {key or name: (*place, "files", index)} if file else {}
                is_created = item.get("behavior") in (None, "create")  # It may be a list, which no set can be asked for
                if keys and is_created and not {"envs", "env", "literals"} & {*item}:
                    namespace = text(one.get("namespace")) or text(item.get("namespace"))
                    yield GeneratedConfigMap(namespace, text(item.get("name")), keys, places)

    def image_of(self, written: Image) -> Image:
        """Return the image that is put in the place of one."""
        for one in self.data:
            for item in entries(one.get("images")):
                if text(item.get("name")) == written.repository:
                    repository = text(item.get("newName")) or written.repository
                    digest = text(item.get("digest"))
                    tag = text(item.get("newTag")) or ("" if digest else written.tag)
                    return image(f"{repository}{f':{tag}' if tag else ''}{f'@{digest}' if digest else ''}")
        return written


class Patches(NamedTuple):
    """What patches change."""

    data: tuple[object, ...] = ()

    @property
    def dns_policy(self) -> str:
        """The Pod's `dnsPolicy` as they set it; empty where none does."""
        return self._last([self._text_at(patch, "spec", "dnsPolicy") for patch in self.data])

    @property
    def image(self) -> str:
        """The image as they set it; empty where none does."""
        found = [self._text_at(patch, "spec", "containers", "0", "image") for patch in self.data]
        for patch in self.data:
            found += [text(container.get("image")) for container in entries(at(patch, "spec", "containers"))]
        return self._last(found)

    @property
    def checksum(self) -> str:
        """The checksum of the configuration as they set it; empty where none does."""
        return self._last([self._text_at(patch, "metadata", "annotations", CHECKSUM_ANNOTATION) for patch in self.data])

    @property
    def mounts(self) -> bool:
        """Whether they mount anything."""
        return any("volumeMounts" in repr(patch) for patch in self.data)

    @staticmethod
    def _text_at(patch: object, *keys: str) -> str:
        """Return the text that a patch puts at a path."""
        if not isinstance(patch, list):
            return text(at(patch, *keys))
        pointer = "/" + "/".join(keys)
        return next((text(fields(step).get("value")) for step in patch if fields(step).get("path") == pointer), "")

    @staticmethod
    def _last(found: list[str]) -> str:
        return next(filter(None, reversed(found)), "")
