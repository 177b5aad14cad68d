"""The fields of shapes: which there are, since when, and which one was meant by a misspelt name."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, get_args, get_origin

from pydantic.fields import FieldInfo

from schedcfg.document.path import Path, render
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.models.base import Only, Shape, Since, Until, shape_in
from schedcfg.plugins.plugin import ArgsKind, minor, own_release
from schedcfg.releases.release import Release
from schedcfg.rule_card import RuleCard


class Gap(NamedTuple):
    """Why a field is not there.

    Attributes:
        reason: Who has it instead, as a sentence's end.
        help: What to do.
    """

    reason: str
    help: str


class Reader(NamedTuple):
    """The code that reads.

    Attributes:
        api_version: The API version that is read, short.
        number: The minor of the release whose code it is.
        program: The catalog that the code is from; None: Kubernetes.
    """

    api_version: str
    number: int
    program: str | None = None

    def gap(self, field: FieldInfo) -> Gap | None:
        """Return why a field is not there; None where it is."""
        for mark in field.metadata:
            if isinstance(mark, Since) and minor(mark.release) > self.number:
                first = self._release(minor(mark.release))
                return Gap(f"it is known from {first} on", f"Remove it, or run {self._runs} {first} or later.")
            if isinstance(mark, Until) and minor(mark.release) < self.number:
                return Gap(f"{self._release(minor(mark.release))} was the last that had it", "Remove it.")
            if isinstance(mark, Only) and self.api_version not in mark.api_versions:
                return Gap(f"it belongs to {' and '.join(mark.api_versions)}", "Remove it.")
        return None

    @property
    def name(self) -> str:
        """The code as messages name it: `Kubernetes 1.29`, `v1 of scheduler-plugins 0.29`."""
        if self.program is None:
            return f"Kubernetes {self._release(self.number)}"
        return f"{self.api_version} of {self.program} {self._release(self.number)}"

    @property
    def _runs(self) -> str:
        return self.program or "kube-scheduler"

    def _release(self, number: int) -> str:
        return f"1.{number}" if self.program is None else own_release(number)


def of_args(kind: ArgsKind, api_version: str, release: Release) -> Reader:
    """Return whose code reads a plugin's Args."""
    return Reader(api_version, kind.release(release).number, kind.catalog)


_DEEPEST = len(("profiles", 0, "plugins", "score", "enabled", 0, "name"))
"""No field of a configuration is deeper."""


@lru_cache(maxsize=256)
def names(shape: type[Shape]) -> dict[str, FieldInfo]:
    """Map each field's name in files to its definition in the shape."""
    return {info.alias or name: info for name, info in shape.model_fields.items()}


@lru_cache(maxsize=1024)
def _inner(shape: type[Shape], name: str) -> type[Shape] | None:
    info = names(shape).get(name)
    return None if info is None else shape_in(info.annotation)


@lru_cache(maxsize=1024)
def _is_map(shape: type[Shape], name: str) -> bool:
    """Return whether the keys below a field are free, so that they are no fields themselves."""
    info = names(shape).get(name)
    return info is not None and any(get_origin(part) is dict for part in (info.annotation, *get_args(info.annotation)))


def shape_at(shape: type[Shape], path: Path) -> type[Shape] | None:
    """Return the shape of the mapping at a path, or None where the path leaves what is typed."""
    current: type[Shape] | None = shape
    is_key = False
    for step in path:
        if current is None:
            return None
        if is_key:
            is_key = False
        elif isinstance(step, str):
            is_key = _is_map(current, step)
            current = _inner(current, step)
    return current


def names_at(shape: type[Shape], path: Path) -> dict[str, FieldInfo]:
    """Map the field names of the mapping at a path, as `names` does; empty where the path leaves what is typed."""
    parent = shape_at(shape, path)
    return {} if parent is None else names(parent)


def since(info: FieldInfo) -> str | None:
    """Return the first release that knows a field, or None where every release of its version does."""
    return next((mark.release for mark in info.metadata if isinstance(mark, Since)), None)


