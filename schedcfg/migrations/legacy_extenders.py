"""Extenders of a legacy Policy or of v1alpha2, written as v1beta1 and later read them.

Both are the same legacy type upstream (`k8s.io/kube-scheduler/config/v1/types.go`), read with Go's plain
`encoding/json`: keys match in any case, and a timeout is a number of nanoseconds. The type of v1beta1 says
`enableHTTPS`, and takes a duration.
"""

from schedcfg import models
from schedcfg.decode import fields
from schedcfg.document.path import Path
from schedcfg.golang import duration
from schedcfg.migrations.spelling import respell
from schedcfg.migrations.work import Work, items, mapping
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
        respell(work, path, shape)
        _write_duration(work, (*path, _TIMEOUT))
    if work.draft.text != before:
        message = f"extenders are as {work.target} reads them: its spelling of keys, `httpTimeout` as a duration"
        work.note(NoteKind.CHANGED, "legacy-extenders", message, _EXTENDERS)


def _write_duration(work: Work, path: Path) -> None:
    """Write a number of nanoseconds as a duration; null, which meant nothing, is no duration."""
    if not work.draft.has(path):
        return
    written = work.draft.get(path)
    if isinstance(written, int):
        work.draft.replace(path, duration.render(written))
    elif written is None:
        work.draft.remove_leaving_comments(path)


def make_legacy(work: Work) -> None:
    """Write extenders as v1alpha2 reads them: `enableHttps`, and timeouts as numbers of nanoseconds."""
    for index in range(len(items(mapping(work.draft.data).get("extenders")))):
        path = (*_EXTENDERS, index)
        if work.draft.has((*path, "enableHTTPS")):
            work.draft.rename((*path, "enableHTTPS"), "enableHttps")
        written = work.value((*path, _TIMEOUT))
        if isinstance(written, str):
            work.draft.replace((*path, _TIMEOUT), duration.parse(written))
