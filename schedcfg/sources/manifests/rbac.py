"""Who may do what: roles and bindings among manifests, evaluated as the API server's RBAC authorizer does."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.releases.rights import AUTHENTICATION_ROLE, CLUSTER_ROLES, SCHEDULER_ROLE, Right, granted_by_cluster
from schedcfg.sources.manifests.pod import Fields, at, entries, may_be_same, text

_KINDS = frozenset({"ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding", "ServiceAccount"})


class Account(NamedTuple):
    """A service account."""

    namespace: str
    name: str


class AccessRequest(NamedTuple):
    """An action that an account needs permission for."""

    verb: str  # `create`, `get` …
    group: str  # API group; empty for core
    resource: str  # In the plural, with its subresource: `pods/binding`
    name: str = ""  # The object; empty where none is named, as by `create`
    namespace: str = ""  # Where; empty for what has no namespace, or everywhere


class _Role(NamedTuple):
    kind: str
    namespace: str
    name: str


def requests(right: Right) -> Iterator[AccessRequest]:
    """Yield each action that a right allows."""
    return (AccessRequest(verb, *right.resource, right.name, right.namespace) for verb in right.verbs)


_OF_THE_CLUSTER: dict[str, frozenset[AccessRequest]] = {
    role: frozenset(request for right in granted_by_cluster(role) for request in requests(right))
    for role in CLUSTER_ROLES
}
"""What the cluster's own roles grant, of what is asked here."""

_PREFIX = "system:"


_FOR_USERS = frozenset({"admin", "edit", "view"})
"""Roles of every cluster that grant nothing but objects."""


class _Bound(NamedTuple):
    """A subject of a binding."""

    home: str
    namespace: str  # Where it has the role; empty where it has it everywhere
    binding: Fields


