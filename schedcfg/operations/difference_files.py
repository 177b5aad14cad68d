"""Files read and compared."""

from schedcfg.effective.view import FileMeaning
from schedcfg.operations.difference import between_releases, of_files
from schedcfg.operations.effective import effective_bytes
from schedcfg.operations.files import Settings, Verb, one_file
from schedcfg.results.difference import Difference

_VERB = Verb(effective_bytes, FileMeaning)


def diff_files(left: str, right: str, settings: Settings) -> Difference:
    """Compare two files, by path or `-`; what cannot be read is said in the side's report.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if it does not start with the feature gates.
    """
    settings.release_name()
    one, other = (one_file(_VERB, path, settings) for path in (left, right))
    return of_files(one, other, settings.kubernetes, **settings.scope)


def diff_file(path: str, before: str, after: str, settings: Settings) -> Difference:
    """Compare what a file, by path or `-`, means to two releases.

    Raises:
        UnknownTarget: if a release is not known.
        WrongFeatureGates: if one of them does not start with the feature gates.
    """
    for name in (before, after):
        settings._replace(kubernetes=name).release_name()
    left = one_file(_VERB, path, settings._replace(kubernetes=before))
    return between_releases(left, after, **settings.scope)
