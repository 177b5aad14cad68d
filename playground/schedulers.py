"""Run programs of WebAssembly where there are no processes: the browser runs them, and calls back what they ask for."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import js
from pyodide.ffi import create_proxy, to_js

from schedcfg.cli.program_options import SEED
from schedcfg.integrations.programs import Bounds, ProgramEnd
from schedcfg.integrations.webassembly import INSIDE, Step

Start = Callable[[Any, Any], int | None]
"""Takes arguments, and what a machine of `machine.js` is made of, and returns how the program ended."""
_VERSION = ["--version"]


class BrowserEngine:
    """The browser, as what runs one program."""

    def __init__(self, start: Start, start_trial: Start) -> None:
        self._start = start
        self._start_trial = start_trial
        self._version: ProgramEnd | None = None

    def run(
        self, arguments: Sequence[str], bounds: Bounds, folder: str, enough: re.Pattern[bytes] | None
    ) -> ProgramEnd:
        """Run the program by itself, with a clock that jumps to what it waits for."""
        if arguments != _VERSION:
            return self._run(arguments, bounds, folder, enough)
        # What it says to that is the same each time, and each start of it takes seconds.
        self._version = self._version or self._run(arguments, bounds, folder, enough)
        return self._version

    def _run(
        self, arguments: Sequence[str], bounds: Bounds, folder: str, enough: re.Pattern[bytes] | None
    ) -> ProgramEnd:
        streams = {1: bytearray(), 2: bytearray()}

        def written(descriptor: int, content: Any) -> bool:
            stream = streams[descriptor]
            stream += content.to_bytes()
            return len(stream) > bounds.output or (enough is not None and enough.search(streams[2]) is not None)

        with _machine(folder, folder, SEED, {}, written=written) as machine:
            machine.nanoseconds = bounds.seconds * 1e9
            status = self._start(to_js(arguments), machine)
        output, messages = (bytes(stream) for stream in streams.values())
        return ProgramEnd(status, output, messages, max(len(output), len(messages)) > bounds.output)

    def take_turns(self, arguments: Sequence[str], folder: str, seed: int, step: Step) -> None:
        """Run the program in turns with a trial, until one of both ends."""

        def stepped(now: int, sent: Any, shut: Any, log: Any, ended: int | None) -> Any:
            pieces = [(number, piece.tobytes()) for number, piece in sent.to_py()]
            return to_js(tuple(step(int(now), pieces, shut.to_py(), log.to_bytes(), ended)))

        bell = f"{INSIDE}/bell"
        Path(folder, "bell").touch(exist_ok=False)
        with _machine(folder, INSIDE, seed, {"SCHEDCFG_BELL": bell}, step=stepped) as machine:
            self._start_trial(to_js(arguments), machine)


@contextmanager
def _machine(
    folder: str, inside: str, seed: int, more: Mapping[str, str], **functions: Callable[..., Any]
) -> Iterator[Any]:
    """Yield what a machine is made of, as JavaScript has it: all that `webassembly_host.py` gives, in its order."""
    drawn = random.Random(seed)  # noqa: S311 - the same each time is what is wanted
    proxies = {name: create_proxy(function) for name, function in functions.items()}
    proxies["random"] = create_proxy(lambda length: to_js(drawn.randbytes(length)))
    environment = {"HOME": inside, "TMPDIR": inside, "PWD": inside, "SCHEDCFG_SEED": str(seed), "GOGC": "400", **more}
    described = {"folder": folder, "inside": inside, "environment": environment, **proxies}
    try:
        yield to_js(described, dict_converter=js.Object.fromEntries)
    finally:
        for proxy in proxies.values():
            proxy.destroy()
