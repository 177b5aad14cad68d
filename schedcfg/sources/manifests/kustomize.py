"""What kustomize makes of the manifests in a folder: other images, and patches that are not whole.

Upstream: `Kustomization` in `api/types/kustomization.go` of kubernetes-sigs/kustomize.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.fields import Fields, at, fields, items, text
from schedcfg.sources.manifests.pod import Image, image

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
    """A file that kustomize takes for objects of the API server.

    Attributes:
        file: Its name, in the kustomization's own folder.
        path: Where it is named.
    """

    file: str
    path: Path


def resources(manifest: Fields, path: Path) -> tuple[AppliedFile, ...]:
    """Return the files of its own folder that a kustomization hands on as they are; none of anything else.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    named = manifest.get("resources")
    # kustomize fills in a kind and an API version that are left out.
    is_one = text(manifest.get("apiVersion")).startswith(_GROUP) or manifest.keys() <= _FIELDS
    if not is_one or not isinstance(named, list):
        return ()
    files = ((text(name).removeprefix("./"), index) for index, name in enumerate(named))
    return tuple(AppliedFile(file, (*path, "resources", index)) for file, index in files if file and "/" not in file)


class GeneratedConfigMap(NamedTuple):
    """A ConfigMap that kustomize makes.

    Attributes:
        namespace: Its namespace; empty where none is written.
        name: Its name, to which kustomize adds a hash wherever it is used.
        keys: Key → the name of the file whose text it is.
    """

    namespace: str
    name: str
    keys: dict[str, str]


class Kustomization(NamedTuple):
    """A kustomization, or several.

    Attributes:
        data: Each, plain.
    """

    data: tuple[Fields, ...] = ()

    def is_patch(self, file: str) -> bool:
        """Return whether a file is merged into something else, by kustomize or by kubeadm."""
        named = [item.get("path") for one in self.data for key in _PATCHES for item, _ in items(one.get(key), ())]
        for one in self.data:
            merged = one.get("patchesStrategicMerge")
            named += merged if isinstance(merged, list) else []
        return _OF_KUBEADM.match(file) is not None or file in {text(name).removeprefix("./") for name in named}

    def generated(self) -> Iterator[GeneratedConfigMap]:
        """Yield the ConfigMaps that it makes from files of its own folder."""
        for one in self.data:
            for item, _ in items(one.get("configMapGenerator"), ()):
                named = item.get("files")
                pairs = [text(file).rpartition("=") for file in named] if isinstance(named, list) else []
                keys = {key or PurePosixPath(file).name: PurePosixPath(file).name for key, _, file in pairs if file}
                if keys and not {"envs", "env", "literals"} & {*item} and item.get("behavior") in {None, "create"}:
                    namespace = text(item.get("namespace")) or text(one.get("namespace"))
                    yield GeneratedConfigMap(namespace, text(item.get("name")), keys)

    def image_of(self, written: Image) -> Image:
        """Return the image that is put in the place of one."""
        for one in self.data:
            for item, _ in items(one.get("images"), ()):
                if text(item.get("name")) == written.repository:
                    repository = text(item.get("newName")) or written.repository
                    digest = text(item.get("digest"))
                    tag = text(item.get("newTag")) or ("" if digest else written.tag)
                    return image(f"{repository}{f':{tag}' if tag else ''}{f'@{digest}' if digest else ''}")
        return written


class Patches(NamedTuple):
    """What patches change.

    Attributes:
        data: Each patch, plain.
    """

    data: tuple[object, ...] = ()

    @property
    def dns_policy(self) -> str:
        """The Pod's `dnsPolicy` as they set it; empty where none does."""
        return self._last([self._set(patch, "spec", "dnsPolicy") for patch in self.data])

    @property
    def image(self) -> str:
        """The image as they set it; empty where none does."""
        found = [self._set(patch, "spec", "containers", "0", "image") for patch in self.data]
        for patch in self.data:
            found += [text(container.get("image")) for container, _ in items(at(patch, "spec", "containers"), ())]
        return self._last(found)

    @property
    def mounts(self) -> bool:
        """Whether they mount anything."""
        return any("volumeMounts" in repr(patch) for patch in self.data)

    @staticmethod
    def _set(patch: object, *keys: str) -> str:
        """Return the text that a patch puts at a path."""
        if not isinstance(patch, list):
            return text(at(patch, *keys))
        pointer = "/" + "/".join(keys)
        return next((text(fields(step).get("value")) for step in patch if fields(step).get("path") == pointer), "")

    @staticmethod
    def _last(found: list[str]) -> str:
        return next(filter(None, reversed(found)), "")
