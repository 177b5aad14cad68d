"""How the lines of the text report are laid out."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from schedcfg.configuration.effective.view import DocumentView, FileOfConfigurations, OriginKind, Setting
from schedcfg.document import scalars
from schedcfg.document.secret_names import is_secret
from schedcfg.document.secrets import hide, with_flags
from schedcfg.document.span import Path
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, Verdict
from schedcfg.output.guard import Counting, each
from schedcfg.output.tables import TextLayout, listed, measure, padded
from schedcfg.output.terminal import DIM, YELLOW, path_label
from schedcfg.patterns import pattern


def separated(reports: Iterable[Iterable[str]], separator: str) -> Iterator[str]:
    """Yield reports, each the text of its lines, with a separator between them."""
    before = ""
    for lines in reports:
        yield before + "\n".join(lines).rstrip("\n") + "\n"
        before = separator


def each_configuration(
    files: Iterable[FileOfConfigurations[Any]],
    lines_about: Callable[..., Iterable[str]],
    layout: TextLayout,
    summary: Counting,
) -> Iterator[list[str]]:
    """Yield the lines about each configuration, and about each file that is skipped.

    Args:
        files: The files.
        lines_about: Returns the lines about a configuration: of a file, one of its documents, and the layout.
        layout: The width and colors.
        summary: Counts the files about which nothing can be written.
    """

    def of_file(file: FileOfConfigurations[Any]) -> Iterator[list[str]]:
        report = file.report
        if report.verdict is Verdict.SKIPPED:
            place = layout.heading(path_label(report.path))
            yield [f"{place}: {layout.paint(YELLOW, report.verdict)}: {printable(report.reason or '')}"]
        yield from (list(lines_about(file, document, layout)) for document in file.documents)

    return each(files, of_file, summary)


def where(file: FileOfConfigurations[Any], report: DocumentReport) -> str:
    """Name the file, and the key or line where the file alone does not identify the configuration."""
    path = "standard input" if file.path == "-" else path_label(file.path)
    if report.key is not None:
        return f"{path}, key {printable(report.key)}"
    return f"{path}, line {report.line}" if len(file.documents) > 1 else path


def named(file: FileOfConfigurations[DocumentView], document: DocumentView) -> str:
    """Name a configuration: the file and, where lines are those of another one, that first."""
    place = where(file, document.report)
    return f"{printable(document.source)}, as started by {place}" if document.source else place


Tree: TypeAlias = "Setting | dict[str | int, Tree]"
"""A single value, or the values at keys and indices; a list is a mapping of indices."""


def grown(settings: Iterable[Setting]) -> "Tree":
    """Nest settings by their steps."""
    root: dict[str | int, Tree] = {}
    for setting in settings:
        if not setting.steps:
            return setting
        node = root
        for step in setting.steps[:-1]:
            inner = node.setdefault(step, {})
            assert isinstance(inner, dict)
            node = inner
        node[setting.steps[-1]] = setting
    return root


def leaves(tree: "Tree") -> Iterator[Setting]:
    """Yield the settings of a tree in its order."""
    if isinstance(tree, dict):
        for inner in tree.values():
            yield from leaves(inner)
    else:
        yield tree


_PLAIN = pattern(r"[\w./][\w./:@%+~=*-]*(?<!:)")
_HIDDEN = "********"


def value_of(setting: Setting) -> str:
    """Write the value of a setting; secrets are masked."""
    return shown(setting.value, setting.steps)


def written_of(setting: Setting) -> str | None:
    """Write what the user wrote in place of the value; None where that is the value itself."""
    return None if setting.written is None else shown(setting.written, setting.steps)


def shown(value: object, steps: Path = ()) -> str:
    """Write a value as YAML would have it in one line; what its path calls a secret is masked."""
    if value and is_secret(steps):
        return _HIDDEN
    if isinstance(value, list):
        return f"[{', '.join(shown(item, (flag,)) for flag, item in with_flags(value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{shown(key)}: {shown(item, (key,))}' for key, item in value.items())}}}"
    return _text(hide(value)) if isinstance(value, str) else json.dumps(value)


def address(url: str) -> str:
    """Write an address without the login in it."""
    return printable(hide(url))


def _text(text: str) -> str:
    if text and _PLAIN.fullmatch(text) and scalars.plain(text) == text:
        return text
    return printable(json.dumps(text, ensure_ascii=False))


def flowing(tree: Tree) -> list[str]:
    """Write a tree in one line, as words between which it may be wrapped; mappings outside lists by dotted names."""
    if not isinstance(tree, dict):
        return [value_of(tree)]
    return _listed_entries(list(_dotted(tree, "")))


def braced(tree: Tree) -> list[str]:
    """Write a tree in YAML's flow style, as words."""
    if not isinstance(tree, dict):
        return [value_of(tree)]
    entries = []
    for step, inner in tree.items():
        first, *others = braced(inner)
        entries.append([first if isinstance(step, int) else f"{shown(step)}: {first}", *others])
    pieces = _listed_entries(entries)
    begin, end = "[]" if 0 in tree else "{}"
    pieces[0] = begin + pieces[0]
    pieces[-1] += end
    return [" ".join(pieces)] if begin == "{" else pieces


