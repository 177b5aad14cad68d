"""Git as a reader of objects: only commands that run no program of the repository's configuration.

A repository may come from somebody whom nobody knows. `rev-parse`, `merge-base`, `ls-tree` and `cat-file --batch` run
no hooks, filters, text converters or external diffs; `ls-files` would ask a monitor of the file system, which is
switched off. Objects that a partial clone lacks are not fetched.
"""

import hashlib
import os
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

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


class RevisionSpan(NamedTuple):
    """Two revisions, as `git diff` takes them."""

    before: str
    after: str
    is_from_base: bool  # Whether the first one is where the work on the second began: `A...B`

    @classmethod
    def of(cls, text: str) -> "RevisionSpan | None":
        """Return the span that a text means, `HEAD` where a side is left out; None where it is a single revision."""
        dots = "..." if "..." in text else ".."
        before, found, after = text.partition(dots)
        return cls(before or "HEAD", after or "HEAD", dots == "...") if found else None


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

    def base(self, revision: str, other: str = "HEAD") -> str:
        """Return where the work began: the newest commit that two revisions have in common, else the first.

        Raises:
            UnreadableInput: if the first is no commit.
        """
        commit = self.commit(revision)
        try:
            return _git(self.root, "merge-base", commit, self.commit(other)).decode().strip() or commit
        except UnreadableInput:
            return commit

    def ends(self, span: "RevisionSpan") -> tuple[str, str]:
        """Return the commits of a span.

        Raises:
            UnreadableInput: if one of them is no commit.
        """
        before = self.base(span.before, span.after) if span.is_from_base else self.commit(span.before)
        return before, self.commit(span.after)

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

    def content(self, blob: str) -> bytes:
        """Return the content of one blob.

        Raises:
            UnreadableInput: if the clone lacks it.
        """
        found = self.contents([blob])
        if not found:
            raise UnreadableInput("this clone lacks its content", "Fetch it: `git fetch --refetch`.")
        return found[blob]

    def read(self, name: str) -> bytes:
        """Return the content of `REVISION:PATH`, as `git show` has it.

        Raises:
            UnreadableInput: if there is no such file.
        """
        missing = f"there is no file `{name}` in this repository"
        blob = _git(self.root, "rev-parse", "--verify", "--quiet", "--end-of-options", name, failing=missing)
        found = self.contents([blob.decode().strip()])
        if not found:
            raise UnreadableInput(
                missing,
                "Write a commit, a colon and the path from the top: main:clusters/a.yaml. Folders are compared by "
                "`schedcfg diff --git main clusters`.",
            )
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
