"""The names of plugins in a program that Go has linked: what methods `Name` return, by the code of the program itself.

Go keeps a table of all functions in every program, stripped or not. A method that only returns a constant loads its
address and its length; the constant is the name under which a plugin is mostly registered.

Upstream: `pcHeader`, `functab` and `_func` in `runtime/symtab.go` and `runtime/runtime2.go`; `debug/gosym/pclntab.go`.
"""

import mmap
import re
import struct
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from schedcfg.patterns import pattern

Content: TypeAlias = "mmap.mmap | bytes"

_ELF64_LITTLE = b"\x7fELF\x02\x01"
_X86_64 = 62
_HEADER = struct.Struct("<16xHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_TABLES = {0xFFFFFFF1: True, 0xFFFFFFF0: True, 0xFFFFFFFA: False}
"""Magic number of the table → whether offsets in it are relative: since Go 1.18; 1.16 and 1.17 have addresses."""

_METHOD = pattern(r"(?P<package>.+?)\.\(?\*?(?P<type>\w+)\)?\.(?P<method>[A-Z]\w*)\Z")
_CODE = 64
_BY_REGISTER = pattern(rb"\x48\x8d\x05(....)\xbb(....)", re.DOTALL)
"""`LEA RAX, [RIP+x]; MOV EBX, n`: a text as Go 1.17 and later return it."""

_BY_STACK = pattern(rb"\x48\x8d\x05(....)\x48\x89\x44\x24.\x48\xc7\x44\x24.(....)", re.DOTALL)
"""`LEA RAX, [RIP+x]; MOV [RSP+y], RAX; MOV [RSP+z], n`: as older ones do."""

_LEA = 7
_NAME = pattern(rb"[A-Za-z][\w./-]{0,99}\Z")
_METHOD_POINTS = {"Less": "queueSort"}
"""The methods that are not called as their extension points are."""


class GoType(NamedTuple):
    """A type of a program that may be a plugin.

    Attributes:
        name: What its method `Name` returns; empty where the code does not show it.
        type: The type, with its package: `example.com/hello-world.HelloWorld`.
        points: The extension points of which it has a method.
    """

    name: str
    type: str
    points: frozenset[str]


class Section(NamedTuple):
    """A section of a program.

    Attributes:
        address: Where it is in memory.
        offset: Where it is in the file.
        size: Its length.
    """

    address: int
    offset: int
    size: int


def plugin_types(path: str, points: frozenset[str]) -> tuple[GoType, ...]:
    """Return the types of a program that have a name, and a method of an extension point; none where it shows none.

    Args:
        path: The program.
        points: The extension points.
    """
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:  # noqa: PTH123
            return tuple(_types(content, points))
    except (OSError, ValueError, struct.error, IndexError):
        return ()


def _types(content: Content, points: frozenset[str]) -> Iterator[GoType]:
    sections = _sections(content)
    if ".gopclntab" not in sections or ".text" not in sections:
        return
    methods: dict[str, dict[str, int]] = defaultdict(dict)
    for name, address in _functions(content, sections):
        found = _METHOD.match(name)
        if found is not None and not found["package"].startswith("type:"):
            methods[f"{found['package']}.{found['type']}"].setdefault(found["method"], address)
    for type_, known in methods.items():
        implemented = points.intersection(_METHOD_POINTS.get(one, one[:1].lower() + one[1:]) for one in known)
        if "Name" in known and implemented:
            yield GoType(_constant(content, sections, known["Name"]), type_.replace("%2e", "."), implemented)


def _sections(content: Content) -> Mapping[str, Section]:
    """Return the sections of a program for 64 bits of x86; none of other programs."""
    if content[:6] != _ELF64_LITTLE:
        return {}
    _, machine, _, _, _, table, _, _, _, _, size, number, names = _HEADER.unpack(content[: _HEADER.size])
    if machine != _X86_64:
        return {}
    rows = [_SECTION.unpack_from(content, table + index * size) for index in range(number)]
    texts = rows[names][4]
    return {_text(content, texts + row[0]): Section(row[3], row[4], row[5]) for row in rows}


def _text(content: Content, offset: int) -> str:
    return content[offset : content.find(b"\0", offset)].decode("utf-8", "replace")


def _functions(content: Content, sections: Mapping[str, Section]) -> Iterator[tuple[str, int]]:
    """Yield the methods called `Name` or as a point, with the addresses of their code."""
    table = sections[".gopclntab"].offset
    (magic,) = struct.unpack_from("<I", content, table)
    if magic not in _TABLES:
        return
    is_relative = _TABLES[magic]
    number, _, *rest = struct.unpack_from("<8Q", content, table + 8)
    start = (rest.pop(0) or sections[".text"].address) if is_relative else 0
    names, functions = table + rest[0], table + rest[4]
    row = struct.Struct("<II" if is_relative else "<QQ")
    entries = content[functions : functions + number * row.size]
    name_offset = struct.Struct("<i")
    behind_entry = 4 if is_relative else 8
    for entry, place in row.iter_unpack(entries):
        (name,) = name_offset.unpack_from(content, functions + place + behind_entry)
        yield _text(content, names + name), start + entry


def _constant(content: Content, sections: Mapping[str, Section], address: int) -> str:
    """Return the text that a function returns; empty where it does more than that."""
    code = sections[".text"]
    offset = code.offset + address - code.address
    found = content[offset : offset + _CODE]
    match = _BY_REGISTER.search(found) or _BY_STACK.search(found)
    if match is None:
        return ""
    (distance,), (length,) = struct.unpack("<i", match[1]), struct.unpack("<I", match[2])
    target = address + match.start() + _LEA + distance
    for section in sections.values():
        if section.address and section.address <= target < section.address + section.size:
            start = section.offset + target - section.address
            text = bytes(content[start : start + min(length, _CODE * 2)])
            return text.decode() if _NAME.match(text) else ""
    return ""
