"""Extenders of a legacy Policy or of v1alpha2, written as v1beta1 and later read them.

Both are the same legacy type upstream (`k8s.io/kube-scheduler/config/v1/types.go`), read with Go's plain
`encoding/json`: keys match in any case, and a timeout is a number of nanoseconds. The type of v1beta1 says
`enableHTTPS`, and takes a duration.
"""

from schedcfg import models
from schedcfg.decode import fields
from schedcfg.document.path import Path
from schedcfg.migrations.work import Work, items, mapping
from schedcfg.models import duration
from schedcfg.models.base import Shape
from schedcfg.results.migration import NoteKind

_EXTENDERS: Path = ("extenders",)
_TIMEOUT = "httpTimeout"


def modernize(work: Work) -> None:
    """Spell keys as the target version spells them, and write timeouts as durations."""
    shape = fields.shape_at(models.shape_of(work.target), _EXTENDERS)
    assert shape is not None
    before = work.draft.text
    for index in range(len(items(mapping(work.draft.data).get("extenders")))):
        path = (*_EXTENDERS, index)
        _respell(work, path, shape)
        _write_duration(work, (*path, _TIMEOUT))
    if work.draft.text != before:
        message = f"extenders are as {work.target} reads them: its spelling of keys, `httpTimeout` as a duration"
        work.note(NoteKind.CHANGED, "legacy-extenders", message, _EXTENDERS)


def _respell(work: Work, path: Path, shape: type[Shape]) -> None:
    """Spell the keys of a mapping, and of those inside; of several spellings the last one counts."""
    data = work.draft.get(path)
    known = {name.lower(): name for name in fields.names(shape)}
    last = {known[key.lower()]: key for key in mapping(data) if key.lower() in known}
    for key in list(mapping(data)):
        name = known.get(key.lower())
        if name is None:
            continue
        if last[name] != key:
            work.draft.remove_leaving_comments((*path, key))
    for name, key in last.items():
        if name != key:
            work.draft.rename((*path, key), name)
        inner = fields.shape_at(shape, (name,))
        if inner is not None:
            _respell_inside(work, (*path, name), inner)


def _respell_inside(work: Work, path: Path, shape: type[Shape]) -> None:
    value = work.draft.get(path)
    paths = [(*path, index) for index in range(len(value))] if isinstance(value, list) else [path]
    for one in paths:
        _respell(work, one, shape)


def _write_duration(work: Work, path: Path) -> None:
    """Write a number of nanoseconds as a duration."""
    written = work.draft.get(path) if work.draft.has(path) else None
    if isinstance(written, int):
        work.draft.replace(path, duration.render(written))
