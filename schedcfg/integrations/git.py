"""Git as a reader of objects: only commands that run no program of the repository's configuration.

A repository may come from somebody whom nobody knows. `rev-parse`, `merge-base`, `ls-tree` and `cat-file --batch` run
no hooks, filters, text converters or external diffs; `ls-files` would ask a monitor of the file system, which is
switched off. Objects that a partial clone lacks are not fetched: git is forbidden to, no protocol is allowed to it,
and a repository that would have it run a command for that is refused.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from schedcfg.errors import UnreadableInput
from schedcfg.integrations.programs import Bounds, find, run
from schedcfg.patterns import pattern

_BOUNDS = Bounds(120.0, 1 << 30)
"""What is listed here takes less than a second, and some MiB, in most repositories."""

_RUNS_COMMANDS = pattern(
    rb"(?:protocol\..*\.allow|remote\..*\.vcs|url\.\w+::.*insteadof)\n.*|remote\..*\.(?:push)?url\n\w+::.*",
    re.DOTALL | re.IGNORECASE,
)
"""Settings by which git runs a command to fetch, or allows itself to: `ext::sh -c …` is an address, too."""

_SETTINGS = ("core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never", "core.quotePath=false")
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    # Git before 2.44 does not know the variable above; this one wins over what a repository allows.
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
}
_OF_WORKTREES = pattern(rb"extensions\.worktreeconfig(?:\n(?!(?:false|no|off|0*)\Z).*)?", re.DOTALL | re.IGNORECASE)
"""The setting by which working trees have settings of their own."""
_PARTIAL = pattern(rb"(?:remote\..*\.promisor|extensions\.partialclone)\n", re.DOTALL | re.IGNORECASE)
"""Settings of a clone that may lack objects."""

_FATAL = "fatal: "
_FILE = b"100"
"""How the mode of a file begins; those of links and submodules are others."""
_SETTLED = b"0"
"""The stage of what is in no conflict."""
LACKING = "this clone lacks its content"
FETCHING = "Fetch it with `git fetch --refetch --no-filter`."
_RECORD = 3
"""Words of `cat-file` about an object: its name, kind and size; of one that is missing there are two."""


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
    """A file of a commit, or of the next one."""

    path: str  # From the top of the repository, with slashes
    blob: str
    size: int | None  # None where the clone lacks it


class Repository(NamedTuple):
    """A repository with a working tree."""

    root: str
    is_partial: bool = False  # Whether it may lack objects, which git would fetch when they are read

    @classmethod
    def around(cls, folder: str) -> "Repository":
        """Return the repository that a folder is in.

        Raises:
            UnreadableInput: if it is in none, or git cannot read it.
        """
        out = _git(folder, "rev-parse", "--show-toplevel")
        root = os.fsdecode(out.rstrip(b"\n"))
        settings = _settings(root)
        for setting in settings:
            # Those of the user are trusted.
            if _RUNS_COMMANDS.fullmatch(setting):
                name = os.fsdecode(setting.partition(b"\n")[0])
                raise UnreadableInput(
                    f"this repository is not read: `{name}` in its own configuration can make git run a command",
                    "If you trust it, move that setting to your own configuration: `git config --global`.",
                )
        return cls(root, any(map(_PARTIAL.match, settings)))

    def commit_name(self, revision: str) -> str:
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
        commit = self.commit_name(revision)
        try:
            return _git(self.root, "merge-base", commit, self.commit_name(other)).decode().strip() or commit
        except UnreadableInput:
            return commit

    def ends(self, span: "RevisionSpan") -> tuple[str, str]:
        """Return the commits of a span.

        Raises:
            UnreadableInput: if one of them is no commit.
        """
        before = self.base(span.before, span.after) if span.is_from_base else self.commit_name(span.before)
        return before, self.commit_name(span.after)

    def files(self, commit: str) -> list[CommittedFile]:
        """Return the files of a commit; links and submodules are none."""
        entries = _entries(_git(self.root, "ls-tree", "-r", "-z", "--full-tree", commit))
        return self._sized({path: blob for path, (mode, _, blob) in entries if mode.startswith(_FILE)})

    def staged_files(self) -> list[CommittedFile]:
        """Return the files that the next commit would have, by the index; those in conflict are none either."""
        entries = _entries(_git(self.root, "ls-files", "--stage", "-z"))
        return self._sized(
            {path: blob for path, (mode, blob, stage) in entries if mode.startswith(_FILE) and stage == _SETTLED}
        )

    def last_files(self) -> list[CommittedFile]:
        """Return the files of the commit that the next one follows; none where it is the first."""
        try:
            last = self.commit_name("HEAD")
        except UnreadableInput:
            return []
        return self.files(last)

    def _sized(self, blobs: dict[str, bytes]) -> list[CommittedFile]:
        names = {path: blob.decode() for path, blob in blobs.items()}
        sizes = self._sizes(names.values())
        return [CommittedFile(path, blob, sizes.get(blob)) for path, blob in names.items()]

    def _sizes(self, blobs: Iterable[str]) -> dict[str, int]:
        """Return the sizes of blobs; what the clone lacks is left out."""
        out = self._of_each(blobs, "--batch-check")
        records = (line.split() for line in out.splitlines())
        return {record[0].decode(): int(record[2]) for record in records if len(record) == _RECORD}

    def _of_each(self, blobs: Iterable[str], what: str) -> bytes:
        wanted = list(dict.fromkeys(blobs))
        if self.is_partial and wanted:
            # Of one that is missing, git would not say so, but try to fetch it and end.
            there = set(_git(self.root, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)").split())
            wanted = [blob for blob in wanted if blob.encode() in there]
        given = "".join(f"{blob}\n" for blob in wanted).encode()
        return _git(self.root, "cat-file", what, given=given) if wanted else b""

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
        return dict(_batch(self._of_each(blobs, "--batch")))

    def content(self, blob: str) -> bytes:
        """Return the content of one blob.

        Raises:
            UnreadableInput: if the clone lacks it.
        """
        found = self.contents([blob])
        if not found:
            raise UnreadableInput(LACKING, FETCHING)
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


def _entries(out: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """Yield the path of each file of a list of Git's, and the words before it."""
    for entry in out.split(b"\0"):
        about, tab, path = entry.partition(b"\t")
        if tab:
            yield os.fsdecode(path), about.split()


