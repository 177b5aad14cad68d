"""Keys that an old reader takes in any case, spelled as the strict ones know them."""

from schedcfg.decode import fields
from schedcfg.document.path import Path
from schedcfg.golang.text import fold_name
from schedcfg.migrations.work import Work, mapping
from schedcfg.models.base import Shape


def respell(work: Work, path: Path, shape: type[Shape]) -> None:
    """Spell the keys of a mapping, and of those inside; of several spellings the last one counts.

    Upstream: `encoding/json` sets a field each time that a key means it.
    """
    data = mapping(work.draft.get(path))
    known = {name.lower(): name for name in fields.names(shape)}
    last = {known[fold_name(key)]: key for key in data if fold_name(key) in known}
    for key in data:
        name = known.get(fold_name(key))
        if name is not None and last[name] != key:
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
        respell(work, one, shape)
