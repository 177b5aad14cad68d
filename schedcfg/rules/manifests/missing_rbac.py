"""What a scheduler's service account may not do, and has to; and one that its Pods cannot have."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg import releases
from schedcfg.cards import Citation
from schedcfg.configuration.effective.model import Profile
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.releases.informers import SPREADING, VOLUMES, Resource, watched
from schedcfg.releases.release import Release
from schedcfg.rules.advised.placeholder import placeholder
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.pod import depends_on_namespace, may_be_same
from schedcfg.sources.manifests.rbac import ROLE, AccessRequest, Account, reading
from schedcfg.sources.manifests.running import RunningScheduler

ID = "missing-rbac"


class _Need(NamedTuple):
    effect: str
    what: str
    requests: tuple[AccessRequest, ...]
    remedy: str
    severity: Severity = Severity.ERROR
    listed: tuple[str, ...] = ()  # What `what` lists


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the service account if roles and bindings alongside it leave out what the scheduler needs."""
    running, account = context.running, context.account
    if running is None or account is None:
        return
    field = "serviceAccountName" if "serviceAccountName" in running.spec.data else "serviceAccount"
    path: Path = (*running.spec.path, field) if field in running.spec.data else running.spec.path
    absent = list(_elsewhere(context, account, path))
    if absent:
        yield from absent
        return
    if not _is_decidable(context, account):
        yield from _without_any(context, account, path)
        return
    for role in context.related.access.roles_without_prefix(account):
        message = f"no Pod is scheduled unless there is a ClusterRole `{role}`: every cluster has `system:{role}`"
        yield advice(ID, path, message, f"Write `name: system:{role}` in the `roleRef` of its binding.")
    lacking = [need for need in (*_unread(context, account), *_needs(context)) if not _has(context, account, need)]
    for need in lacking:
        message = f"{need.effect}: service account `{account.name}` may not {need.what}; no binding here grants it"
        yield advice(ID, path, message, need.remedy, need.severity)._replace(listed=need.listed)


def _elsewhere(context: DeploymentContext, account: Account, path: Path) -> Iterator[Problem]:
    """Yield an account that is here in another namespace than the Pods only, and is no other workload's there."""
    running, access = context.running, context.related.access
    if running is None or not running.spec.service_account or running.replicas == 0:
        return
    namespaces, used = access.namespaces_with(account.name), context.related.accounts_in_use
    if any(map(placeholder, (account.namespace, *namespaces))):
        return
    apart = sorted(namespace for namespace in namespaces if Account(namespace, account.name) not in used)
    if len(apart) < len(namespaces) or not apart:
        return
    if all(depends_on_namespace(namespace, account.namespace) for namespace in apart):
        yield from _unstated(context, running, account, apart[0], path)
    elif not any(may_be_same(namespace, account.namespace) for namespace in apart):
        message = (
            f"no Pod of this scheduler is created: service account `{account.name}` is in namespace `{apart[0]}`, "
            f"where Pods of `{account.namespace}` cannot use it"
        )
        help_ = f"Write `namespace: {account.namespace}` in the ServiceAccount, and in the `subjects` of its bindings."
        yield advice(ID, path, message, help_, Severity.ERROR)


def _unstated(
    context: DeploymentContext, running: RunningScheduler, account: Account, namespace: str, path: Path
) -> Iterator[Problem]:
    """Yield an account that is in the namespace of the Pods only if whoever applies both says so."""
    if not context.related.is_applied_as_is:
        return
    its_account = f"service account `{account.name}`"
    unplaced, placed = (running.described, its_account) if namespace else (its_account, running.described)
    named = namespace or account.namespace
    message = (
        f"no Pod of this scheduler is created unless {unplaced} is applied with `--namespace {named}`: it names no "
        f"namespace, which means `default`, and {placed} is in `{named}`"
    )
    yield advice(ID, path, message, f"Write `namespace: {named}` in the `metadata` of {unplaced}.")


