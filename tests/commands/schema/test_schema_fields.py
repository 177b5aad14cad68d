"""The schemas are of one mind with the shapes, and with the rules about bounds."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft7Validator
from pydantic import ValidationError

from schedcfg import releases, validate
from schedcfg.commands.explain import fields
from schedcfg.commands.explain.periods import Cell
from schedcfg.commands.explain.places import FieldPlace, places
from schedcfg.commands.schema.schema_draft import NO
from schedcfg.document.scalars import plain
from schedcfg.findings import FindingClass
from schedcfg.models import API_VERSIONS, shape_of
from schedcfg.models.base import Shape
from schedcfg.models.described import fields_of
from schedcfg.plugins import all_plugins
from tests.commands.schema.schema_files import errors, made
from tests.models import model_documents

LENIENT = {"extenders", "tlsConfig", "managedResources"}
VALUES = (None, "text", True, 1.5, [], {}, {"unknown": 1}, [7], [None], [{"unknown": 1}], 2**31, 2**63, "1m", 1)
BOUNDED = ("text", "1m", 2**31)
"""Values that fit a type, but not always the bounds and fixed values that only the schema knows."""


def structs(version: str) -> Iterator[tuple[type[Shape], dict[str, Any]]]:
    """Pair each shape of a version with the part of the schema that is about it."""
    todo: list[tuple[type[Shape], dict[str, Any]]] = [(shape_of(version), made(version))]
    while todo:
        shape, part = todo.pop()
        yield shape, part
        for field in fields_of(shape).values():
            inner = part["properties"][field.name]
            if field.shape is not None:
                todo.append((field.shape, inner["items"] if field.is_list else inner))


def is_taken(shape: type[Shape], document: Any) -> bool:
    try:
        shape.model_validate(document)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("version", API_VERSIONS)
def test_schemas_and_shapes_agree_on_every_field(version: str) -> None:
    compared = 0
    definitions = made(version)["definitions"]
    for shape, part in structs(version):
        against = Draft7Validator({**part, "required": [], "definitions": definitions})
        for field in fields_of(shape).values():
            for value in VALUES:
                taken = is_taken(shape, {field.name: value})
                if field.name in {"apiVersion", "kind"} or (taken and value in BOUNDED):
                    continue
                if "unknown" in str(value) and (version == "v1alpha1" or field.name in LENIENT):
                    continue  # the schema is open, and the reader cuts out what the shape would refuse
                assert against.is_valid({field.name: value}) is taken, (shape.__name__, field.name, value)
                compared += 1
    assert compared > 700


@pytest.mark.parametrize("version", API_VERSIONS)
def test_examples_fit(version: str) -> None:
    assert errors(version, model_documents.minimal(version)) == []
    assert errors(version, model_documents.FULL[version]) == []
    for _, part in structs(version):
        for field in part["properties"].values():
            against = Draft7Validator({**field, "definitions": made(version)["definitions"]})
            shown = [*field.get("examples", ()), *([field["default"]] if "default" in field else ())]
            assert all(against.is_valid(value) for value in shown)


@pytest.mark.parametrize("version", API_VERSIONS)
def test_the_example_of_each_plugins_args_fits(version: str) -> None:
    newest = Cell(releases.at(releases.serving(version)[-1]).number, version)
    shown = [fields.plugin_document(plugin, newest) for plugin in all_plugins()]
    assert [errors(version, example) for example in shown if example is not None] == [[]] * (
        len(shown) - shown.count(None)
    )
    assert len(shown) - shown.count(None) > 2


def with_args(version: str, plugin: str, args: Any) -> dict[str, Any]:
    entries = {"pluginConfig": [{"name": plugin, "args": args}]}
    return {**model_documents.minimal(version), **(entries if version == "v1alpha1" else {"profiles": [entries]})}


def bounded(version: str) -> Iterator[tuple[FieldPlace, Any]]:
    """Yield places of a version with values beyond their bounds."""
    for place in places(version).values():
        field = place.field
        if place.plugin is not None and not place.plugin.in_tree:
            continue
        yield from ((place, bound - 1) for bound in [field.minimum] if bound is not None)
        yield from ((place, bound + 1) for bound in [field.maximum] if bound is not None)
        yield from ((place, value) for value in ("Nope", "") if field.allowed)


def document(place: FieldPlace, version: str, value: Any) -> dict[str, Any]:
    """Write a value where a field stands; a plugin's name on the way stands for its Args."""
    body: Any = value
    steps = list(place.steps)
    for index in reversed(range(len(steps))):
        name = steps[index]
        if place.plugin is not None and index == len(steps) - len(place.inside) - 1:
            body = {"name": name, "args": body}
            continue
        # Terms are only looked at where they have a weight.
        weight = {"weight": 1} if name == "preference" else {}
        body = {name: [body] if is_list(version, place, index) and index < len(steps) - 1 else body, **weight}
    return {**model_documents.minimal(version), **body}


def is_list(version: str, place: FieldPlace, index: int) -> bool:
    found = places(version).get(place.steps[: index + 1])
    return found is not None and found.field.is_list


@pytest.mark.parametrize("version", ["v1beta2", "v1beta3", "v1"])
def test_bounds_are_those_of_the_newest_release(version: str) -> None:
    """What the schema refuses for its value, that release refuses as well, there or for what is around it."""
    release = releases.newest_serving(version)
    refused = 0
    for place, value in bounded(version):
        text = document(place, version, value)
        if errors(version, text):
            report = validate(json.dumps(text), release)
            paths = {
                re.sub(r"\[\d+\]", "", finding.place or finding.path)
                for found in report.documents
                for finding in found.findings
                if finding.finding_class is FindingClass.REFUSED
            }
            steps = [step if step != getattr(place.plugin, "name", None) else "args" for step in place.steps]
            ways = {".".join(steps[:length]) for length in range(1, len(steps) + 1)}
            assert ways & paths, (place.path, value, paths)
            refused += 1
    assert refused > 25


