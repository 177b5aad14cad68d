"""Small programs of WebAssembly, in its text form: what a scheduler does, and what one must not do."""

_WASI = "wasi_snapshot_preview1"
_IMPORTS = {
    "fd_write": "(param i32 i32 i32 i32) (result i32)",
    "path_open": "(param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)",
    "random_get": "(param i32 i32) (result i32)",
    "poll_oneoff": "(param i32 i32 i32 i32) (result i32)",
    "clock_time_get": "(param i32 i64 i32) (result i32)",
    "proc_exit": "(param i32)",
    "args_sizes_get": "(param i32 i32) (result i32)",
}
_CONNECTING = {
    "dial": "(result i32)",
    "write": "(param i32 i32 i32) (result i32)",
    "read": "(param i32 i32 i32) (result i32)",
    "shut": "(param i32)",
    "close": "(param i32)",
}


def program(body: str, data: str = "") -> str:
    """Return a program that does something with one page of memory, in which a text is at 100."""
    imports = [f'(import "{_WASI}" "{name}" (func ${name} {of}))' for name, of in _IMPORTS.items()]
    imports += [f'(import "schedcfg" "{name}" (func ${name} {of}))' for name, of in _CONNECTING.items()]
    sizes = "(drop (call $args_sizes_get (i32.const 32) (i32.const 36)))"
    count = f"(func $arguments (result i32) {sizes} (i32.load (i32.const 32)))"
    memory = f'(memory (export "memory") 1) (data (i32.const 100) "{data}")'
    return f'(module {" ".join(imports)} {memory} {count} (func (export "_start") (local $n i32) {body}))'


def exit_with(value: str) -> str:
    """Return the code that ends with a number as status."""
    return f"(call $proc_exit {value})"


def written(length: int, start: int = 100) -> str:
    """Return the code that writes the text to standard output."""
    vector = f"(i32.store (i32.const 0) (i32.const {start})) (i32.store (i32.const 4) (i32.const {length}))"
    return f"{vector} (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 16)))"


VERSION = "Kubernetes v1.37.2\\n"
SAYS_ITS_VERSION = program(written(19), VERSION)
LOOPS = program("(loop $again (br $again))")
HANGS = program(
    f"{written(19)} (if (i32.gt_u (call $arguments) (i32.const 2)) (then (loop $again (br $again))))", VERSION
)
"""Says its version and, where it has more arguments than `--version`, does not end."""


def after_its_version(text: str) -> str:
    """Return a program that first says its version, and does what another one does only with more arguments."""
    begin = '(func (export "_start") (local $n i32) '
    before, _, body = text.partition(begin)
    version = '(data (i32.const 600) "Kubernetes v1.37.2\\n")'
    is_asked = "(i32.lt_u (call $arguments) (i32.const 3))"
    says = f"(if {is_asked} (then {written(19, 600)} {exit_with('(i32.const 0)')}))"
    return f"{before}{version}{begin}{says} {body}"


FLOODS = program(f"(loop $again {written(19)} (br $again))", VERSION)
FAILS = program("unreachable")
GROWS = program(
    "(loop $again (br_if $again (i32.ge_s (memory.grow (i32.const 1024)) (i32.const 0))))"
    + exit_with("(i32.div_u (memory.size) (i32.const 1024))")
)
"""Takes memory, 64 MiB at a time, until it gets no more; the status is how often."""

GROWS_TABLE = program(
    "(loop $again (br_if $again (i32.ge_s (table.grow (ref.null func) (i32.const 100000)) (i32.const 0))))"
    + exit_with("(i32.div_u (table.size) (i32.const 100000))")
).replace("(memory", "(table 0 funcref) (memory", 1)
"""Makes a table larger, by 100,000 elements at a time, until it gets no more; the status is how often."""
SEVERAL_MEMORIES = program("").replace("(memory", "(memory 1) (memory", 1)
SEVERAL_TABLES = program("").replace("(memory", f"{3 * '(table 0 funcref) '}(memory", 1)
SHUTS = program(
    "(loop $again (call $shut (local.get $n)) (local.set $n (i32.add (local.get $n) (i32.const 1))) (br $again))"
)
"""Ends connections without end, none of which was begun."""
CLOSES = program("(loop $again (call $close (call $dial)) (br $again))")
"""Begins connections and forgets them, without end."""

