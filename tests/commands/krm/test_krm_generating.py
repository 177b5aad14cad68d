"""What `schedcfg krm` generates from a `SchedulerConfig`, and how it comes among the items."""

import pytest

from schedcfg.commands.generate.generation import GeneratedFile, Maker
from schedcfg.commands.krm.config import KINDS, KindMaker
from schedcfg.commands.krm.function import run
from schedcfg.commands.krm.results import FunctionRun
from schedcfg.findings import FindingClass, Problem, Severity
from tests.commands.krm.resource_lists import (
    BROKEN,
    NEW,
    OLD,
    SERVICE,
    generating,
    item,
    read,
    resource_list,
    results,
    scheduler_config,
)

ASKING = scheduler_config(generating(NEW))


def config_map(metadata: str = "") -> str:
    """Write the item that is generated, with more metadata."""
    text = "".join(f"      {line}" for line in NEW.splitlines(keepends=True))
    return (
        f"- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: second\n{metadata}"
        f"  data:\n    scheduler-config.yaml: |\n{text}"
    )


GENERATED = config_map()


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (resource_list(SERVICE, config=ASKING), resource_list(SERVICE, GENERATED, config=ASKING)),
        (resource_list(SERVICE, item(ASKING)), resource_list(SERVICE, item(ASKING), GENERATED)),
        (resource_list(item(ASKING), config=ASKING), resource_list(item(ASKING), GENERATED, config=ASKING)),
    ],
    ids=["by the function's configuration", "by an item", "by both, as kustomize gives a generator's"],
)
def test_new_items_come_to_the_end(text: str, after: str) -> None:
    assert run(text) == FunctionRun(after, ())
    assert run(after) == FunctionRun(after, ())


def test_the_first_item_fills_the_list() -> None:
    done = run(resource_list(config=ASKING))
    assert read(done.text)["items"] == read(resource_list(GENERATED))["items"]


def test_name_namespace_and_key_are_as_asked_for() -> None:
    spec = generating(NEW).replace("  name: second\n", "  name: b\n  namespace: kube-system\n  key: config.yaml\n")
    (made,) = read(run(resource_list(config=scheduler_config(spec))).text)["items"]
    assert made["metadata"] == {"name": "b", "namespace": "kube-system"}
    assert made["data"] == {"config.yaml": NEW}


def test_an_older_one_becomes_what_it_should_be() -> None:
    added = "    labels: {team: a} # ours\n    annotations:\n      config.kubernetes.io/index: '0'\n"
    there = config_map(added).replace("schedulerName: one", "schedulerName: older")
    stale = there + "    stale: x\n  immutable: true # by hand\n"
    done = run(resource_list(SERVICE, stale, config=ASKING))
    assert done == FunctionRun(resource_list(SERVICE, config_map(added), config=ASKING), ())


def test_others_of_the_same_name_stay() -> None:
    others = [GENERATED.replace("  kind: ConfigMap", "  kind: Secret"), config_map("    namespace: other\n")]
    assert run(resource_list(*others, config=ASKING)).text == resource_list(*others, GENERATED, config=ASKING)


def test_what_is_generated_is_carried_over_first() -> None:
    asking = scheduler_config("migrateTo: v1\n" + generating(OLD))
    done = run(resource_list(config=asking))
    assert [result.field for result in done.results] == ["spec.generate[0].configuration"]
    (made,) = read(done.text)["items"]
    assert made["data"] == {"scheduler-config.yaml": NEW}
    assert read(run(done.text).text)["items"] == [made]


def test_items_take_from_the_function_what_they_leave_open() -> None:
    asking = item(scheduler_config(generating(OLD), name="other"))
    (result,) = results(resource_list(asking, config=scheduler_config('kubernetes: "1.29"\n')))
    assert result["tags"]["kubernetes"] == "1.29"
    assert result["resourceRef"]["name"] == "other"


