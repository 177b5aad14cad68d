"""Migrate a text, or files in place, to another API version."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple, Unpack

from schedcfg.document import decode_text, encoding_of, parse
from schedcfg.effective import OPEN
from schedcfg.errors import UnreadableInput, UnwritableOutput
from schedcfg.findings import Verdict
from schedcfg.migrations.context import Goal
from schedcfg.migrations.documents import Carrier, Reading, joined, target
from schedcfg.migrations.results import DocumentMigration, FileMigration, MigrationStatus
from schedcfg.operations.files import Settings, Verb, each_file
from schedcfg.operations.judging import Judge
from schedcfg.operations.role import Role
from schedcfg.operations.terms import Terms
from schedcfg.operations.validation import undecodable
from schedcfg.operations.walking import walk
from schedcfg.sources import replace


class MigrationOptions(Terms, total=False):
    """What `migrate` takes by keyword beside the target.

    Attributes:
        adopt_defaults: Whether new defaults may change behaviour, so that less text changes.
        drop_unsupported: Whether what has no successor may be left out.
        annotate: Whether what is pinned gets a comment that says why.
    """

    adopt_defaults: bool
    drop_unsupported: bool
    annotate: bool


def migrate(
    text: str, to: str | None = None, kubernetes: str | None = None, **wishes: Unpack[MigrationOptions]
) -> FileMigration:
    """Carry every scheduler configuration in a text over to another API version, and prove that it does the same.

    Args:
        text: The file's text.
        to: The API version to reach (`v1`); None: the newest that the release serves.
        kubernetes: The release that has to take the result (`1.29`, `v1.29.3`); None: any that serves the version.
            One of both must be given.
        wishes: `world`, `role`, `path` and `feature_gates`, as in `validate`; `adopt_defaults` lets new defaults change
            behaviour so that less text changes, `drop_unsupported` leaves out what has no successor, `annotate` puts
            a comment to what is pinned.

    Returns:
        The new text, the edits that lead to it, and for each configuration what was done and the proof. A file of
        which one configuration cannot be carried over stays as it is.

    Raises:
        UnknownTarget: if nothing is asked for, the version or release is not known, or it does not serve the version.
        WrongFeatureGates: if the release does not start with these gates or, where none was named, none does.
    """
    path, role = wishes.get("path", "-"), wishes.get("role", Role.ANY)
    stream = parse(text)
    carried = tuple(walk(stream, role, _carrier(to, kubernetes, wishes)))
    if not carried:
        return FileMigration(path, Verdict.SKIPPED, reason="holds no kube-scheduler configuration", text=text)
    return joined(path, stream, role, carried)


def _carrier(to: str | None, kubernetes: str | None, wishes: MigrationOptions) -> Carrier:
    world, feature_gates = wishes.get("world", OPEN), wishes.get("feature_gates")
    version, release = target(to, kubernetes, feature_gates)
    goal = Goal(
        target=version,
        release=release,
        world=world,
        adopt_defaults=wishes.get("adopt_defaults", False),
        drop_unsupported=wishes.get("drop_unsupported", False),
        annotate=wishes.get("annotate", False),
    )
    return Carrier(goal, Reading(world, feature_gates), Judge(None, world, feature_gates))


def migrate_bytes(
    raw: bytes, kubernetes: str | None = None, *, to: str | None = None, **wishes: Unpack[MigrationOptions]
) -> FileMigration:
    """Migrate a file's bytes; see `migrate`. What is no text is refused."""
    try:
        text = decode_text(raw)
    except UnreadableInput as error:
        return _undecodable(error, to, kubernetes, wishes)
    return migrate(text, to, kubernetes, **wishes)._replace(encoding=encoding_of(raw))


def _undecodable(
    error: UnreadableInput, to: str | None, kubernetes: str | None, wishes: MigrationOptions
) -> FileMigration:
    version = target(to, kubernetes, wishes.get("feature_gates")).version
    report = undecodable(error, kubernetes, wishes.get("path", "-"))
    documents = tuple(
        DocumentMigration(one.number, one.line, "", version, MigrationStatus.REFUSED, findings=one.findings)
        for one in report.documents
    )
    return FileMigration(report.path, report.verdict, documents, text=report.text)


class MigrationRequest(NamedTuple):
    """What every file of a run is migrated to, in a form that can be sent to another process.

    Attributes:
        to: The API version as the user wrote it; None: the newest that the release of the settings serves.
        adopt_defaults: Whether new defaults may change behaviour, so that less text changes.
        drop_unsupported: Whether what has no successor may be left out.
        annotate: Whether what is pinned gets a comment that says why.
    """

    to: str | None = None
    adopt_defaults: bool = False
    drop_unsupported: bool = False
    annotate: bool = False

    def version(self, settings: Settings) -> str:
        """Return the API version to reach, short.

        Raises:
            UnknownTarget: if nothing is asked for, or the version or release is not known, or do not fit.
            WrongFeatureGates: if the release does not start with the feature gates.
        """
        return target(self.to, settings.kubernetes, settings.feature_gates).version


def migrate_files(
    paths: Iterable[str], settings: Settings, request: MigrationRequest, jobs: int = 1
) -> Iterator[FileMigration]:
    """Migrate files and folders without writing any; see `each_file`."""
    return each_file(Verb(partial(migrate_bytes, **request._asdict()), FileMigration), paths, settings, jobs)


def written(files: Iterable[FileMigration]) -> Iterator[FileMigration]:
    """Write each file that changes; one that cannot be written says why, and the others are written all the same."""
    for file in files:
        yield file if file.migrated is None else _write(file)


def _write(file: FileMigration) -> FileMigration:
    try:
        replace(file.path, file.before, file.after)
    except UnwritableOutput as error:
        return file._replace(unwritten=f"{error}. {error.help}" if error.help else str(error))
    return file
