"""Exceptions planted anywhere in the package while it works on one of several files."""

import os
import sys
from collections.abc import Callable, Container, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypeVar
from unittest.mock import patch

from schedcfg.errors import BugGuard
from tests.paths import ROOT

BAD, GOOD = "bad.yaml", "good.yaml"
"""What a bug is about, and what has to be reported all the same."""

V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"

PACKAGE = f"{ROOT / 'schedcfg'}{os.sep}"

GUARDS = {f"{PACKAGE}errors.py", f"{PACKAGE}output{os.sep}guard.py"}
"""The guard itself."""

LOOPS = {"each_file", "files_of", "until_long"}
"""Functions whose variables are still about the last file when the next one is read."""

REPORTING = {"failed", "write_unreadable", "unread"}
"""What reports that a file cannot be read."""

Outcome = TypeVar("Outcome")


def _is_about(name: str, value: object) -> bool:
    """Return whether a variable is the file, or what was made of it; what says that it cannot be read is nothing."""
    try:
        path = value if name == "path" else getattr(value, "path", None) or getattr(value, "folder", None)
        if not isinstance(path, str) or BAD not in path:
            return False
        return BAD in Path(path).parts and getattr(value, "reason", None) is None
    except Exception:  # noqa: BLE001 - it is half made
        return False


def _works_on_it(frame: FrameType | None) -> bool:
    """Return whether a call, or one of those that led to it, is about the file."""
    while frame is not None:
        code, frame_above = frame.f_code, frame.f_back
        if code.co_name in REPORTING:
            return False
        is_ours = code.co_filename.startswith(PACKAGE) and code.co_filename not in GUARDS and code.co_name not in LOOPS
        if is_ours and any(_is_about(*variable) for variable in frame.f_locals.items()):
            return not any(above.f_code.co_name in REPORTING for above in _stack(frame_above))
        frame = frame_above
    return False


def _stack(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _profiled(callback: Callable[[FrameType], None], run: Callable[[], Outcome]) -> Outcome:
    def on_event(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            callback(frame)

    end = BugGuard.__exit__

    def end_and_go_on(guard: BugGuard, *error: Any) -> bool:
        is_caught = end(guard, *error)
        # What a profiling function raises ends profiling.
        sys.setprofile(on_event)
        return is_caught

    with patch.object(BugGuard, "__exit__", end_and_go_on):
        sys.setprofile(on_event)
        try:
            return run()
        finally:
            sys.setprofile(None)


def called_about_it(run: Callable[[], object], modules: Container[str] | None = None) -> list[CodeType]:
    """Return the functions of the package that a run calls while it works on the file, in the order of the calls.

    Args:
        run: The run.
        modules: The files of the modules whose functions are looked for; None: of all.
    """
    found: dict[CodeType, None] = {}

    def note(frame: FrameType) -> None:
        is_asked = modules is None or frame.f_code.co_filename in modules
        if is_asked and frame.f_code not in found and _works_on_it(frame):
            found[frame.f_code] = None

    _profiled(note, run)
    return list(found)


def files_of_modules(*parts: str) -> frozenset[str]:
    """Return the files of the package in whose paths one of some parts is: to look for functions there alone."""
    return frozenset(
        str(path) for path in Path(PACKAGE).rglob("*.py") if any(part in path.as_posix() for part in parts)
    )


def planted(code: CodeType, run: Callable[[], Outcome]) -> tuple[Outcome, bool]:
    """Return what comes of a run in which each call of a function about the file fails, and whether there is one."""
    hits: list[CodeType] = []

    def fail(frame: FrameType) -> None:
        if frame.f_code is code and _works_on_it(frame):
            hits.append(code)
            raise RuntimeError("planted")

    return _profiled(fail, run), bool(hits)


def place(code: CodeType) -> str:
    """Return where a function is: `output/text.py: render`."""
    return f"{Path(code.co_filename).relative_to(PACKAGE).as_posix()}: {code.co_qualname}"
