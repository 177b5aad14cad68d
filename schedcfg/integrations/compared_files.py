"""Which files differ between two trees: a commit and the working tree, two commits, a commit and the next, two folders.

One that was renamed is compared with what it was.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from schedcfg import limits
from schedcfg.errors import FileGuard, UnreadFile
from schedcfg.integrations.git import FETCHING, LACKING, CommittedFile, Repository, blob_name
from schedcfg.sources import Source

_GIT_DIR = "GIT_DIR"
"""The variable by which Git shows its hooks where the repository is."""

_SIMILAR = 0.5
"""From where on a file that came is one that went; the same as git's own."""
_MOST_COMPARED = 2000
"""Pairs of files that came and went: with more, only equal ones are found."""


class ChangedFile(NamedTuple):
    """A file that differs."""

    path: str  # Where it is now, or was; from the working directory
    before: bytes | None  # Its content on the left side; None where it is new
    after: bytes | None  # Its content on the right side; None where it is gone
    old_path: str = ""  # Where it was, if that was elsewhere; empty otherwise
    is_renamed: bool = False  # Whether it has another name within its tree


class UnchangedFile(NamedTuple):
    """A file that does not differ."""

    path: str  # Where it is, from the working directory
    old_path: str  # Where it is on the left side
    read: Callable[[], bytes]


class ComparedFiles(NamedTuple):
    """The files of two trees."""

    changed: list[ChangedFile]  # Those that differ, in order of their paths
    unchanged: list[UnchangedFile]  # The others
    unread: tuple[UnreadFile, ...] = ()
    top: str = ""  # The top folder of the repository, from the working directory; empty where there is none


class FileChoice(NamedTuple):
    """Which files are looked at."""

    paths: Sequence[str]  # Files and folders; none: all
    is_wanted: Callable[[str], bool]  # Whether a name is looked at
    may_hold: Callable[[bytes], bool]  # Whether it is worth knowing where a file with this content was before it moved

    @property
    def repository(self) -> Repository:
        """The repository that they are in.

        Raises:
            UnreadableInput: if there is none.
        """
        # A hook of Git's is run at the top; elsewhere, its GIT_DIR would make the folder the top of the working tree.
        is_here = not self.paths or _GIT_DIR in os.environ
        return Repository.around(os.curdir if is_here else _folder(self.paths[0]))

    def inside(self, repository: Repository) -> "_Inside":
        """Return the part of a repository that they are in."""
        return _Inside(Path(repository.root).resolve(), [Path(path).resolve() for path in self.paths])


def since(revision: str, choice: FileChoice) -> ComparedFiles:
    """Compare files of the working tree with the commit where the work on a revision began.

    Args:
        revision: A branch, a tag or a commit.
        choice: Which files.

    Raises:
        UnreadableInput: if there is no repository, or no such commit.
    """
    repository = choice.repository
    inside = choice.inside(repository)
    old = _chosen(repository.files(repository.base(revision)), choice, inside)
    new = {
        path: content
        for path in repository.working_files()
        if choice.is_wanted(path) and inside.has(path)
        for content in [_content(inside.root, path)]
        if content is not None
    }
    differing = [one for path, one in old.items() if path not in new or blob_name(new[path], one.blob) != one.blob]
    contents = repository.contents(file.blob for file in differing)
    before = {file.path: contents[file.blob] for file in differing if file.blob in contents}
    after = {path: new[path] for path in new if path in before or path not in old}
    # Of one that is there, its content of today shows whether it has to do with schedulers.
    lacking = {file.path for file in differing if file.blob not in contents}
    lacking = {path for path in lacking if path not in new or choice.may_hold(new[path])}
    unchanged = (inside.shown(path) for path in new if path not in after and path not in lacking)
    return ComparedFiles(
        _in_repository(before, after, choice, inside),
        [UnchangedFile(path, path, partial(Source(path).read)) for path in sorted(unchanged)],
        _lacking(lacking, inside),
        top=os.path.relpath(inside.root),
    )


