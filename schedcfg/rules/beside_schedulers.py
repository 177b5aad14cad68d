"""The contexts of manifests that run no scheduler, but depend on one: workloads, kustomizations, neighbors."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from schedcfg.rules.deployment import DeploymentContext, RelatedManifests, StartConfiguration
from schedcfg.sources.manifests.autoscaler import RunningAutoscaler
from schedcfg.sources.manifests.reading import ConfigurationText, LocatedManifest

ContextOf: TypeAlias = tuple[LocatedManifest, DeploymentContext]


def contexts_beside(
    found: Iterable[LocatedManifest],
    configurations: Iterable[ConfigurationText],
    related: RelatedManifests,
    of_autoscaler: Callable[[LocatedManifest, RunningAutoscaler], StartConfiguration | None],
) -> Iterator[ContextOf]:
    """Yield the contexts of workloads, of kustomizations that apply a configuration, of autoscalers and policies.

    Args:
        found: All manifests.
        configurations: All configurations.
        related: What is related to them.
        of_autoscaler: Returns the configuration that cluster-autoscaler is given; None where that is not here.
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
    for one in manifests:
        if one.autoscaler is not None:
            its, context = of_autoscaler(one, one.autoscaler), DeploymentContext(one.file, None, related)
            yield one, replace(context, autoscaler=one.autoscaler, configured=its)
    yield from _policies(manifests, related)


def _policies(manifests: Iterable[LocatedManifest], related: RelatedManifests) -> Iterator[ContextOf]:
    policies = [one for one in manifests if one.policy is not None]
    # Where nothing is known of any scheduler, there is nothing to compare them with.
    if policies and (related.schedulers or any(True for _ in related.configurations())):
        for one in policies:
            yield one, DeploymentContext(file=one.file, release=None, related=related, policy=one.policy)
