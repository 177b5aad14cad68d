"""Many files validated with the help of an earlier run."""

from collections.abc import Iterable, Iterator
from functools import partial

from schedcfg.findings import FileReport
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources import SearchTally, may_hold_manifests
from schedcfg.validation.cache.reports import CachedReports
from schedcfg.validation.clean_configurations import CleanConfigurations
from schedcfg.validation.each_file import Verb, each_file
from schedcfg.validation.files import validate_bytes
from schedcfg.validation.options import Options


def validate_files(
    paths: Iterable[str], options: Options, jobs: int | None, tally: SearchTally | None = None
) -> Iterator[FileReport]:
    """Validate files and folders as `schedcfg.validation.files` does, but for those that an earlier run validated.

    Raises:
        UnwritableOutput: if there can be no cache.
    """
    validate = partial(validate_bytes, clean=CleanConfigurations())
    reports = CachedReports(validate, options, ContextCache(options.suffixes))
    return _closing(reports, paths, options, jobs, tally)


def _closing(
    reports: CachedReports, paths: Iterable[str], options: Options, jobs: int | None, tally: SearchTally | None
) -> Iterator[FileReport]:
    # What an earlier run found takes less time to look up than to send from one process to another.
    verb = Verb(reports, FileReport, may_hold_manifests, reports.worked)
    try:
        yield from each_file(verb, paths, options, jobs, tally)
    finally:
        reports.close()