def _without_any(context: DeploymentContext, account: Account, path: Path) -> Iterator[Problem]:
    """Yield an account to which nothing is granted here: another one was meant, or none was named."""
    running, access = context.running, context.related.access
    if running is None or context.release is None or access.knows(account):
        return
    if not (running.competes and context.certainly_uses_account):
        return
    others = access.namespaces_of(account.name) if account.namespace else []
    if others and account.namespace not in others:
        message = (
            f"no Pod is scheduled: service account `{account.name}` in namespace `{account.namespace}` has no "
            f"permissions, as the bindings here are for the one in namespace `{others[0]}`"
        )
        help_ = f"Write `namespace: {account.namespace}` in their `subjects`."
        yield advice(ID, path, message, help_, Severity.ERROR)
    elif not running.spec.service_account and running.kind != "Pod":
        message = "no Pod is scheduled, unless something grants service account `default` a scheduler's permissions"
        holder = access.holder(ROLE, running.namespace)
        help_ = (
            "Name an account in `serviceAccountName`, and bind `system:kube-scheduler` to it."
            if holder is None
            else f"Write `serviceAccountName: {holder}`, which is bound to `system:kube-scheduler`."
        )
        yield advice(ID, path, message, help_)


def _is_decidable(context: DeploymentContext, account: Account) -> bool:
    """Return whether roles and bindings are to be found here at all; a kubeconfig is for another account."""
    assert context.running is not None
    configuration = context.configuration
    if context.running.flag("config") is not None and configuration is None:
        # It may name a kubeconfig; but an account with the scheduler's role is meant to be used.
        return context.related.access.binds(account, ROLE)
    by_file = configuration is not None and bool(configuration.client_connection.kubeconfig)
    if context.running.flag("config") is None and not context.running.settles("kubeconfig"):
        return False
    flag = context.running.flag("kubeconfig") if context.running.flag("config") is None else None
    return not by_file and flag is None and context.related.access.knows(account)


def _has(context: DeploymentContext, account: Account, need: _Need) -> bool:
    return all(context.related.access.allows(account, request) for request in need.requests)


def _unread(context: DeploymentContext, account: Account) -> Iterator[_Need]:
    """Yield what the scheduler lists and watches, and the account may not, as one need."""
    access = context.related.access
    unread = [
        resource for resource in _watched(context) if not all(access.allows(account, to) for to in reading([resource]))
    ]
    if unread:
        named = tuple(f"`{resource.name}{'.' if resource.group else ''}{resource.group}`" for resource in unread)
        roles = [ROLE] if set(unread) - set(VOLUMES) else []
        roles.extend(["system:volume-scheduler"] if set(unread) & set(VOLUMES) else [])
        yield _Need(
            "no Pod is scheduled",
            f"`list` and `watch` {', '.join(named)}, which the scheduler reads before it schedules anything",
            tuple(reading(unread)),
            f"Add a ClusterRoleBinding to ClusterRole {' and one to '.join(f'`{role}`' for role in roles)}.",
            Severity.ERROR if _is_certain(context, unread) else Severity.WARNING,
            listed=named,
        )


def _watched(context: DeploymentContext) -> list[Resource]:
    """List what the scheduler watches."""
    release = context.release
    return [] if release is None else list(watched(release, _plugins(context, release)))


def _is_certain(context: DeploymentContext, resources: list[Resource]) -> bool:
    """Return whether some of the resources are watched by each release that the scheduler may be of."""
    if context.release_known:
        return True
    version = "" if context.configured is None else context.configured.meta.api_version.rpartition("/")[2]
    possible = map(releases.at, releases.serving(version) or releases.names())
    found = [set(watched(release, _plugins(context, release))) for release in possible]
    return not set.intersection(*found).isdisjoint(resources)


def _plugins(context: DeploymentContext, release: Release) -> set[str]:
    """Return the plugins that are enabled; none where the configuration is not found."""
    assert context.running is not None
    if context.configuration is not None:
        profiles = context.configuration.profiles
        return {name for profile in profiles for name in profile.needed if not _is_idle(name, profile)}
    if context.running.flag("config") is not None or not context.running.settles("config"):
        return set()
    default = release.default_plugins[release.api_versions[-1]]
    return {name for enabled in default.values() for name, _ in enabled}