_OPEN = "(call $path_open (i32.const 3) (i32.const 1) (i32.const 100) (i32.const {length}) (i32.const 0) (i64.const 2)"
RANDOM = program(
    "(drop (call $random_get (i32.const 0) (i32.const 1)))"
    + exit_with("(i32.and (i32.load8_u (i32.const 0)) (i32.const 63))")
)
_POLL = "(drop (call $poll_oneoff (i32.const 200) (i32.const 300) (i32.const 1) (i32.const 400)))"
"""Waits for what is described at 200."""
ASKS = program(
    "(local.set $n (call $dial)) (drop (call $write (local.get $n) (i32.const 100) (i32.const 2)))"
    "(i32.store8 (i32.const 208) (i32.const 1))"
    "(loop $again (if (i32.eqz (call $read (local.get $n) (i32.const 0) (i32.const 1)))"
    f"(then {_POLL} (br $again))))"
    "(call $close (local.get $n))" + exit_with("(i32.load8_u (i32.const 0))"),
    "hi",
)
"""Sends two bytes to the server, waits for the answer, and ends with that as status."""


def _timer(nanoseconds: int) -> str:
    """Return the code that describes a time to wait for."""
    return f"(i32.store (i32.const 216) (i32.const 1)) (i64.store (i32.const 224) (i64.const {nanoseconds}))"


_ONE_HOUR = _timer(3600 * 10**9)
SLEEPS = program(f"{written(4)} {_ONE_HOUR} {_POLL} {written(4)}", "log\\n")
"""Writes to its log, an hour before its end and then."""
WAITS = program(f"{_ONE_HOUR} (loop $again {_POLL} (br $again))")
"""Waits for ever."""
SENDS = program(
    "(local.set $n (call $dial)) (loop $again (drop (call $write (local.get $n) (i32.const 100) (i32.const 60000)))"
    "(br $again))",
    "GET / HTTP/1.1\\r\\n",
)
"""Sends bytes without end, none of which is a request."""
CONNECTS = program(
    "(loop $again (local.set $n (call $dial)) (drop (call $write (local.get $n) (i32.const 100) (i32.const 4)))"
    "(br $again))",
    "GET ",
)
"""Opens one connection after the other."""
_HOST = "HTTP/1.1\\r\\nHost: here\\r\\n\\r\\n"
_REQUESTS = (f"GET /api/v1/nodes?watch=true {_HOST}", f"GET /api/v1/pods?watch=true {_HOST}", f"GET / {_HOST}")
_STARTS = (700, 800, 900)


def _sending(number: int) -> str:
    length = len(_REQUESTS[number].replace("\\r\\n", ".."))
    return f"(drop (call $write (local.get $n) (i32.const {_STARTS[number]}) (i32.const {length})))"


def after_it_watches(body: str) -> str:
    """Return a program that watches as a scheduler does until there is a Pod, and then does the same again and again.

    Args:
        body: What; `$n` is the number of a connection, and what it may wait for is over at once.
    """
    dials = "(local.set $n (call $dial))"
    watches = f"{dials} {_sending(0)} {dials} {_sending(1)} {dials} {_timer(50_000_000)} {_POLL} {_timer(1)}"
    data = "".join(f'(data (i32.const {at}) "{text}")' for at, text in zip(_STARTS, _REQUESTS, strict=True))
    text = program(f"{watches} (loop $again {body} (br $again))")
    return after_its_version(text.replace("(func $arguments", f"{data} (func $arguments", 1))


CHATTERS = f"{written(1)} {_POLL}"
"""Writes to its log, and waits for nothing, as a part of another program."""
ASKS_AGAIN = f"{_sending(2)} {_POLL}"
"""Asks for what is not there, likewise."""
READS_CLOCK = program(
    "(loop $again (drop (call $clock_time_get (i32.const 1) (i64.const 1) (i32.const 8))) (br $again))"
)
"""Looks at its clock without end."""
POINTS_OUTSIDE = program("(drop (call $random_get (i32.const -8) (i32.const 64)))")
"""Wants randomness where it has no memory."""
WRITES_OUTSIDE = program(
    "(i32.store (i32.const 0) (i32.const -65536)) (i32.store (i32.const 4) (i32.const -1))"
    "(drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 16)))"
    + exit_with("(i32.load (i32.const 16))")
)
"""Writes what is not in its memory to its log, and ends with how much that was."""
DIALS = program(exit_with("(i32.lt_s (call $dial) (i32.const 0))"))
"""Ends with 1 where it cannot connect."""
FOREIGN = '(module (import "env" "system" (func $system)) (func (export "_start") (call $system)))'


def making(path: str) -> str:
    """Return a program that makes a file in the first folder that it has, and ends with the error's number."""
    where = f"(i32.const 3) (i32.const 0) (i32.const 100) (i32.const {len(path)})"
    how = "(i32.const 1) (i64.const 64) (i64.const 0) (i32.const 0)"  # It is made where it is not there, to be written
    return program(exit_with(f"(call $path_open {where} {how} (i32.const 500))"), path)


def opening(path: str) -> str:
    """Return a program that opens a file of the first folder that it has, and ends with the error's number."""
    return program(exit_with(f"{_OPEN.format(length=len(path))} (i64.const 0) (i32.const 0) (i32.const 500))"), path)