def _batch(out: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the blobs of what `cat-file --batch` writes."""
    at = 0
    while at < len(out):
        end = out.index(b"\n", at)
        words = out[at:end].split()
        at = end + 1
        if len(words) == _RECORD:
            size = int(words[2])
            if words[1] == b"blob":
                yield words[0].decode(), out[at : at + size]
            at += size + 1


def _settings(root: str) -> list[bytes]:
    """List the settings of a repository, and of its working tree: a name, a line end and a value each."""
    own = _settings_of(root, "--local")
    # Else there are none of a working tree, and of several git does not even list them.
    return [*own, *_settings_of(root, "--worktree")] if any(map(_OF_WORKTREES.fullmatch, own)) else own


def _settings_of(root: str, scope: str) -> list[bytes]:
    return _git(root, "config", "--list", "--includes", "-z", scope).split(b"\0")


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
    program = find("git")
    if program is None:
        raise UnreadableInput("`git` is not installed", "Install Git.")
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    command = [program, "--no-pager", *settings, *arguments]
    try:
        ended = run(
            command, _BOUNDS, folder=folder or os.curdir, environment={**os.environ, **_ENVIRONMENT}, given=given
        )
    except OSError as error:
        raise UnreadableInput(f"git cannot be run in {folder or os.curdir}: {error.strerror}") from None
    if ended.status is None:
        much = f"more than {_BOUNDS.seconds:.0f} seconds, or {_BOUNDS.output >> 20} MiB,"
        raise UnreadableInput(f"git takes {much} to read this repository")
    if ended.status:
        lines = ended.messages.decode("utf-8", "replace").strip().splitlines()
        # Warnings may come before it.
        fatal = next((line for line in lines if line.startswith(_FATAL)), lines[0] if lines else "")
        said = fatal.removeprefix(_FATAL) or f"git {arguments[0]} {ended.how}"
        # Of a repository that belongs to somebody else, git names the command by which the user trusts it.
        way_out = next((line.strip() for line in lines if line.startswith("\tgit config ")), None)
        help_ = None if failing or way_out is None else f"If you trust it: `{way_out}`."
        raise UnreadableInput(failing or f"this repository cannot be read: {said}", help_)
    return ended.output
