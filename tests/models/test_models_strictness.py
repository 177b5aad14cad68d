"""What the shapes take and refuse: as strict as Kubernetes' decoder, and no stricter."""

import subprocess
import sys
from typing import Any, get_args

import pytest
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from schedcfg.errors import UnknownTarget
from schedcfg.models import API_VERSIONS, policy_shape, shape_of
from schedcfg.models.base import Duration, Shape
from tests.models import model_documents

SHAPES = {**{version: shape_of(version) for version in API_VERSIONS}, "policy": policy_shape()}


def shape_in(annotation: Any) -> type[Shape] | None:
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return annotation
    return next((found for part in get_args(annotation) if (found := shape_in(part))), None)


def reached(shape: type[Shape]) -> dict[str, type[Shape]]:
    found = {shape.__name__: shape}
    for field in shape.model_fields.values():
        inner = shape_in(field.annotation)
        if inner is not None:
            found |= reached(inner)
    return found


every_shape = pytest.mark.parametrize("shape", [shape for root in SHAPES.values() for shape in reached(root).values()])


def refused(shape: type[Shape], data: dict[str, Any]) -> list[tuple[str, tuple[Any, ...]]]:
    with pytest.raises(ValidationError) as caught:
        shape.model_validate(data)
    return [(error["type"], error["loc"]) for error in caught.value.errors()]


def is_duration(field: FieldInfo) -> bool:
    return field.annotation == Duration | None


@pytest.mark.parametrize("version", API_VERSIONS)
def test_a_configuration_with_every_field_is_taken(version: str) -> None:
    document = model_documents.FULL[version]
    model = SHAPES[version].model_validate(document)
    assert model.model_fields_set == set(type(model).model_fields)
    assert model.model_dump(by_alias=True, exclude_unset=True) == document


def test_a_policy_with_every_field_is_taken() -> None:
    model = policy_shape().model_validate(model_documents.POLICY)
    assert model.model_fields_set == set(type(model).model_fields)
    assert model.model_dump(by_alias=True, exclude_unset=True) == model_documents.POLICY


@every_shape
def test_every_field_may_be_left_out_and_all_but_durations_be_null(shape: type[Shape]) -> None:
    assert shape.model_validate({}).model_fields_set == set()
    durations = {field.alias for field in shape.model_fields.values() if is_duration(field)}
    others = {field.alias: None for field in shape.model_fields.values() if field.alias not in durations}
    assert shape.model_validate(others).model_dump(by_alias=True, exclude_unset=True) == others
    for name in durations:
        assert refused(shape, {name: None}) == [("value_error", (name,))]


def test_durations_are_where_upstream_has_them() -> None:
    found = {
        (version, name, field.alias)
        for version, root in SHAPES.items()
        for name, shape in reached(root).items()
        for field in shape.model_fields.values()
        if is_duration(field)
    }
    assert len([entry for entry in found if entry[0] == "v1"]) == 4
    assert len([entry for entry in found if entry[0] == "v1alpha2"]) == 3
    assert len([entry for entry in found if entry[0] == "policy"]) == 0


@every_shape
def test_items_of_lists_may_be_null(shape: type[Shape]) -> None:
    lists = [field.alias for field in shape.model_fields.values() if "list[" in str(field.annotation)]
    for name in lists:
        model = shape.model_validate({name: [None]})
        assert model.model_dump(by_alias=True, exclude_unset=True) == {name: [None]}


@every_shape
def test_fields_are_closed_and_case_sensitive(shape: type[Shape]) -> None:
    for attribute, field in shape.model_fields.items():
        assert field.alias is not None
        assert refused(shape, {field.alias.upper(): None}) == [("extra_forbidden", (field.alias.upper(),))]
        if attribute != field.alias:
            assert refused(shape, {attribute: None}) == [("extra_forbidden", (attribute,))]


@every_shape
def test_every_class_and_field_is_described(shape: type[Shape]) -> None:
    assert shape.__doc__
    assert shape.__doc__ != Shape.__doc__
    for field in shape.model_fields.values():
        assert field.description, field.alias
        assert field.description[0].isupper() or field.description[0] == "`"
        assert field.description.endswith("."), field.alias
        for example in field.examples or ():
            shape.model_validate({field.alias: example})


@pytest.mark.parametrize("version", API_VERSIONS)
@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"podInitialBackoffSeconds": "16"}, "int_type"),
        ({"podInitialBackoffSeconds": True}, "int_type"),
        ({"podInitialBackoffSeconds": 1.5}, "int_type"),
        ({"podInitialBackoffSeconds": 16.0}, "int_type"),
        ({"podInitialBackoffSeconds": 2**63}, "less_than_equal"),
        ({"percentageOfNodesToScore": 2**31}, "less_than_equal"),
        ({"percentageOfNodesToScore": -(2**31) - 1}, "greater_than_equal"),
        ({"clientConnection": {"qps": "1"}}, "float_type"),
        ({"clientConnection": {"qps": True}}, "float_type"),
        ({"clientConnection": {"qps": 2.0**128}}, "less_than_equal"),
        ({"clientConnection": {"qps": -(2.0**128 - 2.0**103)}}, "greater_than_equal"),
        ({"clientConnection": {"kubeconfig": 5}}, "string_type"),
        ({"clientConnection": []}, "model_type"),
        ({"leaderElection": {"leaderElect": "true"}}, "bool_type"),
        ({"leaderElection": {"leaderElect": 1}}, "bool_type"),
        ({"leaderElection": {"retryPeriod": 30}}, "string_type"),
        ({"leaderElection": {"retryPeriod": "30"}}, "value_error"),
        ({"leaderElection": {"retryPeriod": ""}}, "value_error"),
        ({"leaderElection": {"retryPeriod": None}}, "value_error"),
        ({"leaderElection": {"retryPeriod": "1d"}}, "value_error"),
    ],
)
def test_what_does_not_fit_is_refused_where_it_stands(version: str, data: dict[str, Any], kind: str) -> None:
    ((found, where),) = refused(SHAPES[version], data)
    outer, inner = next(iter(data.items()))
    assert found == kind
    assert where == ((outer, *inner) if isinstance(inner, dict) else (outer,))