def _is_idle(name: str, profile: Profile) -> bool:
    """Return whether a plugin only spreads Pods with their own constraints, so that it reads nothing."""
    entry = profile.args_entry(name)
    raw = None if entry is None else entry.raw
    if name not in SPREADING or not isinstance(raw, dict):
        return False
    return raw.get("defaultingType") == "List" and not raw.get("defaultConstraints")


def _needs(context: DeploymentContext) -> Iterator[_Need]:
    assert context.running is not None
    yield _Need(
        "all Pods stay Pending",
        "place Pods (`create` on `pods/binding`)",
        (AccessRequest("create", "", "pods/binding"),),
        "Add a ClusterRoleBinding to ClusterRole `system:kube-scheduler`.",
    )
    yield _Need(
        "Pods with volumes stay Pending",
        "bind volumes (`update` on `persistentvolumes` and `persistentvolumeclaims`)",
        (AccessRequest("update", "", "persistentvolumes"), AccessRequest("update", "", "persistentvolumeclaims")),
        "Add a ClusterRoleBinding to ClusterRole `system:volume-scheduler`.",
    )
    election = context.election
    if election is not None and election.leader_elect and election.resource_lock.endswith("leases"):
        _, namespace, name = election.lock
        lease = AccessRequest("get", "coordination.k8s.io", "leases", name, namespace)
        yield _Need(
            "no Pod is scheduled",
            f"create its lease `{namespace}/{name}` (`create` on `leases`)",
            (lease._replace(verb="create", name=""),),
            f"Add `create` for `leases` to a Role in `{namespace}`, in a rule without `resourceNames`: a "
            "rule that names leases does not allow `create`.",
        )
        yield _Need(
            "no Pod is scheduled",
            f"renew its lease `{namespace}/{name}` (`get` and `update` on `leases`)",
            (lease, lease._replace(verb="update")),
            f"Add a Role and RoleBinding in `{namespace}` for `leases` named `{name}`; "
            "`system:kube-scheduler` only covers the lease `kube-scheduler`.",
        )
    if _looks_up_authentication(context.running):
        name = "extension-apiserver-authentication"
        yield _Need(
            "requests for metrics are anonymous",
            f"read ConfigMap `kube-system/{name}`",
            (AccessRequest("get", "", "configmaps", name, "kube-system"),),
            f"Add a RoleBinding in `kube-system` to Role `{name}-reader`.",
            Severity.WARNING,
        )


def _looks_up_authentication(running: RunningScheduler) -> bool:
    """Return whether the service account is used to find out who sends requests; it is not where none are served.

    Upstream: `DelegatingAuthenticationOptions.ApplyTo` in `staging/src/k8s.io/apiserver/pkg/server/options`.
    """
    skip = running.flag("authentication-skip-lookup")
    by_file = running.flag("authentication-kubeconfig") is not None
    if not (running.settles("authentication-skip-lookup") and running.settles("authentication-kubeconfig")):
        return False
    return running.secure_port is not None and not by_file and (skip is None or skip.is_off)


RULE = Rule(
    id=ID,
    title="The service account lacks permissions, or is in another namespace",
    why="The scheduler logs `is forbidden` and waits; Pods with volumes, or all Pods, stay Pending. It schedules "
    "none before it has read all that it watches: nodes, Pods, volumes, storage classes and the objects of its "
    "plugins. Pods of an account that is not in their namespace are not even created.",
    source="plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go; pkg/scheduler/eventhandlers.go, "
    "addAllEventHandlers; plugin/pkg/admission/serviceaccount/admission.go",
    evidence=(
        Citation("https://github.com/jupyterhub/zero-to-jupyterhub-k8s/issues/1773", "CSINodes that cannot be listed"),
        Citation("https://github.com/CentaurusInfra/arktos/issues/1123", "a lease that is forbidden"),
        Citation("https://github.com/kubernetes/website/pull/11112", "a role without `system:`"),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
)
