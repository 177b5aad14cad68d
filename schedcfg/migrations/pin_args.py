"""Args written so that a plugin runs with the same values as before."""

from collections.abc import Iterable

from schedcfg.document.path import Path, render
from schedcfg.effective.model import Configuration
from schedcfg.migrations.differences import Difference
from schedcfg.migrations.key import ARGS
from schedcfg.migrations.work import Work
from schedcfg.results.migration import NoteKind


def pin(work: Work, after: Configuration, unexplained: Iterable[Difference]) -> None:
    """Write single values that a new default would change, where the user gives the plugin Args at all."""
    for one in unexplained:
        where = _entry(one, after)
        leaf = one.key[3:]
        if where is None or one.before is None or not leaf or not _helps(work, (*where, "args"), leaf, one.before):
            continue
        message = f"`{render(leaf)}` of {one.key[2]} stays {one.before}; the default of {work.target} is {one.after}"
        work.note(NoteKind.PINNED, "default-args", message, where)
        work.draft.set((*where, "args", *leaf), one.before)


def _helps(work: Work, args: Path, leaf: Path, value: object) -> bool:
    """Tell whether a value can be written, and is not there already, unheard.

    All items that it stands in must be there: of a list that is not, one value says too little.
    """
    inside = [(*args, *leaf[: index + 1]) for index, step in enumerate(leaf) if isinstance(step, int)]
    if not all(map(work.draft.has, inside)):
        return False
    path = (*args, *leaf)
    return not work.draft.has(path) or work.draft.get(path) != value


def _entry(one: Difference, after: Configuration) -> Path | None:
    """Find the user's entry for the plugin whose Args differ."""
    if one.key[1:2] != (ARGS,):
        return None
    for profile in after.profiles:
        for entry in profile.plugin_config:
            if profile.scheduler_name == one.key[0] and entry.name == one.key[2] and "pluginConfig" in entry.path:
                return entry.path
    return None
