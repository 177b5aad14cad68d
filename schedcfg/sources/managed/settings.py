"""The settings of a managed scheduler as a manifest has them, with what of them the product does not offer."""

from collections.abc import Iterator
from typing import NamedTuple, Self

from schedcfg.document.span import Path, follow
from schedcfg.releases.release import minor
from schedcfg.sources.managed.offer import OfferedSettings, Unoffered, unoffered
from schedcfg.sources.manifests.versions import named_version
from schedcfg.sources.products import recognized
from schedcfg.sources.products.product import Product


class ManagedSettings(NamedTuple):
    """What a manifest sets of a scheduler that somebody else runs."""

    product: Product
    offered: OfferedSettings
    data: object  # The manifest's data, or that of the configuration that it has as a text
    path: Path  # Where it is in its document
    kubernetes: str | None  # The release of the cluster, `1.29`; None where the manifest names none
    versions: tuple[Path, ...] = ()  # Where the manifest names it
    is_text: bool = False  # Whether it is the configuration in the manifest's text

    @property
    def text_path(self) -> Path:
        """Where the manifest has a configuration as a text."""
        return (*self.path, *self.offered.at, *self.offered.text)

    def of_text(self, data: object) -> Self:
        """Return the same of the configuration in its text."""
        return self._replace(data=data, path=(), is_text=True)

    def findings(self, kubernetes: str | None) -> Iterator[Unoffered]:
        """Yield what the product does not offer.

        Args:
            kubernetes: The release of the cluster, `1.29`; None: that of the manifest or, without one, the newest.
        """
        release = kubernetes or self.kubernetes
        if self.is_text:
            yield from unoffered(self.offered.text_offer, self.data, self.path, release)
            return
        yield from self._unread()
        if release is not None and self.offered.since and minor(release) < minor(self.offered.since):
            message = f"takes these settings since Kubernetes {self.offered.since}, and the cluster has {release}"
            help_ = f"Upgrade the cluster to {self.offered.since} or later first, or remove them."
            yield Unoffered(
                (*self.path, *self.offered.at), message, help_, is_refused=True, on_key=bool(self.offered.at)
            )
        for one in unoffered(self.offered.offer, follow(self.data, self.offered.at), self.offered.at, release):
            yield one._replace(path=(*self.path, *one.path))

    def _unread(self) -> Iterator[Unoffered]:
        name = follow(self.data, ("metadata", "name"))
        if self.offered.name and isinstance(name, str) and name != self.offered.name:
            message = f"only looks at the object `{self.offered.name}`: this one has no effect"
            path = (*self.path, "metadata", "name")
            yield Unoffered(path, message, f"Write `name: {self.offered.name}`.", is_refused=False)


def managed_in(data: object, path: Path) -> ManagedSettings | None:
    """Return the settings that a manifest has for a managed scheduler; None where it has none."""
    for product, form in recognized(data):
        if form.settings is not None and isinstance(follow(data, form.settings.at), dict):
            version = named_version(data, form.versions)
            kubernetes = None if version is None else version.kubernetes
            return ManagedSettings(product, form.settings, data, path, kubernetes, form.versions)
    return None
