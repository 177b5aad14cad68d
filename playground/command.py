"""Run the command line of schedcfg, and ask what editors ask, within a process that goes on: in the browser."""

import gc
import io
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from schedcfg import cli
from schedcfg.commands.server.analysis import Analysis
from schedcfg.commands.server.completion import complete_at
from schedcfg.commands.server.hover import hover_at
from schedcfg.commands.server.workspace import OpenText, Workspace
from schedcfg.integrations import webassembly
from schedcfg.validation.options import DEFAULT

_opened = Workspace(lambda _, kubernetes: DEFAULT.by(kubernetes))
"""The text of the page, as the language server has those of an editor."""


_PROGRAMS: list[str] = []
"""Files that stand for programs of WebAssembly."""


class Ended(NamedTuple):
    """What a command has written, its exit status, and the files that it leaves."""

    status: int
    out: str
    err: str
    files: dict[str, str]


def run(arguments: list[str], files: dict[str, str]) -> Ended:
    """Run a command in a folder with the given files only.

    Args:
        arguments: As on a command line.
        files: Name → text.
    """
    folder = _folder_of(files)
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    kept = sys.argv, sys.stdout, sys.stderr
    sys.argv, sys.stdout, sys.stderr = ["schedcfg", *arguments], out, err
    try:
        cli.main()
        status = 0
    except SystemExit as end:
        status = int(end.code or 0)
    finally:
        sys.argv, sys.stdout, sys.stderr = kept
        # A command leaves garbage to the end of its process, which does not come here.
        gc.unfreeze()
        gc.enable()
    left = {name: (folder / name).read_bytes().decode("utf-8", "replace") for name in files}
    return Ended(status, _written(out), _written(err), left)


def use(name: str, start: Callable[..., int | None], start_trial: Callable[..., int | None]) -> None:
    """Let commands run a program of WebAssembly, which the browser has.

    Args:
        name: Of the file that stands for it in the folder of each command.
        start: Runs it by itself.
        start_trial: Runs it in turns with a trial.
    """
    from playground_schedulers import BrowserEngine  # noqa: PLC0415 - only browsers have what it imports

    webassembly.engine = BrowserEngine(start, start_trial)
    _PROGRAMS[:] = [name]


def complete(name: str, text: str, kubernetes: str | None, offset: int) -> list[dict[str, Any]]:
    """Return what can be written at an offset of a text, in code points.

    Args:
        name: The name of the file that has the text.
        text: The text.
        kubernetes: The release to validate against; None: as the text says, or the newest.
        offset: The place.
    """
    return [offer._asdict() for offer in complete_at(_analysis(name, text, kubernetes), offset)]


def hover(name: str, text: str, kubernetes: str | None, offset: int) -> dict[str, Any] | None:
    """Return what is to be known of the place at an offset; None where nothing is. The arguments are those above."""
    found = hover_at(_analysis(name, text, kubernetes), offset)
    return None if found is None else found._asdict()


def _analysis(name: str, text: str, kubernetes: str | None) -> Analysis:
    _folder_of({name: text})
    if _opened.kubernetes != kubernetes:
        _opened.choose(kubernetes)
    for other in [one.uri for one in _opened.texts if one.uri != name]:
        _opened.close(other)
    opened = OpenText(name, name, 0, text)
    _opened.put(opened)
    return _opened.look(opened).meaning


def _folder_of(files: Mapping[str, str]) -> Path:
    """Return the working directory, with some files and no others in it."""
    folder = Path.cwd()
    for path in folder.iterdir():
        path.unlink()
    for name, text in files.items():
        (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    for name in _PROGRAMS:
        (folder / name).write_bytes(webassembly.MAGIC)
    return folder


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]  # a BytesIO
