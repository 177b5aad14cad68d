"""Git as a reader of objects: only commands that run no program of the repository's configuration.

A repository may come from somebody whom nobody knows. `rev-parse`, `merge-base`, `ls-tree` and `cat-file --batch` run
no hooks, filters, text converters or external diffs; `ls-files` would ask a monitor of the file system, which is
switched off. Files of the working tree are read and hashed here. Objects that a partial clone lacks are not fetched.

Which files differ between a commit and the working tree; one that was renamed is compared with what it was.
"""

import hashlib
import os
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from schedcfg import limits
from schedcfg.errors import UnreadableInput

_TIMEOUT = 120.0
"""Seconds; what is listed here takes less than one in most repositories."""

_SETTINGS = ("core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never", "core.quotePath=false")
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
}
_LINK = b"120000"
_SUBMODULE = b"commit"


class CommittedFile(NamedTuple):
    """A file of a commit."""

    path: str  # From the top of the repository, with slashes
    blob: str
    size: int


class Repository(NamedTuple):
    """A repository with a working tree."""

    root: str

    @classmethod
    def around(cls, folder: str) -> "Repository":
        """Return the repository that a folder is in.

        Raises:
            UnreadableInput: if it is in none, or git cannot read it.
        """
        out = _git(folder, "rev-parse", "--show-toplevel")
        return cls(os.fsdecode(out.rstrip(b"\n")))

    def commit(self, revision: str) -> str:
        """Return the name of the commit that a revision means.

        Raises:
            UnreadableInput: if there is none.
        """
        return _git(self.root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}",
                    failing=f"`{revision}` is not a commit of this repository").decode().strip()  # fmt: skip

    def base(self, revision: str) -> str:
        """Return where the work began: the newest commit that a revision and the working tree's have in common.

        Raises:
            UnreadableInput: if the revision is no commit.
        """
        commit = self.commit(revision)
        try:
            return _git(self.root, "merge-base", commit, "HEAD").decode().strip() or commit
        except UnreadableInput:
            return commit

    def files(self, commit: str) -> Iterator[CommittedFile]:
        """Yield the files of a commit; links and submodules are none."""
        for entry in _git(self.root, "ls-tree", "-r", "-l", "-z", "--full-tree", commit).split(b"\0"):
            about, tab, path = entry.partition(b"\t")
            if tab:
                mode, kind, blob, size = about.split()
                if mode != _LINK and kind != _SUBMODULE:
                    yield CommittedFile(os.fsdecode(path), blob.decode(), int(size))

    def working_files(self) -> Iterator[str]:
        """Yield the files of the working tree that are not ignored, from the top; links are none."""
        listed = _git(self.root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in dict.fromkeys(filter(None, listed.split(b"\0"))):
            path = os.fsdecode(name)
            full = Path(self.root, path)
            # Nor is what is behind a link to another folder.
            if full.is_file() and full.resolve() == Path(self.root).resolve() / path:
                yield path

    def contents(self, blobs: Iterable[str]) -> dict[str, bytes]:
        """Return the content of blobs; what the clone lacks is left out."""
        wanted = list(dict.fromkeys(blobs))
        given = "".join(f"{blob}\n" for blob in wanted).encode()
        out = _git(self.root, "cat-file", "--batch", given=given) if wanted else b""
        return dict(_batch(out))

    def read(self, name: str) -> bytes:
        """Return the content of `REVISION:PATH`, as `git show` has it.

        Raises:
            UnreadableInput: if there is no such file.
        """
        missing = f"there is no file `{name}` in this repository"
        blob = _git(self.root, "rev-parse", "--verify", "--quiet", "--end-of-options", name, failing=missing)
        found = self.contents([blob.decode().strip()])
        if not found:
            raise UnreadableInput(missing, "Write a commit, a colon and the path from the top: main:clusters/a.yaml.")
        return next(iter(found.values()))


def blob_name(content: bytes, like: str) -> str:
    """Return the name that a content has in Git, by the same algorithm as another name."""
    algorithm = hashlib.sha256 if len(like) == hashlib.sha256().digest_size * 2 else hashlib.sha1
    return algorithm(b"blob %d\0" % len(content) + content).hexdigest()


def _batch(out: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the blobs of what `cat-file --batch` writes."""
    at = 0
    while at < len(out):
        end = out.index(b"\n", at)
        words = out[at:end].split()
        at = end + 1
        if len(words) == 3:  # noqa: PLR2004 - name, kind, size; a missing object has two
            size = int(words[2])
            if words[1] == b"blob":
                yield words[0].decode(), out[at : at + size]
            at += size + 1


def _git(folder: str, *arguments: str, given: bytes = b"", failing: str = "") -> bytes:
    """Run git, and return what it writes.

    Args:
        folder: Where.
        arguments: Its arguments.
        given: Its standard input.
        failing: What to report if it fails; empty: its own words.

    Raises:
        UnreadableInput: if it is not there, fails, or takes too long.
    """
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    try:
        done = subprocess.run(  # noqa: S603 - the user's own git, without a shell
            ["git", "--no-pager", *settings, *arguments],  # noqa: S607 - git is looked up on PATH
            cwd=folder or os.curdir,
            env={**os.environ, **_ENVIRONMENT},
            input=given,
            capture_output=True,
            check=False,
            timeout=_TIMEOUT,
        )
    except FileNotFoundError:
        raise UnreadableInput("`git` is not installed, or the folder does not exist", "Install Git.") from None
    except subprocess.TimeoutExpired:
        raise UnreadableInput(f"git takes more than {_TIMEOUT:.0f} seconds to read this repository") from None
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        said = lines[0].removeprefix("fatal: ") if lines else f"git {arguments[0]} failed"
        raise UnreadableInput(failing or f"this repository cannot be read: {said}")
    return done.stdout


_SIMILAR = 0.5
"""From where on a file that came is one that went; the same as git's own."""
_MOST_COMPARED = 2000
"""Pairs of files that came and went: with more, only equal ones are found."""


class ChangedFile(NamedTuple):
    """A file that differs."""

    path: str  # Where it is now, or was; from the working directory
    before: bytes | None  # Its content in the commit; None where it is new
    after: bytes | None  # Its content now; None where it is gone
    old_path: str = ""  # Where it was, if that was elsewhere; empty otherwise


class ComparedFiles(NamedTuple):
    """The files of a repository, or of a part of it, as they were and as they are."""

    changed: list[ChangedFile]  # Those that differ, in order of their paths
    unchanged: list[str]  # The paths of the others, from the working directory
    top: str  # The top folder of the repository, from the working directory


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
    wanted = (file for file in repository.files(repository.base(revision)) if is_wanted(file.path))
    old = {file.path: file for file in wanted if file.size <= limits.FILE.value and inside.has(file.path)}
    new = {
        path: content
        for path in repository.working_files()
        if is_wanted(path) and inside.has(path)
        for content in [_content(inside.root, path)]
        if content is not None
    }
    differing = [one for path, one in old.items() if path not in new or blob_name(new[path], one.blob) != one.blob]
    contents = repository.contents(file.blob for file in differing)
    before = {file.path: contents[file.blob] for file in differing if file.blob in contents}
    after = {path: new[path] for path in new if path in before or path not in old}
    unchanged = [inside.shown(path) for path in new if path not in after]
    changed_files = [*_keep(before, after), *_move(before, after, may_hold)]
    shown = (
        file._replace(path=inside.shown(file.path), old_path=inside.shown(file.old_path)) for file in changed_files
    )
    return ComparedFiles(sorted(shown, key=lambda file: file.path), sorted(unchanged), os.path.relpath(inside.root))


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


def _keep(before: dict[str, bytes], after: dict[str, bytes]) -> Iterator[ChangedFile]:
    """Yield the files that are still where they were; other line ends make no difference."""
    for path in [path for path in before if path in after]:
        one, other = before.pop(path), after.pop(path)
        if one.replace(b"\r\n", b"\n") != other.replace(b"\r\n", b"\n"):
            yield ChangedFile(path, one, other)


def _move(
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
