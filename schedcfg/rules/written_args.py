"""The Args of published plugins as they were written, beside what they are completed to."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.effective.model import ArgsEntry
from schedcfg.models.base import Shape
from schedcfg.rules.rule import Subject


class Written(NamedTuple):
    """One value.

    Attributes:
        path: Where it stands in the document.
        value: What was written.
        counts: What counts instead, or the same; None where nothing does.
    """

    path: Path
    value: object
    counts: object

    @property
    def name(self) -> str:
        """What messages call it."""
        return next(str(step) for step in reversed(self.path) if isinstance(step, str))


def entries(subject: Subject) -> Iterator[ArgsEntry]:
    """Yield the entries for plugins of a chosen catalogue that could be read."""
    for profile in subject.configuration.profiles:
        for entry in profile.plugin_config:
            if entry.kind is not None and entry.kind.catalogue is not None and entry.written is not None:
                yield entry


def changed(entry: ArgsEntry, subject: Subject) -> Iterator[Written]:
    """Yield each written value of which defaulting makes something else; what is refused makes nothing."""
    if entry.kind is not None and entry.written is not None:
        completed = entry.kind.complete(entry.written, subject.configuration.context)
        refused = unreadable(entry, subject)
        for one in _changed(entry.written, completed, (*entry.path, "args")):
            if not any(one.path[: len(path)] == path for path in refused):
                yield one


def unreadable(entry: ArgsEntry, subject: Subject) -> set[Path]:
    """Return the places at which decoding refuses the Args, as at a field that the release does not have."""
    decoded = subject.decoded.args.get(entry.path)
    problems = () if decoded is None else (*decoded.problems, *decoded.when_built)
    return {problem.path if problem.place is None else problem.place for problem in problems}


def _changed(written: object, completed: object, path: Path) -> Iterator[Written]:
    if written is None or written == completed:
        return
    if isinstance(written, Shape) and isinstance(completed, Shape):
        for attribute, field in type(written).model_fields.items():
            here = (*path, field.alias or attribute)
            yield from _changed(getattr(written, attribute), getattr(completed, attribute), here)
    elif isinstance(written, list) and isinstance(completed, list) and len(written) == len(completed):
        for index, pair in enumerate(zip(written, completed, strict=True)):
            yield from _changed(*pair, (*path, index))
    elif isinstance(written, dict) and isinstance(completed, dict) and written.keys() == completed.keys():
        for key, value in written.items():
            yield from _changed(value, completed[key], (*path, key))
    else:
        yield Written(path, written, completed)
