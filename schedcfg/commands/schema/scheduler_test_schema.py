"""The JSON Schema (draft-07) of files of tests, with the short forms in which expectations are written."""

from typing import Any

from schedcfg import releases
from schedcfg.commands.schema.schema_draft import DIALECT, JsonSchema, SchemaDraft, Steps, description_fields
from schedcfg.document.golang.numbers import MAX_INT32
from schedcfg.models import OWN_VERSION, TEST_KIND
from schedcfg.models.base import Shape
from schedcfg.models.scheduler_test import ALL, NONE, SchedulerTest

_TEXT: JsonSchema = {"type": "string", "minLength": 1}
_TEXTS: JsonSchema = {"type": "array", "items": _TEXT, "minItems": 1}
_LABELS: JsonSchema = {"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1}
_SHORT_NUMBERS: tuple[JsonSchema, ...] = (
    {"type": "integer", "minimum": 0, "maximum": MAX_INT32},
    {"enum": [ALL, NONE]},
)


def scheduler_test_schema() -> JsonSchema:
    """Describe a file of tests."""
    newest = releases.all_releases()[-1]
    draft = SchemaDraft(
        oldest=newest,
        newest=newest,
        api_version=TEST_KIND,
        is_open=False,
        is_checked=True,
        default=lambda _: None,
        instead={
            "NumberRange": _number,
            "PendingPods": _number,
            "PodSelector": lambda *_: {"anyOf": [_TEXT, _LABELS]},
            "NodeSelector": lambda *_: {"anyOf": [_TEXT, _TEXTS, _LABELS]},
            "[]Expectation": _expectations,
        },
    )
    made = _without_null(draft.struct(SchedulerTest))
    made["properties"]["tests"]["items"]["required"] = ["name", "pods"]
    return {
        "$schema": DIALECT,
        "$id": f"urn:schedcfg:schema:{TEST_KIND}",
        "$comment": f"Written by `schedcfg schema {TEST_KIND}`; its version is {OWN_VERSION}.",
        "title": f"{TEST_KIND} of schedcfg",
        **description_fields(" ".join((SchedulerTest.__doc__ or "").split())),
        **made,
        "required": ["apiVersion", "kind", "tests"],
    }


def _number(draft: SchemaDraft, shape: type[Shape], steps: Steps) -> JsonSchema:
    return {"anyOf": [*_SHORT_NUMBERS, draft.struct(shape, steps)]}


def _expectations(draft: SchemaDraft, shape: type[Shape], steps: Steps) -> JsonSchema:
    one = {**draft.struct(shape, steps), "minProperties": 1}
    return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}


def _without_null(made: Any) -> Any:
    """Return a schema without null: in a file of ours a key without a value is a mistake."""
    if isinstance(made, list):
        return [_without_null(one) for one in made if one is not None]
    if not isinstance(made, dict):
        return made
    kept = {key: _without_null(value) for key, value in made.items()}
    types = kept.get("type")
    if isinstance(types, list):
        others = [one for one in types if one != "null"]
        kept["type"] = others[0] if len(others) == 1 else others
    return kept