@pytest.mark.parametrize("version", API_VERSIONS)
def test_bounds_are_not_enforced(version: str) -> None:
    model: Any = SHAPES[version].model_validate(
        {
            "percentageOfNodesToScore": -(2**31),
            "podInitialBackoffSeconds": -(2**63),
            "podMaxBackoffSeconds": 2**63 - 1,
            "clientConnection": {"qps": 3, "burst": -1},
            "leaderElection": {"resourceLock": "foo", "retryPeriod": "0"},
        }
    )
    assert model.percentage_of_nodes_to_score == -(2**31)
    assert model.client_connection.qps == 3.0
    assert isinstance(model.client_connection.qps, float)
    assert model.leader_election.resource_lock == "foo"


def test_every_problem_is_found_at_once() -> None:
    found = refused(
        SHAPES["v1"],
        {"parallelism": "16", "foo": 1, "profiles": [{"schedulerName": 1}, {"plugins": {"score": {"enabled": {}}}}]},
    )
    assert {where for _, where in found} == {
        ("parallelism",),
        ("foo",),
        ("profiles", 0, "schedulerName"),
        ("profiles", 1, "plugins", "score", "enabled"),
    }


@pytest.mark.parametrize(
    ("text", "taken"),
    [("", True), ("Y2E=", True), ("Y2\nE=\r\n", True), ("Y2E", False), ("Y2E*", False), ("Y2E= ", False), ("é", False)],
)
def test_bytes_are_base64(text: str, taken: bool) -> None:
    data = {"extenders": [{"tlsConfig": {"caData": text}}]}
    if taken:
        assert SHAPES["v1"].model_validate(data).model_dump(by_alias=True, exclude_unset=True) == data
    else:
        assert refused(SHAPES["v1"], data) == [("value_error", ("extenders", 0, "tlsConfig", "caData"))]


def test_the_name_of_the_https_switch_depends_on_the_version() -> None:
    for version in ("v1beta1", "v1beta2", "v1beta3", "v1"):
        assert SHAPES[version].model_validate({"extenders": [{"enableHTTPS": True}]})
        assert refused(SHAPES[version], {"extenders": [{"enableHttps": True}]})
    for version in ("v1alpha2", "policy"):
        assert SHAPES[version].model_validate({"extenders": [{"enableHttps": True}]})
        assert refused(SHAPES[version], {"extenders": [{"enableHTTPS": True}]})


def test_only_the_legacy_extenders_are_lenient() -> None:
    lenient = {
        (version, name) for version, root in SHAPES.items() for name, shape in reached(root).items() if shape.lenient
    }
    names = ("LegacyExtender", "ExtenderTLSConfig", "ExtenderManagedResource")
    assert lenient == {(version, name) for version in ("v1alpha2", "policy") for name in names}


def test_models_do_not_change() -> None:
    model = SHAPES["v1"].model_validate({"parallelism": 1})
    with pytest.raises(ValidationError, match="frozen"):
        model.parallelism = 2  # type: ignore[attr-defined]


def test_unknown_versions_are_named() -> None:
    with pytest.raises(UnknownTarget, match="v2") as caught:
        shape_of("v2")
    assert "v1beta3" in str(caught.value.help)


def test_only_the_version_asked_for_is_imported() -> None:
    code = (
        "import sys; from schedcfg import models\n"
        "assert 'pydantic' not in sys.modules\n"
        "assert models.shape_of('v1beta3').__module__ == 'schedcfg.models.v1beta3'\n"
        "print(sorted(name for name in sys.modules if name.startswith('schedcfg.models.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    shared = ("base", "extender_fields", "fields", "shared")
    assert done.stdout.strip() == str([f"schedcfg.models.{name}" for name in (*shared, "v1beta3")])


def test_versions_do_not_know_each_other() -> None:
    for shape in SHAPES.values():
        module = sys.modules[shape.__module__]
        foreign = {
            value.__module__
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, Shape) and value is not Shape
        }
        assert foreign - {"schedcfg.models.shared"} == {shape.__module__}


@pytest.mark.parametrize("version", API_VERSIONS)
def test_a_version_has_all_of_its_structs(version: str) -> None:
    module = sys.modules[SHAPES[version].__module__]
    assert sorted(reached(SHAPES[version])) == module.__all__
    assert all(getattr(module, name) is shape for name, shape in reached(SHAPES[version]).items())
