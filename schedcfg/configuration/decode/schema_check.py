"""Args against a JSON Schema: every difference, as a message with its place.

This takes what the schema takes: `declared_args.py` says where it is done.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from schedcfg.configuration.decode.fields import name_of as name
from schedcfg.configuration.decode.shapes import shown
from schedcfg.document.span import Path
from schedcfg.document.texts import listing
from schedcfg.spelling import nearest

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

_TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "boolean": "a boolean",
    "string": "a string",
    "array": "a list",
    "object": "a mapping",
    "null": "null",
}


class InvalidPattern(ValueError):  # noqa: N818
    """A pattern of a schema is none of Python's; the text says which."""


class SchemaDifference(NamedTuple):
    """One thing about Args that a schema does not allow."""

    path: Path  # Where, from the Args on
    message: str
    help: str | None = None  # What to do, where that is known
    on_key: bool = False  # Whether the key at `path` is meant rather than its value


def wrong_schema(data: object) -> str | None:
    """Return why data is no JSON Schema; None where it is one, of the draft that its `$schema` names or 2020-12."""
    if not isinstance(data, dict):
        # No more than that: it may be a file that nobody wanted to have shown.
        return "it is a list" if isinstance(data, list) else "it is a single value"
    draft = _class(data)
    # Of the keys of a mapping, jsonschema checks one after the other in the order of a set.
    checked = draft(draft.META_SCHEMA, format_checker=draft.FORMAT_CHECKER)
    error = min(checked.iter_errors(data), key=_in_order, default=None)
    if error is None:
        return None
    where = "/".join(map(str, error.absolute_path))
    return f"{error.message}" + (f", at {where}" if where else "")


def _in_order(error: "ValidationError") -> tuple[list[str], str]:
    """Return by what errors of jsonschema are sorted: their order is another one in each process."""
    return list(map(str, error.absolute_path)), error.message


def differences(args: object, schema: Mapping[str, object], prefix: Path) -> list[SchemaDifference]:
    """List everything about Args that a schema does not allow, sorted by place.

    Args:
        args: Plain data; nothing at all counts as an empty mapping.
        schema: A JSON Schema; nothing is fetched for it.
        prefix: The path of the Args, for messages.
    """
    from referencing.exceptions import Unresolvable  # noqa: PLC0415 - imported only where it is needed

    data: Any = {} if args is None else args
    try:
        errors = _validator(schema).iter_errors(data)
        found = dict.fromkeys(found for error in errors for found in _of(error, prefix))
        return sorted(found, key=lambda difference: (list(map(str, difference.path)), difference.message))
    except Unresolvable as error:
        return [
            SchemaDifference(
                (),
                f"the schema of these args refers to `{error.ref}`, which it does not contain",
                "Add it to the schema.",
            )
        ]
    except ValueError:
        what = "the schema of these args has an `$id` that is not a valid address"
        return [SchemaDifference((), what, "Correct its `$id`s.")]
    except re.error as error:
        raise InvalidPattern(f"the pattern `{error.pattern!s}` is not valid: {error.msg}") from None
    except OverflowError as error:
        raise InvalidPattern(f"a pattern is not valid: {error}") from None
    except RecursionError:
        return [SchemaDifference((), "the schema of these args refers to itself in an endless loop", "Break the loop.")]


def _validator(schema: Mapping[str, object]) -> "Validator":
    from referencing.jsonschema import EMPTY_REGISTRY  # noqa: PLC0415 - imported only where it is needed

    # A registry of its own keeps jsonschema from fetching what a schema refers to.
    validator: Validator = _class(schema)(schema, registry=EMPTY_REGISTRY)
    return validator


def _class(schema: Mapping[str, object]) -> Any:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - imported only where it is needed
    from jsonschema.validators import validator_for  # noqa: PLC0415 - imported only where it is needed

    if not isinstance(schema.get("$schema"), str):
        return Draft202012Validator
    try:
        return validator_for(schema, default=Draft202012Validator)
    except ValueError:
        # It is no address, and so that of no draft.
        return Draft202012Validator


def _of(error: "ValidationError", prefix: Path) -> Iterator[SchemaDifference]:
    path: Path = tuple(error.absolute_path)
    keyword = str(error.validator)
    if keyword in {"additionalProperties", "unevaluatedProperties"} and isinstance(error.instance, dict):
        yield from _unknown(error, path, prefix)
        return
    if keyword in {"anyOf", "oneOf"} and error.context:
        yield _of_branches(error, path, prefix)
        return
    what = name((*prefix, *path))
    found = shown(error.instance)
    explain = _EXPLANATIONS.get(keyword)
    if explain is not None:
        help_ = _meant(error.instance, error.validator_value) if keyword == "enum" else None
        yield SchemaDifference(path, f"`{what}` {explain(error.validator_value, found)}", help_)
    elif error.validator is None:
        yield SchemaDifference(path, f"`{what}`: the schema allows nothing here, found {found}")
    elif keyword == "required":
        yield SchemaDifference(path, f"`{what}` lacks {_missing(error)}", "Add it.")
    else:
        yield SchemaDifference(path, f"`{what}` is {found}, which the schema's `{keyword}` does not allow")


