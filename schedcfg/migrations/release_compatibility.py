"""What a newer release no longer accepts although the API version stays: changed, so that the next step can start."""

from schedcfg.effective.framework import POINTS
from schedcfg.effective.resource_scoring import FIT
from schedcfg.migrations import step_edits
from schedcfg.migrations.context import StepContext, mapping
from schedcfg.migrations.results import NoteKind
from schedcfg.migrations.steps.v1beta2_v1beta3 import ADDRESSES
from schedcfg.releases.release import Release

CLOUD_LIMITS = frozenset({"AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits"})
"""What v1 refuses since 1.31 (`invalidPluginsByVersion`); the in-tree volumes that they count became CSI volumes."""


def make_compatible(step: StepContext, release: Release) -> None:
    """Change what a newer release refuses, and allow the step to differ by it.

    Args:
        step: The text, validated against the newest release that accepts it.
        release: The release that has to accept it.
    """
    _insecure_addresses(step, release)
    _resource_lock(step, release)
    _removed_plugins(step, release)
    _ignored_resources(step, release)


def _insecure_addresses(step: StepContext, release: Release) -> None:
    """Take out the addresses without TLS, which 1.23 and later serve nothing at.

    Upstream: `validateKubeSchedulerConfiguration` of 1.23 takes only an empty address or port 0.
    """
    if release.serves_insecure_port:
        return
    for field in ADDRESSES:
        if mapping(step.draft.data).get(field) is None:
            continue
        message = (
            f"`{field}` is removed: since Kubernetes 1.23, health and metrics are only served with TLS, at "
            "--secure-port (10259); change probes and scrapers to it"
        )
        step.note(NoteKind.BY_HAND, "insecure-address", message, (field,))
        step.allowed[field,] = "since Kubernetes 1.23, nothing is served without TLS"
        step.draft.remove_leaving_comments((field,))


def _resource_lock(step: StepContext, release: Release) -> None:
    """Write the lock that the newer release has: all but `leases` went with 1.24 and 1.27."""
    election = step.before.leader_election
    locks = release.leader_election_locks
    path = ("leaderElection", "resourceLock")
    if not election.leader_elect or election.resource_lock in locks or not step.draft.has(path):
        return
    message = (
        f"the lock is `leases` instead of `{election.resource_lock}`, which Kubernetes {release.name} no longer has; "
        "schedulers with different locks do not see each other: stop those with the old one before you start the new "
        f"one{_bridge(election.resource_lock)}"
    )
    step.note(NoteKind.BY_HAND, "resource-lock", message, path)
    step.allowed[path] = f"Kubernetes {release.name} has no lock `{election.resource_lock}`"
    step.draft.replace(path, "leases")


def _bridge(lock: str) -> str:
    """Name the lock that goes between, for those who cannot stop both."""
    between = {"endpoints": "endpointsleases", "configmaps": "configmapsleases"}.get(lock)
    return f", or run all of them with `{between}` in between (up to Kubernetes 1.26)" if between else ""


def _removed_plugins(step: StepContext, release: Release) -> None:
    """Take out the plugins that count volumes of one cloud: NodeVolumeLimits counts them as CSI volumes."""
    removed = release.removed_plugins.get(step.target, frozenset()) & CLOUD_LIMITS
    for path in reversed(step_edits.entries_named(step, removed)):
        name = str(step.draft.get((*path, "name")))
        message = f"`{name}` is removed: since Kubernetes 1.31, NodeVolumeLimits counts these volumes, as CSI volumes"
        step.note(NoteKind.CHANGED, "cloud-limits", message, path)
        step.draft.remove_leaving_comments(path)
    for profile in step.before.profiles:
        for name in removed:
            for point in POINTS:
                step.allowed[profile.scheduler_name, point, name] = (
                    "NodeVolumeLimits counts these volumes, as CSI volumes"
                )


def _ignored_resources(step: StepContext, release: Release) -> None:
    """Remove what extenders pass to NodeResourcesFit where no profile runs it: 1.22 and later then refuse it.

    Upstream: `create` in `pkg/scheduler/factory.go` of 1.22 (later `buildExtenders` in `scheduler.go`).
    """
    if release.appends_ignored_resources or any(FIT in profile.needed for profile in step.before.profiles):
        return
    for number, extender in enumerate(step.before.extenders):
        for index, resource in enumerate(extender.managed_resources):
            path = ("extenders", number, "managedResources", index, "ignoredByScheduler")
            if resource.ignored_by_scheduler and step.draft.has(path):
                message = (
                    "`ignoredByScheduler` has no effect here, because no profile runs NodeResourcesFit; Kubernetes "
                    f"{release.name} would not start with it"
                )
                step.note(NoteKind.REMOVED, "ignored-resources", message, path)
                step.draft.remove_leaving_comments(path)
