"""The contexts of manifests that run no scheduler, but depend on one: workloads, kustomizations, descheduling."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from schedcfg.rules.deployment import DeploymentContext, RelatedManifests
from schedcfg.sources.manifests.reading import ConfigurationText, LocatedManifest

ContextOf: TypeAlias = tuple[LocatedManifest, DeploymentContext]


def contexts_beside(
    found: Iterable[LocatedManifest], configurations: Iterable[ConfigurationText], related: RelatedManifests
) -> Iterator[ContextOf]:
    """Yield the contexts of workloads, of kustomizations that apply a configuration, and of descheduler policies.

    Args:
        found: All manifests.
        configurations: All configurations.
        related: What is related to them.
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
    yield from _policies(manifests, related)


def _policies(manifests: Iterable[LocatedManifest], related: RelatedManifests) -> Iterator[ContextOf]:
    """Yield the contexts of policies: none where nothing is known of any scheduler whose Pods they evict."""
    policies = [one for one in manifests if one.policy is not None]
    if policies and (related.schedulers or any(True for _ in related.configurations())):
        for one in policies:
            yield one, DeploymentContext(file=one.file, release=None, related=related, policy=one.policy)
