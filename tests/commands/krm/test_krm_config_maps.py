"""`schedcfg krm` as a library: validating and carrying over what ConfigMaps hold."""

import json

import pytest

from schedcfg import releases
from schedcfg.commands.krm.function import run
from schedcfg.commands.krm.results import FunctionRun
from schedcfg.errors import UnreadableInput
from tests.commands.krm.resource_lists import (
    BROKEN,
    NEW,
    OLD,
    SERVICE,
    config_map,
    read,
    resource_list,
    results,
    scheduler_config,
)

MIGRATE = scheduler_config("migrateTo: v1\n")
POLICY = '{"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": "NoSuchPredicate"}]}\n'


@pytest.mark.parametrize(
    "text",
    [
        resource_list(),
        resource_list(config_map(NEW), SERVICE),
        resource_list(SERVICE, config=MIGRATE),
        resource_list(config_map(NEW), config=MIGRATE),
        '{"kind": "ResourceList",\n "items": [ {"kind": "Pod"} ]}',
        "kind: ResourceList\nitems:\n",
        "kind: ResourceList\nfunctionConfig: null\n",
        "kind: List\nitems:\n- kind: ConfigMap\n  data:\n  - odd\n  metadata: {annotations: [odd]}\n- odd\n",
    ],
)
def test_where_there_is_nothing_to_say_nothing_changes(text: str) -> None:
    assert run(text) == FunctionRun(text, ())


def test_what_is_found_has_its_place() -> None:
    (result,) = results(resource_list(SERVICE, config_map(BROKEN)))
    line = BROKEN.splitlines().index("profile:") + 1
    message = result.pop("message")
    assert message.startswith(f"line {line}, column 1: unknown field `profile`")
    assert "profiles" in message, "what to do is in the message"
    assert result == {
        "severity": "error",
        "resourceRef": {"apiVersion": "v1", "kind": "ConfigMap", "name": "a", "namespace": "kube-system"},
        "field": {"path": "data[scheduler.yaml]"},
        "tags": {
            "class": "refused",
            "column": "1",
            "endColumn": "8",
            "endLine": str(line),
            "kubernetes": releases.NEWEST,
            "line": str(line),
            "path": "profile",
            "rule": "unknown-field",
        },
    }


def test_what_a_comment_ignores_is_not_said() -> None:
    plugins = "  plugins:\n    filter:\n      enabled:\n      - name: OurPlugin\n"
    own = NEW.replace("leaderElection:", f"{plugins}leaderElection:")
    (result,) = results(resource_list(config_map(own)))
    assert "OurPlugin" in str(result["message"])
    ignored = own.replace("OurPlugin", "OurPlugin  # schedcfg: ignore[undeclared-plugin] in our image")
    assert results(resource_list(config_map(ignored))) == []


@pytest.mark.parametrize(
    ("annotations", "file"),
    [
        ("internal.config.kubernetes.io/path: 'd/a.yaml'\ninternal.config.kubernetes.io/index: '2'\n", ("d/a.yaml", 2)),
        ("config.kubernetes.io/path: 'd/a.yaml'\nconfig.kubernetes.io/index: '0'\n", ("d/a.yaml", 0)),
        ("config.kubernetes.io/path: old.yaml\ninternal.config.kubernetes.io/path: new.yaml\n", ("new.yaml", None)),
        ("internal.config.kubernetes.io/path: a.yaml\ninternal.config.kubernetes.io/index: x\n", ("a.yaml", None)),
        (f"internal.config.kubernetes.io/path: a\ninternal.config.kubernetes.io/index: '{'9' * 5000}'\n", ("a", None)),
        ("internal.config.kubernetes.io/index: '1'\n", None),
    ],
)
def test_results_name_the_file(annotations: str, file: tuple[str, int | None] | None) -> None:
    (result,) = results(resource_list(config_map(BROKEN, annotations=annotations)))
    expected = None if file is None else {"path": file[0], **({} if file[1] is None else {"index": file[1]})}
    assert result.get("file") == expected


@pytest.mark.parametrize("version", ["v1alpha1", "v1beta1"])
def test_older_lists_have_their_results_wrapped(version: str) -> None:
    found = read(run(resource_list(config_map(BROKEN), version=version)).text)["results"]
    assert found["name"] == "schedcfg"
    assert found["items"] == read(run(resource_list(config_map(BROKEN))).text)["results"]


def test_the_release_is_the_one_that_was_named() -> None:
    (result,) = results(resource_list(config_map(OLD), config=scheduler_config('kubernetes: "1.29"\n')))
    assert result["severity"] == "error"
    assert result["tags"]["rule"] == "unserved-api-version"
    assert result["tags"]["kubernetes"] == "1.29"


def test_warnings_do_not_fail() -> None:
    done = run(resource_list(config_map(OLD)))
    assert [result.severity for result in done.results] == ["warning"]
    assert not done.failed


