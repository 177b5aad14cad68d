"""What differs in behaviour, not in text?"""

from dataclasses import replace

from schedcfg import releases
from schedcfg.differences.everything import changes
from schedcfg.differences.history import OfDefaults, OfOneFile
from schedcfg.differences.results import AnyChange, Difference, Side, Stop
from schedcfg.differences.road import is_older, road, stop_of
from schedcfg.differences.sources import with_source
from schedcfg.effective.view import FileMeaning, Meaning
from schedcfg.errors import WrongFeatureGates
from schedcfg.files import Verb, one_file
from schedcfg.options import DEFAULT, Options
from schedcfg.releases.release import GROUP
from schedcfg.selection.selection import EVERYTHING
from schedcfg.show.effective import effective_bytes, effective_configuration
from schedcfg.sources import STDIN
from schedcfg.sources.configurations import Role


def diff(
    left: str,
    right: str,
    kubernetes: str | None = None,
    *,
    paths: tuple[str, str] = ("left", "right"),
    options: Options = DEFAULT,
) -> Difference:
    """Tell how kube-scheduler would behave differently with another file.

    Args:
        left: The text of one file.
        right: The text of the other.
        kubernetes: The release to judge both by; None: the newest that reads both, or where there is none, for each
            the newest that reads it.
        paths: Their names in the result.
        options: How both are judged, as in `validate`.

    Returns:
        What changes from left to right, and why; nothing where a side is refused, which its report then explains.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
    """
    options = options.by(kubernetes)
    one, other = (
        effective_configuration(text, path=path, options=options)
        for text, path in zip((left, right), paths, strict=True)
    )
    return of_files(one, other, options)


def diff_releases(
    text: str,
    before: str,
    after: str,
    *,
    path: str = STDIN,
    options: Options = DEFAULT,
) -> Difference:
    """Tell how the kube-scheduler of another release would behave differently with the same file.

    Args:
        text: The file's text.
        before: The release on the left side (`1.24`, `v1.24.3`).
        after: The release on the right side; it may be the older one.
        path: Its name in the result.
        options: How it is judged, as in `validate`; feature gates are set in both releases.

    Returns:
        What changes from left to right, and in which release it did; nothing where a release refuses the file.

    Raises:
        UnknownTarget: if a release is not known.
        WrongFeatureGates: if one of them does not start with these gates.
    """
    return between_releases(effective_configuration(text, before, path=path, options=options), after, options)


def between_releases(left: FileMeaning, after: str, options: Options) -> Difference:
    """Tell how a file that was explained for one release differs in another; see `diff_releases`."""
    if left.text is None:
        return Difference(_side(left), _side(left))
    right = effective_configuration(left.text, after, path=left.path, options=options)
    if left.meaning is None or right.meaning is None:
        return Difference(_side(left), _side(right))
    known = {one.kubernetes: one for one in (left.meaning, right.meaning)}
    between = (
        known.get(stop.kubernetes) or _if_gates_are_known(left.text, stop.kubernetes, options)
        for stop in road(stop_of(left.meaning), stop_of(right.meaning))
    )
    # A release in between may refuse what both ends accept, or not know the gates: then a step leads over it.
    met = [meaning for meaning in between if meaning is not None]
    history = OfOneFile.along(met, left_is_older=met[0] is left.meaning)
    found = history.explain(changes(left.meaning, right.meaning))
    return Difference(
        _side(left), _side(right), tuple(with_source(change, left.meaning, right.meaning) for change in found)
    )


def _if_gates_are_known(text: str, kubernetes: str, options: Options) -> Meaning | None:
    try:
        return effective_configuration(text, kubernetes, options=options).meaning
    except WrongFeatureGates:
        return None


def of_files(left: FileMeaning, right: FileMeaning, options: Options) -> Difference:
    """Tell how two files differ that were explained already; see `diff`."""
    common = _common_release(left, right) if options.kubernetes is None else None
    if common is not None:
        left, right = (
            effective_configuration(side.text or "", common, path=side.path, options=options) for side in (left, right)
        )
    if left.meaning is None or right.meaning is None:
        return Difference(_side(left), _side(right))
    return Difference(_side(left), _side(right), difference(left.meaning, right.meaning, options))


def difference(left: Meaning, right: Meaning, options: Options = DEFAULT) -> tuple[AnyChange, ...]:
    """List what differs between two meanings, with reasons: the files, or defaults that changed, and when they did."""
    found = changes(left, right)
    stops = road(stop_of(left), stop_of(right))
    if len(stops) > 1:
        defaults = [meaning for stop in stops if (meaning := _nothing_said(stop, options)) is not None]
        # Nobody can write a Policy that says nothing but its API version.
        if len(defaults) == len(stops):
            history = OfDefaults.along(defaults, left_is_older=is_older(stop_of(left), stop_of(right)))
            found = history.explain(found)
    return tuple(with_source(change, left, right) for change in found)


def _nothing_said(stop: Stop, options: Options) -> Meaning | None:
    """Explain a file that says nothing but its API version; None for a Policy, which has none of its own."""
    text = f"apiVersion: {GROUP}/{stop.api_version}\nkind: KubeSchedulerConfiguration\n"
    return _if_gates_are_known(text, stop.kubernetes, replace(options, role=Role.ANY, selection=EVERYTHING))


def _common_release(left: FileMeaning, right: FileMeaning) -> str | None:
    """Name the newest release that reads both, where each was judged by another one; else None."""
    if left.meaning is None or right.meaning is None or left.meaning.kubernetes == right.meaning.kubernetes:
        return None
    one, other = _readers(left.meaning), _readers(right.meaning)
    return next((name for name in reversed(one) if name in other), None)


def _readers(meaning: Meaning) -> tuple[str, ...]:
    served = releases.serving(meaning.api_version)
    return served or tuple(release.name for release in releases.all_releases() if release.policy)


def _side(file: FileMeaning) -> Side:
    if file.meaning is not None:
        return Side(file.report, file.meaning.api_version, file.meaning.kubernetes)
    report = file.documents[0].report if file.documents else None
    return Side(file.report, "", None if report is None else report.kubernetes)


_VERB = Verb(effective_bytes, FileMeaning)


def diff_files(left: str, right: str, options: Options) -> Difference:
    """Compare two files, by path or `-`; what cannot be read is said in the side's report.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if it does not start with the feature gates.
    """
    options.release_name()
    one, other = (one_file(_VERB, path, options) for path in (left, right))
    return of_files(one, other, options)


def diff_file(path: str, before: str, after: str, options: Options) -> Difference:
    """Compare what a file, by path or `-`, means to two releases.

    Raises:
        UnknownTarget: if a release is not known.
        WrongFeatureGates: if one of them does not start with the feature gates.
    """
    for name in (before, after):
        options.by(name).release_name()
    left = one_file(_VERB, path, options.by(before))
    return between_releases(left, after, options)
