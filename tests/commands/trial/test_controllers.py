"""What controllers do while a scheduler runs."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from schedcfg.commands.trial.api.kinds import Kinds
from schedcfg.commands.trial.api.store import ChangeType, Store, StoredChange
from schedcfg.commands.trial.controllers.controllers import Controllers
from schedcfg.commands.trial.results import TrialCluster
from tests.commands.trial.worlds import Object, made, pod

SELECTED = "volume.kubernetes.io/selected-node"
ZONE = "topology.kubernetes.io/zone"
GROUP = "resource.k8s.io"


def namespaced(data: Object) -> Object:
    data["metadata"]["namespace"] = "default"
    return data


def claim(name: str, storage_class: str | None = "wait", **spec: Any) -> Object:
    written = {} if storage_class is None else {"storageClassName": storage_class}
    wanted = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "5Gi"}}}
    return namespaced(made("PersistentVolumeClaim", name, spec={**written, **wanted, **spec}))


def volume(name: str, size: str, storage_class: str = "local", **spec: Any) -> Object:
    capacity = {"storage": size}
    given = {"capacity": capacity, "accessModes": ["ReadWriteOnce"], "storageClassName": storage_class}
    return made("PersistentVolume", name, spec={**given, **spec})


def storage_class(name: str, mode: str, provisioner: str = "x.io/driver", **rest: Any) -> Object:
    return made("StorageClass", name, "storage.k8s.io/v1", provisioner=provisioner, volumeBindingMode=mode, **rest)


WAIT, NOW = storage_class("wait", "WaitForFirstConsumer"), storage_class("now", "Immediate")
LOCAL = storage_class("local", "WaitForFirstConsumer", "kubernetes.io/no-provisioner")


def store_of(*objects: Object) -> Store:
    store = TrialCluster(Kinds(), objects, ()).store()
    Controllers(store).start()
    return store


def found(store: Store, plural: str, name: str, group: str = "", namespace: str = "default") -> Object:
    return store.get(store.collection(plural, group), (namespace, name))


def settled(store: Store, *writes: Callable[[Store], object]) -> None:
    """Write to a store while its controllers look at it."""

    async def write() -> None:
        Controllers(store).start()
        for one in writes:
            one(store)
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    asyncio.run(write())


def select_node(name: str, node: str) -> Callable[[Store], object]:
    def change(data: Object) -> None:
        data["metadata"].setdefault("annotations", {})[SELECTED] = node

    return lambda store: store.update(store.collection("persistentvolumeclaims"), ("default", name), change)


def test_free_volumes_become_available() -> None:
    store = store_of(volume("v", "1Gi"))
    assert found(store, "persistentvolumes", "v", namespace="")["status"] == {"phase": "Available"}


def test_immediate_claims_get_the_smallest_volume_that_fits() -> None:
    volumes = [
        volume("big", "9Gi", "now"),
        volume("fits", "6Gi", "now"),
        volume("small", "1Gi", "now"),
        volume("other", "5Gi"),
    ]
    store = store_of(NOW, *volumes, claim("c", "now"))
    bound = found(store, "persistentvolumeclaims", "c")
    assert (bound["spec"]["volumeName"], bound["status"]["phase"]) == ("fits", "Bound")
    assert bound["metadata"]["annotations"]["pv.kubernetes.io/bind-completed"] == "yes"
    there = found(store, "persistentvolumes", "fits", namespace="")
    assert there["spec"]["claimRef"]["uid"] == bound["metadata"]["uid"]
    assert there["status"]["phase"] == "Bound"


def test_immediate_claims_without_a_volume_are_provisioned() -> None:
    store = store_of(NOW, claim("c", "now"), claim("none", "gone"), claim("static", ""))
    bound = found(store, "persistentvolumeclaims", "c")
    there = found(store, "persistentvolumes", bound["spec"]["volumeName"], namespace="")
    assert there["spec"]["csi"]["driver"] == "x.io/driver"
    assert there["spec"]["capacity"] == {"storage": "5Gi"}
    assert "nodeAffinity" not in there["spec"]
    for name in ("none", "static"):
        assert "volumeName" not in found(store, "persistentvolumeclaims", name)["spec"]


def test_claims_that_wait_are_provisioned_where_the_scheduler_decides() -> None:
    node = made("Node", "n")
    node["metadata"]["labels"] = {ZONE: "b", "rack": "7"}
    drivers = [{"name": "ebs.csi.aws.com", "nodeID": "n", "topologyKeys": ["rack"]}]
    csi_node = made("CSINode", "n", "storage.k8s.io/v1", spec={"drivers": drivers})
    allowed = [{"matchLabelExpressions": [{"key": ZONE, "values": ["a", "b"]}]}]
    old = storage_class("wait", "WaitForFirstConsumer", "kubernetes.io/aws-ebs", allowedTopologies=allowed)
    store = store_of(node, csi_node, old, claim("c"))
    assert "volumeName" not in found(store, "persistentvolumeclaims", "c")["spec"]
    settled(store, select_node("c", "n"))
    bound = found(store, "persistentvolumeclaims", "c")
    there = found(store, "persistentvolumes", bound["spec"]["volumeName"], namespace="")["spec"]
    (term,) = there["nodeAffinity"]["required"]["nodeSelectorTerms"]
    assert [(one["key"], one["values"]) for one in term["matchExpressions"]] == [("rack", ["7"]), (ZONE, ["b"])]
    assert there["csi"]["driver"] == "ebs.csi.aws.com"


def test_a_volume_that_the_scheduler_reserves_is_bound() -> None:
    store = store_of(LOCAL, volume("v", "9Gi"), claim("c", "local"))
    assert "volumeName" not in found(store, "persistentvolumeclaims", "c")["spec"]
    uid = found(store, "persistentvolumeclaims", "c")["metadata"]["uid"]

    def reserve(store: Store) -> None:
        reference = {"namespace": "default", "name": "c", "uid": uid}
        store.update(
            store.collection("persistentvolumes"), ("", "v"), lambda data: data["spec"].update(claimRef=reference)
        )

    settled(store, reserve)
    assert found(store, "persistentvolumeclaims", "c")["spec"]["volumeName"] == "v"


def test_a_claim_may_name_its_volume() -> None:
    named = [volume("v", "9Gi"), claim("c", "local", volumeName="v"), claim("d", "local", volumeName="none")]
    taken = [volume("w", "9Gi", claimRef={"namespace": "x", "name": "y"}), claim("e", "local", volumeName="w")]
    store = store_of(LOCAL, *named, *taken)
    phases = [found(store, "persistentvolumeclaims", name).get("status", {}).get("phase") for name in "cde"]
    assert phases == ["Bound", None, None]


def ephemeral(name: str) -> Object:
    template = {"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}
    return namespaced(pod(name, volumes=[{"name": "v", "ephemeral": {"volumeClaimTemplate": template}}]))


def test_ephemeral_volumes_come_and_go_with_their_pod() -> None:
    default = storage_class("now", "Immediate")
    default["metadata"]["annotations"] = {"storageclass.kubernetes.io/is-default-class": "true"}
    store = store_of(default, ephemeral("p"))
    made_claim = found(store, "persistentvolumeclaims", "p-v")
    (owner,) = made_claim["metadata"]["ownerReferences"]
    assert owner["uid"] == found(store, "pods", "p")["metadata"]["uid"]
    assert made_claim["spec"]["storageClassName"] == "now"
    assert len(list(store.all("persistentvolumes"))) == 1
    settled(store, lambda store: store.delete(store.collection("pods"), ("default", "p")))
    assert not list(store.all("persistentvolumeclaims"))
    assert not list(store.all("persistentvolumes"))


def template(name: str) -> Object:
    spec = {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu"}}]}}
    return namespaced(made("ResourceClaimTemplate", name, f"{GROUP}/v1", spec={"spec": spec}))


def test_claims_of_devices_come_from_templates() -> None:
    wanted = [{"name": "g", "resourceClaimTemplateName": "t"}, {"name": "own", "resourceClaimName": "x"}]
    store = store_of(namespaced(pod("p", resourceClaims=wanted)))
    assert "status" not in found(store, "pods", "p")
    settled(store, lambda store: store.create(store.collection("resourceclaimtemplates", GROUP), template("t")))
    statuses = found(store, "pods", "p")["status"]["resourceClaimStatuses"]
    assert statuses == [{"name": "g", "resourceClaimName": "p-g"}]
    made_claim = found(store, "resourceclaims", "p-g", GROUP)
    assert made_claim["metadata"]["annotations"] == {"resource.kubernetes.io/pod-claim-name": "g"}
    assert made_claim["spec"]["devices"]["requests"][0]["exactly"] == {"deviceClassName": "gpu"}


def test_long_names_of_claims_are_cut() -> None:
    wanted = [{"name": "g" * 60, "resourceClaimTemplateName": "t"}]
    store = store_of(template("t"), namespaced(pod("p" * 200, resourceClaims=wanted)))
    (made_claim,) = store.all("resourceclaims", GROUP)
    assert len(made_claim["metadata"]["name"]) < 63


def test_devices_are_free_when_their_pods_are_gone() -> None:
    finalizer = "resource.kubernetes.io/delete-protection"
    user = namespaced(pod("p", resourceClaims=[{"name": "g", "resourceClaimName": "c"}]))
    user["metadata"]["uid"] = "7"
    status = {"allocation": {"devices": {}}, "reservedFor": [{"resource": "pods", "name": "p", "uid": "7"}]}
    data = namespaced(made("ResourceClaim", "c", f"{GROUP}/v1", spec={}, status=status))
    data["metadata"]["finalizers"] = [finalizer, "other"]
    store = store_of(data, user)
    assert found(store, "resourceclaims", "c", GROUP)["status"] == status
    settled(store, lambda store: store.delete(store.collection("pods"), ("default", "p")))
    free = found(store, "resourceclaims", "c", GROUP)
    assert free["status"] == {"reservedFor": []}
    assert free["metadata"]["finalizers"] == ["other"]


def budget(name: str, **spec: Any) -> Object:
    selector = {"matchLabels": {"app": "web"}}
    return namespaced(made("PodDisruptionBudget", name, "policy/v1", spec={"selector": selector, **spec}))


def running(name: str, *, app: str = "web", owner: str = "", ready: str = "") -> Object:
    data = namespaced(pod(name, labels={"app": app}, nodeName="n"))
    if owner:
        reference = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": owner, "uid": "1", "controller": True}
        data["metadata"]["ownerReferences"] = [reference]
    if ready:
        data["status"] = {"conditions": [{"type": "Ready", "status": ready}]}
    return data


def allowed(store: Store, name: str) -> tuple[int, int, int]:
    status = found(store, "poddisruptionbudgets", name, "policy")["status"]
    return status["disruptionsAllowed"], status["desiredHealthy"], status["expectedPods"]


def test_budgets_count_pods_with_a_node() -> None:
    replica_set = namespaced(made("ReplicaSet", "web", "apps/v1", spec={"replicas": 5}))
    pods = [running("a", owner="web"), running("b", owner="web", ready="False"), running("c", app="other")]
    waiting = namespaced(pod("d", labels={"app": "web"}))
    budgets = [
        budget("least", minAvailable=0),
        budget("half", minAvailable="50%"),
        budget("most", maxUnavailable=4),
        budget("many", maxUnavailable="90%"),
    ]
    store = store_of(replica_set, *pods, waiting, *budgets)
    assert allowed(store, "least") == (1, 0, 3)
    assert allowed(store, "half") == (0, 3, 5)
    assert allowed(store, "most") == (0, 1, 5)
    assert allowed(store, "many") == (1, 0, 5)


def test_budgets_follow_their_pods() -> None:
    store = store_of(budget("b", minAvailable=1), running("a"), namespaced(pod("new", labels={"app": "web"})))
    assert allowed(store, "b") == (0, 1, 2)
    pods = store.collection("pods")
    settled(store, lambda store: store.update(pods, ("default", "new"), lambda data: data["spec"].update(nodeName="n")))
    assert allowed(store, "b") == (1, 1, 2)
    settled(store, lambda store: store.delete(pods, ("default", "a")))
    assert allowed(store, "b") == (0, 1, 1)
    settled(store, lambda store: store.delete(store.collection("poddisruptionbudgets", "policy"), ("default", "b")))


def test_watches_see_changes_in_the_order_in_which_they_were_made() -> None:
    store = store_of(WAIT, claim("c"))
    seen: list[StoredChange] = []

    def watch(store: Store) -> None:
        store.collection("persistentvolumeclaims").listen(seen.append)

    settled(store, watch, select_node("c", "n"))
    assert [change.type for change in seen] == [ChangeType.MODIFIED] * 2
    assert sorted(change.version for change in seen) == [change.version for change in seen]
    assert seen[-1].after["status"]["phase"] == "Bound"


def test_controllers_write_nothing_twice() -> None:
    store = store_of(NOW, volume("v", "9Gi", "now"), claim("c", "now"), budget("b", minAvailable=1), running("a"))
    version = store.version
    Controllers(store).start()
    assert store.version == version


def _note(seen: list[str], plural: str, _change: StoredChange) -> None:
    seen.append(plural)


def test_claims_are_there_before_their_pod() -> None:
    store = TrialCluster(Kinds(), (NOW, template("t")), ()).store()
    seen: list[str] = []
    for plural in ("pods", "persistentvolumeclaims"):
        store.collection(plural).listen(partial(_note, seen, plural))
    data = ephemeral("p")
    data["spec"]["resourceClaims"] = [{"name": "g", "resourceClaimTemplateName": "t"}]

    async def create() -> None:
        controllers = Controllers(store)
        controllers.start()
        await controllers.create(data)
        await asyncio.sleep(0)

    asyncio.run(create())
    assert seen == ["persistentvolumeclaims", "pods"]
    there = found(store, "pods", "p")
    assert there["status"]["resourceClaimStatuses"] == [{"name": "g", "resourceClaimName": "p-g"}]
    for plural, name, group in (("persistentvolumeclaims", "p-v", ""), ("resourceclaims", "p-g", GROUP)):
        (owner,) = found(store, plural, name, group)["metadata"]["ownerReferences"]
        assert owner["uid"] == there["metadata"]["uid"]
