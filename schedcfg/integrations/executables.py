"""What is in a file that the system cannot run: a web page, an archive, a program for another machine, part of one.

The system decides what it runs; its own words for that are few ("Exec format error", "No such file or directory", of
which the second may be about an interpreter). Here they are explained by the first bytes of the file.
"""

import os
import platform
import struct
import sys
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.document.texts import printable

_READ = 4096
_ELF, _SCRIPT = b"\x7fELF", b"#!"
_OF_SYSTEMS: Mapping[bytes, str] = {
    _ELF: "Linux",
    b"MZ": "Windows",
    b"\xcf\xfa\xed\xfe": "macOS",
    b"\xce\xfa\xed\xfe": "macOS",
    b"\xca\xfe\xba\xbe": "macOS",
}
"""How programs begin, and for which system: ELF, PE, Mach-O of 64 and 32 bits, Mach-O for several processors."""
_SYSTEMS = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}

_ARCHIVES: Mapping[bytes, str] = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"\xfd7zXZ\x00": "xz",
    b"BZh": "bzip2",
    b"\x28\xb5\x2f\xfd": "zstd",
}
_TAR, _TAR_AT = b"ustar", 257

_MACHINES = {3: "386", 40: "arm", 62: "amd64", 183: "arm64", 21: "ppc64le", 22: "s390x", 243: "riscv64"}
"""`e_machine` of an ELF header → what Go, and the addresses of downloads, call it."""
_RUNS = {"x86_64": (62, 3), "aarch64": (183, 40), "ppc64le": (21,), "s390x": (22,), "riscv64": (243,)}
"""What `uname` says → what such a machine can run itself; the system knows whether it also runs 32 bits."""

_INTERPRETER = 3  # PT_INTERP of <elf.h>
_EMULATORS = "/proc/sys/fs/binfmt_misc"
"""Where Linux lists what runs programs of other machines. Upstream: Documentation/admin-guide/binfmt-misc.rst."""


def obstacle(path: str) -> str:
    """Return why the system cannot run a file: `it is empty`; empty itself where the first bytes do not show that."""
    if not os.path.isfile(path):
        return ""
    try:
        with open(path, "rb") as file:
            size, begin = os.fstat(file.fileno()).st_size, file.read(_READ)
    except OSError:
        return ""
    return next(_obstacles(begin, size), "")


def machine() -> str:
    """Return what downloads call the processor of this machine: `amd64`."""
    runs = _RUNS.get(platform.machine())
    return "amd64" if runs is None else _MACHINES[runs[0]]


def _obstacles(begin: bytes, size: int) -> Iterator[str]:
    here = _SYSTEMS.get(sys.platform, sys.platform)
    system = next((name for signature, name in _OF_SYSTEMS.items() if begin.startswith(signature)), "")
    archive = next((name for signature, name in _ARCHIVES.items() if begin.startswith(signature)), "")
    if not begin:
        yield "it is empty"
    elif system and system != here:
        yield f"it is a program for {system}, and this is {here}"
    elif system == "Linux":
        yield from _of_elf(begin, size)
    elif archive or begin[_TAR_AT:].startswith(_TAR):
        yield f"it is an archive ({archive or 'tar'}), which has to be unpacked first"
    elif begin.startswith(_SCRIPT):
        yield from _of_script(begin.removeprefix(_SCRIPT).partition(b"\n")[0])
    elif begin.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        yield "it is a web page, or what a server sent instead of a program"
    elif b"\0" not in begin:
        yield "it is a text whose first line names no interpreter, as `#!/bin/sh` would"


def _of_script(line: bytes) -> Iterator[str]:
    """Yield what is wrong with a script by its first line."""
    interpreter = os.fsdecode(next(iter(line.split()), b""))
    if line.endswith(b"\r"):
        yield "it is a script whose lines end as on Windows (CRLF)"
    elif not interpreter:
        yield "it is a script whose first line names no interpreter, as `#!/bin/sh` would"
    elif not os.path.isfile(interpreter):
        yield f"it is a script for {printable(interpreter)}, which is not here"


def _of_elf(begin: bytes, size: int) -> Iterator[str]:
    """Yield what keeps a program of Linux from being run. Upstream: `load_elf_binary` in `fs/binfmt_elf.c`."""
    try:
        header = _ElfHeader.read(begin)
    except (struct.error, IndexError):
        yield "it is only the beginning of a program"
        return
    runs = _RUNS.get(platform.machine())
    if runs is not None and header.machine not in runs and not _is_emulated():
        other = _MACHINES.get(header.machine, f"another processor (ELF machine {header.machine})")
        yield f"it is a program for {other}, and this machine is {machine()}"
    elif size < header.least_size:
        there = f"{size:,} of {header.least_size:,} bytes"
        yield f"it is only a part of a program, {there}, as where a download was interrupted"
    elif header.interpreter and not os.path.exists(header.interpreter):
        yield f"it needs {printable(os.fsdecode(header.interpreter))} to start, which is not here"


class _ElfHeader(NamedTuple):
    """What the system looks at before it runs a program."""

    machine: int
    least_size: int  # Bytes up to the end of what is loaded
    interpreter: bytes  # What links it when it starts; empty where nothing has to

    @classmethod
    def read(cls, begin: bytes) -> "_ElfHeader":
        """Return what the first bytes of a program say.

        Raises:
            struct.error: if they are too few.
            IndexError: likewise.
        """
        is_wide, order = begin[4] == 2, "<" if begin[5] == 1 else ">"  # noqa: PLR2004 - ELFCLASS64, ELFDATA2LSB
        (machine_,) = struct.unpack_from(f"{order}H", begin, 18)
        (table,) = struct.unpack_from(f"{order}Q", begin, 32) if is_wide else struct.unpack_from(f"{order}I", begin, 28)
        width, number = struct.unpack_from(f"{order}HH", begin, 54 if is_wide else 42)
        # Type, offset and size in the file; what is between them is about memory.
        segment = struct.Struct(f"{order}I4xQ16xQ" if is_wide else f"{order}II8xI")
        least_size, interpreter = 0, b""
        for index in range(number):
            kind, offset, length = segment.unpack_from(begin, table + width * index)
            least_size = max(least_size, offset + length)
            if kind == _INTERPRETER:
                interpreter = begin[offset : offset + length].rstrip(b"\0")
        return cls(machine_, least_size, interpreter)


def _is_emulated() -> bool:
    """Return whether something is set up here that runs programs of other machines."""
    try:
        return any(name.startswith("qemu-") for name in os.listdir(_EMULATORS))
    except OSError:
        return False
