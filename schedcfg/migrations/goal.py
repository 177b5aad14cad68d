"""What a migration is asked for, and how it has texts judged."""

from collections.abc import Callable
from typing import NamedTuple

from schedcfg.decode import Decoded
from schedcfg.document import Document
from schedcfg.effective import Configuration, World
from schedcfg.findings import Finding
from schedcfg.releases.release import Release
from schedcfg.results.migration import MigrationStatus, Note, Proof


class Goal(NamedTuple):
    """What is asked for.

    Attributes:
        target: The API version to reach, short: `v1`.
        release: The release that has to take the result; None: any that serves the target.
        world: Which plugins exist.
        adopt_defaults: Whether new defaults may change behaviour, so that less text changes.
        drop_unsupported: Whether what has no successor may be left out.
        annotate: Whether what is pinned gets a comment that says why.
    """

    target: str
    release: Release | None
    world: World
    adopt_defaults: bool = False
    drop_unsupported: bool = False
    annotate: bool = False


class Judgement(NamedTuple):
    """What a release makes of a document.

    Attributes:
        accepted: Whether it starts with it.
        configuration: Completed; None where it could not be read.
        decoded: As read; None for a Policy, or where nothing could be read.
        findings: All that is to be said of it.
    """

    accepted: bool
    configuration: Configuration | None
    decoded: Decoded | None
    findings: tuple[Finding, ...]


Read = Callable[[Document, Release], Judgement]
"""Judges a document by a release, as what it is: a configuration, or a legacy Policy."""


class Outcome(NamedTuple):
    """What became of a document.

    Attributes:
        status: `MIGRATED`, `UNCHANGED` or `REFUSED`.
        proofs: One for each step.
        notes: What was done.
        findings: Why it is refused; else what the last release that judged says of the new text.
    """

    status: MigrationStatus
    proofs: tuple[Proof, ...] = ()
    notes: tuple[Note, ...] = ()
    findings: tuple[Finding, ...] = ()
