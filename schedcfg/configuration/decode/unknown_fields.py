"""What is reported about a field that is not there: what was meant, where it belongs, or which release has it.

Old decoders skip unknown fields. 1.18 reads plugin Args and the legacy extenders with Go's plain `encoding/json`, to
which keys match in any case; its fallback for v1alpha1 is apimachinery's own lenient decoder, to which they do not.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from schedcfg import releases
from schedcfg.cards import RuleCard, v1_configuration
from schedcfg.configuration.decode import fields
from schedcfg.configuration.decode.fields import (
    Gap,
    Reader,
    gap_on_the_way,
    is_list_at,
    name_of,
    names_at,
    not_there,
    places_of,
    sections_with,
)
from schedcfg.document.golang.text import fold_name
from schedcfg.document.span import Path, follow, render
from schedcfg.document.texts import listing
from schedcfg.findings import Act, FindingClass, Problem, Remedy, RemedyChange, Severity
from schedcfg.models.base import Shape
from schedcfg.releases.release import Release
from schedcfg.spelling import nearest

_SEVERAL = 2
_SHORTEST = 4
_SHORTEST_KNOWN = 8
"""Letters of a name by which another one that is longer can be recognized."""

_MOST_NAMED = 5

_OF_API_OBJECTS = frozenset({"metadata", "spec", "status", "data"})
"""Fields at the top of what `kubectl apply` takes."""

_TOP_LEVEL = "`{key}` belongs at the top level: remove its indentation."
_TOP_LEVEL_IN_JSON = "`{key}` belongs at the top level: move it out of what is around it."

_NO_OBJECT = (
    "A KubeSchedulerConfiguration is a file, not an object in the API server: it has no `{key}`, and neither kubectl "
    "nor kustomize can process it. For them, put its text under `data` of a ConfigMap."
)


def unknown_field(shape: type[Shape], where: Path, prefix: Path, data: object) -> Problem:
    """Report a field that a shape does not have, with the one that was probably meant.

    Args:
        shape: What was read into.
        where: The field's path in it.
        prefix: The path of what was read.
        data: What was read, plain.
    """
    path = (*prefix, *where)
    empty = next(_empty_above(shape, where, data), None)
    hint, remedy = _nearest(shape, where, path, data)
    key = str(where[-1])
    if remedy is not None and not _is_other_case(key, remedy) and _place_hint(shape, key, prefix) is not None:
        # A field of exactly this name is elsewhere: it is in the wrong place, and no misspelling.
        hint, remedy = None, None
    if empty is not None:
        hint, remedy = f"Indent it below `{empty}:`, which is empty.", None
    hint = hint or _between(shape, where, path) or _elsewhere(shape, key, path, prefix) or _flag(key)
    known = ", ".join(names_at(shape, where[:-1]))
    in_json = {
        _TOP_LEVEL.format(key=key): _TOP_LEVEL_IN_JSON.format(key=key),
        f"Indent it below `{empty}:`, which is empty.": f"Write it into `{empty}`, which is null.",
    }
    named = _named_by_key(shape, where, data) if hint is None else None
    if named is not None:
        hint = f"Write {' and '.join(f'`{field}: {value}`' for field, value in named.items())}."
        in_json[hint] = f"Write `{json.dumps(named)}`."
    return Problem(
        "unknown-field",
        path,
        unknown(path),
        hint or f"Known fields: {known}.",
        on_key=True,
        remedy=remedy,
        help_in_json=in_json.get(hint or ""),
    )


def _named_by_key(shape: type[Shape], where: Path, data: object) -> dict[str, object] | None:
    """Return the entry that is meant by one with its name as a key: `cpu: 1` is one with a name and a weight."""
    entry, value = follow(data, where[:-1]), follow(data, where)
    if set(names_at(shape, where[:-1])) != {"name", "weight"} or not isinstance(entry, dict) or entry.get("name"):
        return None
    weight = value.get("weight") if isinstance(value, dict) and value.keys() == {"weight"} else value
    meant: dict[str, object] = {"name": where[-1]}
    if weight is None:
        return meant
    is_weight = isinstance(weight, int) and not isinstance(weight, bool) and "weight" not in entry
    return {**meant, "weight": weight} if is_weight else None


def _is_other_case(key: str, remedy: Remedy) -> bool:
    """Return whether a misspelled key differs in upper and lower case only."""
    return key.lower() == str(remedy.changes[0].value).lower()


def _nearest(shape: type[Shape], where: Path, path: Path, data: object) -> tuple[str | None, Remedy | None]:
    """Return what to do about a misspelled key: write the right one, unless that is there as well."""
    key = str(where[-1])
    near = nearest(key, names_at(shape, where[:-1])) or _longer_or_shorter(key, names_at(shape, where[:-1]))
    if near is None:
        return None, None
    siblings = follow(data, where[:-1])
    if isinstance(siblings, dict) and siblings.get(near) is not None:
        return f"`{near}` is also set, to another value: keep one of them, under that name.", None
    same = near.lower() == key.lower()
    hint = f"Write `{near}`: field names are case-sensitive." if same else f"Did you mean `{near}`?"
    return hint, Remedy(f"Write `{near}`", (RemedyChange(Act.RENAME, path, near),), unsafe="what was meant is a guess")


def _longer_or_shorter(key: str, known: Iterable[str]) -> str | None:
    """Return the one field whose name ends as the key does, or the key as that: `name` is `schedulerName` here."""
    folded = key.lower()
    longer = [name for name in known if len(key) >= _SHORTEST and name.lower().endswith(folded)]
    shorter = [name for name in known if len(name) >= _SHORTEST_KNOWN and folded.endswith(name.lower())]
    found = longer or shorter
    return found[0] if len(found) == 1 else None


def _flag(key: str) -> str | None:
    """Return what to do about a field that is a flag of the command: `featureGates` is `--feature-gates`."""
    name = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in key)
    if not releases.having_flag(name):
        return None
    return f"Remove it: this is the flag `--{name}` of the command line, and no field of the file."


def _between(shape: type[Shape], where: Path, path: Path) -> str | None:
    """Return what to do about a field that belongs one level deeper, where several sections there have it."""
    key, known = str(where[-1]), names_at(shape, where[:-1])
    sections = [name for name in sections_with(shape, where) if not is_list_at(known[name])]
    if len(sections) < _SEVERAL:
        return None
    above = name_of(path[:-1])
    listed = ", ".join(f"`{name}`" for name in sections)
    example = "score" if "score" in sections else sections[0]
    return (
        f"A level is missing between `{above}` and `{key}`: write `{example}:`, or another of {listed}, and `{key}` "
        "below it."
    )


def _elsewhere(shape: type[Shape], key: str, path: Path, prefix: Path) -> str | None:
    if len(path) == 1 and key in _OF_API_OBJECTS:
        return _NO_OBJECT.format(key=key)
    return _place_hint(shape, key, prefix)


def unknown(path: Path) -> str:
    """Return the beginning of the message about an unknown field, with its parent: upstream may name the field only."""
    *parents, key = path
    return f"unknown field `{key}`" + (f" in `{render(tuple(parents))}`" if parents else "")


def _place_hint(shape: type[Shape], key: str, prefix: Path) -> str | None:
    """Return where in the shape a field of this name belongs; None where it has none."""
    places = sorted(places_of(shape, key), key=len)
    if not places or (len(places) > 1 and len(places[0]) == len(places[1])):
        return None
    belongs = places[0]
    if len((*prefix, *belongs)) == 1:
        return _TOP_LEVEL.format(key=key)
    return f"`{key}` belongs at `{render((*prefix, *belongs))}`."


def place_for(shape: type[Shape], data: object, where: Path) -> Path | None:
    """Return the place where a misplaced field belongs; None where that is not certain, or something is there.

    Args:
        shape: What the data should be.
        data: Plain data.
        where: The field's path in it.
    """
    key = str(where[-1])
    empty = next(_empty_above(shape, where, data), None)
    if empty is not None:
        return (*where[:-1], empty, key)
    places = places_of(shape, key)
    if len(places) != 1:
        return None
    parent = follow(data, places[0][:-1])
    is_one = all(_is_only(data, places[0][:index]) for index, step in enumerate(places[0]) if step == 0)
    return places[0] if is_one and isinstance(parent, dict) and key not in parent else None


def _is_only(data: object, path: Path) -> bool:
    items = follow(data, path)
    return isinstance(items, list) and len(items) == 1


def _empty_above(shape: type[Shape], where: Path, data: object) -> Iterator[str]:
    """Yield empty sections above a field that have such a field, the nearest first: it lost its indentation."""
    siblings = follow(data, where[:-1])
    key = str(where[-1])
    if not isinstance(siblings, dict) or key not in siblings:
        return
    fitting = {name for name in sections_with(shape, where) if name in siblings and siblings[name] is None}
    if fitting:
        above = list(siblings)[: list(siblings).index(key)]
        yield from (name for name in reversed(above) if name in fitting)


def with_unavailable_fields(
    shape: type[Shape], written: Shape | None, problems: Iterable[Problem], reader: Reader, prefix: Path
) -> list[Problem]:
    """Report the fields that this reader does not have, in place of what was found wrong within them.

    Args:
        shape: What was read into.
        written: What could be read; None where nothing could.
        problems: What the reading found.
        reader: The reader.
        prefix: The path of what was read.
    """
    kept: list[Problem] = []
    found: dict[Path, Gap] = {}
    for problem in problems:
        where, gap = gap_on_the_way(shape, problem.path[len(prefix) :], reader)
        if gap is None:
            kept.append(problem)
        else:
            found[where] = gap
    if written is not None:
        found.update(not_there(written, reader))
    return kept + [_unknown((*prefix, *where), gap, reader) for where, gap in found.items()]


def _unknown(path: Path, gap: Gap, reader: Reader) -> Problem:
    return Problem(
        "unknown-field",
        path,
        f"{unknown(path)}: {reader.name} does not have it; {gap.reason}",
        gap.help,
        on_key=True,
    )


CARDS = (
    RuleCard(
        id="unknown-field",
        finding_class=FindingClass.REFUSED,
        severity=Severity.WARNING,
        title="The field does not exist here",
        why="Decoding is strict: a misspelled or misplaced field, or one of another API version, stops the "
        "scheduler. Only 1.18 ignores it, in v1alpha1.",
        source="sigs.k8s.io/json, UnmarshalStrict; cmd/kube-scheduler/app/options/configfile.go, loadConfig",
        bad=v1_configuration("""\
