"""How far the real command of a release comes with command lines, each started as a user starts it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tools.record.program import Answer, ProgramError

_ROOT = Path(__file__).parents[2]
_WAITING = 4
"""Machines for each processor: most of the time they wait for what a command asks for next."""
_APART = ("--user", "--map-root-user", "--net", "--mount")


def answers(command: Path, cases: Sequence[Mapping[str, Any]]) -> dict[str, Answer]:
    """Return how far a command comes with each case of `id`, `args` and `files`, by its id.

    There are some machines, on each of which the command is started with one case after the other; see
    `line_machine.py`.

    Raises:
        ProgramError: if such a machine cannot be made.
    """
    workers = _WAITING * (os.cpu_count() or 1)
    with ThreadPoolExecutor(workers) as pool:
        shares = pool.map(lambda worker: dict(_share(command, cases[worker::workers])), range(workers))
        found = {name: answer for share in shares for name, answer in share.items()}
    return {case["id"]: found[case["id"]] for case in cases}


def _share(command: Path, cases: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Answer]]:
    unshare = shutil.which("unshare")
    if unshare is None:
        raise ProgramError("`unshare` is not installed: each line is started on a machine of its own")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(  # noqa: S603 - arguments of ours
            [unshare, *_APART, sys.executable, "-m", "tools.record.line_machine", folder, str(command)],
            input="".join(f"{json.dumps(case)}\n" for case in cases),
            capture_output=True,
            text=True,
            check=False,
            cwd=_ROOT,
        )
    if done.returncode:
        raise ProgramError(done.stderr.strip())
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        yield answer.pop("id"), answer