def between(
    repository: Repository, trees: tuple[Iterable[CommittedFile], Iterable[CommittedFile]], choice: FileChoice
) -> ComparedFiles:
    """Compare the files of two commits, of which the second may be the next one."""
    inside = choice.inside(repository)
    old, new = (_chosen(files, choice, inside) for files in trees)
    gone, come = (
        [file for path, file in side.items() if path not in other or other[path].blob != file.blob]
        for side, other in ((old, new), (new, old))
    )
    contents = repository.contents(file.blob for file in (*gone, *come))
    lacking = {file.path for file in (*gone, *come) if file.blob not in contents}
    before, after = (
        {file.path: contents[file.blob] for file in files if file.path not in lacking} for files in (gone, come)
    )
    unchanged = (
        UnchangedFile(inside.shown(path), inside.shown(path), partial(repository.content, file.blob))
        for path, file in new.items()
        if path in old and old[path].blob == file.blob
    )
    return ComparedFiles(
        _in_repository(before, after, choice, inside),
        sorted(unchanged, key=lambda file: file.path),
        _lacking(lacking, inside),
    )


def _lacking(paths: Iterable[str], inside: "_Inside") -> tuple[UnreadFile, ...]:
    """Return the files that cannot be compared, as a clone without all contents, of which nothing is fetched here."""
    return tuple(UnreadFile(inside.shown(path), f"{LACKING}. {FETCHING}") for path in sorted(paths))


def of_folders(left: dict[str, Source], right: dict[str, Source], may_hold: Callable[[bytes], bool]) -> ComparedFiles:
    """Compare the files of two folders.

    Args:
        left: Path from the folder → the file there.
        right: The same of the other folder.
        may_hold: Whether a content is worth being compared.
    """
    before: dict[str, bytes] = {}
    after: dict[str, bytes] = {}
    unchanged: list[UnchangedFile] = []
    unread: list[UnreadFile] = []
    for name in sorted(left.keys() | right.keys()):
        with FileGuard() as guard:
            raw, new = (side[name].read() if name in side else None for side in (left, right))
            if raw is not None and raw == new:
                unchanged.append(UnchangedFile(right[name].path, left[name].path, partial(right[name].read)))
            elif any(may_hold(content) for content in (raw, new) if content is not None):
                before |= {} if raw is None else {name: raw}
                after |= {} if new is None else {name: new}
        unread += guard.unread((right if name in right else left)[name].path)
    changed = [_in_folders(file, left, right) for file in _matched(before, after, may_hold)]
    return ComparedFiles(sorted(changed, key=lambda file: file.path), unchanged, tuple(unread))


def _in_folders(file: ChangedFile, left: dict[str, Source], right: dict[str, Source]) -> ChangedFile:
    """Return a file with its paths in two folders for those from there."""
    if file.after is None:
        return file._replace(path=left[file.path].path)
    was = "" if file.before is None else left[file.old_path or file.path].path
    return file._replace(path=right[file.path].path, old_path=was)


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


def _chosen(files: Iterable[CommittedFile], choice: FileChoice, inside: _Inside) -> dict[str, CommittedFile]:
    wanted = (file for file in files if choice.is_wanted(file.path))
    return {file.path: file for file in wanted if (file.size or 0) <= limits.FILE.value and inside.has(file.path)}


def _in_repository(
    before: dict[str, bytes], after: dict[str, bytes], choice: FileChoice, inside: _Inside
) -> list[ChangedFile]:
    shown = (
        file._replace(path=inside.shown(file.path), old_path=inside.shown(file.old_path))
        for file in _matched(before, after, choice.may_hold)
    )
    return sorted(shown, key=lambda file: file.path)


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


def _matched(
    before: dict[str, bytes], after: dict[str, bytes], may_hold: Callable[[bytes], bool]
) -> Iterable[ChangedFile]:
    return [*_changed_in_place(before, after), *_came_or_went(before, after, may_hold)]


def _changed_in_place(before: dict[str, bytes], after: dict[str, bytes]) -> Iterator[ChangedFile]:
    """Yield the files that are still where they were; other line ends make no difference."""
    for path in [path for path in before if path in after]:
        one, other = before.pop(path), after.pop(path)
        if one.replace(b"\r\n", b"\n") != other.replace(b"\r\n", b"\n"):
            yield ChangedFile(path, one, other)


def _came_or_went(
    before: dict[str, bytes], after: dict[str, bytes], may_hold: Callable[[bytes], bool]
) -> Iterator[ChangedFile]:
    """Yield the files that came, went, or moved: a file that came is the most similar of those that went."""
    went = {path: content for path, content in before.items() if may_hold(content)}
    came = {path: content for path, content in after.items() if may_hold(content)}
    for _, old, new in sorted(_similar(went, came), reverse=True):
        if old in went and new in came:
            yield ChangedFile(new, went.pop(old), came.pop(new), old, is_renamed=True)
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