@lru_cache(maxsize=1024)
def _gaps(shape: type[Shape], reader: Reader) -> dict[str, Gap]:
    """Map the fields of one shape that a reader does not have to the reason."""
    return {name: gap for name, info in names(shape).items() if (gap := reader.gap(info)) is not None}


@lru_cache(maxsize=1024)
def _leads_to_gap(shape: type[Shape], reader: Reader) -> bool:
    inner = (_inner(shape, name) for name in names(shape))
    return bool(_gaps(shape, reader)) or any(
        part is not None and part is not shape and _leads_to_gap(part, reader) for part in inner
    )


def not_there(model: Shape, reader: Reader, path: Path = ()) -> Iterator[tuple[Path, Gap]]:
    """Yield the written fields that a reader does not have, each with the reason."""
    shape = type(model)
    if not _leads_to_gap(shape, reader):
        return
    gaps = _gaps(shape, reader)
    for attribute, field in shape.model_fields.items():
        name = field.alias or attribute
        if attribute not in model.model_fields_set:
            continue
        if name in gaps:
            yield (*path, name), gaps[name]
        else:
            yield from _in_value(getattr(model, attribute), reader, (*path, name))


def gap_on_the_way(shape: type[Shape], path: Path, reader: Reader) -> tuple[Path, Gap | None]:
    """Return the first field on a path that a reader does not have, and the reason.

    Returns:
        The path of that field; or the whole path and None, where the reader has the whole path.
    """
    current: type[Shape] | None = shape
    for index, step in enumerate(path):
        if current is None:
            break
        if isinstance(step, str):
            gap = _gaps(current, reader).get(step)
            if gap is not None:
                return path[: index + 1], gap
            current = _inner(current, step)
    return path, None


def _in_value(value: object, reader: Reader, path: Path) -> Iterator[tuple[Path, Gap]]:
    if isinstance(value, Shape):
        yield from not_there(value, reader, path)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, Shape):
                yield from not_there(item, reader, (*path, index))


def meant(name: str, known: list[str]) -> str | None:
    """Return the known name that a wrong one was probably meant to be: other case, or one or two letters off."""
    folded = name.lower()
    for candidate in known:
        if candidate.lower() == folded:
            return candidate
    import difflib  # noqa: PLC0415 - only mistakes need it

    close = difflib.get_close_matches(folded, [item.lower() for item in known], n=1, cutoff=0.75)
    return next((item for item in known if close and item.lower() == close[0]), None)


def name_of(path: Path) -> str:
    """Return a short name of a place: the last key, with the index behind it if there is one."""
    last = next((index for index in range(len(path) - 1, -1, -1) if isinstance(path[index], str)), 0)
    return render(path[last:]) or "the document"


def places_of(shape: type[Shape], name: str, path: Path = ()) -> Iterator[Path]:
    """Yield every place below a shape that has a field of this name; `0` stands for a list index."""
    for field, info in names(shape).items():
        if field == name:
            yield (*path, field)
        inner = shape_in(info.annotation)
        if inner is not None and len(path) < _DEEPEST:
            index: Path = (0,) if is_list(info.annotation) else ()
            yield from places_of(inner, name, (*path, field, *index))


def is_list(annotation: Any) -> bool:
    """Return whether an annotation is that of a list."""
    return get_origin(annotation) is list or any(is_list(part) for part in get_args(annotation))


def unknown(path: Path) -> str:
    """Return the beginning of the message about an unknown field, with its parent: upstream may name the field only."""
    *parents, key = path
    return f"unknown field `{key}`" + (f" in `{render(tuple(parents))}`" if parents else "")


def value_at(data: object, path: Path) -> object:
    """Return the value at a path of plain data; None where there is none."""
    for step in path:
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data


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
        why="Decoding is strict: a misspelt or misplaced field, or one of another API version, stops the scheduler. "
        "Only 1.18 passes over it, in v1alpha1.",
        source="sigs.k8s.io/json, UnmarshalStrict; cmd/kube-scheduler/app/options/configfile.go, loadConfig",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
  leaseDurationSeconds: 15
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
  leaseDuration: 15s
""",
        depends=True,
    ),
)
