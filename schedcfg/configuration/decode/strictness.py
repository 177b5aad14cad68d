"""Old decoders, which skip unknown fields.

1.18 reads plugin Args and the legacy extenders with Go's plain `encoding/json`, to which keys match in any case;
its fallback for v1alpha1 is apimachinery's own lenient decoder, to which they do not.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from schedcfg.configuration.decode import fields
from schedcfg.configuration.decode.unknown_fields import unknown_field
from schedcfg.document.golang.text import fold_name
from schedcfg.document.span import Path, render
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.models.base import Shape
from schedcfg.releases.release import Release


def as_upstream(problems: Iterable[Problem], root: Path, release: Release) -> list[Problem]:
    """Return unknown fields with the path that upstream names; where they are becomes their `place`.

    Args:
        problems: What was found below `root`; those that are no unknown fields stay as they are.
        root: The path of what the decoder read: `()`, the document, or a plugin's `args`, which upstream decodes
            on their own (`decodeNestedObjects` in `kube-scheduler/config/*/types.go`) and names fields from.
        release: By whose rules.
    """
    if release.decodes_with_json_iterator:
        return list(problems)
    return [
        problem._replace(path=(_name(problem.path[len(root) :], release),), place=problem.path)
        if problem.rule == "unknown-field"
        else problem
        for problem in problems
    ]


def _name(path: Path, release: Release) -> str:
    """Return the name of a field as it is written: unlike in other paths, an odd key gets no brackets."""
    *parents, key = path
    if not parents or not release.names_paths_of_unknown_fields:
        return str(key)
    return f"{render(tuple(parents))}.{key}"


Spelling = Callable[[str, dict[str, str]], str | None]
"""Which field a key means: the key, and the known names by their lower-case forms; None where it means none."""


def known_only(data: object, shape: type[Shape]) -> object:
    """Copy data without the keys that the shape does not know."""
    return _known(data, shape, lambda key, known: key if known.get(key.lower()) == key else None)


def known_in_any_case(data: object, shape: type[Shape]) -> object:
    """Copy data with each key spelled as the shape spells it, without the keys that it does not know."""
    return _known(data, shape, lambda key, known: known.get(fold_name(key)))


def _known(data: object, shape: type[Shape], meant: Spelling) -> object:
    if isinstance(data, list):
        return [_known(item, shape, meant) for item in data]
    if not isinstance(data, dict):
        return data
    known = {name.lower(): name for name in fields.names(shape)}
    result: dict[str, object] = {}
    for key, value in data.items():
        name = meant(str(key), known)
        if name is None:
            continue
        inner = fields.shape_at(shape, (name,))
        result[name] = value if inner is None else _known(value, inner, meant)
    return result


def legacy_extenders(data: Any, shape: type[Shape]) -> Any:
    """Apply `known_in_any_case` to the extenders of a document, where its shape has them read leniently."""
    extender = fields.shape_at(shape, ("extenders",))
    if extender is None or not extender.lenient or not isinstance(data.get("extenders"), list):
        return data
    return {**data, "extenders": known_in_any_case(data["extenders"], extender)}


def passed_over(data: Any, shape: type[Shape]) -> Iterator[Problem]:
    """Yield advice about the fields of legacy extenders that nothing reads: the scheduler does not report them."""
    extender = fields.shape_at(shape, ("extenders",))
    if extender is None or not extender.lenient or not isinstance(data, dict):
        return
    for problem in _unread(data.get("extenders"), extender, ("extenders",)):
        yield problem._replace(
            message=f"{problem.message}: kube-scheduler silently ignores it",
            finding_class=FindingClass.ADVISED,
            severity=Severity.WARNING,
        )


def _unread(data: object, shape: type[Shape], path: Path) -> Iterator[Problem]:
    if isinstance(data, list):
        for index, item in enumerate(data):
            yield from _unread(item, shape, (*path, index))
    elif isinstance(data, dict):
        known = {name.lower(): name for name in fields.names(shape)}
        for key, value in data.items():
            name = known.get(fold_name(key))
            inner = None if name is None else fields.shape_at(shape, (name,))
            if name is None:
                yield unknown_field(shape, (key,), path, data)
            elif inner is not None:
                yield from _unread(value, inner, (*path, key))
