"""Structs of the API as JSON Schema, draft-07: the newest draft that all editors understand.

Structs are written where they are used, not behind `$ref`: in draft-07 a field's own description beside one is lost.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from schedcfg import releases
from schedcfg.document.golang import duration
from schedcfg.document.golang.numbers import MAX_FLOAT32, MAX_INT32, MAX_INT64, MIN_INT32, MIN_INT64
from schedcfg.document.golang.text import BASE64_PATTERN
from schedcfg.models.base import Shape
from schedcfg.models.described import Described, fields_of
from schedcfg.releases.release import Release


def description_fields(text: str, since: str | None = None) -> dict[str, str]:
    """Return `description`, and `markdownDescription` where they differ.

    Args:
        text: Sentences, with Markdown's backticks.
        since: The release that brought what is described, if it is worth a note.
    """
    if since is not None and f"Kubernetes {since}" not in text:
        text = f"{text} Since Kubernetes {since}."
    plain = text.replace("`", "")
    return {"description": plain} if plain == text else {"description": plain, "markdownDescription": text}


JsonSchema: TypeAlias = dict[str, Any]
"""A JSON Schema, or a part of one."""

Steps: TypeAlias = tuple[str, ...]
"""Where a field is; lists count as what they contain."""

DIALECT = "http://json-schema.org/draft-07/schema#"
"""What editors look for under `$schema`."""

_YES = ("y", "Y", "yes", "Yes", "YES", "on", "On", "ON")

NO = ("n", "N", "no", "No", "NO", "off", "Off", "OFF")
"""False to Kubernetes, which reads YAML 1.1; texts to most editors, which read YAML 1.2."""

_TYPES: Mapping[str, JsonSchema] = {
    "any": {},
    "boolean": {
        "type": ["boolean", "string"],
        "pattern": f"^({'|'.join((*_YES, *NO))})$",
        "patternErrorMessage": "Write true or false, without quotes.",
    },
    "string": {"type": "string"},
    "int32": {"type": "integer", "minimum": MIN_INT32, "maximum": MAX_INT32},
    "int64": {"type": "integer", "minimum": MIN_INT64, "maximum": MAX_INT64},
    "float32": {"type": "number", "minimum": -MAX_FLOAT32, "maximum": MAX_FLOAT32},
    "float64": {"type": "number"},
    "duration": {
        "type": "string",
        "pattern": duration.JSON_PATTERN,
        "patternErrorMessage": "Write a duration with a unit, e.g. 15s, 1m30s or 500ms.",
    },
    "base64": {
        "type": "string",
        "contentEncoding": "base64",
        "pattern": BASE64_PATTERN,
        "patternErrorMessage": "Write base64.",
    },
}


class SchemaDraft(NamedTuple):
    """How the structs of one document are written."""

    oldest: Release  # The first release that is meant; what came with it needs no note
    newest: Release  # The last one; what it does not know is left out
    api_version: str  # The document's version, short; `Policy` for a legacy Policy
    is_open: bool
    is_checked: bool  # Whether a release looks at bounds and at fixed values; else these are only offered
    # A field's default by its place, where it is the same everywhere; None where it is not
    default: Callable[[Steps], Any]
    # Type → writes a struct in another way
    instead: "Mapping[str, Callable[[SchemaDraft, type[Shape], Steps], JsonSchema]]"

    def struct(self, shape: type[Shape], steps: Steps = ()) -> JsonSchema:
        """Describe a struct, which may be null; its fields depend on the release."""
        fields = [
            field
            for field in fields_of(shape).values()
            if field.availability.includes(self.api_version, self.newest.number)
        ]
        made: JsonSchema = {
            "type": ["object", "null"],
            "properties": {field.name: self._field(field, (*steps, field.name)) for field in fields},
        }
        if not (self.is_open or shape.lenient):
            made["additionalProperties"] = False
        return made

    def _field(self, field: Described, steps: Steps) -> JsonSchema:
        first = field.availability.first
        since = f"1.{first}" if first > self.oldest.number else None
        default = self.default(steps)
        # Editors write a default down for the user: no lists and structs, which they cannot, and only if nothing else
        # is proposed.
        shown = {"default": default} if isinstance(default, (bool, int, float, str)) else {}
        examples = [example for example in field.examples if example != default]
        return {
            **description_fields(field.description, since),
            **self._value(field.type_name, field, steps),
            **shown,
            **({"examples": examples} if examples else {}),
        }

    def _value(self, type_name: str, field: Described, steps: Steps) -> JsonSchema:
        if type_name in self.instead:
            return self.instead[type_name](self, _shape_of(field), steps)
        if type_name.startswith("[]"):
            return {"type": ["array", "null"], "items": self._value(type_name[2:], field, steps)}
        if type_name.startswith("map[string]"):
            values = self._value(type_name.removeprefix("map[string]"), field, steps)
            return {"type": ["object", "null"], "additionalProperties": values}
        if type_name in _TYPES:
            return self._plain(type_name, field)
        return self.struct(_shape_of(field), steps)

    def _plain(self, type_name: str, field: Described) -> JsonSchema:
        is_checked = self.is_checked and field.is_checked
        made = {**_TYPES[type_name], **(_limits(field) if is_checked else {})}
        made = _or_null(made) if field.takes_null else made
        return made if is_checked else offered(field.allowed, made)


def _shape_of(field: Described) -> type[Shape]:
    shape = field.shape or field.values
    assert shape is not None, f"{field.type_name} is neither a known type nor a struct"
    return shape


def _limits(field: Described) -> JsonSchema:
    """Return the bounds and the fixed values of a field."""
    empty = ("",) if field.takes_empty else ()
    limits = {"minimum": field.minimum, "maximum": field.maximum, "enum": [*field.allowed, *empty]}
    return {name: limit for name, limit in limits.items() if limit not in (None, [])}


def _or_null(made: JsonSchema) -> JsonSchema:
    """Let a value be null too, which Go reads as not written."""
    if "type" in made:
        types = made["type"] if isinstance(made["type"], list) else [made["type"]]
        made = {**made, "type": [*types, "null"]}
    if "enum" in made:
        made = {**made, "enum": [*made["enum"], None]}
    return made


def offered(values: Sequence[str], otherwise: JsonSchema) -> JsonSchema:
    """Offer values without forbidding others."""
    return {"anyOf": [{"enum": list(values)}, otherwise]} if values else otherwise


class Served(NamedTuple):
    """An API version, and the releases that serve it."""

    api_version: str  # Short: `v1beta3`
    releases: tuple[Release, ...]  # The oldest first

    @classmethod
    def of(cls, api_version: str) -> "Served":
        """Look an API version up."""
        return cls(api_version, tuple(releases.at(name) for name in releases.serving(api_version)))

    @property
    def newest(self) -> Release:
        """The newest of them."""
        return self.releases[-1]


def release_names(named: tuple[Release, ...]) -> str:
    """Name releases that follow each other."""
    first, last = named[0].name, named[-1].name
    return f"Kubernetes {first}" if first == last else f"Kubernetes {first} to {last}"
