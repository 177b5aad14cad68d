"""One profile; one after the first lists what it shares with that, and then only what differs; those alike are one."""

from collections.abc import Iterable, Iterator, Sequence

from schedcfg.commands.effective import statements
from schedcfg.commands.effective.layout import (
    Tree,
    address,
    braced,
    each_configuration,
    flowing,
    grown,
    outlined,
    separated,
    shown,
)
from schedcfg.commands.effective.pipeline import lines_of, pipeline, scores, unplaced
from schedcfg.configuration.effective.view import (
    ArgsView,
    DocumentView,
    EffectiveView,
    ExtenderView,
    FileView,
    Origin,
    Point,
    ProfileView,
    Setting,
    UnusedArgs,
)
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, FileReport
from schedcfg.output.finding_text import weight
from schedcfg.output.summary import Summary
from schedcfg.output.tables import TextLayout, in_columns, listed, measure, padded
from schedcfg.output.terminal import DIM, columns, painter
from schedcfg.output.text import block


def title(file: FileView, document: DocumentView, layout: TextLayout) -> Iterator[str]:
    """Yield the title: file, API version, release."""
    text = statements.title(file, document)
    yield layout.heading(text)
    yield layout.heading("=" * min(measure(text), layout.columns))


def advice(report: DocumentReport, layout: TextLayout) -> Iterator[str]:
    """Yield the findings about a file that is accepted, in short."""
    for finding in report.findings:
        label, color = weight(finding)
        first = f"{layout.paint(color, f'{label}[{finding.rule}]')} line {finding.start.line}: "
        yield from layout.wrapped(finding.message.split(), first, 2)


def refusal(file: FileReport, report: DocumentReport, layout: TextLayout) -> Iterator[str]:
    """Yield the findings about a file that is refused, as `validate` shows them."""
    yield statements.does_not_start(report)
    yield ""
    for finding in report.findings:
        yield from block(file, report, finding, layout.paint).rstrip("\n").split("\n")
        yield ""


def settings(values: Iterable[Setting], layout: TextLayout) -> Iterator[str]:
    """Yield the settings, grouped by what they come from."""
    own: list[Setting] = []
    by_default: dict[Origin, list[Setting]] = {}
    for setting in values:
        if setting.origin.is_default:
            by_default.setdefault(setting.origin, []).append(setting)
        else:
            own.append(setting)
    yield layout.heading("SETTINGS OF THE SCHEDULER")
    if own:
        yield from outlined(grown(own), 2, layout)
    for origin, those in by_default.items():
        yield layout.paint(DIM, f"  {origin}:")
        yield from (layout.paint(DIM, line) for line in _settings_in_short(grown(those), layout))


def _settings_in_short(tree: Tree, layout: TextLayout) -> Iterator[str]:
    """Yield single values together, and a line for each block."""
    assert isinstance(tree, dict)
    singles = [
        f"{shown(step)}: {' '.join(braced(inner))}" for step, inner in tree.items() if not isinstance(inner, dict)
    ]
    if singles:
        yield from layout.wrapped(listed(singles), "    ", 4)
    for step, inner in tree.items():
        if isinstance(inner, dict):
            pieces = listed(f"{shown(key)}: {' '.join(braced(value))}" for key, value in inner.items())
            yield from layout.wrapped(pieces, f"    {shown(step)}: ", 6)


_HEAD = ("POINT", "VERB", "")


def extenders(services: Iterable[ExtenderView], layout: TextLayout) -> Iterator[str]:
    """Yield a block for each extender, in the order in which they are asked."""
    for extender in services:
        yield f"{layout.heading('EXTENDER')} {address(extender.url_prefix)} ({extender.origin})"
        rows = [(point, printable(verb), _weight(point, extender)) for point, verb in extender.verbs.items()]
        if rows:
            yield from in_columns([_HEAD, *rows])
        else:
            yield f"  {statements.NEVER_CALLED}"
        yield from layout.wrapped(statements.terms(extender).split(), "  ", 2)
        yield ""


def _weight(point: str, extender: ExtenderView) -> str:
    return f"weight {extender.weight}" if point == "score" else ""


_ARGS_WIDTH = 60
"""Columns that values need beside the plugins' names; where there are fewer, they are not aligned."""


def arguments(of_plugins: Iterable[ArgsView], unused: Iterable[UnusedArgs], layout: TextLayout) -> Iterator[str]:
    """Yield what the user changed in full, then what comes by default, then what changes nothing."""
    by_default: dict[Origin, list[ArgsView]] = {}
    told: list[ArgsView] = []
    for args in of_plugins:
        origin = _single_default_origin(args)
        if origin is None:
            told.append(args)
        else:
            by_default.setdefault(origin, []).append(args)
    for args in told:
        yield from _in_full(args, layout)
    for origin, those in by_default.items():
        yield layout.paint(DIM, f"  {origin}:")
        yield from _arguments_in_short(those, layout)
    for entry in unused:
        yield from layout.wrapped(statements.without_effect(entry).split(), "  ! ", 4)


def _single_default_origin(args: ArgsView) -> Origin | None:
    """Return the default that all values come from, where they differ that of the whole; None for a user's values."""
    if not args.is_default:
        return None
    origins = {setting.origin for setting in args.settings} or {args.origin}
    return origins.pop() if len(origins) == 1 else args.origin