def _meant(found: object, allowed: object) -> str | None:
    """Return the question whether one of the values of an `enum` was meant."""
    known = [one for one in allowed if isinstance(one, str)] if isinstance(allowed, list) else []
    near = nearest(found, known) if isinstance(found, str) else None
    return None if near is None else f"Did you mean `{near}`?"


def _missing(error: "ValidationError") -> str:
    """Return the key that is missing: jsonschema reports each on its own, and names it only in its message."""
    required: Any = error.validator_value
    return next((f"`{key}`" for key in required if error.message.startswith(repr(key))), "a key")


_MOST_LISTED = 50
"""How many keys of a schema are listed."""


def _unknown(error: "ValidationError", path: Path, prefix: Path) -> Iterator[SchemaDifference]:
    schema: Any = error.schema
    known = list(schema.get("properties", ()))
    keys: Any = error.instance
    for key in _more_keys(keys, schema):
        near = nearest(key, known)
        listed = f"Known keys: {listing(known, _MOST_LISTED)}." if known else "Remove it."
        message = f"unknown field `{key}` in `{name((*prefix, *path))}`"
        yield SchemaDifference((*path, key), message, f"Did you mean `{near}`?" if near else listed, on_key=True)


def _more_keys(data: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys that a schema neither names nor has a pattern for."""
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for key in data:
        if key not in known and not any(re.search(pattern, key) for pattern in patterns):
            yield key


def _of_branches(error: "ValidationError", path: Path, prefix: Path) -> SchemaDifference:
    """Return a sentence on what none of several alternatives takes: their types, or what the nearest one lacks."""
    what = name((*prefix, *path))
    found = shown(error.instance)
    branches: Sequence[ValidationError] = error.context or ()
    here = [branch for branch in branches if branch.absolute_path == error.absolute_path]
    if len(here) == len(branches) and all(branch.validator == "type" for branch in branches):
        expected = " or ".join(dict.fromkeys(_types(one.validator_value) for one in here))
        return SchemaDifference(path, f"`{what}` must be {expected}, found {found}")
    # What fits best goes wrong deepest, and by more than its type.
    best = max(
        sorted(branches, key=_in_order), key=lambda branch: (len(branch.absolute_path), branch.validator != "type")
    )
    nearest = next(_of(best, prefix), None)
    if nearest is None:
        return SchemaDifference(path, f"`{what}` is {found}, which matches none of the alternatives in the schema")
    return nearest._replace(message=f"{nearest.message} (the closest of several alternatives)")


def _types(value: object) -> str:
    named = value if isinstance(value, list) else [value]
    return " or ".join(_TYPES.get(str(one), str(one)) for one in named)


def _listed(values: object) -> str:
    return ", ".join(f"`{one}`" for one in values) if isinstance(values, list) else str(values)


_EXPLANATIONS: dict[str, Callable[[Any, str], str]] = {
    "type": lambda value, found: f"must be {_types(value)}, found {found}",
    "enum": lambda value, found: f"is {found}; it must be one of {_listed(value)}",
    "const": lambda value, found: f"is {found}; it must be `{value}`",
    "minimum": lambda value, found: f"is {found}; it must be at least {value}",
    "maximum": lambda value, found: f"is {found}; it must be at most {value}",
    "exclusiveMinimum": lambda value, found: f"is {found}; it must be greater than {value}",
    "exclusiveMaximum": lambda value, found: f"is {found}; it must be less than {value}",
    "multipleOf": lambda value, found: f"is {found}; it must be a multiple of {value}",
    "minLength": lambda value, found: f"is {found}; it must have at least {value} characters",
    "maxLength": lambda value, found: f"is {found}; it must have at most {value} characters",
    "pattern": lambda value, found: f"is {found}; it must match the pattern `{value}`",
    "format": lambda value, found: f"is {found}; it must have the format `{value}`",
    "minItems": lambda value, _: f"must have at least {value} items",
    "maxItems": lambda value, _: f"must have at most {value} items",
    "uniqueItems": lambda _value, _found: "contains an item twice",
    "minProperties": lambda value, _: f"must have at least {value} keys",
    "maxProperties": lambda value, _: f"must have at most {value} keys",
}
"""Keyword → the message for a value that it does not allow, after the value's name."""
