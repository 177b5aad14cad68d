"""What a newer release no longer takes although the API version stays: changed, so that the next step can be judged."""

from schedcfg.effective.framework import POINTS
from schedcfg.effective.resource_scoring import FIT
from schedcfg.migrations import carry
from schedcfg.migrations.context import Work, mapping
from schedcfg.migrations.results import NoteKind
from schedcfg.migrations.steps.v1beta2_v1beta3 import ADDRESSES
from schedcfg.releases.release import Release

CLOUD_LIMITS = frozenset({"AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits"})
"""What v1 refuses from 1.31 on (`invalidPluginsByVersion`); the in-tree volumes that they count became CSI volumes."""

_LAST_INSECURE = 22
_LAST_MAKING_ARGS_UP = 21


def make(work: Work, release: Release) -> None:
    """Change what a newer release refuses, and allow the step to differ by it.

    Args:
        work: The text, judged by the newest release that accepts it.
        release: The release that has to accept it.
    """
    _insecure_addresses(work, release)
    _resource_lock(work, release)
    _removed_plugins(work, release)
    _ignored_resources(work, release)


def _insecure_addresses(work: Work, release: Release) -> None:
    """Take out the addresses without TLS, which 1.23 and later serve nothing at.

    Upstream: `validateKubeSchedulerConfiguration` of 1.23 takes only an empty address or port 0.
    """
    if release.number <= _LAST_INSECURE:
        return
    for field in ADDRESSES:
        if mapping(work.draft.data).get(field) is None:
            continue
        message = (
            f"`{field}` is gone: from Kubernetes 1.23 on health and metrics are served with TLS only, "
            "at --secure-port (10259); point probes and scrapers there"
        )
        work.note(NoteKind.BY_HAND, "insecure-address", message, (field,))
        work.allowed[field,] = "nothing is served without TLS any more since Kubernetes 1.23"
        work.draft.remove_leaving_comments((field,))


def _resource_lock(work: Work, release: Release) -> None:
    """Write the lock that the newer release has: all but `leases` went with 1.24 and 1.27."""
    election = work.before.leader_election
    locks = release.leader_election_locks
    path = ("leaderElection", "resourceLock")
    if not election.leader_elect or election.resource_lock in locks or not work.draft.has(path):
        return
    message = (
        f"the lock is `leases` instead of `{election.resource_lock}`, which Kubernetes {release.name} no longer has; "
        "schedulers with different locks do not see each other: stop those with the old one before you start the new "
        f"one{_bridge(election.resource_lock)}"
    )
    work.note(NoteKind.BY_HAND, "resource-lock", message, path)
    work.allowed[path] = f"Kubernetes {release.name} has no lock `{election.resource_lock}`"
    work.draft.replace(path, "leases")


def _bridge(lock: str) -> str:
    """Name the lock that goes between, for those who cannot stop both."""
    between = {"endpoints": "endpointsleases", "configmaps": "configmapsleases"}.get(lock)
    return f", or run all of them with `{between}` in between (up to Kubernetes 1.26)" if between else ""


def _removed_plugins(work: Work, release: Release) -> None:
    """Take out the plugins that count volumes of one cloud: NodeVolumeLimits counts them as CSI volumes."""
    removed = release.removed_plugins.get(work.target, frozenset()) & CLOUD_LIMITS
    for path in reversed(carry.named(work, removed)):
        name = str(work.draft.get((*path, "name")))
        message = f"`{name}` is gone: from Kubernetes 1.31 on NodeVolumeLimits counts these volumes, as CSI volumes"
        work.note(NoteKind.CHANGED, "cloud-limits", message, path)
        work.draft.remove_leaving_comments(path)
    for profile in work.before.profiles:
        for name in removed:
            for point in POINTS:
                work.allowed[profile.scheduler_name, point, name] = (
                    "NodeVolumeLimits counts these volumes, as CSI volumes"
                )


def _ignored_resources(work: Work, release: Release) -> None:
    """Take out what extenders tell NodeResourcesFit where no profile runs it: 1.22 and later then miss it.

    Upstream: `create` in `pkg/scheduler/factory.go` of 1.22 (later `buildExtenders` in `scheduler.go`).
    """
    if release.number <= _LAST_MAKING_ARGS_UP or any(FIT in profile.needed for profile in work.before.profiles):
        return
    for number, extender in enumerate(work.before.extenders):
        for index, resource in enumerate(extender.managed_resources):
            path = ("extenders", number, "managedResources", index, "ignoredByScheduler")
            if resource.ignored_by_scheduler and work.draft.has(path):
                message = (
                    "`ignoredByScheduler` does nothing here, because no profile runs NodeResourcesFit; "
                    f"Kubernetes {release.name} would not start with it"
                )
                work.note(NoteKind.REMOVED, "ignored-resources", message, path)
                work.draft.remove_leaving_comments(path)
