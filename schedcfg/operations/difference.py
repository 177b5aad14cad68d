"""What differs in behaviour, not in text?"""

from schedcfg import releases
from schedcfg.effective import OPEN, World
from schedcfg.operations.comparing import OfDefaults, OfOneFile, changes, is_older, road, with_source
from schedcfg.operations.effective import effective
from schedcfg.operations.role import Role
from schedcfg.releases.release import GROUP
from schedcfg.results.difference import AnyChange, Difference, Side
from schedcfg.results.effective import FileMeaning, Meaning
from schedcfg.results.reason import Stop


def diff(
    left: str,
    right: str,
    kubernetes: str | None = None,
    *,
    world: World = OPEN,
    role: Role = Role.ANY,
    paths: tuple[str, str] = ("left", "right"),
) -> Difference:
    """Tell how kube-scheduler would behave differently with another file.

    Args:
        left: The text of one file.
        right: The text of the other.
        kubernetes: The release to judge both by; None: the newest that reads both, or where there is none, for each
            the newest that reads it.
        world: Which plugins exist beside the in-tree ones; by default any may.
        role: What the files are taken for.
        paths: Their names in the result.

    Returns:
        What changes from left to right, and why; nothing where a side is refused, which its report then explains.

    Raises:
        UnknownTarget: if the release is not known.
    """
    one, other = (
        effective(text, kubernetes, world=world, role=role, path=path)
        for text, path in zip((left, right), paths, strict=True)
    )
    return of_files(one, other, kubernetes, world=world, role=role)


def diff_releases(
    text: str,
    before: str,
    after: str,
    *,
    world: World = OPEN,
    role: Role = Role.ANY,
    path: str = "-",
) -> Difference:
    """Tell how the kube-scheduler of another release would behave differently with the same file.

    Args:
        text: The file's text.
        before: The release on the left side (`1.24`, `v1.24.3`).
        after: The release on the right side; it may be the older one.
        world: Which plugins exist beside the in-tree ones; by default any may.
        role: What the file is taken for.
        path: Its name in the result.

    Returns:
        What changes from left to right, and in which release it did; nothing where a release refuses the file.

    Raises:
        UnknownTarget: if a release is not known.
    """
    return between_releases(effective(text, before, world=world, role=role, path=path), after, world=world, role=role)


def between_releases(left: FileMeaning, after: str, *, world: World = OPEN, role: Role = Role.ANY) -> Difference:
    """Tell how a file that was explained for one release differs in another; see `diff_releases`."""
    if left.text is None:
        return Difference(_side(left), _side(left))
    right = effective(left.text, after, world=world, role=role, path=left.path)
    if left.meaning is None or right.meaning is None:
        return Difference(_side(left), _side(right))
    known = {one.kubernetes: one for one in (left.meaning, right.meaning)}
    between = (
        known.get(stop.kubernetes) or effective(left.text, stop.kubernetes, world=world, role=role).meaning
        for stop in road(_stop(left.meaning), _stop(right.meaning))
    )
    # A release in between may refuse what both ends accept: then a step leads over it.
    met = [meaning for meaning in between if meaning is not None]
    history = OfOneFile.along(met, left_is_older=met[0] is left.meaning)
    found = history.explain(changes(left.meaning, right.meaning))
    return Difference(
        _side(left), _side(right), tuple(with_source(change, left.meaning, right.meaning) for change in found)
    )


def of_files(
    left: FileMeaning, right: FileMeaning, kubernetes: str | None = None, *, world: World = OPEN, role: Role = Role.ANY
) -> Difference:
    """Tell how two files differ that were explained already; see `diff`."""
    common = _common_release(left, right) if kubernetes is None else None
    if common is not None:
        left, right = (
            effective(side.text or "", common, world=world, role=role, path=side.path) for side in (left, right)
        )
    if left.meaning is None or right.meaning is None:
        return Difference(_side(left), _side(right))
    return Difference(_side(left), _side(right), difference(left.meaning, right.meaning, world))


def difference(left: Meaning, right: Meaning, world: World = OPEN) -> tuple[AnyChange, ...]:
    """List what differs between two meanings, with reasons: the files, or defaults that changed, and when they did."""
    found = changes(left, right)
    stops = road(_stop(left), _stop(right))
    if len(stops) > 1:
        defaults = [meaning for stop in stops if (meaning := _nothing_said(stop, world)) is not None]
        # Nobody can write a Policy that says nothing but its API version.
        if len(defaults) == len(stops):
            history = OfDefaults.along(defaults, left_is_older=is_older(_stop(left), _stop(right)))
            found = history.explain(found)
    return tuple(with_source(change, left, right) for change in found)


def _stop(meaning: Meaning) -> Stop:
    return Stop(meaning.api_version, meaning.kubernetes)


def _nothing_said(stop: Stop, world: World) -> Meaning | None:
    """Explain a file that says nothing but its API version; None for a Policy, which has none of its own."""
    text = f"apiVersion: {GROUP}/{stop.api_version}\nkind: KubeSchedulerConfiguration\n"
    return effective(text, stop.kubernetes, world=world).meaning


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