def _dotted(tree: dict[str | int, Tree], prefix: str) -> Iterator[list[str]]:
    for step, inner in tree.items():
        name = prefix + shown(step)
        if isinstance(inner, dict) and 0 not in inner:
            yield from _dotted(inner, f"{name}.")
        else:
            first, *others = braced(inner)
            yield [f"{name}: {first}", *others]


def _listed_entries(entries: list[list[str]]) -> list[str]:
    """Put commas between entries of several words each."""
    lasts = listed(entry[-1] for entry in entries)
    return [piece for entry, last in zip(entries, lasts, strict=True) for piece in [*entry[:-1], last]]


_NOTES_BY = 64
"""Origins are at most this far to the right, but after the value in any case."""


class OutlinedLine(NamedTuple):
    """A line of YAML, and the values in it."""

    text: str
    settings: tuple[Setting, ...]

    @property
    def is_default(self) -> bool:
        """Whether all values in it are defaults; False where there are none."""
        return bool(self.settings) and all(setting.origin.is_default for setting in self.settings)

    @property
    def note(self) -> str:
        """Where its values come from; several origins are named where they come from different places."""
        return _note(self.settings) if self.settings else ""


def outlined(tree: Tree, indent: int, layout: TextLayout) -> Iterator[str]:
    """Yield a tree as YAML, a line per value, with the origins in a column of their own."""
    lines = list(outline(tree, " " * indent))
    column = min(max((measure(line.text) for line in lines if line.settings), default=0), _NOTES_BY) + 2
    for line in lines:
        text = line.text
        shown_line = f"{padded(text, max(column, measure(text) + 2))}{line.note}" if line.settings else text
        yield layout.paint(DIM, shown_line) if line.is_default else shown_line


def outline(tree: Tree, indent: str = "") -> Iterator[OutlinedLine]:
    """Yield the lines of a tree as YAML."""
    if not isinstance(tree, dict):
        yield OutlinedLine(indent + value_of(tree), (tree,))
        return
    for step, inner in tree.items():
        flow = _on_one_line(inner) if isinstance(step, int) else None
        if flow is not None:
            yield OutlinedLine(f"{indent}- {flow}", tuple(leaves(inner)))
        elif isinstance(step, int):
            first, *others = outline(inner, f"{indent}  ")
            yield first._replace(text=f"{indent}- {first.text[len(indent) + 2 :]}")
            yield from others
        elif isinstance(inner, dict):
            yield OutlinedLine(f"{indent}{shown(step)}:", ())
            yield from outline(inner, indent if 0 in inner else f"{indent}  ")
        else:
            yield OutlinedLine(f"{indent}{shown(step)}: {value_of(inner)}", (inner,))


def _on_one_line(item: Tree) -> str | None:
    """Write an item of a list in braces if it nests nothing; None otherwise."""
    if isinstance(item, dict) and any(isinstance(inner, dict) for inner in item.values()):
        return None
    return " ".join(braced(item))


def _note(settings: tuple[Setting, ...]) -> str:
    by_origin: dict[str, list[Setting]] = {}
    for setting in settings:
        is_line = setting.origin.kind is OriginKind.FILE and not setting.origin.name
        place = "line" if is_line else str(setting.origin)
        by_origin.setdefault(place, []).append(setting)
    notes = []
    for place, those in by_origin.items():
        there = _lines_of(those) if place == "line" else place
        last = ", ".join(shown(setting.steps[-1]) for setting in those if setting.steps)
        notes.append(f"{last}: {there}" if len(by_origin) > 1 else there)
    notes += [f"written as {written_of(setting)}" for setting in settings if setting.written is not None]
    return "; ".join(notes)


def _lines_of(settings: list[Setting]) -> str:
    numbers = sorted({setting.origin.line for setting in settings if setting.origin.line is not None})
    return f"line {numbers[0]}" if len(numbers) == 1 else f"lines {numbers[0]} to {numbers[-1]}"
