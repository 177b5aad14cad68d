"""The contexts of manifests that run no scheduler, but depend on one: workloads, kustomizations, neighbors."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from schedcfg import releases
from schedcfg.releases.release import Release
from schedcfg.rules.deployment import DeploymentContext, RelatedManifests, StartConfiguration
from schedcfg.rules.scraping import asked_schedulers, selected_schedulers
from schedcfg.sources.manifests.autoscaler import RunningAutoscaler
from schedcfg.sources.manifests.reading import ConfigurationText, LocatedManifest

ContextOf: TypeAlias = tuple[LocatedManifest, DeploymentContext]


def contexts_beside(
    found: Iterable[LocatedManifest],
    configurations: Iterable[ConfigurationText],
    related: RelatedManifests,
    of_autoscaler: Callable[[LocatedManifest, RunningAutoscaler], StartConfiguration | None],
    chosen: Release | None,
) -> Iterator[ContextOf]:
    """Yield the contexts of workloads, kustomizations that apply a configuration, managed clusters and neighbors.

    Args:
        found: All manifests.
        configurations: All configurations.
        related: What is related to them.
        of_autoscaler: Returns the configuration that cluster-autoscaler is given; None where that is not here.
        chosen: The release to validate everything against; None: that which each manifest names.
    """
    manifests = tuple(found)
    for one in manifests:
        if one.workload is not None:
            yield one, DeploymentContext(file=one.file, release=None, related=related, workload=one.workload)
    files = {configuration.file for configuration in configurations if not configuration.key}
    for one in manifests:
        applied = tuple(resource for resource in one.resources if resource.file in files)
        if applied:
            yield one, DeploymentContext(file=one.file, release=None, related=related, applied=applied)
    yield from _managed(manifests, related, chosen)
    for one in manifests:
        if one.autoscaler is not None:
            its, context = of_autoscaler(one, one.autoscaler), DeploymentContext(one.file, None, related)
            yield one, replace(context, autoscaler=one.autoscaler, configured=its)
    yield from _controllers(manifests, related)
    yield from _karpenter(manifests, related)
    yield from _product_releases(manifests, related)
    yield from _asking(manifests, related)
    yield from _policies(manifests, related)
    yield from _scraping(manifests, related)


def _scraping(manifests: Iterable[LocatedManifest], related: RelatedManifests) -> Iterator[ContextOf]:
    """Yield the contexts of what requests metrics of schedulers, and of Services by which those are found."""
    for one in manifests:
        for scrape in one.scrapes:
            if scrape.means_the_clusters_own or asked_schedulers(scrape, related):
                yield one, DeploymentContext(file=one.file, release=None, related=related, scrape=scrape)
        service = one.service
        if service is not None and (service.means_the_clusters_own or selected_schedulers(service, related)):
            yield one, DeploymentContext(file=one.file, release=None, related=related, service=service)


def _controllers(manifests: Iterable[LocatedManifest], related: RelatedManifests) -> Iterator[ContextOf]:
    """Yield the contexts of controllers of scheduler-plugins."""
    for one in manifests:
        if one.controller is not None:
            yield one, DeploymentContext(file=one.file, release=None, related=related, controller=one.controller)


def _product_releases(manifests: Iterable[LocatedManifest], related: RelatedManifests) -> Iterator[ContextOf]:
    """Yield the contexts of what names the release of a product, and has a configuration."""
    for one in manifests:
        if one.product_release is not None and one.product_release.configurations:
            context = DeploymentContext(file=one.file, release=None, related=related)
            yield one, replace(context, product_release=one.product_release)


def _asking(manifests: Iterable[LocatedManifest], related: RelatedManifests) -> Iterator[ContextOf]:
    """Yield the contexts of Pods that ask for what a single plugin sees to."""
    asking = [one for one in manifests if one.needs and not one.running]
    for one in asking if asking and _is_any_known(related) else ():
        yield one, DeploymentContext(file=one.file, release=None, related=related, needs=one.needs)


def _karpenter(manifests: Iterable[LocatedManifest], related: RelatedManifests) -> Iterator[ContextOf]:
    """Yield the contexts of what runs Karpenter, or shows that it runs, and of its NodePools."""
    pools = [(one, one.node_pool) for one in manifests if one.node_pool is not None]
    running = [(one, one.karpenter) for one in manifests if one.karpenter is not None]
    # Where it is not here itself, one NodePool stands for it.
    running = running or [(one, pool.running) for one, pool in pools[:1]]
    if running and _is_any_known(related):
        for one, karpenter in running:
            yield one, DeploymentContext(file=one.file, release=None, related=related, karpenter=karpenter)
        for one, pool in pools:
            yield one, DeploymentContext(file=one.file, release=None, related=related, node_pool=pool)


def _is_any_known(related: RelatedManifests) -> bool:
    """Return whether anything is known of any scheduler; where it is not, there is nothing to compare."""
    return bool(related.schedulers) or any(True for _ in related.configurations())


def _policies(manifests: Iterable[LocatedManifest], related: RelatedManifests) -> Iterator[ContextOf]:
    policies = [one for one in manifests if one.policy is not None]
    if policies and _is_any_known(related):
        for one in policies:
            yield one, DeploymentContext(file=one.file, release=None, related=related, policy=one.policy)


def _managed(
    manifests: Iterable[LocatedManifest], related: RelatedManifests, chosen: Release | None
) -> Iterator[ContextOf]:
    """Yield the contexts of what sets the schedulers of managed clusters."""
    for one in manifests:
        if one.managed is not None:
            release = chosen or releases.known(one.managed.kubernetes)
            yield one, DeploymentContext(file=one.file, release=release, related=related, managed=one.managed)
