"""Many files validated with the help of an earlier run."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from schedcfg.cache.reports import CachedReports
from schedcfg.files import Verb, each_file
from schedcfg.findings import FileReport
from schedcfg.manifests.context_cache import ContextCache
from schedcfg.options import Options
from schedcfg.sources import SearchTally, may_hold_manifests

if TYPE_CHECKING:
    from schedcfg.clean_configurations import CleanConfigurations


def validate_files(
    paths: Iterable[str], options: Options, jobs: int | None, tally: SearchTally | None = None
) -> Iterator[FileReport]:
    """Validate files and folders as `schedcfg.validation` does, but for those that an earlier run validated.

    Raises:
        UnwritableOutput: if there can be no cache.
    """
    reports = CachedReports(_Validator(), options, ContextCache(options.suffixes))
    return _closing(reports, paths, options, jobs, tally)


class _Validator:
    """Validates the bytes of files; where an earlier run validated all of them, nothing is imported for it."""

    def __init__(self) -> None:
        self._clean: CleanConfigurations | None = None

    def __call__(self, raw: bytes, options: Options, *, path: str, contexts: ContextCache) -> FileReport:
        """Return the report on a file's bytes; see `validate_bytes`."""
        from schedcfg import clean_configurations, validation  # noqa: PLC0415 - see above

        self._clean = self._clean or clean_configurations.CleanConfigurations()
        return validation.validate_bytes(raw, options, path=path, contexts=contexts, clean=self._clean)


def _closing(
    reports: CachedReports, paths: Iterable[str], options: Options, jobs: int | None, tally: SearchTally | None
) -> Iterator[FileReport]:
    # What an earlier run found takes less time to look up than to send from one process to another.
    verb = Verb(reports, FileReport, may_hold_manifests, reports.worked)
    try:
        yield from each_file(verb, paths, options, jobs, tally)
    finally:
        reports.close()
