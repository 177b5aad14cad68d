"""What a second scheduler may do: all that it needs for its lease and its plugins, and no more."""

import pytest

from schedcfg import releases
from schedcfg.commands.generate.second_scheduler import SecondSchedulerOptions as Options
from schedcfg.plugins.catalog import CATALOGUED
from tests.commands.generate.second_schedulers import RELEASES, enabling, generate, objects, of_kind, plain

OF_THE_CLUSTER = {
    ("ClusterRole", "system:kube-scheduler"),
    ("ClusterRole", "system:volume-scheduler"),
    ("Role", "extension-apiserver-authentication-reader"),
}
LEASES = ("coordination.k8s.io", "leases")


class Access:
    """What generated roles grant the service account that Pods run as, as the RBAC authorizer decides it."""

    def __init__(self, found: list[dict]) -> None:
        self._roles = {_key(data): data for data in found if data["kind"] in {"Role", "ClusterRole"}}
        pod = of_kind("Deployment", found)
        account = (pod["metadata"]["namespace"], pod["spec"]["template"]["spec"]["serviceAccountName"])
        self.bindings = [
            data
            for data in found
            if data["kind"] in {"RoleBinding", "ClusterRoleBinding"}
            for subject in data["subjects"]
            if (subject["namespace"], subject["name"]) == account
        ]

    def allows(self, verb: str, kind: tuple[str, str], namespace: str, name: str | None = None) -> bool:
        return any(
            verb in rule["verbs"]
            and kind[0] in rule["apiGroups"]
            and kind[1] in rule["resources"]
            and ("resourceNames" not in rule or name in rule["resourceNames"])
            for binding in self.bindings
            if binding["metadata"].get("namespace", namespace) == namespace
            for rule in self.role(binding).get("rules", ())
        )

    def role(self, binding: dict) -> dict:
        """Find what a binding refers to: generated, or brought by the cluster, which is not validated here."""
        reference = binding["roleRef"]
        if (reference["kind"], reference["name"]) in OF_THE_CLUSTER:
            return {}
        namespace = binding["metadata"]["namespace"] if reference["kind"] == "Role" else None
        return self._roles[reference["kind"], namespace, reference["name"]]


def _key(data: dict) -> tuple[str, str | None, str]:
    return data["kind"], data["metadata"].get("namespace"), data["metadata"]["name"]


def access(text: str, release: str, chosen_options: Options = Options()) -> Access:  # noqa: B008 - frozen
    return Access(objects(generate(text, release, chosen_options)))


def can_lead(found: Access, kind: tuple[str, str], namespace: str, name: str) -> bool:
    """Tell whether one can do what client-go's locks do: create the object, read it, renew it."""
    verbs = (("create", None), ("get", name), ("update", name))
    return all(found.allows(verb, kind, namespace, named) for verb, named in verbs)


@pytest.mark.parametrize("namespace", ["kube-system", "batch-system"])
@pytest.mark.parametrize("release", RELEASES)
def test_it_can_lead_with_its_own_lease_only(release: str, namespace: str) -> None:
    found = access(plain(release), release, Options(namespace=namespace))
    assert can_lead(found, LEASES, namespace, "batch")
    assert not can_lead(found, LEASES, namespace, "kube-scheduler")
    assert not can_lead(found, LEASES, "default", "batch")


@pytest.mark.parametrize("release", RELEASES)
def test_each_lock_gets_the_objects_that_it_consists_of(release: str) -> None:
    for lock in releases.at(release).leader_election_locks:
        text = plain(release) + f"leaderElection:\n  resourceLock: {lock}\n  resourceName: mine\n"
        found = access(text, release)
        for kind in (("", "endpoints"), ("", "configmaps"), LEASES):
            assert can_lead(found, kind, "kube-system", "mine") == (kind[1] in lock), (lock, kind)


def test_the_lock_of_old_releases_is_two_objects() -> None:
    found = access(plain("1.19"), "1.19")
    assert can_lead(found, ("", "endpoints"), "kube-system", "batch")


def test_the_role_is_where_the_lease_is() -> None:
    text = plain("1.29") + "leaderElection:\n  resourceName: mine\n  resourceNamespace: leases\n"
    found = access(text, "1.29", Options(namespace="batch-system"))
    assert can_lead(found, LEASES, "leases", "mine")
    assert not can_lead(found, LEASES, "batch-system", "mine")


@pytest.mark.parametrize("namespace", ["kube-system", "batch-system"])
@pytest.mark.parametrize("release", RELEASES)
def test_it_is_bound_to_what_the_cluster_brings(release: str, namespace: str) -> None:
    found = access(plain(release), release, Options(namespace=namespace))
    bound = {
        (binding["kind"], binding["roleRef"]["kind"], binding["roleRef"]["name"]): binding for binding in found.bindings
    }
    assert ("ClusterRoleBinding", "ClusterRole", "system:kube-scheduler") in bound
    assert ("ClusterRoleBinding", "ClusterRole", "system:volume-scheduler") in bound
    reader = bound["RoleBinding", "Role", "extension-apiserver-authentication-reader"]
    assert reader["metadata"]["namespace"] == "kube-system"
    assert all(found.role(binding) is not None for binding in found.bindings)


def plugin_rules(plugin: str, release: str) -> dict[str, list[str]]:
    """Give resource with group → verbs of what a plugin gets beyond the scheduler's own."""
    found = objects(generate(enabling(release, plugin), release, Options(image="a")))
    return {
        f"{rule['resources'][0]}.{rule['apiGroups'][0]}": rule["verbs"]
        for data in found
        if data["kind"] == "ClusterRole"
        for rule in data["rules"]
    }


READ = ["get", "list", "watch"]


@pytest.mark.parametrize(
    ("plugin", "release", "rules"),
    [
        ("Coscheduling", "1.18", {}),
        ("Coscheduling", "1.24", {"podgroups.scheduling.sigs.k8s.io": [*READ, "patch"]}),
        ("Coscheduling", "1.25", {"podgroups.scheduling.x-k8s.io": [*READ, "patch"]}),
        ("Coscheduling", "1.26", {"podgroups.scheduling.x-k8s.io": READ}),
        ("CapacityScheduling", "1.35", {"elasticquotas.scheduling.x-k8s.io": READ}),
        (
            "NetworkOverhead",
            "1.24",
            {
                "appgroups.appgroup.diktyo.k8s.io": READ,
                "networktopologies.networktopology.diktyo.k8s.io": READ,
            },
        ),
        ("TopologicalSort", "1.25", {"appgroups.appgroup.diktyo.x-k8s.io": READ}),
        ("NodeResourceTopologyMatch", "1.33", {"noderesourcetopologies.topology.node.k8s.io": READ}),
        ("PreemptionToleration", "1.29", {"priorityclasses.scheduling.k8s.io": READ}),
        ("TargetLoadPacking", "1.29", {"nodes.metrics.k8s.io": ["get", "list"]}),
        ("NetworkTraffic", "1.29", {}),
    ],
)
def test_plugins_get_what_their_code_reads(plugin: str, release: str, rules: dict[str, list[str]]) -> None:
    assert plugin_rules(plugin, release) == rules


@pytest.mark.parametrize("release", RELEASES)
def test_published_plugins_are_all_known(release: str) -> None:
    others = "".join(f"          - name: {plugin}\n" for plugin in CATALOGUED)
    remarks = generate(enabling(release, "Ours") + others, release, Options(image="a")).remarks
    assert not [remark for remark in remarks for plugin in CATALOGUED if plugin in remark]
    (remark,) = (one for one in remarks if "Ours" in one)
    assert "service account `batch`" in remark
