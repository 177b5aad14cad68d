"""What a newer release no longer accepts although the API version stays: changed, so that the next step can start."""

from collections.abc import Iterable

from schedcfg.commands.migrate import step_edits
from schedcfg.commands.migrate.context import StepContext, items, mapping
from schedcfg.commands.migrate.results import NoteKind
from schedcfg.commands.migrate.steps.v1beta2_v1beta3 import ADDRESSES
from schedcfg.configuration.effective.facts import CURVE, FIT
from schedcfg.configuration.effective.plugin_sets import POINTS, appends
from schedcfg.document.span import Path
from schedcfg.plugins.node_resources_fit import IDLE_CURVE_TYPES, refuses_idle_curve
from schedcfg.releases.release import Release
from schedcfg.rules.advised.missing_preparation import Unprepared

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
    _idle_curves(step, release)


def prepare(step: StepContext, unprepared: Iterable[Unprepared]) -> None:
    """Let plugins run where they prepare, which they did not need where the text comes from.

    Args:
        step: The text, validated against a release that accepts it.
        unprepared: What would fail for each node in later releases.
    """
    for profile, work, plugin in unprepared:
        base: Path = profile.path or ("profiles", 0)
        message = (
            f"{plugin} also runs at {work.preparation}: since Kubernetes 1.{work.since[plugin]}, it fails at "
            f"{work.point} without it, and {work.consequence}"
        )
        step.note(NoteKind.CHANGED, "preparation", message, base)
        _enable(step, (*base, "plugins", work.preparation), plugin)
        reason = (
            f"{plugin} prepares there for {work.point}, and fails without it since Kubernetes 1.{work.since[plugin]}"
        )
        step.allowed[profile.scheduler_name, work.preparation, plugin] = reason


def _enable(step: StepContext, point: Path, plugin: str) -> None:
    """Make a plugin run at a point: what switches it off goes, or it is named there."""
    disabled = [mapping(one).get("name") for one in items(step.value((*point, "disabled")))]
    if plugin in disabled:
        step.draft.remove_leaving_comments((*point, "disabled", disabled.index(plugin)))
        return
    if "*" not in disabled and appends(step.target):
        step.append((*point, "disabled"), {"name": plugin})
    step.append((*point, "enabled"), {"name": plugin})


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


def _idle_curves(step: StepContext, release: Release) -> None:
    """Take out curves beside a strategy that does not follow any, which 1.36 and later refuse."""
    if not refuses_idle_curve(release.number):
        return
    for entry, config in step.plugin_configs():
        strategy = (*entry, "args", "scoringStrategy")
        path = (*strategy, CURVE[0])
        kind = mapping(step.value(strategy)).get("type") if config.get("name") == FIT else None
        if kind in IDLE_CURVE_TYPES and step.draft.has(path):
            message = f"`{CURVE[0]}` is removed: `{kind}` has no curve, and Kubernetes 1.36 and later refuse one"
            step.note(NoteKind.REMOVED, "idle-curve", message, path)
            step.draft.remove_leaving_comments(path)
