"""Compile a program of WebAssembly for this machine, or run one that is compiled: with a folder, and one server.

This is run by itself: it imports nothing of the package. What the program may do is here, and nowhere else: it reads
and writes files of the folder in which this is started, writes to standard output and error, and connects to the server
that `SCHEDCFG_SERVER` names, through functions that none of its imports go around.

Randomness is the host's: the same seed gives the same, also as `SCHEDCFG_SEED`. So is its clock, which jumps to what
the program waits for when bytes of the server come while it has nothing else to do.
"""

import contextlib
import os
import random
import selectors
import socket
import struct
import sys
import time
from collections.abc import Callable
from typing import Any

import wasmtime

SERVER, SEED = "SCHEDCFG_SERVER", "SCHEDCFG_SEED"
_MODULE = "schedcfg"
"""The module of the functions that connect: `tools/build_scheduler/program/main.go`."""
_WASI = "wasi_snapshot_preview1"
_MEMORY = 2 * 1024**3
"""Bytes that a program may take; 1,000 Pods on 500 nodes take 0.3 GiB."""
_NANOSECONDS = 1_000_000_000
_REALTIME, _MONOTONIC = 0, 1
_SUCCESS, _INVALID = 0, 28  # Of `errno` in WASI
_SUBSCRIPTION, _EVENT = 48, 32  # Bytes
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
    """Run a program that is compiled, until it ends.

    Raises:
        SystemExit: if it ends with a status.
        WasmtimeError: if it does what it may not, or does not fit.
    """
    its_engine = engine()
    module = wasmtime.Module.deserialize_file(its_engine, compiled)
    store, linker = wasmtime.Store(its_engine), wasmtime.Linker(its_engine)
    store.set_limits(memory_size=_MEMORY)
    allowed, folder, server = wasmtime.WasiConfig(), os.getcwd(), os.environ.get(SERVER, "")
    allowed.argv = ["kube-scheduler", *arguments]
    known = {"HOME": folder, "TMPDIR": folder, "PWD": folder, SEED: str(seed)} | ({SERVER: server} if server else {})
    allowed.env = list(known.items())
    allowed.inherit_stdout()
    allowed.inherit_stderr()
    allowed.preopen_dir(folder, folder)
    store.set_wasi(allowed)
    linker.define_wasi()
    linker.allow_shadowing = True
    connections = Connections(server)
    _define(linker, _MODULE, connections.functions())
    _define(linker, _WASI, Machine(seed, connections).functions())
    begin = linker.instantiate(store, module).exports(store)["_start"]
    assert isinstance(begin, wasmtime.Func)
    begin(store)


Function = tuple[Callable[..., object], str, str]
"""A function of Python, the letters of what it takes and of what it returns: `i` for i32, `I` for i64."""

_TYPES = {"i": wasmtime.ValType.i32, "I": wasmtime.ValType.i64}


def _define(linker: wasmtime.Linker, module: str, functions: dict[str, Function]) -> None:
    for name, (function, taken, returned) in functions.items():
        signature = wasmtime.FuncType([_TYPES[one]() for one in taken], [_TYPES[one]() for one in returned])
        linker.define_func(module, name, signature, function, access_caller=True)


def _memory(caller: Any) -> Any:
    return caller["memory"]


class Connections:
    """The connections of a program to the one server; no function of them blocks."""

    def __init__(self, server: str) -> None:
        """Begin without a connection.

        Args:
            server: Its host and port; empty where there is none.
        """
        host, _, port = server.rpartition(":")
        self._address = (host, int(port)) if port.isdigit() else None
        self._sockets: dict[int, socket.socket] = {}
        self._awaited = selectors.DefaultSelector()
        self._last = 0

    def functions(self) -> dict[str, Function]:
        """Return what the program imports."""
        return {
            "dial": (self._dial, "", "i"),
            "write": (self._write, "iii", "i"),
            "read": (self._read, "iii", "i"),
            "shut": (self._shut, "i", ""),
            "close": (self._close, "i", ""),
        }

    def wait(self, seconds: float) -> bool:
        """Wait until bytes come on a connection that had none when the program looked, and return whether they did.

        Args:
            seconds: For how long at most.
        """
        if not self._awaited.get_map():
            time.sleep(seconds)
            return False
        found = self._awaited.select(seconds)
        for key, _ in found:
            self._awaited.unregister(key.fileobj)
        return bool(found)

    def _dial(self, _: Any) -> int:
        if self._address is None:
            return -1
        try:
            connection = socket.create_connection(self._address)
        except OSError:
            return -1
        connection.settimeout(0)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._last += 1
        self._sockets[self._last] = connection
        return self._last

    def _write(self, caller: Any, number: int, start: int, length: int) -> int:
        begin = start & 0xFFFFFFFF
        content = _memory(caller).read(caller, begin, begin + (length & 0xFFFFFFFF))
        try:
            return self._sockets[number].send(content)
        except BlockingIOError:
            return 0
        except (OSError, KeyError):
            return -1

    def _read(self, caller: Any, number: int, start: int, length: int) -> int:
        try:
            content = self._sockets[number].recv(length & 0xFFFFFFFF)
        except BlockingIOError:
            with contextlib.suppress(KeyError):  # It is awaited already
                self._awaited.register(self._sockets[number], selectors.EVENT_READ)
            return 0
        except (OSError, KeyError):
            return -1
        if not content:
            return -1
        _memory(caller).write(caller, content, start & 0xFFFFFFFF)
        return len(content)

    def _shut(self, _: Any, number: int) -> None:
        with contextlib.suppress(OSError, KeyError):
            self._sockets[number].shutdown(socket.SHUT_WR)

    def _close(self, _: Any, number: int) -> None:
        connection = self._sockets.pop(number, None)
        if connection is not None:
            with contextlib.suppress(KeyError):
                self._awaited.unregister(connection)
            connection.close()