class GrantedAccess:
    """Roles and bindings that were found.

    Args:
        manifests: Kind and content of each manifest.
    """

    def __init__(self, manifests: Iterator[tuple[str, Fields]]) -> None:
        self._rules: dict[_Role, list[Fields]] = {}
        self._bound: dict[tuple[str, str], list[_Bound]] = {}
        # A thousand schedulers may have as many accounts, or all the same one.
        self._of_account: dict[Account, list[_Bound]] = {}
        self._allowed: dict[tuple[Account, AccessRequest], bool] = {}
        self._namespaces: dict[str, set[str]] = {}  # Of accounts, by their names
        self._roles: set[str] = set()
        # Name of a role, and a namespace → an account there that is bound to it
        self._holders: dict[tuple[str, str], str] = {}
        for kind, manifest in manifests:
            if kind in _KINDS:
                self._add(kind, manifest)

    def _add(self, kind: str, manifest: Fields) -> None:
        name, namespace = text(at(manifest, "metadata", "name")), text(at(manifest, "metadata", "namespace"))
        if kind == "ServiceAccount":
            self._namespaces.setdefault(name, set()).add(namespace)
        elif kind.endswith("Binding"):
            role_name = text(at(manifest, "roleRef", "name"))
            self._roles.add(role_name)
            for subject in entries(manifest.get("subjects")):
                bound = _Bound(text(subject.get("namespace")), namespace if kind == "RoleBinding" else "", manifest)
                if subject.get("kind") == "ServiceAccount":
                    self._holders.setdefault((role_name, bound.home), text(subject.get("name")))
                self._bound.setdefault((text(subject.get("kind")), text(subject.get("name"))), []).append(bound)
        elif "aggregationRule" not in manifest:
            # What an aggregated role grants is put together in the cluster. Roles of one name are versions of one.
            role = _Role(kind, namespace if kind == "Role" else "", name)
            self._rules.setdefault(role, []).extend(rule for rule in entries(manifest.get("rules")))

    def knows(self, account: Account) -> bool:
        """Return whether anything is granted to an account itself here: then what is missing is missing."""
        return bool(self._naming(account))

    def namespaces_of(self, name: str) -> list[str]:
        """List the namespaces of accounts of a name to which anything is granted here, and that are not here."""
        found = dict.fromkeys(bound.home for bound in self._bound.get(("ServiceAccount", name), ()))
        return [namespace for namespace in found if namespace and namespace not in self.namespaces_with(name)]

    def namespaces_with(self, name: str) -> set[str]:
        """Return the namespaces in which an account of a name is here; an empty one where it names none."""
        return self._namespaces.get(name, set())

    @property
    def is_scheduler_bound(self) -> bool:
        """Whether any binding here is to the role of schedulers."""
        return SCHEDULER_ROLE in self._roles

    def binds(self, account: Account, role: str) -> bool:
        """Return whether an account has a role of this name."""
        return any(text(at(bound.binding, "roleRef", "name")) == role for bound in self._bound_to(account))

    def holder(self, role: str, namespace: str) -> str | None:
        """Return the name of an account of a namespace that is bound to a role; None where there is none here."""
        return self._holders.get((role, namespace))

    def roles_without_prefix(self, account: Account) -> list[str]:
        """List the names of ClusterRoles of an account that are not here, and are the cluster's own but for `system:`.

        Until one of them is found elsewhere, it is read as that of the cluster.
        """
        bindings = (bound.binding for bound in self._bound_to(account))
        return [text(at(binding, "roleRef", "name")) for binding in bindings if self._lacks_prefix(binding)]

    def _lacks_prefix(self, binding: Fields) -> bool:
        kind, name = text(at(binding, "roleRef", "kind")), text(at(binding, "roleRef", "name"))
        is_here = _Role(kind, "", name) in self._rules
        return kind == "ClusterRole" and not is_here and _PREFIX + name in _OF_THE_CLUSTER

    def grants(self, account: Account, right: Right) -> bool:
        """Return whether an account has a right; True also where it has a role that is not found here."""
        return all(self.allows(account, request) for request in requests(right))

    def grants_user(self, user: str, right: Right) -> bool:
        """Return whether bindings here grant a user a right, or bind it to a role that is not found here."""
        bound = self._bound.get(("User", user), ())
        return all(
            any(
                self._grants(one.binding, one.namespace, asked)
                for one in bound
                if one.namespace in {"", asked.namespace}
            )
            for asked in requests(right)
        )

    def allows(self, account: Account, request: AccessRequest) -> bool:
        """Return whether an account may do something; True also where it has a role that is not found here."""
        asked = (account, request)
        if asked not in self._allowed:
            here = (bound for bound in self._bound_to(account) if bound.namespace in {"", request.namespace})
            self._allowed[asked] = any(self._grants(bound.binding, bound.namespace, request) for bound in here)
        return self._allowed[asked]

    def reads_url(self, account: Account, url: str) -> bool:
        """Return whether an account may `get` a path of a server; True also where it has a role that is not here."""
        everywhere = (bound for bound in self._bound_to(account) if not bound.namespace)
        return any(self._grants_url(bound.binding, url) for bound in everywhere)

    def _grants_url(self, binding: Fields, url: str) -> bool:
        kind, name = text(at(binding, "roleRef", "kind")), text(at(binding, "roleRef", "name"))
        role = _Role(kind, "", name)
        if role in self._rules:
            return any(_rule_grants_url(rule, url) for rule in self._rules[role])
        return name in {"cluster-admin", "system:monitoring"} or not (name.startswith(_PREFIX) or name in _FOR_USERS)

    def _bound_to(self, account: Account) -> list[_Bound]:
        """List what binds an account, by its name or for a group that it belongs to."""
        if account not in self._of_account:
            groups = ("system:serviceaccounts", f"system:serviceaccounts:{account.namespace}", "system:authenticated")
            of_groups = (bound for group in groups for bound in self._bound.get(("Group", group), ()))
            self._of_account[account] = [*self._naming(account), *of_groups]
        return self._of_account[account]

    def _naming(self, account: Account) -> list[_Bound]:
        """List what binds an account by its name."""
        named = self._bound.get(("ServiceAccount", account.name), ())
        user = f"system:serviceaccount:{account.namespace}:{account.name}"
        here = (bound for bound in named if may_be_same(bound.home, account.namespace))
        return [*here, *self._bound.get(("User", user), ())]

    def _grants(self, binding: Fields, namespace: str, request: AccessRequest) -> bool:
        kind, name = text(at(binding, "roleRef", "kind")), text(at(binding, "roleRef", "name"))
        role = _Role(kind, namespace if kind == "Role" else "", name)
        if role in self._rules:
            return any(_rule_grants(rule, request) for rule in self._rules[role])
        meant = _PREFIX + name if self._lacks_prefix(binding) else name
        if meant in _OF_THE_CLUSTER and (kind == "ClusterRole" or name == AUTHENTICATION_ROLE):
            return any(_covers(granted, request) for granted in _OF_THE_CLUSTER[meant])
        # A role from other sources may grant anything; the cluster's others have nothing to do with scheduling.
        return name in {"admin", "cluster-admin", "edit"} or not name.startswith(_PREFIX)


def _covers(granted: AccessRequest, request: AccessRequest) -> bool:
    same = granted[:3] == request[:3]
    return same and granted.name in {"", request.name} and granted.namespace in {"", request.namespace}


def _rule_grants(rule: Fields, request: AccessRequest) -> bool:
    def lists(key: str, wanted: str) -> bool:
        written = rule.get(key)
        return isinstance(written, list) and ("*" in written or wanted in written)

    names = rule.get("resourceNames")
    named = not names or (isinstance(names, list) and request.name in names)
    _, _, subresource = request.resource.partition("/")
    resource = lists("resources", request.resource) or bool(subresource and lists("resources", f"*/{subresource}"))
    return lists("verbs", request.verb) and lists("apiGroups", request.group) and resource and named


def _rule_grants_url(rule: Fields, url: str) -> bool:
    verbs, urls = rule.get("verbs"), rule.get("nonResourceURLs")
    if not isinstance(verbs, list) or not isinstance(urls, list) or {"*", "get"}.isdisjoint(map(str, verbs)):
        return False
    return any(url == one or (one.endswith("*") and url.startswith(one[:-1])) for one in map(str, urls))
