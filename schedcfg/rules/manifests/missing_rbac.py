"""What a scheduler's service account may not do, and has to; and one that its Pods cannot have."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.cards import Citation
from schedcfg.configuration.effective.needs import out_of_tree_plugins
from schedcfg.configuration.effective.rights import controller_rights, plugin_rights, stock_rights
from schedcfg.document.placeholders import placeholder
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.plugins.scheduler_plugins import controller
from schedcfg.releases.release import Release
from schedcfg.releases.rights import (
    AUTHENTICATION,
    AUTHENTICATION_ROLE,
    CLUSTERS_LEASE,
    READING,
    REVIEWS,
    SCHEDULER_ROLE,
    VOLUME_ROLE,
    Lease,
    Right,
    election_rights,
    scheduler_rights,
)
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.right_names import in_words, named_actions, named_right
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.plugin_controller import RunningController
from schedcfg.sources.manifests.pod import PodSpec, depends_on_namespace, may_be_same
from schedcfg.sources.manifests.rbac import Account
from schedcfg.sources.manifests.running import RunningScheduler
from schedcfg.sources.manifests.scraping import may_ask

ID = "missing-rbac"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the service account if roles and bindings alongside it leave out what the scheduler needs."""
    if context.controller is not None:
        yield from _of_controller(context, context.controller)
    running, account = context.running, context.account
    if running is None or account is None:
        return
    path = _account_path(running.spec)
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
    for those in _by_remedy(context, [*_lacking(context, account), *_lacked_by_plugins(context, account)]):
        yield _reported(context, account, those, path)


def _of_controller(context: DeploymentContext, running: RunningController) -> Iterator[Problem]:
    """Yield the account of the controller of scheduler-plugins if it lacks what any release of it needs."""
    access, account, spec = context.related.access, running.account, running.spec
    changes = sorted({each.first for each in controller.ACCESS})
    possible = changes if running.kubernetes is None else [running.kubernetes]
    lacking = [[right for right in controller_rights(one) if not access.grants(account, right)] for one in possible]
    if access.knows(account) and all(lacking):
        yield _reported(context, account, lacking[-1], _account_path(spec))


def _account_path(spec: PodSpec) -> Path:
    """Return where a Pod names its service account; where it names none, the Pod."""
    field = "serviceAccountName" if "serviceAccountName" in spec.data else "serviceAccount"
    return (*spec.path, field) if field in spec.data else spec.path


def _by_remedy(context: DeploymentContext, rights: list[Right]) -> list[list[Right]]:
    """Return rights by what grants them: one finding is about what one binding fixes."""
    groups: dict[tuple[str, ...], list[Right]] = {}
    for right in rights:
        # What keeps Pods from being scheduled is apart from the rest: each effect, and each lease.
        is_fatal = right.severity is Severity.ERROR
        of_lease = ("", right.namespace) if right.namespace and not right.role else (right.effect, right.purpose)
        groups.setdefault(of_lease if is_fatal else (right.role,), []).append(right)
    found = list(groups.values())
    for whole in [those for those in found if _is_certainly_fatal(context, those)]:
        if whole not in found:
            continue
        roles = {right.role for right in whole} - {""}
        parts = [those for those in found if those is not whole and roles and {right.role for right in those} <= roles]
        for part in parts:
            if part[0].severity is not Severity.ERROR or _is_certainly_fatal(context, part):
                whole.extend(part)
                found.remove(part)
    return found


def _is_certainly_fatal(context: DeploymentContext, rights: list[Right]) -> bool:
    """Return whether no Pod is scheduled without permissions, whichever release the scheduler is of."""
    return rights[0].severity is Severity.ERROR and not _since(context, rights)


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
    elif account.namespace in access.namespaces_with(account.name):
        message = (
            f"no Pod is scheduled, unless a binding elsewhere names service account `{account.name}`: it is created "
            "here without any permissions"
        )
        yield advice(ID, path, message, "Bind `system:kube-scheduler` and `system:volume-scheduler` to it.")
    elif not running.spec.service_account and running.kind != "Pod":
        message = "no Pod is scheduled, unless something grants service account `default` a scheduler's permissions"
        holder = access.holder(SCHEDULER_ROLE, running.namespace)
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
        return context.related.access.binds(account, SCHEDULER_ROLE)
    by_file = configuration is not None and bool(configuration.client_connection.kubeconfig)
    if context.running.flag("config") is None and not context.running.settles("kubeconfig"):
        return False
    flag = context.running.flag("kubeconfig") if context.running.flag("config") is None else None
    return not by_file and flag is None and context.related.access.knows(account)


