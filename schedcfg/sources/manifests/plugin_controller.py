"""How a manifest runs the controller of scheduler-plugins, which writes what becomes of PodGroups and ElasticQuotas.

Upstream: manifests/install/all-in-one.yaml of kubernetes-sigs/scheduler-plugins, and its Helm chart beside it.
"""

from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.pod import Fields, PodSpec, at, image, items, pod_spec, text
from schedcfg.sources.manifests.rbac import Account

_REPOSITORY = "scheduler-plugins/controller"
_RELEASE = pattern(r"v?0\.([0-9]{1,4})\.[0-9]")


class RunningController(NamedTuple):
    """A controller of scheduler-plugins as a manifest starts it."""

    spec: PodSpec
    namespace: str
    kubernetes: int | None  # The minor of the release that it is made for: 24 of `v0.24.9`; None where no tag shows it

    @property
    def account(self) -> Account:
        """The service account with which it acts."""
        return Account(self.namespace, self.spec.service_account or "default")


def controller_in(kind: str, manifest: Fields, path: Path) -> RunningController | None:
    """Return the controller that a manifest runs; None where it runs none, or it is not known by its image."""
    spec = pod_spec(kind, manifest, path)
    for container, _ in () if spec is None else items(spec.data.get("containers"), (*spec.path, "containers")):
        its_image = image(text(container.get("image")))
        if spec is not None and f"/{its_image.repository}".endswith(f"/{_REPOSITORY}"):
            match = _RELEASE.match(its_image.tag)
            namespace = text(at(manifest, "metadata", "namespace"))
            return RunningController(spec, namespace, None if match is None else int(match[1]))
    return None
