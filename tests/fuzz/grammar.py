"""Texts that follow the project's own JSON Schemas, mostly: every API version, the legacy Policy, settings."""

import json
from functools import cache
from random import Random
from typing import Any

from schedcfg.models import API_VERSIONS
from tests.paths import TESTS

from .mutations import WORDS, dumped, odd_value

SCHEMAS = TESTS.parent / "schemas"
_DEEPEST = 9


@cache
def _schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))


def configuration(random: Random) -> str:
    """Return a configuration in some API version."""
    name = f"kubeschedulerconfiguration-{random.choice(API_VERSIONS)}"
    return dumped([_Writer(_schema(name), random).value(_schema(name), 0)], random)


def policy(random: Random) -> str:
    """Return a legacy Policy."""
    return dumped([_Writer(_schema("policy"), random).value(_schema("policy"), 0)], random)


def settings(random: Random) -> str:
    """Return settings, as TOML writes them."""
    schema = _schema("settings")
    data = _Writer(schema, random).value(schema, 0)
    return "".join(_toml(data)) if isinstance(data, dict) else ""


class _Writer:
    """Makes values that follow a schema, with some that do not."""

    def __init__(self, root: Any, random: Random) -> None:
        self._root, self._random = root, random

    def value(self, schema: Any, depth: int) -> Any:
        """Return a value for a schema."""
        random = self._random
        if random.random() < 0.02 or not isinstance(schema, dict):
            return odd_value(random)
        if "$ref" in schema:
            return self.value(self._named(schema["$ref"]), depth + 1)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return random.choice(schema["enum"])
        for key in ("anyOf", "oneOf", "allOf"):
            if key in schema and "properties" not in schema:
                return self.value(random.choice(schema[key]), depth + 1)
        return self._of_type(schema, depth)

    def _named(self, reference: str) -> Any:
        found = self._root
        for step in reference.removeprefix("#").split("/"):
            found = found[step] if step else found
        return found

    def _of_type(self, schema: Any, depth: int) -> Any:
        random = self._random
        kind = schema.get("type")
        kind = random.choice(kind[:1] * 5 + kind) if isinstance(kind, list) else kind
        if kind == "object" or (kind is None and "properties" in schema):
            return self._object(schema, depth)
        if kind == "array":
            count = 0 if depth > _DEEPEST else random.choice((0, 1, 1, 2, 3))
            return [self.value(schema.get("items", {}), depth + 1) for _ in range(count)]
        return self._scalar(kind, schema)

    def _object(self, schema: Any, depth: int) -> Any:
        random, required = self._random, schema.get("required", ())
        properties = schema.get("properties", {})
        chance = 0.9 if depth == 0 and len(properties) < 4 else 0.35 if depth < _DEEPEST else 0
        found = {
            key: self.value(one, depth + 1)
            for key, one in properties.items()
            if key in required or key in {"apiVersion", "kind", "name"} or random.random() < chance
        }
        others = schema.get("additionalProperties")
        if isinstance(others, dict) and depth < _DEEPEST:
            found |= {random.choice(WORDS): self.value(others, depth + 1) for _ in range(random.choice((0, 1, 2)))}
        return found

    def _scalar(self, kind: Any, schema: Any) -> Any:
        random = self._random
        if "default" in schema and random.random() < 0.5:
            return schema["default"]
        if kind == "integer":
            low, high = schema.get("minimum", -2), schema.get("maximum", 200)
            return random.choice((low, high, low - 1, high + 1, random.randint(low, min(high, low + 100))))
        if kind == "number":
            return random.choice((0.5, 1, -1.5, 1e300))
        if kind == "boolean":
            return random.random() < 0.5
        if kind == "null":
            return None
        durations = ("15s", "10s", "2s", "0s", "1m30s", "-1s")
        return random.choice((random.choice(WORDS), random.choice(durations), "a", "", "https://x.example:1/y"))


def _toml(data: dict[Any, Any], within: str = "") -> list[str]:
    """Write a table, and the tables in it behind its other keys."""
    parts = [f"{_key(key)} = {toml_value(value)}\n" for key, value in data.items() if not isinstance(value, dict)]
    for key, value in data.items():
        if isinstance(value, dict):
            name = f"{within}{_key(key)}"
            parts += [f"[{name}]\n", *_toml(value, f"{name}.")]
    return parts


def _key(key: Any) -> str:
    return json.dumps(str(key))


def toml_value(value: Any) -> str:
    """Write a value in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {toml_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return '""' if value is None else json.dumps(value, default=str)
