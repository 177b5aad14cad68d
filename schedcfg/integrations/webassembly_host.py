"""Compile a program of WebAssembly for this machine, or run one that is compiled: with a folder, and nothing else.

This is run by itself: it imports nothing of the package. What the program may do is here, and nowhere else: it reads
and writes files of the folder in which this is started, and writes to standard output and error.

With `trial`, its output, and the bytes of the connections that it opens, go to whoever started this, in turns: this
writes to standard output what the program did, and reads from standard input what there is for it. The program's clock
is not that of the machine: it jumps to what the program waits for, or to the time until which the other side does
nothing either. Its randomness follows from the seed. So the same turns come in each run.

A turn is a line of JSON with the lengths of the pieces of bytes that follow it, one way
`{"now", "sent": [[connection, length]...], "shut": [connection...], "log": length, "is_last"}`, and the other
`{"until", "sent": [[connection, length]...], "closed": [connection...]}`. None comes behind the last one.
"""

import json
import os
import random
import struct
import sys
import time
from collections.abc import Callable
from typing import Any, BinaryIO, NamedTuple

import wasmtime

_MODULE = "schedcfg"
"""The module of the functions that connect: `tools/build_scheduler/program/main.go`."""
_WASI = "wasi_snapshot_preview1"
_INSIDE = "/trial"
"""Where the program finds its folder: not where it is, which is another place in each run."""
_BELL = f"{_INSIDE}/bell"
_MEMORY = 2 * 1024**3
"""Bytes that a program may take; 1,000 Pods on 500 nodes take 0.3 GiB."""
_TABLE = 1_000_000
"""Elements that its table may have, of eight bytes: a kube-scheduler has one for each of its functions."""
_CONNECTIONS = 2000
"""How many connections it may have at a time; a trial is ended where it has half as many."""
_GARBAGE = "400"
"""How much of what Go has left behind, in percent of what it needs, it lets be: less work for little memory."""
_PART = 1024 * 1024
"""Bytes that are handed over at once, whether the program waits or not."""
_DESCRIBED = 40
"""Bytes that describe a piece of them."""
_BEGINNING = 4_102_444_800 * 1_000_000_000
"""When its time begins: 2100-01-01, in nanoseconds since 1970; `BEGINNING` of the trial's loop."""
_READING, _TURN = 1_000, 100_000
"""Nanoseconds that reading the clock takes, so that who waits by that alone goes on; and that a turn takes."""
_REALTIME, _MONOTONIC = 0, 1
_SUCCESS, _BAD_FILE, _INVALID = 0, 8, 28  # Of `errno` in WASI
_CLOCK, _FILE_READ = 0, 1  # Of `eventtype` in WASI
_SUBSCRIPTION, _EVENT, _VECTOR = 48, 32, 8  # Bytes
_IS_ABSOLUTE = 1


def engine() -> wasmtime.Engine:
    """Return what compiles: without optimization, which would take minutes."""
    config = wasmtime.Config()
    config.cranelift_opt_level = "none"
    return wasmtime.Engine(config)


def compile_to(source: str, target: str) -> None:
    """Compile a program and write it, for this machine and this version of wasmtime."""
    with open(source, "rb") as file:
        module = wasmtime.Module(engine(), file.read())
    with open(target, "wb") as file:
        file.write(module.serialize())


def start(compiled: str, seed: int, arguments: list[str]) -> None:
    """Run a program that is compiled, until it ends: with the clock of the machine, and without a connection.

    Raises:
        ExitTrap: if it ends with a status.
        WasmtimeError: if it does what it may not, or does not fit.
    """
    allowed = wasmtime.WasiConfig()
    folder = os.getcwd()
    allowed.preopen_dir(folder, folder)
    allowed.inherit_stdout()
    allowed.inherit_stderr()
    _run(compiled, allowed, arguments, Machine(folder, seed))