class Machine:
    """The clock and the randomness of a program."""

    def __init__(self, seed: int, connections: Connections) -> None:
        self._random = random.Random(seed)  # noqa: S311 - the same each time is what is wanted
        self._connections = connections
        self._ahead = 0  # Nanoseconds by which the program's clock is ahead of this machine's

    def functions(self) -> dict[str, Function]:
        """Return what takes the place of wasmtime's own functions."""
        return {
            "random_get": (self._bytes, "ii", "i"),
            "clock_time_get": (self._time, "iIi", "i"),
            "poll_oneoff": (self._poll, "iiii", "i"),
        }

    def _now(self) -> int:
        return time.monotonic_ns() + self._ahead

    def _bytes(self, caller: Any, start: int, length: int) -> int:
        _memory(caller).write(caller, self._random.randbytes(length & 0xFFFFFFFF), start & 0xFFFFFFFF)
        return _SUCCESS

    def _time(self, caller: Any, clock: int, _: int, target: int) -> int:
        if clock not in {_REALTIME, _MONOTONIC}:
            return _INVALID
        now = time.time_ns() + self._ahead if clock == _REALTIME else self._now()
        _memory(caller).write(caller, struct.pack("<Q", now), target & 0xFFFFFFFF)
        return _SUCCESS

    def _poll(self, caller: Any, subscriptions: int, events: int, number: int, target: int) -> int:
        """Wait as long as the program wants to, or until bytes come: then its clock jumps to that time."""
        memory, begin = _memory(caller), subscriptions & 0xFFFFFFFF
        given = bytes(memory.read(caller, begin, begin + _SUBSCRIPTION * (number & 0xFFFFFFFF)))
        wanted = [given[at : at + _SUBSCRIPTION] for at in range(0, len(given), _SUBSCRIPTION)]
        waits = [self._wait(one) for one in wanted]
        if not waits:
            return _INVALID
        shortest, until = min(waits), self._now() + min(waits)
        if shortest > 0 and self._connections.wait(shortest / _NANOSECONDS):
            self._ahead += max(until - self._now(), 0)
        over = [one for one, wait in zip(wanted, waits, strict=True) if wait <= shortest]
        answer = b"".join(one[:8] + struct.pack("<HB", 0, one[8]) + bytes(_EVENT - 11) for one in over)
        memory.write(caller, answer, events & 0xFFFFFFFF)
        memory.write(caller, struct.pack("<I", len(over)), target & 0xFFFFFFFF)
        return _SUCCESS

    def _wait(self, subscription: bytes) -> int:
        """Return for how many nanoseconds a subscription waits; files, of which there are none to wait for, do not."""
        if subscription[8] != 0:
            return 0
        clock, timeout, _, flags = struct.unpack_from("<I4xQQH", subscription, 16)
        if not flags & _IS_ABSOLUTE:
            return int(timeout)
        now = time.time_ns() + self._ahead if clock == _REALTIME else self._now()
        return max(int(timeout) - now, 0)


def main() -> None:
    """Do so: `compile SOURCE TARGET`, or `run COMPILED SEED ARGUMENT...`."""
    what, *rest = sys.argv[1:]
    try:
        if what == "compile":
            compile_to(*rest)
        else:
            start(rest[0], int(rest[1]), rest[2:])
    except wasmtime.ExitTrap as end:
        sys.exit(end.code)
    except (wasmtime.WasmtimeError, wasmtime.Trap, KeyError) as error:
        lines = str(error).splitlines() or [type(error).__name__]
        sys.exit(f"error: the program of WebAssembly failed: {lines[-1].strip()}")


if __name__ == "__main__":
    main()
