"""Counts of instructions: those of a loop each time, also within one line, which counting calls does not show."""

import re
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def instructions(run: Callable[[], object], counted: re.Pattern[str]) -> int:
    """Return how many instructions run in files whose path has a pattern in it."""
    count = 0

    def of_frame(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        count += event == "opcode"
        return of_frame

    def of_call(frame: FrameType, _event: str, _argument: Any) -> Any:
        if not counted.search(frame.f_code.co_filename):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return of_frame

    before = sys.gettrace()
    sys.settrace(of_call)
    try:
        run()
    finally:
        sys.settrace(before)
    return count