def _in_full(args: ArgsView, layout: TextLayout) -> Iterator[str]:
    name = layout.heading(printable(args.plugin))
    passed_on = "" if args.known else "; untyped, passed on as written"
    empty = "" if args.settings else "; empty"
    yield f"  {name} ({args.origin}{passed_on}{empty})"
    yield from outlined(grown(args.settings), 4, layout)


def _arguments_in_short(of_plugins: Sequence[ArgsView], layout: TextLayout) -> Iterator[str]:
    names = {args.plugin: printable(args.plugin) for args in of_plugins}
    column = max(map(measure, names.values()))
    if column + _ARGS_WIDTH > layout.columns:
        column = 0
    for args in of_plugins:
        pieces = flowing(grown(args.settings)) or ["(empty)"]
        first = f"    {padded(names[args.plugin], column)}  "
        hang = len(first) if column else 6
        yield from (layout.paint(DIM, line) for line in layout.wrapped(pieces, first, hang))


def first_profile(alike: Sequence[ProfileView], extenders: Sequence[ExtenderView], layout: TextLayout) -> Iterator[str]:
    """Yield the sections of a profile, and of those that run alike."""
    profile, *others = alike
    yield from _head(profile, others, layout)
    if not profile.points:
        yield f"  {statements.NOTHING_KNOWN}"
        return
    yield from pipeline(profile.points, layout)
    yield from unplaced(profile.unplaced, layout)
    yield ""
    yield from scores(statements.scoring(profile), extenders, layout)
    yield from _arguments(profile, profile.args, layout)


def further_profile(
    alike: Sequence[ProfileView], first: ProfileView, extenders: Sequence[ExtenderView], layout: TextLayout
) -> Iterator[str]:
    """Yield what a profile, and those that run alike, share with the first one, and the sections of what differs."""
    profile, *same_profiles = alike
    name = printable(first.name)
    yield from _head(profile, same_profiles, layout)
    others = {point.name: point for point in first.points}
    same = [point for point in profile.points if _runs_as(point, others.get(point.name))]
    different = [point for point in profile.points if point not in same]
    if same:
        yield from layout.wrapped(listed(map(_with_lines, same)), f"  As {name} at ", 4)
    if different:
        yield ""
        yield from pipeline(different, layout)
    yield from unplaced(profile.unplaced, layout)
    if any(point.name == "score" for point in different):
        yield ""
        yield from scores(statements.scoring(profile), extenders, layout)
    yield from _further_arguments(profile, first, layout)


def _head(profile: ProfileView, others: Sequence[ProfileView], layout: TextLayout) -> Iterator[str]:
    yield f"{layout.heading(f'PROFILE {printable(profile.name)}')} ({profile.origin})"
    for setting in profile.settings:
        if setting.origin.path.startswith("profiles"):
            yield f"  {setting.path}: {shown(setting.value)} ({setting.origin})"
    if others:
        yield from layout.wrapped(statements.alike_too(others).split(), "  ", 4)
    yield ""


def _runs_as(point: Point, other: Point | None) -> bool:
    """Return whether the same plugins run with the same weights."""
    if other is None:
        return False
    return _weights(point) == _weights(other)


def _weights(point: Point) -> list[tuple[str, int]]:
    return [(plugin.name, plugin.weight) for plugin in point.running]


def _with_lines(point: Point) -> str:
    numbers = ", ".join(map(str, lines_of(point)))
    return f"{point.name} (line {numbers})" if numbers else point.name


def _arguments(profile: ProfileView, of_plugins: Sequence[ArgsView], layout: TextLayout) -> Iterator[str]:
    if of_plugins or profile.unused_args:
        yield ""
        yield layout.heading("  ARGS")
        yield from arguments(of_plugins, profile.unused_args, layout)


def _further_arguments(profile: ProfileView, first: ProfileView, layout: TextLayout) -> Iterator[str]:
    others = {args.plugin: args.settings for args in first.args}
    same = [args for args in profile.args if args.is_default and others.get(args.plugin) == args.settings]
    yield from _arguments(profile, [args for args in profile.args if args not in same], layout)
    if same:
        yield ""
        names = listed(printable(args.plugin) for args in same)
        yield from layout.wrapped(names, f"  Args as {printable(first.name)}: ", 4)


def render(views: Iterable[FileView], summary: Summary, *, colored: bool) -> Iterator[str]:
    """Yield a report per configuration, as wide as the terminal."""
    layout = TextLayout.of(painter(colored=colored), columns())
    return separated(each_configuration(views, _report, layout, summary), "\n\n")


def _report(file: FileView, document: DocumentView, layout: TextLayout) -> Iterator[str]:
    yield from title(file, document, layout)
    if document.view is None:
        yield from refusal(file.report, document.report, layout)
        return
    yield from advice(document.report, layout)
    for note in document.notes:
        yield from layout.wrapped(f"note: {printable(note)}".split(), "", 2)
    yield ""
    yield from _view(document.view, layout)


def _view(view: EffectiveView, layout: TextLayout) -> Iterator[str]:
    first, *others = statements.alike(view.profiles)
    yield from first_profile(first, view.extenders, layout)
    yield ""
    for profiles in others:
        yield from further_profile(profiles, first[0], view.extenders, layout)
        yield ""
    yield from extenders(view.extenders, layout)
    yield from settings(view.settings, layout)