def _lacking(context: DeploymentContext, account: Account) -> list[Right]:
    """Return the rights that the scheduler needs and the account lacks, but for those of plugins of its own."""
    assert context.running is not None
    needed: list[Right] = []
    election = context.election
    if election is not None and election.leader_elect:
        _, namespace, name = election.lock
        role = SCHEDULER_ROLE if name == CLUSTERS_LEASE else ""
        rights = election_rights(Lease(name, namespace, election.resource_lock))
        needed.extend(right._replace(role=role) for right in rights)
    if _looks_up_authentication(context.running):
        # Who asks for metrics is only looked up where somebody asks.
        is_asked = any(may_ask(monitor, context.running) for monitor in context.related.monitors)
        needed.extend((AUTHENTICATION, *(REVIEWS if is_asked else ())))
    access = context.related.access
    besides = [right for right in needed if not access.grants(account, right)]
    if context.release is None:
        oldest = scheduler_rights(releases.at(releases.OLDEST), ())
        return [right for right in oldest if right.verbs != READING and not access.grants(account, right)] + besides
    stock = [right for right in _stock(context, context.release) if not access.grants(account, right)]
    if any(right.severity is not Severity.ERROR for right in stock):
        # What is no error is only reported where each release does it that the scheduler may be of.
        certain = set.intersection(*(set(_stock(context, release)) for release in _possible_releases(context)))
        stock = [right for right in stock if right.severity is Severity.ERROR or right in certain]
    return stock + besides


def _stock(context: DeploymentContext, release: Release) -> Iterator[Right]:
    """Yield what the code of Kubernetes needs in a release."""
    assert context.running is not None
    if context.configuration is not None:
        return stock_rights(context.configuration, release)
    if context.running.flag("config") is not None or not context.running.settles("config"):
        return scheduler_rights(release, None)
    default = release.default_plugins[release.api_versions[-1]]
    return scheduler_rights(release, {name for enabled in default.values() for name, _ in enabled})


def _possible_releases(context: DeploymentContext) -> list[Release]:
    """Return the releases that the scheduler may be of; none where that is not known."""
    if context.release is None or context.release_known:
        return [] if context.release is None else [context.release]
    version = "" if context.configured is None else context.configured.meta.api_version.rpartition("/")[2]
    return [context.release, *map(releases.at, releases.serving(version) or releases.names())]


def _lacked_by_plugins(context: DeploymentContext, account: Account) -> list[Right]:
    """Return what plugins that Kubernetes lacks may not do, whichever release the scheduler is of."""
    names = () if context.configuration is None else tuple(out_of_tree_plugins(context.configuration))
    if not names:
        return []
    access = context.related.access
    found = [
        [right for right in plugin_rights(names, release) if not access.grants(account, right)]
        for release in _possible_releases(context)
    ]
    return found[0] if found and all(found) else []


def _reported(context: DeploymentContext, account: Account, rights: list[Right], path: Path) -> Problem:
    """Report rights that are lacking, which one binding grants."""
    fatal = [right for right in rights if right.severity is Severity.ERROR]
    lesser = [right for right in rights if right.severity is not Severity.ERROR]
    effects = list(dict.fromkeys(right.effect for right in lesser))
    listed = tuple(f"{effect} ({named_actions([one for one in lesser if one.effect == effect])})" for effect in effects)
    message = f"{', '.join(listed)}: no binding here grants that to service account `{account.name}`"
    severity, since = (rights[0].severity, "")
    if fatal:
        since = _since(context, fatal)
        severity = Severity.WARNING if since else Severity.ERROR
    if fatal or len(effects) == 1:
        first, besides = (fatal or lesser)[0], listed if fatal else ()
        effect = f"with Kubernetes {since} or newer, {first.effect}" if since else first.effect
        reads = [right for right in fatal if right.verbs == READING and not right.purpose]
        listed = tuple(map(named_right, reads))
        message = f"{effect}: service account `{account.name}` may not {_forbidden(fatal or lesser)}; "
        message += f"no binding here grants it{'; besides, ' if besides else ''}{', '.join(besides)}"
    if rights[0].role == VOLUME_ROLE and context.related.has_waiting_volumes:
        severity = Severity.ERROR
    return advice(ID, path, message, _help(rights), severity)._replace(listed=listed)