def start_trial(compiled: str, seed: int, arguments: list[str]) -> None:
    """Run a program that is compiled in turns with a trial, until it ends.

    Raises:
        ExitTrap: if it ends with a status.
        WasmtimeError: if it does what it may not, or does not fit.
    """
    allowed = wasmtime.WasiConfig()
    with open("bell", "xb"):
        allowed.preopen_dir(os.getcwd(), _INSIDE, fs_mutable=False)
    _run(compiled, allowed, arguments, TrialMachine(seed, sys.stdin.buffer, sys.stdout.buffer))


def _run(compiled: str, allowed: wasmtime.WasiConfig, arguments: list[str], machine: "Machine") -> None:
    its_engine = engine()
    module = wasmtime.Module.deserialize_file(its_engine, compiled)
    store, linker = wasmtime.Store(its_engine), wasmtime.Linker(its_engine)
    # The second table is that of its clock.
    store.set_limits(memory_size=_MEMORY, memories=1, table_elements=_TABLE, tables=2)
    allowed.argv = ["kube-scheduler", *arguments]
    allowed.env = list(machine.environment.items())
    store.set_wasi(allowed)
    linker.define_wasi()
    linker.allow_shadowing = True
    machine.define(linker, store)
    program = linker.instantiate(store, module)
    machine.connect(program, store)
    begin = program.exports(store)["_start"]
    assert isinstance(begin, wasmtime.Func)
    try:
        begin(store)
    finally:
        machine.end()


# The clock is read some hundred times for each Pod, and a function of Python takes a thousand times as long as one of
# WebAssembly. So it is one: of a module that has the memory of the program, which is there first and calls it through a
# table.
_CLOCK_TABLE = """(module
  (type $read (func (param i32 i64 i32) (result i32)))
  (global (export "now") (mut i64) (i64.const 0))
  (table (export "table") 1 funcref)
  (func (export "clock_time_get") (type $read)
    (call_indirect (type $read) (local.get 0) (local.get 1) (local.get 2) (i32.const 0))))"""
_CLOCK_READER = f"""(module
  (import "table" "now" (global $now (mut i64)))
  (import "program" "memory" (memory 0))
  (func (export "read") (param $clock i32) (param i64) (param $target i32) (result i32)
    (if (i32.gt_u (local.get $clock) (i32.const {_MONOTONIC})) (then (return (i32.const {_INVALID}))))
    (global.set $now (i64.add (global.get $now) (i64.const {_READING})))
    (i64.store (local.get $target) (i64.add (global.get $now)
      (select (i64.const 0) (i64.const {_BEGINNING}) (local.get $clock))))
    (i32.const {_SUCCESS})))"""


class VirtualClock:
    """A clock that passes when it is read, or is set."""

    _now: wasmtime.Global
    _engine: wasmtime.Engine
    _table: wasmtime.Instance
    _store: wasmtime.Store

    def define(self, linker: wasmtime.Linker, store: wasmtime.Store) -> None:
        """Be what a program imports, at time zero."""
        self._engine, self._store = linker.engine, store
        self._table = linker.instantiate(store, wasmtime.Module(self._engine, _CLOCK_TABLE))
        exports = self._table.exports(store)
        linker.define(store, _WASI, "clock_time_get", exports["clock_time_get"])
        now = exports["now"]
        assert isinstance(now, wasmtime.Global)
        self._now = now

    def connect(self, program: wasmtime.Instance, store: wasmtime.Store) -> None:
        """Let a program read it, into its memory."""
        linker = wasmtime.Linker(self._engine)
        linker.define_instance(store, "table", self._table)
        linker.define(store, "program", "memory", program.exports(store)["memory"])
        clock = linker.instantiate(store, wasmtime.Module(self._engine, _CLOCK_READER))
        table = self._table.exports(store)["table"]
        assert isinstance(table, wasmtime.Table)
        table.set(store, 0, clock.exports(store)["read"])

    @property
    def now(self) -> int:
        """The nanoseconds that have passed."""
        return int(self._now.value(self._store))

    @now.setter
    def now(self, now: int) -> None:
        self._now.set_value(self._store, now)


Function = tuple[Callable[..., object], str, str]
"""A function of Python, the letters of what it takes and of what it returns: `i` for i32, `I` for i64."""

