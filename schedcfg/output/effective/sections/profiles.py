"""One profile; one behind the first says what it shares with that, and then only what differs."""

from collections.abc import Iterator, Sequence

from schedcfg.effective.view import Args, Extender, Point, Profile, RunningPlugin
from schedcfg.output.effective.sections.arguments import arguments, has_own
from schedcfg.output.effective.sections.paper import Paper, listed
from schedcfg.output.effective.sections.pipeline import lines_of, pipeline, unplaced
from schedcfg.output.effective.sections.scores import scores
from schedcfg.output.effective.sections.values import shown
from schedcfg.output.terminal import printable


def first_profile(profile: Profile, extenders: Sequence[Extender], paper: Paper) -> Iterator[str]:
    """Yield the sections of a profile."""
    yield from _head(profile, paper)
    yield from pipeline(profile.points, paper)
    yield from unplaced(profile.unplaced, paper)
    yield ""
    yield from scores(_scoring(profile), extenders, paper)
    yield from _arguments(profile, profile.args, paper)


def further_profile(profile: Profile, first: Profile, extenders: Sequence[Extender], paper: Paper) -> Iterator[str]:
    """Yield what a profile shares with the first one, and the sections of what differs."""
    name = printable(first.name)
    yield from _head(profile, paper)
    others = {point.name: point for point in first.points}
    same = [point for point in profile.points if _runs_as(point, others.get(point.name))]
    different = [point for point in profile.points if point not in same]
    if same:
        yield from paper.wrapped(listed(map(_with_lines, same)), f"  As {name} at ", 4)
    if different:
        yield ""
        yield from pipeline(different, paper)
    yield from unplaced(profile.unplaced, paper)
    if any(point.name == "score" for point in different):
        yield ""
        yield from scores(_scoring(profile), extenders, paper)
    yield from _further_arguments(profile, first, paper)


def _head(profile: Profile, paper: Paper) -> Iterator[str]:
    yield f"{paper.heading(f'PROFILE {printable(profile.name)}')} ({profile.origin})"
    for setting in profile.settings:
        if setting.origin.path.startswith("profiles"):
            yield f"  {setting.path}: {shown(setting.value)} ({setting.origin})"
    yield ""


def _scoring(profile: Profile) -> tuple[RunningPlugin, ...]:
    return next((point.running for point in profile.points if point.name == "score"), ())


def _runs_as(point: Point, other: Point | None) -> bool:
    """Tell whether the same plugins run with the same weights."""
    if other is None:
        return False
    return [plugin[:2] for plugin in point.running] == [plugin[:2] for plugin in other.running]


def _with_lines(point: Point) -> str:
    numbers = ", ".join(map(str, lines_of(point)))
    return f"{point.name} (line {numbers})" if numbers else point.name


def _arguments(profile: Profile, of_plugins: Sequence[Args], paper: Paper) -> Iterator[str]:
    if of_plugins or profile.unused_args:
        yield ""
        yield paper.heading("  ARGS")
        yield from arguments(of_plugins, profile.unused_args, paper)


def _further_arguments(profile: Profile, first: Profile, paper: Paper) -> Iterator[str]:
    others = {args.plugin: args.settings for args in first.args}
    same = [args for args in profile.args if not has_own(args) and others.get(args.plugin) == args.settings]
    yield from _arguments(profile, [args for args in profile.args if args not in same], paper)
    if same:
        yield ""
        names = listed(printable(args.plugin) for args in same)
        yield from paper.wrapped(names, f"  Args as {printable(first.name)}: ", 4)