def _forbidden(rights: list[Right]) -> str:
    """Name what an account may not do: "place Pods (`create` on `pods/binding`)"."""
    reads = [right for right in rights if right.verbs == READING and not right.purpose]
    by_purpose: dict[str, list[Right]] = {}
    for right in rights:
        if right not in reads:
            by_purpose.setdefault(right.purpose, []).append(right)
    parts = [
        f"{purpose} ({named_actions(those)})" if purpose else named_actions(those, " ")
        for purpose, those in by_purpose.items()
    ]
    if reads:
        names = ", ".join(map(named_right, reads))
        parts.append(f"`list` and `watch` {names}, which the scheduler reads before it schedules anything")
    return ", nor ".join(parts)


def _since(context: DeploymentContext, rights: list[Right]) -> str:
    """Return the first release whose code needs some of this; empty where that is of any, or not only its code does."""
    possible = _possible_releases(context)
    needing = [release for release in possible if not set(_stock(context, release)).isdisjoint(rights)]
    if not needing or len(needing) == len(possible):
        return ""
    return min(needing, key=lambda release: release.number).name


def _help(rights: list[Right]) -> str:
    """Return what grants rights."""
    first = rights[0]
    if first.role == AUTHENTICATION_ROLE:
        return f"Add a RoleBinding in `{first.namespace}` to Role `{first.role}`."
    if first.role:
        roles = sorted({right.role for right in rights})
        return f"Add a ClusterRoleBinding to ClusterRole {' and one to '.join(f'`{role}`' for role in roles)}."
    if not first.namespace:
        return f"Add {named_actions(rights)} to a ClusterRole, and bind that to the service account."
    kinds = in_words(list(dict.fromkeys(f"`{right.resource.name}`" for right in rights)))
    if first.name:
        return (
            f"Add a Role and RoleBinding in `{first.namespace}` for {kinds} named `{first.name}`; `{SCHEDULER_ROLE}` "
            f"only covers the lease `{CLUSTERS_LEASE}`."
        )
    renewed = next((f", and `get` and `update` on `{right.name}`" for right in rights if right.name), "")
    return (
        f"Add `create` for {kinds} to a Role in `{first.namespace}`, in a rule without `resourceNames`: a rule that "
        f"names leases does not allow `create`{renewed}."
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
    why="The scheduler logs `is forbidden` and waits. It schedules no Pod before it has read all that it watches: "
    "nodes, Pods, volumes, storage classes and the objects of its plugins. Without a right to write, Pods stay Pending "
    "whose claims wait for a node or a device, none is preempted, and neither events nor conditions show why they "
    "wait. Pods of an account that is not in their namespace are not even created. The controller of scheduler-plugins "
    "writes the status of PodGroups and ElasticQuotas, since 0.24 as the subresource that has its own right.",
    source="plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go; pkg/scheduler/eventhandlers.go, "
    "addAllEventHandlers; pkg/scheduler/util/utils.go, PatchPodStatus; "
    "plugin/pkg/admission/serviceaccount/admission.go",
    evidence=(
        Citation("https://github.com/jupyterhub/zero-to-jupyterhub-k8s/issues/1773", "CSINodes that cannot be listed"),
        Citation("https://github.com/CentaurusInfra/arktos/issues/1123", "a lease that is forbidden"),
        Citation("https://github.com/kubernetes/website/pull/11112", "a role without `system:`"),
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/pull/471",
            "a controller of scheduler-plugins that may not write `podgroups/status`",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
)
