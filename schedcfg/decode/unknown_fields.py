"""Fields that a shape does not have: what they were meant to be, and where they belong."""

from collections.abc import Iterator

from schedcfg.decode import fields
from schedcfg.diagnostics import Act, Change, Problem, Remedy
from schedcfg.document.path import Path, render
from schedcfg.models.base import Shape

_OF_API_OBJECTS = frozenset({"metadata", "spec", "status", "data"})
"""Fields at the top of what `kubectl apply` takes."""

_NO_OBJECT = (
    "A KubeSchedulerConfiguration is a file, no object in the API server: it has no `{key}`, and neither kubectl nor "
    "kustomize can carry it. For them, put its text under `data` of a ConfigMap."
)


def unknown_field(shape: type[Shape], where: Path, prefix: Path, data: object) -> Problem:
    """Report a field that a shape does not have, with the one that was probably meant.

    Args:
        shape: What was read into.
        where: The field's path in it.
        prefix: The path of what was read.
        data: What was read, plain.
    """
    key = str(where[-1])
    path = (*prefix, *where)
    known = list(fields.names_at(shape, where[:-1]))
    remedy = None
    empty = next(_empty_above(shape, where, data), None)
    meant = fields.meant(key, known)
    if empty is not None:
        hint = f"Indent it below `{empty}:`, which has nothing in it as it stands."
    elif meant is not None:
        same = meant.lower() == key.lower()
        hint = f"Write `{meant}`: field names are case-sensitive." if same else f"Did you mean `{meant}`?"
        remedy = Remedy(f"Write `{meant}`", (Change(Act.RENAME, path, meant),), is_safe=False)
    elif len(path) == 1 and key in _OF_API_OBJECTS:
        hint = _NO_OBJECT.format(key=key)
    else:
        hint = _home(shape, key, prefix) or f"Known here: {', '.join(known)}."
    return Problem("unknown-field", path, unknown(path), hint, on_key=True, remedy=remedy)


def unknown(path: Path) -> str:
    """Begin the message about an unknown field: upstream may name it alone, so its parent is named here."""
    *parents, key = path
    return f"unknown field `{key}`" + (f" in `{render(tuple(parents))}`" if parents else "")


def _home(shape: type[Shape], key: str, prefix: Path) -> str | None:
    """Say where in the shape a field of this name belongs; None where it has none."""
    home = next(iter(fields.homes(shape, key)), None)
    if home is None:
        return None
    if len((*prefix, *home)) == 1:
        return f"`{key}` belongs at the top level: move it to the left."
    return f"`{key}` belongs at `{render((*prefix, *home))}`."


def _empty_above(shape: type[Shape], where: Path, data: object) -> Iterator[str]:
    """Yield empty sections above a field that have such a field, the nearest first: it lost its indentation."""
    siblings = _at(data, where[:-1])
    key = str(where[-1])
    if not isinstance(siblings, dict) or key not in siblings:
        return
    above = list(siblings)[: list(siblings).index(key)]
    for name in reversed(above):
        if siblings[name] is None and key in fields.names_at(shape, (*where[:-1], name)):
            yield name


def _at(data: object, path: Path) -> object:
    for step in path:
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data
