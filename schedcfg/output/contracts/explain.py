"""What `schedcfg explain --output json` writes."""

from schedcfg.output.contracts.findings import findings
from schedcfg.output.contracts.parts import Schema, anything, document, listed, maybe, struct, text, whole
from schedcfg.output.contracts.rules import rule
from schedcfg.output.contracts.shelves import field, plugin

_BELOW = {"$ref": "#/$defs/subfields"}


def contract() -> Schema:
    """Describe it: `kind` tells what was explained, and what is told of it."""
    made = document(
        "explain",
        "What a field, an extension point, a plugin or a rule is.",
        {
            "kind": {"description": "What was explained, or the places that share the name.", "type": "string"},
            "kubernetes": maybe(text("The release that was asked for; null: all known ones.")),
        },
    )
    bodies = {"field": _field(), "plugin": _plugin(), "rule": _rule(), "homes": _homes()}
    choice = [{"if": {"properties": {"kind": {"const": kind}}}, "then": body} for kind, body in bodies.items()]
    return {**made, "allOf": choice, "$defs": {"subfields": _subfields()}}


def _field() -> Schema:
    runs = struct("A plugin.", {"name": text("Its name."), "weight": whole("0 where weights mean nothing.")})
    point = struct(
        "The plugins of an extension point.",
        {
            "kubernetes": text("The release in which they run."),
            "default": listed(runs, "Those that run by default, in order."),
            "others": listed(text("A name."), "Others that could be enabled."),
        },
    )
    return struct(
        "One field.",
        {
            "apiVersion": text("The API version in which it is explained, short."),
            "path": text("From the top, without indices."),
            **field(),
            "also": listed(text("A path."), "Other fields of the same name."),
            "extensionPoint": maybe(point),
            "fields": _BELOW,
            "example": _example(),
        },
    )


def _plugin() -> Schema:
    return struct(
        "One plugin.",
        {
            "apiVersion": maybe(text("The API version of the example, short.")),
            "plugin": plugin(),
            "fields": _BELOW,
            "example": _example(),
        },
    )


def _rule() -> Schema:
    file = {"file": text("The file of the example.")}
    return struct("One rule.", {"rule": rule(), "findings": findings("What it finds in its bad example.", file)})


def _homes() -> Schema:
    place = struct("A field.", {"path": text("Its path."), "type": text("Its type."), "description": text("Meaning.")})
    return struct(
        "A name that several fields have.",
        {
            "apiVersion": text("The API version in which they are, short."),
            "name": text("As it was asked for."),
            "places": listed(place, "The fields."),
        },
    )


def _example() -> Schema:
    return maybe({**anything("A small document; null where there is none."), "type": "object"})


def _subfields() -> Schema:
    fields = {"name": text("Its name."), "type": text("Its type."), "description": text("Its meaning.")}
    return listed(struct("A field.", {**fields, "fields": _BELOW}), "What is below it, as deep as was asked for.")
