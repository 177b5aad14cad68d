"""Which files differ between a commit and the working tree; one that was renamed is compared with what it was."""

import os
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from schedcfg import limits
from schedcfg.external.git.git import Repository, blob_name

_SIMILAR = 0.5
"""From where on a file that came is one that went; the same as git's own."""
_MOST_COMPARED = 2000
"""Pairs of files that came and went: with more, only equal ones are found."""


class ChangedFile(NamedTuple):
    """A file that differs.

    Attributes:
        path: Where it is now, or was; from the working directory.
        before: Its content in the commit; None where it is new.
        after: Its content now; None where it is gone.
        old_path: Where it was, if that was elsewhere; empty otherwise.
    """

    path: str
    before: bytes | None
    after: bytes | None
    old_path: str = ""


class ComparedFiles(NamedTuple):
    """The files of a repository, or of a part of it, as they were and as they are.

    Attributes:
        changed: Those that differ, in order of their paths.
        unchanged: The paths of the others, from the working directory.
    """

    changed: list[ChangedFile]
    unchanged: list[str]


def compared_files(
    revision: str, paths: Sequence[str], is_wanted: Callable[[str], bool], may_hold: Callable[[bytes], bool]
) -> ComparedFiles:
    """Compare files with the commit where the work on a revision began.

    Args:
        revision: A branch, a tag or a commit.
        paths: Files and folders to look at; none: the whole repository.
        is_wanted: Whether a name is looked at.
        may_hold: Whether it is worth knowing where a file with this content was before it moved.

    Raises:
        UnreadableInput: if there is no repository, or no such commit.
    """
    repository = Repository.around(_folder(paths[0]) if paths else os.curdir)
    inside = _Inside(Path(repository.root).resolve(), [Path(path).resolve() for path in paths])
    wanted = (one for one in repository.files(repository.base(revision)) if is_wanted(one.path))
    old = {one.path: one for one in wanted if one.size <= limits.FILE.value and inside.has(one.path)}
    new = {
        path: content
        for path in repository.working_files()
        if is_wanted(path) and inside.has(path)
        for content in [_content(inside.root, path)]
        if content is not None
    }
    differing = [one for path, one in old.items() if path not in new or blob_name(new[path], one.blob) != one.blob]
    contents = repository.contents(one.blob for one in differing)
    before = {one.path: contents[one.blob] for one in differing if one.blob in contents}
    after = {path: new[path] for path in new if path in before or path not in old}
    unchanged = [inside.shown(path) for path in new if path not in after]
    found = [*_kept(before, after), *_moved(before, after, may_hold)]
    shown = (one._replace(path=inside.shown(one.path), old_path=inside.shown(one.old_path)) for one in found)
    return ComparedFiles(sorted(shown, key=lambda one: one.path), sorted(unchanged))


class _Inside(NamedTuple):
    """The part of a repository that is looked at."""

    root: Path
    paths: list[Path]

    def has(self, path: str) -> bool:
        """Return whether a path, from the top, is in that part."""
        full = self.root / path
        return not self.paths or any(full.is_relative_to(one) for one in self.paths)

    def shown(self, path: str) -> str:
        """Return a path from the working directory."""
        return os.path.relpath(self.root / path, Path.cwd()) if path else ""


def _folder(path: str) -> str:
    """Return the nearest folder of a path that exists: a file may be gone."""
    full = Path(path).absolute()
    return str(next(one for one in (full, *full.parents) if one.is_dir()))


def _content(root: Path, path: str) -> bytes | None:
    full = root / path
    try:
        return full.read_bytes() if full.stat().st_size <= limits.FILE.value else None
    except OSError:
        return None


def _kept(before: dict[str, bytes], after: dict[str, bytes]) -> Iterator[ChangedFile]:
    """Yield the files that are still where they were; other line ends make no difference."""
    for path in [path for path in before if path in after]:
        one, other = before.pop(path), after.pop(path)
        if one.replace(b"\r\n", b"\n") != other.replace(b"\r\n", b"\n"):
            yield ChangedFile(path, one, other)


def _moved(
    before: dict[str, bytes], after: dict[str, bytes], may_hold: Callable[[bytes], bool]
) -> Iterator[ChangedFile]:
    """Yield the files that came, went, or moved: a file that came is the most similar of those that went."""
    went = {path: content for path, content in before.items() if may_hold(content)}
    came = {path: content for path, content in after.items() if may_hold(content)}
    for _, old, new in sorted(_similar(went, came), reverse=True):
        if old in went and new in came:
            yield ChangedFile(new, went.pop(old), came.pop(new), old)
            del before[old], after[new]
    yield from (ChangedFile(path, None, content) for path, content in after.items())
    yield from (ChangedFile(path, content, None) for path, content in before.items())


def _similar(went: dict[str, bytes], came: dict[str, bytes]) -> Iterator[tuple[float, str, str]]:
    is_small = len(went) * len(came) <= _MOST_COMPARED
    for old, one in went.items():
        for new, other in came.items():
            ratio = 1.0 if one == other else _ratio(one.splitlines(), other.splitlines()) if is_small else 0.0
            if ratio >= _SIMILAR:
                # Of equal ones, that with the same name.
                yield ratio + (PurePosixPath(old).name == PurePosixPath(new).name), old, new


_LONG = 2000
"""Lines; where they stand is not compared in longer files, since that can take minutes."""


def _ratio(one: list[bytes], other: list[bytes]) -> float:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    quick = matcher.quick_ratio()
    if quick < _SIMILAR or max(len(one), len(other)) > _LONG:
        return quick
    return matcher.ratio()