_TYPES = {"i": wasmtime.ValType.i32, "I": wasmtime.ValType.i64}


def _memory(caller: Any) -> Any:
    return caller["memory"]


class Wait(NamedTuple):
    """What a program waits for."""

    clocks: list[tuple[int, bytes]]  # When each timer is over, and how it is called
    bells: list[bytes]  # How those are called who wait for bytes
    others: list[bytes]  # What need not be waited for

    def answer(self, now: int, *, has_rung: bool) -> bytes:
        """Return the events of what is over."""
        over = [(one, _CLOCK) for end, one in self.clocks if end <= now]
        over += [(one, _FILE_READ) for one in self.bells if has_rung]
        over += [(one, _FILE_READ + 1) for one in self.others]
        return b"".join(one + struct.pack("<HB", 0, kind) + bytes(_EVENT - 11) for one, kind in over)


class Machine:
    """What a program runs on: its clock, its randomness; no connection."""

    def __init__(self, folder: str, seed: int) -> None:
        """Begin.

        Args:
            folder: Its folder, as it finds it.
            seed: What its randomness begins with.
        """
        self.environment = {
            "HOME": folder,
            "TMPDIR": folder,
            "PWD": folder,
            "SCHEDCFG_SEED": str(seed),
            "GOGC": _GARBAGE,
        }
        self._random = random.Random(seed)  # noqa: S311 - the same each time is what is wanted

    def functions(self) -> dict[str, dict[str, Function]]:
        """Return what the program imports, by module; what takes the place of wasmtime's own functions."""
        own: dict[str, Function] = {
            "random_get": (self._bytes, "ii", "i"),
            "clock_time_get": (self._time, "iIi", "i"),
            "poll_oneoff": (self._poll, "iiii", "i"),
        }
        connecting: dict[str, Function] = {
            "dial": (self._dial, "", "i"),
            "write": (self._write, "iii", "i"),
            "read": (self._read, "iii", "i"),
            "shut": (self._shut, "i", ""),
            "close": (self._close, "i", ""),
        }
        return {_WASI: own, _MODULE: connecting}

    def define(self, linker: wasmtime.Linker, _store: wasmtime.Store) -> None:
        """Define what a program imports."""
        for origin, functions in self.functions().items():
            for name, (function, taken, returned) in functions.items():
                signature = wasmtime.FuncType([_TYPES[one]() for one in taken], [_TYPES[one]() for one in returned])
                linker.define_func(origin, name, signature, function, access_caller=True)

    def connect(self, program: wasmtime.Instance, store: wasmtime.Store) -> None:
        """Do what can only be done once the program is there."""

    def end(self) -> None:
        """Do what is left to do once the program has ended."""

    @property
    def now(self) -> int:
        """The nanoseconds of its clock, which are those of this machine."""
        return time.monotonic_ns()

    def wait(self, wait: Wait) -> bytes:
        """Return the events of what is over, once something is."""
        answer = wait.answer(self.now, has_rung=False)
        while not answer:
            time.sleep(max(min((end for end, _ in wait.clocks), default=0) - self.now, 1000) / 1e9)
            answer = wait.answer(self.now, has_rung=False)
        return answer

    def _bytes(self, caller: Any, start: int, length: int) -> int:
        if not 0 <= length <= _PART:
            return _INVALID
        _memory(caller).write(caller, self._random.randbytes(length), start & 0xFFFFFFFF)
        return _SUCCESS

    def _time(self, caller: Any, clock: int, _: int, target: int) -> int:
        if clock not in {_REALTIME, _MONOTONIC}:
            return _INVALID
        now = self.now + (_BEGINNING if clock == _REALTIME else 0)
        _memory(caller).write(caller, struct.pack("<Q", now), target & 0xFFFFFFFF)
        return _SUCCESS

    def _poll(self, caller: Any, subscriptions: int, events: int, number: int, target: int) -> int:
        if not 0 < number <= _PART // _SUBSCRIPTION:
            return _INVALID
        memory, begin = _memory(caller), subscriptions & 0xFFFFFFFF
        given = bytes(memory.read(caller, begin, begin + _SUBSCRIPTION * number))
        wait = Wait([], [], [])
        for at in range(0, len(given), _SUBSCRIPTION):
            called, kind = given[at : at + 8], given[at + 8]
            if kind == _CLOCK:
                wait.clocks.append((self._end(given, at + 16), called))
            else:
                (wait.bells if kind == _FILE_READ else wait.others).append(called)
        answer = self.wait(wait)
        memory.write(caller, answer, events & 0xFFFFFFFF)
        memory.write(caller, struct.pack("<I", len(answer) // _EVENT), target & 0xFFFFFFFF)
        return _SUCCESS

    def _end(self, given: bytes, at: int) -> int:
        """Return when a timer is over."""
        clock, timeout, _, flags = struct.unpack_from("<I4xQQH", given, at)
        if not flags & _IS_ABSOLUTE:
            return int(self.now + timeout)
        return int(timeout) - (_BEGINNING if clock == _REALTIME else 0)

    def _dial(self, _: Any) -> int:
        return -1

    def _write(self, _: Any, _number: int, _start: int, _length: int) -> int:
        return -1

    def _read(self, _: Any, _number: int, _start: int, _length: int) -> int:
        return -1

    def _shut(self, _: Any, number: int) -> None:
        pass

    def _close(self, _: Any, number: int) -> None:
        pass


class Connection:
    """A connection, as the program has it."""

    def __init__(self) -> None:
        self.unread = bytearray()  # What has come
        self.has_ended = False  # Whether nothing more comes


class TrialMachine(Machine):
    """What a program runs on that takes turns with a trial: a clock of its own, and connections."""

    def __init__(self, seed: int, given: BinaryIO, taken: BinaryIO) -> None:
        """Begin at time zero.

        Args:
            seed: What its randomness begins with.
            given: Where the turns of the trial are read.
            taken: Where those of the program are written.
        """
        super().__init__(_INSIDE, seed)
        self.environment["SCHEDCFG_BELL"] = _BELL
        self._given, self._taken = given, taken
        self._clock = VirtualClock()
        self._until = 0
        self._last = 0
        self._connections: dict[int, Connection] = {}  # Those that it has not forgotten, by their numbers
        self._sent: list[tuple[int, bytes]] = []
        self._shut_down: list[int] = []
        self._log: list[bytes] = []
        self._size = 0  # Bytes to hand over
        self._has_rung = False  # Whether something has come that the program does not know of

    def functions(self) -> dict[str, dict[str, Function]]:
        """Return what the program imports; nothing is written but its log."""
        functions = super().functions()
        functions[_WASI]["fd_write"] = (self._write_log, "iiii", "i")
        return functions

    def define(self, linker: wasmtime.Linker, store: wasmtime.Store) -> None:
        """Define what a program imports."""
        super().define(linker, store)
        self._clock.define(linker, store)

    def connect(self, program: wasmtime.Instance, store: wasmtime.Store) -> None:
        """Let the program read its clock."""
        self._clock.connect(program, store)

    def end(self) -> None:
        """Hand over what it did last."""
        self._exchange(is_last=True)

    @property
    def now(self) -> int:
        """The nanoseconds of its clock."""
        return self._clock.now

    def wait(self, wait: Wait) -> bytes:
        """Return the events of what is over; where nothing is, take turns until something is."""
        end, now = min((end for end, _ in wait.clocks), default=None), self._clock.now
        while True:
            has_rung = self._has_rung and bool(wait.bells)
            if has_rung:
                self._has_rung = False
            answer = wait.answer(now, has_rung=has_rung)
            if answer:
                return answer
            if self._size or self._shut_down:
                now += _TURN
            elif end is not None and end <= self._until:
                now = self._clock.now = end
                continue
            else:
                now = max(now, self._until)
            self._clock.now = now
            self._exchange()

    def _exchange(self, *, is_last: bool = False) -> None:
        """Hand over what the program did, and take what there is for it."""
        sent, log = self._sent, b"".join(self._log)
        lengths = [(number, len(piece)) for number, piece in sent]
        turn = {"now": self._clock.now, "sent": lengths, "shut": self._shut_down, "log": len(log), "is_last": is_last}
        pieces = (json.dumps(turn).encode(), b"\n", *(piece for _, piece in sent), log)
        self._taken.write(b"".join(pieces))
        self._taken.flush()
        self._sent, self._shut_down, self._log, self._size = [], [], [], 0
        if is_last:
            return
        answer = json.loads(self._given.readline() or b"null")
        if answer is None:
            sys.exit(1)  # Nobody is there any more
        self._until = answer["until"]
        for number, length in answer["sent"]:
            piece = self._given.read(length)
            if number in self._connections:
                self._connections[number].unread += piece
            self._has_rung = True
        for number in answer["closed"]:
            if number in self._connections:
                self._connections[number].has_ended = True
            self._has_rung = True

    def _keep(self, length: int) -> None:
        """Count bytes that are to be handed over, and what describes them; they are where there are many."""
        self._size += length + _DESCRIBED
        if self._size > _PART:
            self._clock.now += _TURN
            self._exchange()

    def _write_log(self, caller: Any, file: int, vectors: int, number: int, target: int) -> int:
        if file not in {1, 2}:
            return _BAD_FILE
        if not 0 <= number <= _PART // _VECTOR:
            return _INVALID
        memory, begin = _memory(caller), vectors & 0xFFFFFFFF
        written, left = [], _PART
        for start, length in struct.iter_unpack("<II", bytes(memory.read(caller, begin, begin + _VECTOR * number))):
            written.append(bytes(memory.read(caller, start, start + min(length, left))))
            left -= len(written[-1])
        content = b"".join(written)
        memory.write(caller, struct.pack("<I", len(content)), target & 0xFFFFFFFF)
        self._log.append(content)
        self._keep(len(content))
        return _SUCCESS

    def _dial(self, _: Any) -> int:
        if len(self._connections) == _CONNECTIONS:
            self._keep(_PART)  # The trial sees how many there are
            return -1
        self._last += 1
        self._connections[self._last] = Connection()
        return self._last

    def _write(self, caller: Any, number: int, start: int, length: int) -> int:
        connection = self._connections.get(number)
        if connection is None or connection.has_ended or not 0 <= length <= _PART:
            return -1
        begin = start & 0xFFFFFFFF
        piece = bytes(_memory(caller).read(caller, begin, begin + length))
        self._sent.append((number, piece))
        self._keep(len(piece))
        return len(piece)

    def _read(self, caller: Any, number: int, start: int, length: int) -> int:
        connection = self._connections.get(number)
        if connection is None:
            return -1
        if not connection.unread:
            return -1 if connection.has_ended else 0
        piece = bytes(connection.unread[: length & 0xFFFFFFFF])
        del connection.unread[: len(piece)]
        _memory(caller).write(caller, piece, start & 0xFFFFFFFF)
        return len(piece)

    def _shut(self, _: Any, number: int) -> None:
        connection = self._connections.get(number)
        if connection is not None and not connection.has_ended:
            self._shut_down.append(number)
            self._keep(0)

    def _close(self, _: Any, number: int) -> None:
        self._connections.pop(number, None)


def main() -> None:
    """Do so: `compile SOURCE TARGET`, or `run` or `trial` with `COMPILED SEED ARGUMENT...`."""
    what, *rest = sys.argv[1:]
    try:
        if what == "compile":
            compile_to(*rest)
        else:
            {"run": start, "trial": start_trial}[what](rest[0], int(rest[1]), rest[2:])
    except wasmtime.ExitTrap as end:
        sys.exit(end.code)
    except (wasmtime.WasmtimeError, wasmtime.Trap, LookupError, ValueError) as error:
        lines = str(error).splitlines() or [type(error).__name__]
        sys.exit(f"error: the program of WebAssembly failed: {lines[-1].strip()}")


if __name__ == "__main__":
    main()
