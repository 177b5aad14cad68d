"""Texts inside other texts, read in their place: all around them is blanked out, so that every position stays.

Configurations that are a part of another document: as a whole, or as fields that a product puts together.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from schedcfg import limits
from schedcfg.document import Span, Stream, parse
from schedcfg.document.excerpt import Part, Parts
from schedcfg.document.span import Arrangement, Edit, Path, follow, lines_of
from schedcfg.document.texts import texts
from schedcfg.errors import UnreadableInput
from schedcfg.findings import Problem
from schedcfg.models import v1
from schedcfg.patterns import pattern
from schedcfg.releases.release import GROUP
from schedcfg.sources.marks import may_contain_configuration
from schedcfg.sources.products import products, recognized
from schedcfg.sources.products.product import ProductDocument
from schedcfg.sources.type_meta import KIND, read_type_meta

_CONTENT = pattern(r"[^\r\n]+")
_LINE = pattern(r"([^\r\n]*)(\r\n|\n|\r|$)")
_HEADER = pattern(r"(?:[&!]\S*\s+)*[|][-+0-9]*[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r)")
_BLOCK = pattern(_HEADER.pattern.replace("[|]", "[|>]"))
_REST_OF_LINE = pattern(r"[ \t]*(?:(?<=[ \t])#[^\r\n]*)?(?:\r\n|\n|\r|$)")
_ONLY_AT_COLUMN_ONE = pattern(r"\ufeff|(?:[ \t]*(?:#.*)?\n)*%")
_MARKERS = ("---", "...")


def check_number(number: int, text: str) -> None:
    """Refuse a text with more configurations in it than can be read in their places.

    Raises:
        UnreadableInput: if there are so many.
    """
    if number * len(text) > limits.EMBEDDED.value:
        raise UnreadableInput(
            f"it contains {number} configurations or more, too many for a file of {len(text):,} characters",
            f"Split the file: size times number may be {limits.EMBEDDED.units} MiB. {limits.EMBEDDED.advice}",
        )


def is_block(text: str, offset: int) -> bool:
    """Return whether a literal or folded block (`|` or `>`) begins at an offset."""
    return _BLOCK.match(text, offset) is not None


def is_folded(text: str, offset: int) -> bool:
    """Return whether a folded block (`>`) begins at an offset: its line ends become blanks."""
    return is_block(text, offset) and _HEADER.match(text, offset) is None


def literal_block(text: str, span: Span, value: str) -> str | None:
    """Return a text with everything blanked out but the lines of a literal block (`|`), up to its last content.

    Args:
        text: The whole text.
        span: Where the value is, its anchor and tag included.
        value: What the YAML reader made of it.

    Returns:
        A text that reads as the value does; None where the value is written otherwise, or begins with what can only
        be in the first column: a byte order mark, a directive.
    """
    header = _HEADER.match(text, span.start.offset)
    if header is None or _ONLY_AT_COLUMN_ONE.match(value):
        return None
    start = header.end()
    lines = _lines(text[start : _end_of_line(text, span.end.offset)])
    indentation = _indentation(lines, value)
    if indentation is None:
        return None
    return blanked(text)[:start] + _with_markers_in_front(lines, indentation)


def indented_block(text: str, start: int, end: int, indentation: int) -> str:
    """Return a text with everything blanked out but some lines.

    Args:
        text: The whole text.
        start: Where the first of them begins.
        end: Where the last of them ends.
        indentation: How far they are indented.
    """
    return blanked(text)[:start] + _with_markers_in_front(_lines(text[start:end]), indentation)


def read(text: str, span: Span, value: str) -> tuple[Stream, Span | None]:
    """Read a text inside a document in its place, if that is possible.

    Args:
        text: The whole text.
        span: Where the value is.
        value: What the YAML reader made of it.

    Returns:
        The text, read; and the whole value's place where positions in it are not those of the file.
    """
    in_block = literal_block(text, span, value)
    return (parse(value), span) if in_block is None else (parse(in_block), None)


def item(text: str, span: Span) -> str:
    """Return a text with everything blanked out but an item of a list, and the comment behind its last line."""
    start, end = span.start.offset, span.end.offset
    rest = _REST_OF_LINE.match(text, end)
    return blanked(text)[:start] + text[start : end if rest is None else rest.end()]


def yaml_item(text: str, span: Span) -> str:
    """Return a YAML file with everything blanked out but an item of a list; see `item`.

    A text that begins with `{` would be JSON. An empty comment in a line before it keeps it what it is.
    """
    part = item(text, span)
    before, brace, content = part.partition("{")
    lines = before.splitlines(keepends=True)
    first = next((index for index, line in enumerate(lines[:-1]) if line.strip("\r\n")), None)
    if first is None or before.strip():
        return part
    lines[first] = f"#{lines[first][1:]}"
    return "".join(lines) + brace + content


def blank(text: str) -> str:
    """Return a text with spaces in place of everything but line ends."""
    return _CONTENT.sub(lambda line: " " * len(line[0]), text)


@lru_cache(maxsize=4)
def blanked(text: str) -> str:
    """Return what `blank` does of a whole text: one that holds many others is needed up to each of them."""
    return blank(text)


def edit_of_file(edit: Edit, part: str, text: str) -> Edit | None:
    """Return an edit of a part as an edit of the file; None where it would touch text outside the part.

    An edit that begins before an item's dash is moved behind it: the part by itself has blanks there. Removing a line
    also removes what is behind its indentation, up to the same column in the next line.

    Args:
        edit: The edit.
        part: The part by itself, with blanks around it.
        text: The file's text.
    """
    start, end = edit.span.start.offset, edit.span.end.offset
    if text[start:end] == part[start:end]:
        return edit
    by = next((count for count in range(end - start) if text[start + count : end] == part[start + count : end]), 0)
    left = edit.replacement + part[end : end + by]
    if not by or left[:by] != part[start : start + by]:
        return None
    return Edit(lines_of(text).span(start + by, end + by), left[by:])


def _end_of_line(text: str, offset: int) -> int:
    match = _LINE.match(text, offset)
    return match.end() if match else len(text)


def _lines(block: str) -> list[tuple[str, str]]:
    """Split into lines and their ends."""
    return [(match[1], match[2]) for match in _LINE.finditer(block) if match[0]]


def _indentation(lines: list[tuple[str, str]], value: str) -> int | None:
    """Return how far a block is indented: so many spaces off its lines give the value; None if nothing does."""
    inner = value.split("\n")
    pairs = zip(lines, inner, strict=False)
    found = next((len(line) - len(own) for (line, _), own in pairs if own.strip(" ")), None)
    if found is None or found < 1:
        return None
    is_value = [line[found:] for line, _ in lines] == inner[: len(lines)]
    return found if is_value else None


def _with_markers_in_front(lines: list[tuple[str, str]], indentation: int) -> str:
    return "".join(_with_marker_in_front(line, indentation) + end for line, end in lines)


def _with_marker_in_front(line: str, indentation: int) -> str:
    """Move a document marker to the first column: indented it would be none."""
    marker, rest = line[indentation : indentation + 3], line[indentation + 3 :]
    if marker not in _MARKERS or rest[:1].strip(" \t"):
        return line
    return marker + " " * indentation + rest


V1: Mapping[str, object] = {"apiVersion": f"{GROUP}/v1", "kind": KIND}
"""What a configuration of v1 says of itself."""
_FIELDS = frozenset(field.alias or name for name, field in v1.KubeSchedulerConfiguration.model_fields.items()) - {*V1}
_TEMPLATE = "{{"
"""What begins a value that a tool of templates fills in later."""
_PATCH = "$patch"
"""The key by which a strategic merge patch deletes or replaces."""


class FoundMapping(NamedTuple):
    """A configuration that is a mapping inside a document."""

    path: Path  # Where it is, or the first part of it
    parts: Arrangement
    versions: tuple[Path, ...] = ()  # Where the files of the product name the release that it runs
    image: Path = ()  # Where the document itself names the scheduler's image; empty where `versions` is all
    refused_as_text: Problem | None = None  # What is wrong where it is a text; None where that is no problem of its own


class FoundText(NamedTuple):
    """A text inside a document that may be a configuration."""

    path: Path
    text: str


def configuration_from_fields(data: object) -> FoundMapping | None:
    """Return the configuration that a product makes of a document's fields; None where there is none."""
    for _, form in recognized(data):
        parts = _parts_in(form, data) if isinstance(data, dict) and form.fields else None
        if parts is not None:
            first = next(part.host for part in parts.parts if part.own not in parts.omitted)
            return FoundMapping(first, parts, form.versions, form.image, form.fields_as_text)
    return None