def test_only_the_line_that_has_to_changes() -> None:
    before = resource_list(SERVICE, config_map(OLD), SERVICE, config=MIGRATE)
    done = run(before)
    after = before.replace("v1beta3", "v1")
    assert done.text.startswith(after + "results:\n")
    assert [(result.severity, result.tags) for result in done.results] == [
        ("info", (("from", "v1beta3"), ("rule", "migrated"), ("to", "v1")))
    ]
    again = run(done.text)
    assert again == FunctionRun(after, ())


def test_what_a_migration_changes_is_reported_with_its_weight() -> None:
    old = OLD.replace("v1beta3", "v1beta1")
    found = results(resource_list(config_map(old), config=MIGRATE))
    assert [(one["severity"], one["tags"]["rule"]) for one in found[:2]] == [
        ("info", "migrated"),
        ("warning", "behaviour"),
    ]
    assert "NodePreferAvoidPods" in found[1]["message"]


@pytest.mark.parametrize(
    "written",
    [
        json.dumps(OLD),
        "'" + OLD.replace("\n", "\n\n    ") + "'",
        ">\n" + "\n".join(f"      {line}\n" for line in OLD.splitlines()),
    ],
)
def test_values_in_other_styles_are_carried_over_too(written: str) -> None:
    before = f"kind: ResourceList\nfunctionConfig: {json.dumps(read(MIGRATE))}\nitems:\n- kind: ConfigMap\n  data:\n"
    done = run(f"{before}    config: {written}\n")
    assert not done.failed
    assert read(done.text)["items"][0]["data"]["config"].splitlines()[1].endswith("/v1")


def test_json_stays_json() -> None:
    items = [{"kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"k": OLD}}, {"kind": "Service"}]
    whole = {"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": items}
    done = run(json.dumps({**whole, "functionConfig": read(MIGRATE)}, indent=2))
    after = json.loads(done.text)
    assert after["items"] == [{**items[0], "data": {"k": NEW}}, items[1]]
    assert [one["severity"] for one in after["results"]] == ["info"]


def test_where_one_fails_no_item_changes() -> None:
    before = resource_list(config_map(OLD), config_map(BROKEN, "b"), config=MIGRATE)
    done = run(before)
    assert done.failed
    assert done.text.startswith(before + "results:\n")
    assert {one["resourceRef"]["name"] for one in results(before) if one["severity"] == "error"} == {"b"}


def test_results_of_an_earlier_run_go() -> None:
    once = run(resource_list(config_map(BROKEN)))
    assert run(once.text) == once


def test_what_an_alias_repeats_is_left_to_people() -> None:
    tied = "- &one\n  kind: ConfigMap\n  metadata: {name: a}\n  data:\n    k: |\n"
    text = resource_list(tied + "".join(f"      {line}\n" for line in OLD.splitlines()), "- *one\n", config=MIGRATE)
    assert "edit-conflict" in {one["tags"]["rule"] for one in results(text)}


def test_a_policy_is_validated_as_one() -> None:
    outdated, result = results(resource_list(config_map(POLICY, key="policy.cfg")))
    assert outdated["tags"]["rule"] == "old-api-version"
    assert result["severity"] == "error"
    assert "NoSuchPredicate" in result["message"]
    assert result["field"]["path"] == "data[policy.cfg]"


@pytest.mark.parametrize("data", [OLD, "kind: Policy\napiVersion: v1\npredicates: []\n"])
def test_a_configuration_is_no_resource(data: str) -> None:
    indented = "".join(f"  {line}\n" for line in data.splitlines())
    (result,) = results(resource_list(f"-{indented[1:]}"))
    assert (result["severity"], result["tags"]) == ("error", {"rule": "bare-configuration"})
    assert result["resourceRef"]["kind"] == read(data)["kind"]
    assert "ConfigMap" in result["message"]


def test_lists_in_lists_are_looked_into() -> None:
    inner = "".join(f"    {line}\n" for line in config_map(OLD).splitlines())
    text = resource_list("- kind: List\n  items:\n" + inner, config=MIGRATE)
    assert run(text).text.startswith(text.replace("v1beta3", "v1"))


def test_each_of_several_is_carried_over() -> None:
    text = resource_list(*(config_map(OLD, f"n{number}") for number in range(3)), config=MIGRATE)
    done = run(text)
    assert [result.resource and result.resource.name for result in done.results] == ["n0", "n1", "n2"]
    assert done.text.startswith(text.replace("v1beta3", "v1"))


@pytest.mark.parametrize(
    "text", ["", "a: 1\n", "- 1\n", "kind: ConfigMap\n", "{", "a: b: c\n", "kind: ResourceList\n}"]
)
def test_what_is_no_list_of_resources_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        run(text)
    assert refused.value.help
