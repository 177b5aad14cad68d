"""What `schema_process.py` runs: it reads one question in each line, and writes one answer in each.

It bounds itself before it reads the first: its memory once, its CPU for each question.
"""

import json
import signal
import sys
from typing import Any

OUT_OF_MEMORY = "it takes too much memory"


def main() -> None:
    """Answer until there is no more question."""
    seconds, memory = map(int, sys.argv[1:])
    sys.path[:] = json.loads(sys.stdin.readline())
    # Only now is the package found, wherever it is installed.
    from schedcfg.configuration.decode import schema_check  # noqa: PLC0415

    _bound(memory)
    for line in sys.stdin:
        _give(seconds)
        answer = _answer(json.loads(line), schema_check)
        _give(0)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _bound(memory: int) -> None:
    try:
        import resource  # noqa: PLC0415 - not every system has it
    except ImportError:
        return
    for what, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(what)[1]
        try:
            resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        except (OSError, ValueError):
            continue  # macOS knows it, and does not take it


def _give(seconds: int) -> None:
    """Let the system end this process after so many seconds of CPU, also within a regular expression; 0: never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _answer(question: dict[str, Any], schema_check: Any) -> dict[str, Any]:
    schema = question["schema"]
    try:
        if "args" in question:
            return {"found": schema_check.differences(question["args"], schema, question["prefix"])}
        return {"found": schema_check.wrong_schema(schema)}
    except schema_check.InvalidPattern as error:
        return {"refused": str(error)}
    except MemoryError:
        return {"refused": OUT_OF_MEMORY}


if __name__ == "__main__":
    main()
