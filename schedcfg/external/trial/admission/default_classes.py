"""Which StorageClass a claim gets that names none."""

from collections.abc import Iterable

from schedcfg.external.trial.api.store import Object
from schedcfg.sources.manifests.pod import at, text

_DEFAULT = ("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class")


def default_storage_class(classes: Iterable[Object]) -> str | None:
    """Return the name of the default class; None where none is one.

    Upstream: `GetDefaultClass` in `pkg/volume/util/storageclass.go`: of several the newest, then the first by name.
    """
    found = [
        (text(at(one, "metadata", "creationTimestamp")), text(at(one, "metadata", "name")))
        for one in classes
        if any(at(one, "metadata", "annotations", key) == "true" for key in _DEFAULT)
    ]
    newest = max((created for created, _ in found), default="")
    return min((name for created, name in found if created == newest), default=None)
