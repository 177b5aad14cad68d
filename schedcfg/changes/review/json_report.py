"""A review for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from schedcfg.changes.diff.json_report import DiffJson
from schedcfg.changes.review.review import Review, ReviewedFile, todo
from schedcfg.findings import Verdict
from schedcfg.output.json_report import FindingJson
from schedcfg.output.json_writer import VERSION, to_json


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedFileJson:
    """A file that differs, or that has other findings because a file beside it does.

    Attributes:
        path: Where it is now, or was.
        old_path: Where it was, if that was elsewhere.
        before: What became of it as it was; null where it is new.
        after: What becomes of it as it is; null where it is gone.
        summary: What becomes of it, in a few words.
        difference: How behavior differs; null unless both have a configuration.
        came: The findings that are new.
        went: The findings that are gone.
        changed: Whether the file itself differs.
    """

    path: str
    old_path: str | None
    before: Verdict | None
    after: Verdict | None
    summary: str
    difference: DiffJson | None
    came: tuple[FindingJson, ...]
    went: tuple[FindingJson, ...]
    changed: bool

    @classmethod
    def of(cls, file: ReviewedFile) -> "ReviewedFileJson":
        """Return a file as it is written."""
        return cls(
            path=file.path,
            old_path=file.old_path or None,
            before=None if file.before is None else file.before.verdict,
            after=None if file.after is None else file.after.verdict,
            summary=file.summary,
            difference=None if file.difference is None else DiffJson.of(file.difference),
            came=tuple(map(FindingJson.of, file.came)),
            went=tuple(map(FindingJson.of, file.went)),
            changed=file.is_changed,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStepJson:
    """The next hop of an upgrade for which something in the files has to change.

    Attributes:
        kubernetes: The release that the hop leads to.
        todo: What has to change, in order.
    """

    kubernetes: str
    todo: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewJson:
    """What differs from a commit.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        revision: The commit, as it was named.
        same: Whether the same schedulers are there, and behave as before.
        files: The files that differ and have to do with schedulers, and those that have other findings because of that.
        next: The next step of an upgrade; null where there is none.
    """

    version: Literal[1] = VERSION
    revision: str
    same: bool
    files: tuple[ReviewedFileJson, ...]
    next: NextStepJson | None


def render(review: Review) -> Iterator[str]:
    """Yield one JSON object."""
    hop = review.next_hop
    report = ReviewJson(
        revision=review.revision,
        same=review.is_same,
        files=tuple(map(ReviewedFileJson.of, review.files)),
        next=None if hop is None else NextStepJson(kubernetes=hop.target, todo=tuple(todo(hop))),
    )
    yield to_json(report, indent=1) + "\n"
