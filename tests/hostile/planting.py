"""Exceptions planted anywhere in the package while it works on one of several files."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import TypeVar

from tests.paths import ROOT

BAD, GOOD = "a.yaml", "b.yaml"
"""What a bug is about, and what has to be reported all the same."""

PACKAGE = f"{ROOT / 'schedcfg'}{os.sep}"

Outcome = TypeVar("Outcome")


def _is_about(value: object) -> bool:
    """Return whether a value is the file, or what was made of it; what says that it cannot be read is nothing."""
    try:
        path = value if isinstance(value, str) else getattr(value, "path", None)
        return isinstance(path, str) and Path(path).name == BAD and getattr(value, "reason", None) is None
    except Exception:  # noqa: BLE001 - it is half made
        return False


def _callers(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        if frame.f_code.co_filename.startswith(PACKAGE):
            yield frame
        frame = frame.f_back


def _works_on_it(frame: FrameType) -> bool:
    return any(_is_about(value) for caller in _callers(frame) for value in caller.f_locals.values())


def _profiled(callback: Callable[[FrameType], None], run: Callable[[], Outcome]) -> Outcome:
    def on_event(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            callback(frame)

    sys.setprofile(on_event)
    try:
        return run()
    finally:
        sys.setprofile(None)


def called_about_it(run: Callable[[], object]) -> list[CodeType]:
    """Return the functions of the package that a run calls while it works on the file, in the order of the calls."""
    found: dict[CodeType, None] = {}

    def note(frame: FrameType) -> None:
        if frame.f_code not in found and _works_on_it(frame):
            found[frame.f_code] = None

    _profiled(note, run)
    return list(found)


def planted(code: CodeType, run: Callable[[], Outcome]) -> tuple[Outcome, bool]:
    """Return what comes of a run in which the first call of a function about the file fails, and whether there is one.

    An exception that a profiling function raises ends the call that it was told of, and profiling.
    """
    hit = False

    def fail(frame: FrameType) -> None:
        nonlocal hit
        if frame.f_code is code and not hit and _works_on_it(frame):
            hit = True
            raise RuntimeError("planted")

    return _profiled(fail, run), hit