def _parts_in(form: ProductDocument, data: dict[str, object]) -> Parts | None:
    """Return the parts that a document has; None where it has none, or is of something else."""
    values = {part: follow(data, part.host) for part in form.fields}
    # One that is all in one place may be without fields.
    unknown = frozenset(
        part.own
        for part, value in values.items()
        if _is_filled_in_later(value) or not (value or (len(values) == 1 and value == {}))
    )
    written = [value for part, value in values.items() if part.own not in unknown]
    if not written or not _is_meant(form, data, written):
        return None
    return Parts(form.fields, V1, unknown)


def _is_meant(form: ProductDocument, data: dict[str, object], written: list[object]) -> bool:
    if len(form.fields) > 1 or form.kinds or form.unmistakable in data:
        return True
    return any(isinstance(value, dict) and not (value and _FIELDS.isdisjoint(value)) for value in written)


def configuration_arranged(arrangement: Arrangement) -> FoundMapping | None:
    """Return the product's configuration that is so arranged, as a patch inside a file of it; None if none is."""
    if not isinstance(arrangement, Parts):
        return None
    forms = (form for product in products() for form in product.documents if form.fields == arrangement.parts)
    first = arrangement.parts[0].host
    return next((FoundMapping(first, arrangement, one.versions, one.image) for one in forms), None)


