"""Texts inside other documents (ConfigMaps, Lists, patches), with the way back to positions of the file."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.decode import is_policy, read_type_meta
from schedcfg.document import Document, Path, Span, Stream, parse
from schedcfg.document.span import Edit, Lines
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.rule_card import RuleCard
from schedcfg.sources.marks import declares_policy, mentions_configuration, mentions_policy


def values(data: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Yield key and text of what may be a configuration or a Policy, without parsing it."""
    written = data.get("data")
    if isinstance(written, dict):
        for key, value in written.items():
            if isinstance(value, str) and (mentions_configuration(value) or mentions_policy(value)):
                yield key, value


def holds_policy(stream: Stream, value: str) -> bool | None:
    """Return whether a value is a Policy rather than a configuration; None if it is neither.

    kube-scheduler reads the first document, so that this one counts. One that cannot be read is taken for what it
    mentions; one without a kind for a configuration, if it mentions one.
    """
    mentioned = False if mentions_configuration(value) else None
    if not stream.documents:
        return True if mentioned is None and declares_policy(value) else mentioned
    data = stream.documents[0].data
    if is_policy(data):
        return True
    meta = read_type_meta(data)
    if meta.is_configuration:
        return False
    unsaid = isinstance(data, dict) and not meta.kind and not meta.api_version
    return mentioned if unsaid else None


_NO_BREAK = re.compile(r"[^\r\n]")
_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|$)")
_HEADER = re.compile(r"(?:[&!]\S*\s+)*[|][-+0-9]*[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r)")
_BLOCK = re.compile(_HEADER.pattern.replace("[|]", "[|>]"))
_REST_OF_LINE = re.compile(r"[ \t]*(?:(?<=[ \t])#[^\r\n]*)?(?:\r\n|\n|\r|$)")
_ONLY_AT_COLUMN_ONE = re.compile(r"\ufeff|(?:[ \t]*(?:#.*)?\n)*%")
_MARKERS = ("---", "...")


def literal_block(text: str, span: Span, value: str) -> str | None:
    """Return a text with everything blanked out but the lines of a literal block (`|`), up to its last content.

    Args:
        text: The whole text.
        span: Where the value is, its anchor and tag included.
        value: What the YAML reader made of it.

    Returns:
        A text that reads as the value does; None where the value is written otherwise, or begins with what can only
        stand in the first column: a byte order mark, a directive.
    """
    header = _HEADER.match(text, span.start.offset)
    if header is None or _ONLY_AT_COLUMN_ONE.match(value):
        return None
    start = header.end()
    lines = _lines(text[start : _end_of_line(text, span.end.offset)])
    indentation = _indentation(lines, value)
    if indentation is None:
        return None
    return blank(text[:start]) + "".join(_with_marker_in_front(line, indentation) + end for line, end in lines)


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
    return blank(text[:start]) + text[start : end if rest is None else rest.end()]


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
    return _NO_BREAK.sub(" ", text)


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
    return Edit(Lines(text).span(start + by, end + by), left[by:])


def _end_of_line(text: str, offset: int) -> int:
    found = _LINE.match(text, offset)
    return found.end() if found else len(text)


def _lines(block: str) -> list[tuple[str, str]]:
    """Split into lines and their ends."""
    return [(found[1], found[2]) for found in _LINE.finditer(block) if found[0]]


def _indentation(lines: list[tuple[str, str]], value: str) -> int | None:
    """Return how far a block is indented: so many spaces off its lines give the value; None if nothing does."""
    inner = value.split("\n")
    pairs = zip(lines, inner, strict=False)
    found = next((len(line) - len(own) for (line, _), own in pairs if own.strip(" ")), None)
    if found is None or found < 1:
        return None
    is_value = [line[found:] for line, _ in lines] == inner[: len(lines)]
    return found if is_value else None


def _with_marker_in_front(line: str, indentation: int) -> str:
    """Move a document marker to the first column: indented it would be none."""
    marker, rest = line[indentation : indentation + 3], line[indentation + 3 :]
    if marker not in _MARKERS or rest[:1].strip(" \t"):
        return line
    return marker + " " * indentation + rest


