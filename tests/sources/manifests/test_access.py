"""Who may do what, as RBAC grants it."""

import pytest

from schedcfg.sources.manifests.pod import Fields
from schedcfg.sources.manifests.rbac import AccessRequest, Account, GrantedAccess

ACCOUNT = Account("kube-system", "packing")
SUBJECT: Fields = {"kind": "ServiceAccount", "name": "packing", "namespace": "kube-system"}
BIND = AccessRequest("create", "", "pods/binding")
LEASE = AccessRequest("update", "coordination.k8s.io", "leases", "packing", "kube-system")


def binding(role: str, kind: str = "ClusterRole", namespace: str = "", subject: Fields = SUBJECT) -> tuple[str, Fields]:
    return "RoleBinding" if namespace else "ClusterRoleBinding", {
        "metadata": {"name": "b", "namespace": namespace},
        "roleRef": {"kind": kind, "name": role},
        "subjects": [subject],
    }


def role(rule: Fields, kind: str = "ClusterRole", namespace: str = "") -> tuple[str, Fields]:
    return kind, {"metadata": {"name": "r", "namespace": namespace}, "rules": [rule]}


def allowed(rule: Fields, request: AccessRequest) -> bool:
    return GrantedAccess(iter([role(rule), binding("r")])).allows(ACCOUNT, request)


@pytest.mark.parametrize(
    ("groups", "resources", "verbs", "expected"),
    [
        ([""], ["pods/binding"], ["create"], True),
        (["*"], ["*"], ["*"], True),
        ([""], ["*/binding"], ["create"], True),
        ([""], ["pods"], ["create"], False),
        ([""], ["bindings"], ["create"], False),
        (["apps"], ["pods/binding"], ["create"], False),
        ([""], ["pods/binding"], ["update"], False),
        ("", "pods/binding", "create", False),
        (None, None, None, False),
    ],
)
def test_rules(groups: object, resources: object, verbs: object, expected: bool) -> None:
    assert allowed({"apiGroups": groups, "resources": resources, "verbs": verbs}, BIND) is expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [(None, True), ([], True), (["packing"], True), (["kube-scheduler"], False), ("packing", False)],
)
def test_resource_names(names: object, expected: bool) -> None:
    rule: Fields = {"apiGroups": ["coordination.k8s.io"], "resources": ["leases"], "verbs": ["*"]}
    rule["resourceNames"] = names
    assert allowed(rule, LEASE) is expected
    assert allowed(rule, LEASE._replace(verb="create", name="")) is (not names)


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ({}, True),
        ({"namespace": ""}, True),
        ({"namespace": "default"}, False),
        ({"name": "spreading"}, False),
        ({"kind": "Group", "name": "system:serviceaccounts"}, True),
        ({"kind": "Group", "name": "system:serviceaccounts:kube-system"}, True),
        ({"kind": "Group", "name": "system:serviceaccounts:default"}, False),
        ({"kind": "Group", "name": "system:authenticated"}, True),
        ({"kind": "Group", "name": "packing"}, False),
        ({"kind": "User", "name": "system:serviceaccount:kube-system:packing"}, True),
        ({"kind": "User", "name": "packing"}, False),
        ({"kind": None, "name": None}, False),
    ],
)
def test_subjects(subject: Fields, expected: bool) -> None:
    access = GrantedAccess(iter([binding("system:kube-scheduler", subject={**SUBJECT, **subject})]))
    # What is granted to a group says nothing about what is meant for one of its accounts.
    assert access.knows(ACCOUNT) is (expected and subject.get("kind") != "Group")
    assert access.allows(ACCOUNT, BIND) is expected
    assert access.binds(ACCOUNT, "system:kube-scheduler") is expected
    assert not access.binds(ACCOUNT, "system:volume-scheduler")


def test_an_account_without_a_namespace_may_be_in_any() -> None:
    assert GrantedAccess(iter([binding("system:kube-scheduler")])).allows(Account("", "packing"), BIND)


def test_role_bindings_hold_in_their_namespace() -> None:
    rule: Fields = {"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}
    for kind, namespace in (("Role", "kube-system"), ("ClusterRole", "")):
        access = GrantedAccess(iter([role(rule, kind, namespace), binding("r", kind, "kube-system")]))
        assert access.allows(ACCOUNT, LEASE)
        assert not access.allows(ACCOUNT, LEASE._replace(namespace="default"))
        assert not access.allows(ACCOUNT, BIND)


def test_a_role_of_another_namespace_is_another() -> None:
    rule: Fields = {"apiGroups": [""], "resources": ["secrets"], "verbs": ["get"]}
    access = GrantedAccess(iter([role(rule, "Role", "default"), binding("r", "Role", "kube-system")]))
    assert access.allows(ACCOUNT, LEASE), "that of kube-system is not here, and may grant anything"


@pytest.mark.parametrize(
    ("name", "requests"),
    [
        (
            "system:kube-scheduler",
            [BIND, LEASE._replace(verb="create", name=""), LEASE._replace(name="kube-scheduler")],
        ),
        ("system:volume-scheduler", [AccessRequest("update", "", "persistentvolumes")]),
        ("made-elsewhere", [BIND, LEASE]),
        ("cluster-admin", [BIND, LEASE]),
    ],
)
def test_roles_that_are_not_here(name: str, requests: list[AccessRequest]) -> None:
    access = GrantedAccess(iter([binding(name)]))
    assert all(access.allows(ACCOUNT, request) for request in requests)


@pytest.mark.parametrize("name", ["system:kube-scheduler", "system:volume-scheduler", "system:discovery"])
def test_the_clusters_own_roles_do_not_cover_another_lease(name: str) -> None:
    assert not GrantedAccess(iter([binding(name)])).allows(ACCOUNT, LEASE)


def test_reading_the_authentication_config_map() -> None:
    wanted = AccessRequest("get", "", "configmaps", "extension-apiserver-authentication", "kube-system")
    name = "extension-apiserver-authentication-reader"
    assert GrantedAccess(iter([binding(name, "Role", "kube-system")])).allows(ACCOUNT, wanted)
    assert not GrantedAccess(iter([binding(name, "Role", "default")])).allows(ACCOUNT, wanted)


def test_accounts() -> None:
    account: Fields = {"metadata": {"name": "packing", "namespace": "kube-system"}}
    assert GrantedAccess(iter([("ServiceAccount", account), ("Pod", account)])).namespaces_with(ACCOUNT.name) == {
        ACCOUNT.namespace
    }