@pytest.mark.parametrize(
    ("version", "change", "path"),
    [
        ("v1", {"apiVersion": "kubescheduler.config.k8s.io/v1beta3"}, "$.apiVersion"),
        ("v1", {"kind": None}, "$.kind"),
        ("v1", {"parallelism": 0}, "$.parallelism"),
        ("v1", {"percentageOfNodesToScore": 101}, "$.percentageOfNodesToScore"),
        ("v1", {"clientConnection": {"burst": -1}}, "$.clientConnection.burst"),
        ("v1", {"leaderElection": {"resourceLock": "endpoints"}}, "$.leaderElection.resourceLock"),
        ("v1", {"leaderElection": {"retryPeriod": "30"}}, "$.leaderElection.retryPeriod"),
        ("v1", {"leaderElection": {"retryPeriod": None}}, "$.leaderElection.retryPeriod"),
        ("v1", {"enableProfiling": "true"}, "$.enableProfiling"),
        ("v1", {"healthzBindAddress": ""}, "$"),
        ("v1beta3", {"healthzBindAddress": ""}, "$"),
        ("v1alpha1", {"algorithmSource": {"provider": "Nope"}}, "$.algorithmSource.provider"),
    ],
)
def test_schemas_refuse(version: str, change: dict[str, Any], path: str) -> None:
    assert errors(version, {**model_documents.minimal(version), **change}) == [path]


@pytest.mark.parametrize(
    ("version", "change"),
    [
        ("v1beta3", {"leaderElection": {"resourceLock": "endpoints"}}),
        ("v1beta2", {"profiles": [{"plugins": {"score": {"enabled": [{"name": "a", "weight": -1}]}}}]}),
        ("v1alpha2", {"extenders": [{"enableHTTPS": True, "foo": 1}]}),
        ("v1alpha1", {"profiles": []}),
        ("v1", {"leaderElection": {"resourceLock": None, "retryPeriod": "1m.5s"}}),
        ("v1", {"leaderElection": {"resourceLock": "anything", "leaderElect": False}}),
        ("v1", {"profiles": [{"plugins": {"filter": {"enabled": [{"name": "MyOwn", "weight": -1}]}}}]}),
        ("v1", {"profiles": [{"pluginConfig": [{"name": "MyOwn", "args": [1]}]}]}),
        ("v1", {"profiles": [{"pluginConfig": [{"name": "InterPodAffinity", "args": None}, None]}]}),
    ],
)
def test_schemas_take_what_kube_scheduler_takes(version: str, change: dict[str, Any]) -> None:
    assert errors(version, {**model_documents.minimal(version), **change}) == []


def fit(args: dict[str, Any], plugins: Any) -> dict[str, Any]:
    entry = {"plugins": plugins, "pluginConfig": [{"name": "NodeResourcesFit", "args": args}]}
    return {**model_documents.minimal("v1"), "profiles": [entry]}


@pytest.mark.parametrize(
    ("plugins", "where"),
    [
        (None, ["$.profiles[0].pluginConfig[0].args.scoringStrategy.type"]),
        (
            {"score": {"disabled": [{"name": "ImageLocality"}]}},
            ["$.profiles[0].pluginConfig[0].args.scoringStrategy.type"],
        ),
        ({"multiPoint": {"disabled": [{"name": "*"}]}}, []),
        ({"score": {"disabled": [{"name": "NodeResourcesFit"}]}}, []),
    ],
)
def test_values_that_only_the_plugin_itself_looks_at(plugins: Any, where: list[str]) -> None:
    assert errors("v1", fit({"scoringStrategy": {"type": "Nope"}}, plugins)) == where
    assert errors("v1", fit({"unknown": 1}, plugins)) == ["$.profiles[0].pluginConfig[0].args"]


def test_truth_values_of_yaml_1_1_are_texts_to_editors() -> None:
    words = made("v1")["properties"]["enableProfiling"]["pattern"][2:-2].split("|")
    assert {word: plain(word) for word in words} == {word: word not in NO for word in words}
    assert len(words) == 16
    for word in words:
        assert errors("v1", {**model_documents.minimal("v1"), "enableProfiling": word}) == []


def test_args_that_are_somebody_elses_forbid_nothing() -> None:
    for value in ({"prometheusAddress": 7}, {"anything": 1}, [1], "text"):
        assert errors("v1beta1", with_args("v1beta1", "NetworkTraffic", value)) == []
    offered = made("v1beta1")["definitions"]["NetworkTrafficArgs"]["properties"]
    assert {"prometheusAddress", "ip"} <= set(offered)


def test_the_release_of_a_field_is_reported() -> None:
    points = made("v1")["properties"]["profiles"]["items"]["properties"]["plugins"]["properties"]
    assert points["preEnqueue"]["description"].endswith("Since Kubernetes 1.26.")
    assert "Since Kubernetes" not in points["filter"]["description"]


def test_defaults_that_depend_on_the_release_are_left_to_the_description() -> None:
    assert made("v1")["properties"]["parallelism"]["default"] == 16
    volumes = made("v1")["definitions"]["VolumeBindingArgs"]["properties"]
    assert volumes["bindTimeoutSeconds"]["default"] == 600
    assert "default" not in volumes["shape"]