leaderElection:
  leaderElect: true
  leaseDurationSeconds: 15
"""),
        good=v1_configuration("""\
leaderElection:
  leaderElect: true
  leaseDuration: 15s
"""),
        depends=True,
    ),
)


_OF_EVERY_OBJECT = frozenset({"apiVersion", "kind"})
"""Fields by which an object is recognized below the top level: no section has both."""


def with_objects_once(problems: Iterable[Problem], data: object, shape: type[Shape]) -> list[Problem]:
    """Return problems with the unknown fields of an object that was pasted into a section as one.

    Args:
        problems: What was found in a document; paths are those of its text.
        data: The document's data.
        shape: What it was read into.
    """
    every = list(problems)
    fields_of: dict[Path, list[Problem]] = {}
    for problem in every:
        if problem.rule == "unknown-field" and len(problem.path) > 1 and _may_be_of_object(problem, shape):
            fields_of.setdefault(problem.path[:-1], []).append(problem)
    objects = {
        section: found for section, found in fields_of.items() if {one.path[-1] for one in found} >= _OF_EVERY_OBJECT
    }
    merged = {found[0].path: _pasted(found, follow(data, (*section, "kind"))) for section, found in objects.items()}
    left_out = {one.path for found in objects.values() for one in found} - merged.keys()
    return [merged.get(problem.path, problem) for problem in every if problem.path not in left_out]


def _may_be_of_object(problem: Problem, shape: type[Shape]) -> bool:
    """Return whether an unknown field may be one of an object: no misspelling, and none of another section."""
    places = places_of(shape, str(problem.path[-1]))
    return problem.remedy is None and (not places or any(len(place) == 1 for place in places))


def _pasted(found: list[Problem], kind: object) -> Problem:
    """Return the fields of an object as one problem, at the first of them."""
    first, *others = found
    name = kind if isinstance(kind, str) and kind else "other object"
    rest = listing([f"`{one.path[-1]}`" for one in others], _MOST_NAMED)
    return first._replace(
        message=f"{unknown(first.path)}: a whole {name} begins there, with {rest}",
        help=f"Remove the {name}, or put it into a file of its own.",
        help_in_json=None,
    )


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
