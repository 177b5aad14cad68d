"""Generated files against those on disk: compared or written, and what is shown about them."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from schedcfg.document import decode_text
from schedcfg.document.texts import printable
from schedcfg.errors import UnreadableInput, UnwritableOutput
from schedcfg.generate.generation import FileDifference, GeneratedFile, Generation
from schedcfg.output import text, unified_diff
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import CYAN, painter
from schedcfg.sources import Source
from schedcfg.sources.pending import sweep
from schedcfg.sources.replace import create, replace

_FILE_ENDINGS = (".yaml", ".yml", ".json")


class _ChangedFile(NamedTuple):
    """A file that differs: where it is, its bytes as they are (None where it does not exist), and as it should be."""

    path: str
    committed: bytes | None
    file: GeneratedFile


def differences(generation: Generation, output: str) -> Iterator[FileDifference]:
    """Yield how files on disk differ from what they should be.

    Args:
        generation: What they should be.
        output: Their folder or, for a single one, the file itself; see `places`.

    Raises:
        UnreadableInput: if one cannot be read.
        UnwritableOutput: if one that differs is the file that all were made around.
    """
    for path, committed, file in _changes(generation, output):
        yield FileDifference(path, None if committed is None else _text(committed), file.text)


def write_files(generation: Generation, output: str) -> Iterator[str]:
    """Write those files that differ, making folders as needed, and yield their paths.

    What an earlier run left of them, when it was killed, is removed.

    Args:
        generation: What was generated.
        output: As for `differences`.

    Raises:
        UnreadableInput: if one that is there cannot be read.
        UnwritableOutput: if one cannot be written (those before it are), or is the file that all were made around.
    """
    for path, _ in places(generation.files, output):
        sweep(path)
    for path, committed, file in _changes(generation, output):
        _put(path, committed, file.text.encode())
        yield path


def _changes(generation: Generation, output: str) -> list[_ChangedFile]:
    """List the files that differ, if all of them may be replaced."""
    placed = ((path, _committed(path), file) for path, file in places(generation.files, output))
    found = [_ChangedFile(*one) for one in placed if one[1] != one[2].text.encode()]
    for path, _, _ in found:
        if generation.source is not None and _is_same(path, generation.source):
            message = f"{path} is the configuration itself, and would be overwritten"
            raise UnwritableOutput(message, "Choose another folder or file.")
    return found


def places(files: tuple[GeneratedFile, ...], output: str) -> list[tuple[str, GeneratedFile]]:
    """Return where files go: below a folder or, where a single one is generated, to the file that is named.

    Args:
        files: What is generated.
        output: A folder; a name that ends like a YAML or JSON file (in any case) is the file itself.

    Raises:
        UnwritableOutput: if one file is named for several, or something is there that is neither file nor folder.
    """
    _check_kind(output)
    if not output.lower().endswith(_FILE_ENDINGS) or os.path.isdir(output):  # noqa: PTH112 - strings in, strings out
        placed = [(str(Path(output, file.path)), file) for file in files]
        for path, _ in placed:
            _check_kind(path)
        return placed
    if len(files) > 1:
        names = ", ".join(file.path for file in files)
        raise UnwritableOutput(f"{output} is one file, but several are generated ({names})", "Choose a folder.")
    return [(output, file) for file in files]


def _check_kind(path: str) -> None:
    """Refuse pipes and devices: reading one may wait forever, and none can be replaced."""
    try:
        mode = Path(path).stat().st_mode
    except OSError:
        return  # Nothing there, or nothing to be seen: reading and writing will show.
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise UnwritableOutput(
            f"{path} is neither a file nor a folder", "Choose a file or folder, or omit -o for standard output."
        )


def _is_same(path: str, other: str) -> bool:
    try:
        return Path(path).samefile(other)
    except OSError:
        return False


def _put(path: str, committed: bytes | None, content: bytes) -> None:
    try:
        create(path, content) if committed is None else replace(path, committed, content)
    except UnwritableOutput as error:
        raise UnwritableOutput(f"{path} cannot be written: {error}", error.help) from None


def _committed(path: str) -> bytes | None:
    try:
        return Source(path).read() if os.path.lexists(path) else None
    except UnreadableInput as error:
        raise UnreadableInput(f"{path} cannot be read: {error}", error.help) from None


def _text(content: bytes) -> str:
    try:
        return decode_text(content)
    except UnreadableInput:
        return content.decode(errors="replace")


def render_diff(difference: FileDifference, *, coloured: bool) -> Iterator[str]:
    """Yield the lines of a unified diff from what is committed to what would be generated."""
    return unified_diff.render(difference.path, difference.committed, difference.generated, coloured=coloured)


def render_notes(generation: Generation, *, coloured: bool) -> Iterator[str]:
    """Yield a block per finding, and a line per remark."""
    reports = [report for report in (generation.report, generation.existing) if report is not None]
    yield from text.render(reports, Summary(), coloured=coloured)
    paint = painter(coloured=coloured)
    for remark in generation.remarks:
        yield f"{paint(CYAN, 'note')}: {printable(str(remark))}\n"
    if not generation.files:
        yield "nothing is generated\n"