def test_a_second_scheduler_comes_with_all_that_it_needs() -> None:
    spec = generating(NEW).replace("kind: ConfigMap", "kind: SecondScheduler")
    spec = spec.replace(
        "  name: second\n", "  name: second\n  namespace: batch\n  replicas: 2\n  image: example.com/s:1\n"
    )
    text = resource_list(SERVICE, config=scheduler_config(spec))
    done = run(text)
    made = read(done.text)["items"][1:]
    assert [one["kind"] for one in made] == [
        "ServiceAccount",
        "ClusterRoleBinding",
        "ClusterRoleBinding",
        "RoleBinding",
        "Role",
        "RoleBinding",
        "ConfigMap",
        "Deployment",
    ]
    assert made[-1]["spec"]["replicas"] == 2
    assert made[-1]["spec"]["template"]["spec"]["containers"][0]["image"] == "example.com/s:1"
    assert {result["severity"] for result in results(text)} == {"info"}
    assert read(run(done.text).text) == read(done.text)


def test_a_refused_configuration_is_not_generated() -> None:
    text = resource_list(SERVICE, config=scheduler_config(generating(BROKEN)))
    done = run(text)
    assert done.text.startswith(text + "results:\n")
    (result,) = results(text)
    assert result["field"]["path"] == "spec.generate[0].configuration"
    assert result["message"].startswith("line 4, column 1: unknown field `profile`")


@pytest.mark.parametrize(
    ("spec", "field", "said"),
    [
        ("generate:\n- {name: a}\n", "spec.generate[0].kind", "is missing"),
        ("generate:\n- {kind: Deployment}\n", "spec.generate[0].kind", "Known kinds: `ConfigMap`"),
        ("generate:\n- {kind: ConfigMap, configuration: x}\n", "spec.generate[0].name", "is missing"),
        ("generate:\n- {kind: ConfigMap, name: a}\n", "spec.generate[0].configuration", "is missing"),
        ("generate:\n- {kind: ConfigMap, name: a, configuration: x, ky: b}\n", "spec.generate[0].ky", "`key`"),
        ("generate:\n- x\n", "spec.generate[0]", "a mapping"),
        (
            "generate:\n- {kind: SecondScheduler, name: a, configuration: x, replicas: none}\n",
            "spec.generate[0].replicas",
            "a number of at least 1",
        ),
    ],
)
@pytest.mark.parametrize("among_items", [True, False])
def test_what_is_asked_wrongly_is_said(spec: str, field: str, said: str, *, among_items: bool) -> None:
    asking = scheduler_config(spec)
    text = resource_list(item(asking)) if among_items else resource_list(config=asking)
    found = {one["field"]["path"]: one["message"] for one in results(text)}
    assert said in found[field]


def test_two_of_the_same_name_are_one_too_many() -> None:
    text = resource_list(item(scheduler_config(generating(NEW), "b")), config=ASKING)
    (result,) = results(text)
    assert result["tags"]["rule"] == "generated-twice"
    assert result["resourceRef"]["name"] == "b"


def test_local_configuration_stays_an_item() -> None:
    local = item(scheduler_config(generating(NEW), annotations='{config.kubernetes.io/local-config: "true"}'))
    done = run(resource_list(local))
    assert done.text == resource_list(local, GENERATED)


def test_every_manifest_in_the_files_becomes_an_item(monkeypatch: pytest.MonkeyPatch) -> None:
    account, role = ({"apiVersion": "v1", "kind": kind, "metadata": {"name": "x"}} for kind in ("Account", "Role"))
    kustomization = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
    files = [GeneratedFile("a.yaml", f"---\n{account}\n---\n{role}\n"), GeneratedFile("k.yaml", kustomization)]
    odd = Problem("open-port", ("profiles",), "this is odd", None, FindingClass.ADVISED, Severity.WARNING)
    monkeypatch.setitem(KINDS, "Two", lambda _: KindMaker("c.yaml", Maker(None, lambda *_: files, lambda *_: [odd])))
    asking = scheduler_config(generating(NEW).replace("kind: ConfigMap\n  name: second", "kind: Two"))
    done = run(resource_list(config=asking))
    assert read(done.text)["items"] == [account, role]
    assert [(one.severity, one.message) for one in done.results] == [("warning", "line 5, column 1: this is odd")]