_KIND_OF_ITEMS = {"List": None, "ResourceList": None, "ConfigMapList": "ConfigMap"}
"""Kind of a list → the kind of items that do not say theirs: the API server leaves it out in a typed list."""


class Manifest(NamedTuple):
    """One object as it would be given to the API server.

    Attributes:
        path: Where it is in its document; empty where it is the whole of it.
        kind: Its kind; None where none is written, or no text.
        data: All of it, plain.
    """

    path: Path
    kind: str | None
    data: dict[str, object]


def manifests(data: object, path: Path = (), kind: str | None = None) -> Iterator[Manifest]:
    """Yield the manifests in a document's data, in order; none where it is no mapping.

    Args:
        data: The document's data, or that of an item.
        path: Where it is in the document.
        kind: Its kind if none is written.
    """
    if not isinstance(data, dict):
        return
    written = data.get("kind", kind)
    kind = written if isinstance(written, str) else None
    items = data.get("items")
    if kind in _KIND_OF_ITEMS and isinstance(items, list):
        for index, item in enumerate(items):
            yield from manifests(item, (*path, "items", index), _KIND_OF_ITEMS[kind])
    else:
        yield Manifest(path, kind, data)


_TIED = Problem(
    "shared-text",
    (),
    "this item of the list uses anchors or aliases of other parts of the file, so it is judged as a whole",
    "Write out what the aliases stand for, or put the configuration into a file of its own, to get lines and columns.",
    finding_class=FindingClass.ADVISED,
    severity=Severity.INFO,
)


class Embedded(NamedTuple):
    """A configuration that is the text of a ConfigMap's key, or an item of a list of manifests.

    Attributes:
        key: The key under `data`; None for an item of a list.
        stream: Its text, read. If it is in the file as it is, everything around it is blanked out, so that lines,
            columns and offsets are those of the file, and an edit of the one is an edit of the other.
        span: The whole value, where its text could not be kept in place; None where positions are right.
        is_policy: Whether it is a legacy Policy.
        notes: What is to be reported about how it is written there.
    """

    key: str | None
    stream: Stream
    span: Span | None
    is_policy: bool
    notes: tuple[Problem, ...] = ()

    @property
    def text(self) -> str:
        """The configuration's text."""
        return self.stream.text


def configurations_in(document: Document, text: str) -> list[Embedded]:
    """List the scheduler configurations and Policies inside a ConfigMap or list of manifests; none in anything else.

    What several aliases lead to is listed once.

    Args:
        document: The document.
        text: The whole text that it was read from.
    """
    found: dict[int, Embedded] = {}
    for manifest in manifests(document.data):
        for place, embedded in _in_manifest(manifest, document, text):
            found.setdefault(place.start.offset, embedded)
    return list(found.values())


def _in_manifest(manifest: Manifest, document: Document, text: str) -> Iterator[tuple[Span, Embedded]]:
    if manifest.kind == "ConfigMap":
        for key, value in values(manifest.data):
            place = document.locate((*manifest.path, "data", key)).value
            yield from ((place, one) for one in _value(key, value, place, text))
        yield from _unindented(manifest, document, text)
    elif manifest.path:
        policy = is_policy(manifest.data)
        if policy or read_type_meta(manifest.data).is_configuration:
            place = document.locate(manifest.path).value
            yield place, _item(manifest, place, document, text)._replace(is_policy=policy)


UNINDENTED = "unindented-text"


def unindented_in(data: object, document: Document, path: Path = ()) -> Problem | None:
    """Return a problem with the key whose text stands beside it, because its lines are not indented below `|`.

    Args:
        data: What has the key, and the keys that its lines became.
        document: The document.
        path: Where that is.
    """
    keys = [key for key, value in data.items() if value == ""] if isinstance(data, dict) else []
    key = next((key for key in keys if _BLOCK.match(document.text, _start(document, (*path, key)))), None)
    if key is None:
        return None
    place = document.locate((*path, key))
    return Problem(
        UNINDENTED,
        (),
        f"the text of `{key}` is not indented below its `|`: `{key}` is empty, and the lines are keys beside it",
        f"Indent the lines that follow it further than `{key}`.",
        finding_class=FindingClass.ADVISED,
        span=place.key or place.value,
    )


