"""Run the command line of schedcfg within a process that goes on: in the browser."""

import gc
import io
import sys
from pathlib import Path
from typing import NamedTuple

from schedcfg import cli


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
    folder = Path.cwd()
    for path in folder.iterdir():
        path.unlink()
    for name, text in files.items():
        (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
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


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]  # a BytesIO
