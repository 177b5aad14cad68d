"""What reads shapes is what pydantic would make of them."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pydantic
import pytest

from schedcfg import models, plugins
from schedcfg.models.base import Shape
from schedcfg.models.v1 import KubeSchedulerConfiguration
from schedcfg.models.validators import schema_of, validated

_DESCRIBING = {"metadata", "ref", "serialization_alias", "computed_fields", "serialization", "json_schema_input_schema"}
"""Keys that have nothing to do with reading."""

_OFF = {"custom_init", "root_model"}
"""Keys that are often written out although they are false."""


def _imported(package: ModuleType) -> None:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(found.name)


def _below(shape: type[Shape]) -> Iterator[type[Shape]]:
    for subclass in shape.__subclasses__():
        yield subclass
        yield from _below(subclass)


def _read(schema: Any, definitions: dict[str, Any]) -> Any:
    """Leave out what does not matter for reading, and put definitions where they are used."""
    if isinstance(schema, list):
        return [_read(one, definitions) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "definitions":
        return _read(schema["schema"], {one["ref"]: one for one in schema["definitions"]})
    if schema.get("type") == "definition-ref":
        return _read(definitions[schema["schema_ref"]], definitions)
    kept = (key for key in schema if key not in _DESCRIBING and not (key in _OFF and schema[key] is False))
    return {key: _read(schema[key], definitions) for key in kept}


_imported(models)
_imported(plugins)
SHAPES = sorted(
    {shape for shape in _below(Shape) if shape.__module__.startswith("schedcfg.")},
    key=lambda one: (one.__module__, one.__name__),
)


def test_there_are_shapes() -> None:
    assert KubeSchedulerConfiguration in SHAPES
    assert len(SHAPES) > 100


def test_the_schema_is_that_of_pydantic(subtests: pytest.Subtests) -> None:
    for shape in SHAPES:
        with subtests.test(shape=shape):
            shape.model_rebuild(force=True)

            assert _read(schema_of(shape), {}) == _read(shape.__pydantic_core_schema__, {})


def test_instances_are_those_of_pydantic() -> None:
    data = {"profiles": [{"schedulerName": "a"}, None], "leaderElection": {"leaseDuration": "15s"}}

    one, other = validated(KubeSchedulerConfiguration, data), KubeSchedulerConfiguration.model_validate(data)

    assert one == other
    assert one.model_fields_set == other.model_fields_set == {"profiles", "leader_election"}
    assert one.model_dump(by_alias=True) == other.model_dump(by_alias=True)


def test_errors_are_those_of_pydantic() -> None:
    data = {"parallelism": "16", "profile": [], "leaderElection": {"leaseDuration": "15 seconds"}, "extenders": {}}

    with pytest.raises(pydantic.ValidationError) as one:
        validated(KubeSchedulerConfiguration, data)
    with pytest.raises(pydantic.ValidationError) as other:
        KubeSchedulerConfiguration.model_validate(data)

    assert repr(one.value.errors(include_url=False)) == repr(other.value.errors(include_url=False))
