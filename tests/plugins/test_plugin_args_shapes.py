"""The shapes of Args are those of the real API types: names, Go types, omitempty, and since when."""

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import pytest
from pydantic.fields import FieldInfo

from schedcfg import plugins, releases
from schedcfg.models.base import Duration, Int32, Int64, Shape, Since
from schedcfg.plugins.plugin import ArgsKind
from schedcfg.plugins.typed_args import Always, OmitZero
from schedcfg.releases.release import minor
from tests.plugins import plugin_facts

WITH_ARGS = [plugin.args for plugin in plugins.all_plugins() if plugin.args is not None and plugin.in_tree]
SCALARS = {"string": str, "bool": bool, "int32": Int32, "int64": Int64}


def bare(annotation: Any) -> Any:
    """Take the `| None` off."""
    parts = [part for part in get_args(annotation) if part is not type(None)]
    assert type(None) in get_args(annotation), annotation
    return parts[0]


def mark(info: FieldInfo, kind: type) -> Any:
    return next((one for one in info.metadata if isinstance(one, kind)), None)


def fields(shape: type[Shape], number: int) -> dict[str, FieldInfo]:
    return {
        info.alias or name: info
        for name, info in shape.model_fields.items()
        if (since := mark(info, Since)) is None or minor(since.release) <= number
    }


def check_struct(shape: type[Shape], go_name: str, types: dict[str, Any], number: int) -> Iterator[str]:
    """Compare a shape with a Go struct, and all that it contains; yield the names of the structs seen."""
    yield go_name
    expected = {}
    for field in types[go_name]:
        if field["inline"] and field["goType"] != "meta/v1.TypeMeta":
            expected |= {inner["json"]: inner for inner in types[field["goType"]]}
        elif field["inline"]:
            expected |= {
                name: {"json": name, "goKind": "string", "goType": "string", "omitempty": True}
                for name in ("apiVersion", "kind")
            }
        else:
            expected[field["json"]] = field
    if all(name[0].isupper() for name in expected):  # 1.18 has structs without JSON names; keys match in any case
        expected = {name.lower(): field for name, field in expected.items()}
    ours = fields(shape, number)
    assert set(ours) == set(expected), go_name
    for name, info in ours.items():
        where = f"{go_name}.{name}"
        # 1.18 writes Args as it read them.
        if number > 18 and name not in {"apiVersion", "kind"}:
            check_encoding(info, expected[name], number, where)
        yield from check_type(bare(info.annotation), expected[name], types, number, where)


def check_type(ours: Any, field: dict[str, Any], types: dict[str, Any], number: int, where: str) -> Iterator[str]:
    kind = field["goKind"].lstrip("*")
    go_type = field["goType"].lstrip("*[]")
    if go_type == "meta/v1.Duration":
        assert ours == Duration, where
    elif kind == "[]string":
        assert ours == list[str | None], where
    elif kind == "map[string]string":
        assert ours == dict[str, str | None], where
    elif kind == "[]struct":
        assert get_origin(ours) is list, where
        yield from check_struct(bare(get_args(ours)[0]), go_type, types, number)
    elif kind == "struct":
        yield from check_struct(ours, go_type, types, number)
    else:
        assert ours == SCALARS[kind], where


def check_encoding(info: FieldInfo, field: dict[str, Any], number: int, where: str) -> None:
    always = mark(info, Always)
    written = always is not None and (always.until is None or minor(always.until) >= number)
    assert written == (not field["omitempty"]), where
    if written:
        zeros: dict[str, object] = {"string": "", "bool": False, "int32": 0, "int64": 0, "struct": {}}
        assert always.zero == zeros.get(field["goKind"]), where
    value = field["goKind"] in {"string", "int32", "int64"} and field["omitempty"]
    assert (mark(info, OmitZero) is not None) == value, where


@pytest.mark.parametrize("release", plugin_facts.RELEASES[1:])
def test_kinds_and_types(release: str) -> None:
    number = releases.at(release).number
    for api_version, measured in plugin_facts.kinds(release).items():
        served = {one.kind: one for one in WITH_ARGS if one.is_served(api_version, releases.at(release))}
        if api_version in releases.at(release).api_versions:
            assert set(served) == measured, api_version
        types = plugin_facts.of(release)["types"].get(plugin_facts.GROUP + api_version, {})
        for kind in measured:
            seen = set(check_struct(served[kind].model, kind, types, number))
            assert kind in seen


def test_free_form_args_of_1_18() -> None:
    facts = plugin_facts.of("1.18")
    release = releases.at("1.18")
    types = facts["types"][plugin_facts.FREE_FORM]
    for plugin in plugins.all_plugins():
        if not plugin.in_tree:
            continue
        go_name = facts["unregistered_args"].get(plugin.name)
        legacy = plugin.args.legacy_model if plugin.args is not None else None
        assert (legacy is not None) == (go_name is not None), plugin.name
        for api_version in release.api_versions:
            served = plugin.args is not None and plugin.args.is_served(api_version, release)
            assert served == (go_name is not None), plugin.name
        if legacy is not None:
            assert go_name in set(check_struct(legacy, go_name, types, 18))


def shapes_below(shape: type[Shape]) -> Iterator[type[Shape]]:
    yield shape
    for info in shape.model_fields.values():
        yield from shapes_in(info.annotation)


def shapes_in(annotation: Any) -> Iterator[type[Shape]]:
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        yield from shapes_below(annotation)
    for part in get_args(annotation):
        yield from shapes_in(part)


def all_args() -> list[ArgsKind]:
    return [plugin.args for plugin in plugins.all_plugins() if plugin.args is not None]


def test_every_shape_and_field_is_described() -> None:
    for kind in all_args():
        for top in (kind.model, kind.legacy_model):
            for shape in shapes_below(top) if top is not None else ():
                assert (shape.__doc__ or "").strip().endswith("."), shape
                for name, info in shape.model_fields.items():
                    text = info.description or ""
                    assert text.endswith("."), (shape, name)
                    since = mark(info, Since)
                    if since is not None and shape is not kind.legacy_model:
                        assert since.release in text, (shape, name)


def test_everything_can_be_left_out_and_be_null() -> None:
    for kind in all_args():
        for shape in shapes_below(kind.model):
            assert shape.model_validate({}) == shape(), shape
            nulls = {info.alias: None for info in shape.model_fields.values()}
            assert shape.model_validate(nulls) == shape(), shape


def test_functions_take_the_model_that_they_stand_beside() -> None:
    for kind in all_args():
        for function in (kind.complete, kind.check):
            annotation = function.__annotations__.get("args")
            if annotation not in {None, "Shape"}:
                takes = get_args(annotation) or (annotation,)
                given = [one for one in (kind.model, kind.legacy_model) if one is not None]
                assert len(takes) == len(given), kind.kind
                assert all(issubclass(one, takes) for one in given), kind.kind


def test_the_kind_is_named_after_the_plugin() -> None:
    for plugin in plugins.all_plugins():
        if plugin.args is not None:
            assert plugin.args.kind == f"{plugin.name}Args"
            assert plugin.args.model.__name__ == plugin.args.kind