def inside(data: object, path: Path) -> Iterator[FoundMapping | FoundText]:
    """Yield the mappings below a value that are whole configurations, and the texts that name their kind."""
    if path or not _is_report(data):
        yield from _inside(data, path, set())


_REPORT = frozenset({"version", "kubernetes", "files"})
"""What reports of schedcfg about files begin with, in JSON."""


def _is_report(data: object) -> bool:
    """Return whether data is such a report: it has kinds and texts of the documents that it is about, but is none."""
    return (
        isinstance(data, dict) and data.keys() >= _REPORT and data["version"] == 1 and isinstance(data["files"], list)
    )


def _inside(data: object, path: Path, seen: set[int]) -> Iterator[FoundMapping | FoundText]:
    if isinstance(data, str):
        if may_contain_configuration(data) and _TEMPLATE not in data:
            yield FoundText(path, data)
        return
    if not isinstance(data, dict | list) or id(data) in seen:
        return
    seen.add(id(data))
    entries = data.items() if isinstance(data, dict) else enumerate(data)
    for step, value in entries:
        if isinstance(value, dict) and _is_whole(value):
            yield FoundMapping((*path, step), Parts((Part((), (*path, step)),), {}))
        else:
            yield from _inside(value, (*path, step), seen)


def _is_whole(data: dict[str, object]) -> bool:
    if data.get("kind") != KIND or _is_filled_in_later(data):
        return False
    return read_type_meta(data).is_configuration


def _is_filled_in_later(data: object) -> bool:
    """Return whether a text in it is a template, or it is a patch of something else."""
    found = (_TEMPLATE in text or (bool(path) and path[-1] == _PATCH) for text, path in texts(data))
    return any(found)
