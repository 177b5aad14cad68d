"""Files read, migrated and, where that is asked for, written."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from schedcfg.errors import UnwritableOutput
from schedcfg.operations.files import Settings, Verb, each_file
from schedcfg.operations.migrating.target import target
from schedcfg.operations.migration import migrate_bytes
from schedcfg.results.migration import FileMigration
from schedcfg.sources import replace


class Request(NamedTuple):
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


def migrate_files(paths: Iterable[str], settings: Settings, request: Request, jobs: int = 1) -> Iterator[FileMigration]:
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