def _start(document: Document, path: Path) -> int:
    return document.locate(path).value.start.offset


def _unindented(manifest: Manifest, document: Document, text: str) -> Iterator[tuple[Span, Embedded]]:
    """Yield what should be the text of a key, and stands behind that."""
    data, path = manifest.data.get("data"), (*manifest.path, "data")
    problem = unindented_in(data, document, path)
    if problem is None or not isinstance(data, dict):
        return
    key = next(key for key in data if document.locate((*path, key)).key == problem.span)
    keys = list(data)
    rest = {later: data[later] for later in keys[keys.index(key) + 1 :]}
    if not read_type_meta(rest).is_configuration:
        return
    first, whole = document.locate((*path, next(iter(rest)))), document.locate(path).value
    span = Span((first.key or first.value).start, whole.end)
    part = parse(item(text, span))
    if part.error is None and [one.data for one in part.documents] == [rest]:
        yield span, Embedded(key, part, None, is_policy=False, notes=(problem,))


def _value(key: str, value: str, place: Span, text: str) -> Iterator[Embedded]:
    stream, span = read(text, place, value)
    policy = holds_policy(stream, value)
    if policy is not None:
        yield Embedded(key, stream, span, policy)


def _item(manifest: Manifest, place: Span, document: Document, text: str) -> Embedded:
    part = parse(item(text, place) if document.is_json else yaml_item(text, place))
    if part.error is None and [one.data for one in part.documents] == [manifest.data]:
        return Embedded(None, part, None, is_policy=False)
    from schedcfg.document import yaml_writer  # noqa: PLC0415 - hardly any item is tied to others

    own_text = yaml_writer.write(_sorted(manifest.data))
    return Embedded(None, parse(own_text), place, is_policy=False, notes=(_TIED,))


def _sorted(data: object) -> object:
    """Return data with its keys sorted: what comes from several places has no order of its own."""
    if isinstance(data, dict):
        return {key: _sorted(data[key]) for key in sorted(data)}
    return [_sorted(item) for item in data] if isinstance(data, list) else data


CARDS = (
    RuleCard(
        id=UNINDENTED,
        finding_class=FindingClass.ADVISED,
        severity=Severity.ERROR,
        title="A text stands beside its key",
        why="What belongs to a key with `|` is indented further than the key. Otherwise the key is empty, and the "
        "lines become keys of the ConfigMap, which the API server refuses; the scheduler finds no configuration.",
        source="gopkg.in/yaml.v2, scannerc.go, yaml_parser_scan_block_scalar",
        bad="""\
apiVersion: v1
kind: ConfigMap
metadata:
  name: batch-scheduler
data:
  config.yaml: |
  apiVersion: kubescheduler.config.k8s.io/v1
  kind: KubeSchedulerConfiguration
  profiles:
    - schedulerName: batch
""",
        good="""\
apiVersion: v1
kind: ConfigMap
metadata:
  name: batch-scheduler
data:
  config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    profiles:
      - schedulerName: batch
""",
    ),
    RuleCard(
        id="shared-text",
        finding_class=FindingClass.ADVISED,
        severity=Severity.INFO,
        title="The configuration uses anchors of other objects",
        why="Nothing is wrong for Kubernetes, but no line of the file is this configuration's own: findings are about "
        "all of it, and nothing can be changed in place.",
        source="gopkg.in/yaml.v2, decode.go, alias",
        bad="""\
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: lease
    data: &lease
      resourceName: batch
  - apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection: *lease
""",
        good="""\
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: lease
    data:
      resourceName: batch
  - apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection:
      resourceName: batch
""",
    ),
)
