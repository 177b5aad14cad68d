"""The checksum of a configuration in the Pod that runs it: when it changes, what runs the Pod starts it again.

A kubelet watches the manifest of a static Pod, and a Deployment its template; neither watches a configuration.
"""

import hashlib

from schedcfg.document.span import Path
from schedcfg.sources.manifests.pod import CHECKSUM_ANNOTATION, at, text
from schedcfg.sources.manifests.running import RunningScheduler

_KEYS = ("metadata", "annotations", CHECKSUM_ANNOTATION)


def checksum(configuration: str) -> str:
    """Return the SHA-256 of a configuration's bytes in UTF-8, in hexadecimal."""
    return hashlib.sha256(configuration.encode("utf-8", "surrogatepass")).hexdigest()


def checksum_path(running: RunningScheduler) -> Path:
    """Return where a manifest has, or could have, the checksum of what its scheduler is started with."""
    return (*running.spec.path[:-1], *_KEYS)


def written_checksum(running: RunningScheduler) -> str:
    """Return the checksum in the Pod of a scheduler; empty where it has none."""
    template = running.spec.path[len(running.path) : -1]
    return text(at(running.manifest, *map(str, template), *_KEYS))
