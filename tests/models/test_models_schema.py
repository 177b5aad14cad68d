"""The JSON Schemas: fresh, valid, and of one mind with the shapes."""

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import model_documents
import pytest
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from schedcfg.errors import UnknownTarget
from schedcfg.models import API_VERSIONS, schema, shape_of
from schedcfg.models.base import Shape

LENIENT_FIELDS = {"extenders", "tlsConfig", "managedResources"}
SCHEMAS = Path(__file__).parents[2] / "schemas"


@cache
def validator(version: str) -> Draft202012Validator:
    return Draft202012Validator(schema.json_schema(version))


def errors(version: str, document: Any) -> list[str]:
    return [error.json_path for error in validator(version).iter_errors(document)]


def parts(version: str) -> Iterator[tuple[type[Shape], Draft202012Validator]]:
    """Pair each shape of a version with the part of the schema that is about it."""
    made = schema.json_schema(version)
    root = shape_of(version)
    module = vars(sys.modules[root.__module__])
    for name, part in made["$defs"].items():
        yield module[name], Draft202012Validator({**part, "$defs": made["$defs"]})
    yield root, Draft202012Validator({**made, "required": []})


def is_taken(shape: type[Shape], document: Any) -> bool:
    try:
        shape.model_validate(document)
    except ValidationError:
        return False
    return True


def test_there_is_one_schema_per_version() -> None:
    committed = {path.name for path in SCHEMAS.iterdir()} - {"settings.json"}
    assert committed == {f"{version}.json" for version in API_VERSIONS}


@pytest.mark.parametrize("version", API_VERSIONS)
def test_schemas_are_fresh(version: str) -> None:
    text = (SCHEMAS / f"{version}.json").read_text(encoding="utf-8")
    assert text == schema.render(version), "run: python -m schedcfg.models.schema schemas/"


def test_the_command_writes_them_all(tmp_path: Path) -> None:
    schema.main(str(tmp_path / "new"))
    written = {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()}
    committed = {path.name: path.read_bytes() for path in SCHEMAS.iterdir() if path.name != "settings.json"}
    assert written == committed


@pytest.mark.parametrize("version", API_VERSIONS)
def test_schemas_are_schemas(version: str) -> None:
    made = schema.json_schema(version)
    Draft202012Validator.check_schema(made)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert "$id" not in made
    assert made["required"] == ["apiVersion", "kind"]
    text = json.dumps(made)
    assert "x-known-since" not in text
    assert '"default"' not in text
    for name, part in {"": made, **made["$defs"]}.items():
        assert part["description"], name
        assert part.get("additionalProperties", True) is (name in lenient(version))
        assert all(field["description"] for field in part["properties"].values())


def lenient(version: str) -> set[str]:
    return {"LegacyExtender", "ExtenderTLSConfig", "ExtenderManagedResource"} if version == "v1alpha2" else set()


@pytest.mark.parametrize("version", API_VERSIONS)
def test_examples_are_valid(version: str) -> None:
    assert errors(version, model_documents.minimal(version)) == []
    assert errors(version, model_documents.FULL[version]) == []
    made = schema.json_schema(version)
    for part in (made, *made["$defs"].values()):
        for field in part["properties"].values():
            against = Draft202012Validator({**field, "$defs": made["$defs"]})
            assert all(against.is_valid(example) for example in field.get("examples", ()))


VALUES = (None, "text", True, 1.5, [], {}, {"unknown": 1}, [7], [None], [{"unknown": 1}], 2**31, 2**63, "1m", 1)
BOUNDED = ("text", "1m", 2**31)
"""Values that fit a type, but not always the bounds and fixed values that only the schema knows."""


@pytest.mark.parametrize("version", API_VERSIONS)
def test_schemas_and_shapes_agree_on_every_field(version: str) -> None:
    compared = 0
    for shape, against in parts(version):
        for name in (field.alias for field in shape.model_fields.values()):
            for value in VALUES:
                taken = is_taken(shape, {name: value})
                if name in {"apiVersion", "kind"} or (taken and value in BOUNDED):
                    continue
                if version == "v1alpha2" and "unknown" in str(value) and name in LENIENT_FIELDS:
                    continue  # the schema is open, and the reader cuts out what the shape would refuse
                assert against.is_valid({name: value}) is taken, (shape.__name__, name, value)
                compared += 1
    assert compared > 700


@pytest.mark.parametrize(
    ("version", "change", "path"),
    [
        ("v1", {"apiVersion": "kubescheduler.config.k8s.io/v1beta3"}, "$.apiVersion"),
        ("v1", {"kind": None}, "$.kind"),
        ("v1", {"parallelism": 0}, "$.parallelism"),
        ("v1", {"percentageOfNodesToScore": 101}, "$.percentageOfNodesToScore"),
        ("v1", {"percentageOfNodesToScore": -1}, "$.percentageOfNodesToScore"),
        ("v1", {"podInitialBackoffSeconds": 0}, "$.podInitialBackoffSeconds"),
        ("v1", {"clientConnection": {"burst": -1}}, "$.clientConnection.burst"),
        ("v1", {"leaderElection": {"resourceLock": "endpoints"}}, "$.leaderElection.resourceLock"),
        ("v1", {"leaderElection": {"retryPeriod": "30"}}, "$.leaderElection.retryPeriod"),
        ("v1", {"leaderElection": {"retryPeriod": None}}, "$.leaderElection.retryPeriod"),
        ("v1", {"healthzBindAddress": ""}, "$"),
        ("v1alpha1", {"profiles": []}, "$"),
        ("v1alpha1", {"algorithmSource": {"provider": "Nope"}}, "$.algorithmSource.provider"),
    ],
)
def test_schemas_refuse(version: str, change: dict[str, Any], path: str) -> None:
    (found,) = errors(version, {**model_documents.minimal(version), **change})
    assert found == path


def test_schemas_of_older_versions_take_what_they_took() -> None:
    for version, change in (
        ("v1beta3", {"leaderElection": {"resourceLock": "endpoints"}}),
        ("v1beta2", {"profiles": [{"plugins": {"score": {"enabled": [{"name": "a", "weight": -1}]}}}]}),
        ("v1alpha2", {"extenders": [{"enableHTTPS": True, "foo": 1}]}),
        ("v1", {"leaderElection": {"resourceLock": None, "retryPeriod": "1m.5s"}}),
    ):
        assert errors(version, {**model_documents.minimal(version), **change}) == []


def test_the_release_of_a_field_is_told() -> None:
    fields = schema.json_schema("v1")["$defs"]["Plugins"]["properties"]
    assert fields["preEnqueue"]["description"].endswith("Known from Kubernetes 1.26 on.")
    assert "Known from" not in fields["filter"]["description"]


def test_unknown_versions_are_named() -> None:
    with pytest.raises(UnknownTarget):
        schema.json_schema("v2")
