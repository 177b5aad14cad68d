"""Every struct, field and Go type of every release, against the shapes."""

import sys
from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from pydantic.fields import FieldInfo

from schedcfg.models import API_VERSIONS, policy_shape, shape_of
from schedcfg.models.base import (
    Base64,
    Duration,
    Float32,
    Int32,
    Int64,
    OneOf,
    Range,
    Shape,
    Since,
    Unchecked,
    WrittenDuration,
)
from tests.recorded_facts import RELEASES, facts

GROUP = "kubescheduler.config.k8s.io"
SCALARS: dict[str, Any] = {
    "string": str,
    "bool": bool,
    "int32": Int32,
    "int64": Int64,
    "float32": Float32,
    "time.Duration": Int64,
    "[]uint8": Base64,
    "meta/v1.Duration": Duration,
}
RAW = {"pkg/runtime.Unknown", "pkg/runtime.RawExtension"}
RENAMED = {("Extender", "LegacyExtender")}
"""Upstream renamed it after 1.18; the shapes have the later name."""

Types = dict[str, list[dict[str, Any]]]


def served() -> list[tuple[str, str]]:
    return [
        (release, version)
        for release in RELEASES
        for version in API_VERSIONS
        if "KubeSchedulerConfiguration" in facts(release)["types"].get(f"{GROUP}/{version}", {})
    ]


def minor(release: str) -> int:
    return int(release.partition(".")[2])


def flattened(struct: str, types: Types) -> Iterator[tuple[str, str]]:
    for field in types[struct]:
        if field["goType"] == "meta/v1.TypeMeta":
            yield from (("kind", "string"), ("apiVersion", "string"))
        elif field["inline"]:
            yield from flattened(field["goType"], types)
        else:
            yield field["json"], field["goType"]


def plain(annotation: Any) -> Any:
    """Take our marks and descriptions off an annotation."""
    if get_origin(annotation) is not Annotated:
        return annotation
    base, *metadata = get_args(annotation)
    rest = [mark for mark in metadata if not isinstance(mark, (FieldInfo, Since, Range, OneOf, Unchecked))]
    return Annotated[base, *rest] if rest else base


def shape_in(annotation: Any) -> type[Shape] | None:
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return annotation
    return next((found for part in get_args(annotation) if (found := shape_in(part))), None)


def expected(go_type: str, inner: type[Shape] | None) -> Any:
    if go_type in RAW:
        return Any
    if go_type == "meta/v1.Duration":
        return WrittenDuration
    if go_type in SCALARS:
        return SCALARS[go_type] | None
    if go_type.startswith("[]"):
        return list[expected(go_type.removeprefix("[]"), inner)] | None
    if go_type.startswith("*"):
        return SCALARS.get(go_type[1:], inner) | None
    assert inner is not None, go_type
    return inner | None


def since(field: FieldInfo) -> str | None:
    return next((mark.release for mark in field.metadata if isinstance(mark, Since)), None)


def compare(shape: type[Shape], struct: str, types: Types, release: str) -> set[type[Shape]]:
    """Compare a shape with a struct, and all that they lead to; return all shapes met."""
    name = struct.rpartition(".")[2]
    assert name == shape.__name__ or (name, shape.__name__) in RENAMED
    upstream = dict(flattened(struct, types))
    hints = get_type_hints(shape, include_extras=True)
    known = {
        field.alias: attribute
        for attribute, field in shape.model_fields.items()
        if minor(since(field) or "1.0") <= minor(release)
    }
    assert known.keys() == upstream.keys(), struct
    met = {shape}
    for written, go_type in upstream.items():
        annotation = plain(hints[known[written]])
        inner = shape_in(annotation)
        assert annotation == expected(go_type, inner), f"{struct}.{written}"
        if inner is not None:
            met |= compare(inner, go_type.lstrip("[]*"), types, release)
    return met


def test_all_releases_are_there() -> None:
    assert {version for _, version in served()} == set(API_VERSIONS)
    assert [release for release, _ in served() if release not in RELEASES[1:-1]] == ["1.18", "1.18", RELEASES[-1]]


@pytest.mark.parametrize(("release", "version"), served())
def test_shapes_are_the_structs_of_the_release(release: str, version: str) -> None:
    types = facts(release)["types"][f"{GROUP}/{version}"]
    shape = shape_of(version)
    met = compare(shape, "KubeSchedulerConfiguration", types, release)
    module = vars(sys.modules[shape.__module__])
    assert met == {value for value in module.values() if isinstance(value, type) and issubclass(value, Shape)} - {Shape}


@pytest.mark.parametrize("release", [release for release in RELEASES if "policy" in facts(release)])
def test_policy_is_the_struct_of_the_release(release: str) -> None:
    met = compare(policy_shape(), "Policy", facts(release)["types"][f"{GROUP}/v1"], release)
    assert {shape.__name__ for shape in met if shape.lenient} == {
        "LegacyExtender",
        "ExtenderTLSConfig",
        "ExtenderManagedResource",
    }


def test_a_policy_is_read_up_to_1_22() -> None:
    assert [release for release in RELEASES if "policy" in facts(release)] == list(RELEASES[:5])


@pytest.mark.parametrize("version", API_VERSIONS)
def test_since_says_something_new(version: str) -> None:
    first, *_, last = [release for release, served_version in served() if served_version == version] * 2
    for shape in reached(shape_of(version)):
        for field in shape.model_fields.values():
            mark = since(field)
            assert mark is None or minor(first) < minor(mark) <= minor(last)


def reached(shape: type[Shape]) -> set[type[Shape]]:
    found = {shape}
    for field in shape.model_fields.values():
        inner = shape_in(field.annotation)
        if inner is not None:
            found |= reached(inner)
    return found


def test_the_comparison_notices_differences() -> None:
    types = facts("1.25")["types"][f"{GROUP}/v1"]
    with pytest.raises(AssertionError):
        compare(shape_of("v1beta3"), "KubeSchedulerConfiguration", facts("1.22")["types"][f"{GROUP}/v1beta2"], "1.22")
    retyped = {**types, "Plugin": [{**field, "goType": "int64"} for field in types["Plugin"]]}
    with pytest.raises(AssertionError, match=r"Plugin\.name"):
        compare(shape_of("v1"), "KubeSchedulerConfiguration", retyped, "1.25")
    with pytest.raises(AssertionError):
        compare(shape_of("v1"), "KubeSchedulerConfiguration", types, "1.26")
