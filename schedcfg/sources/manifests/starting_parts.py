"""What starts a scheduler without a manifest: units of systemd and commands of products, also inside other documents.

A product's document in a text is one, too: Talhelper's `patches`, a file that cloud-init writes for k3s or kubeadm.

A unit is a file, or a text, as in `write_files` of cloud-init, `contents` of Ignition and Butane, `copy` of a playbook.
A command is a line of a script, as in `run` of a workflow, a text, or a list of words; or what a step of a workflow
gives an action that runs it.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from schedcfg.document import Document, Span, parse
from schedcfg.document.plain import is_unit
from schedcfg.document.scripts import ScriptText, parse_script
from schedcfg.document.span import Path
from schedcfg.document.stream import SourceText
from schedcfg.sources.in_place import check_number, literal_block, read
from schedcfg.sources.manifests.pod import Fields, fields, text
from schedcfg.sources.manifests.product_commands import in_command, product_options, run_in_script, word_parts
from schedcfg.sources.manifests.product_documents import is_of_kubernetes, version_in
from schedcfg.sources.manifests.running import RunningScheduler, run_by_product, run_by_products, with_release
from schedcfg.sources.manifests.shell import Word
from schedcfg.sources.manifests.systemd import run_by_unit
from schedcfg.sources.manifests.versions import NamedVersion
from schedcfg.sources.marks import mentions_product
from schedcfg.sources.terraform import is_plan, planned_objects

_PATH_KEYS = ("path", "dest", "name")
"""Keys of a file's path beside its text: of cloud-init, playbooks, and of units in Ignition."""


@cache
def _marks() -> tuple[str, ...]:
    """Return what is in each text that starts some: a unit's section, an option, or the key of one."""
    options = [option for _, option in product_options()]
    return ("[Service]", *(f"{one.keys[0]}:" for one in options if one.keys), *(one.option for one in options))


class InnerDocument(NamedTuple):
    """One document of a text inside another document."""

    document: Document
    span: Span | None  # The whole text, where it could not be read in place; None where positions are those of the file


class StartingPart(NamedTuple):
    """A part of a document, or all of it, that starts schedulers."""

    document: Document  # That which their paths are of: the host, or what is in a text inside it
    span: Span | None  # That text as a whole, where it is not read in place; None where positions are those of the file
    running: tuple[RunningScheduler, ...]
    within: Path = ()  # Where that text is in the host; empty where it is the host


def starting_parts(host: Document, file: str, known: frozenset[Path]) -> Iterator[StartingPart]:
    """Yield what starts schedulers in a document.

    Args:
        host: The document.
        file: The name of its file; empty where it has none.
        known: Where flags and patches of products are that are read otherwise.

    Raises:
        UnreadableInput: if there are too many texts to be read in their places.
    """
    if host.source.is_unit:
        yield StartingPart(host, None, tuple(run_by_unit(fields(host.data), (), file)))
    elif isinstance(host.source, ScriptText):
        yield StartingPart(host, None, tuple(run_in_script(host.data)))
    elif _may_have_some(host.source):
        yield from _inside(host, known)


def documents_in(host: Document, path: Path, value: str) -> Iterator[InnerDocument]:
    """Yield the documents of a text inside a document.

    Args:
        host: The document that it is in.
        path: Where it is there.
        value: The text.
    """
    place = host.locate(path).value
    stream, span = (parse(value), place) if host.is_json else read(host.text, place, value)
    for document in stream.documents:
        yield InnerDocument(document, span)


def _inside(host: Document, known: frozenset[Path]) -> Iterator[StartingPart]:
    number = 0
    data = fields(host.data)
    version = version_in(data)
    # What is in an object of Kubernetes' own may be anybody's, also a record of what the cluster runs.
    is_of_others = not is_of_kubernetes(data)
    seen: set[int] = set()
    parts = ((one.data, one.path) for one in planned_objects(data)) if is_plan(data) else ((host.data, ()),)
    for value, path, parent in (one for part, place in parts for one in _texts(part, place, {}, seen)):
        if any(path[:length] in known for length in range(1, len(path) + 1)):
            continue
        if isinstance(value, str) and "\n" in value.rstrip("\n"):
            if any(mark in value for mark in _marks()):
                found = _in_lines(host, value, path, parent)
            elif is_of_others and mentions_product(value):
                found = _in_documents(host, value, path, version)
            else:
                continue
            number += 1
            check_number(number, host.text)
            yield from found
        else:
            words = _words(value, path, parent)
            scheduler = in_command(words, path)
            if scheduler is not None:
                scheduler = scheduler._replace(version=scheduler.version or version)
                yield StartingPart(host, None, (run_by_product(scheduler, "", path),))


@lru_cache(maxsize=4)
def _may_have_some(source: SourceText) -> bool:
    """Return whether a whole file may have some: each document in it asks."""
    return any(mark in source.text for mark in _marks()) or mentions_product(source.text)


def _texts(data: object, path: Path, parent: Fields, seen: set[int]) -> Iterator[tuple[str | list[str], Path, Fields]]:
    """Yield every text, or list of texts, with its path and the mapping that it is in."""
    if isinstance(data, str):
        yield data, path, parent
    elif isinstance(data, dict | list) and id(data) not in seen:
        seen.add(id(data))
        if isinstance(data, dict):
            for key, value in data.items():
                yield from _texts(value, (*path, key), data, seen)
        elif data and all(isinstance(item, str) and "\n" not in item for item in data):
            yield data, path, parent
        else:
            for index, value in enumerate(data):
                yield from _texts(value, (*path, index), parent, seen)


def _in_lines(host: Document, value: str, path: Path, parent: Fields) -> Iterator[StartingPart]:
    """Yield what a text of several lines starts: as a unit, or as a script."""
    place = host.locate(path).value
    if is_unit(value):
        stream, span = read(host.text, place, value)
        file = next((text(parent[key]) for key in _PATH_KEYS if key in parent), "").rpartition("/")[2]
    else:
        file, block = "", None if host.is_json else literal_block(host.text, place, value)
        stream, span = parse_script(value if block is None else block), None if block is not None else place
    for document in stream.documents:
        yield from (part._replace(span=span, within=path) for part in starting_parts(document, file, frozenset()))


def _in_documents(host: Document, value: str, path: Path, version: NamedVersion | None) -> Iterator[StartingPart]:
    """Yield what products run by their documents in a text, by the release of the host where they name none."""
    for document, span in documents_in(host, path, value):
        data = fields(document.data)
        running = run_by_products(text(data.get("kind")), data, ())
        yield StartingPart(document, span, tuple(with_release(one, version) for one in running), path)


def _words(value: str | list[str], path: Path, parent: Fields) -> list[Word]:
    """Return the words of a command: a text, or a list of them."""
    if isinstance(value, list):
        return [part for index, item in enumerate(value) for part in word_parts(Word(item, (*path, index)))]
    for _, option in product_options():
        if option.keys is not None and path[-1:] == option.keys[:1] and value.startswith(option.prefix):
            version = option.keys[1]
            named = [Word(option.versions[0], path), Word(text(parent.get(version)), (*path[:-1], version))]
            return [Word(option.option, path), Word(value, path), *named]
    return word_parts(Word(value, path))
