"""The names of plugins in a program that Go has linked: what methods `Name` return, by the code of the program itself.

Go keeps a table of all functions in every program, stripped or not. A method that only returns a constant loads its
address and its length; the constant is the name under which a plugin is mostly registered. It also keeps a table for
each type that is used as an interface, with the methods that are called: a plugin is used as one of the scheduler's.

Upstream: `pcHeader`, `functab` and `_func` in `runtime/symtab.go` and `runtime/runtime2.go`; `debug/gosym/pclntab.go`;
`ITab`, `InterfaceType` and `Name` in `internal/abi`, earlier `itab`, `interfacetype` and `name` in `runtime`.

What the linker of Go writes into a program: the modules that it was built from.

Upstream: `debug/buildinfo/buildinfo.go` of Go; the form of Go 1.18 and later, in which the texts follow the header.
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

_FRAMEWORKS = frozenset(
    {
        b"k8s.io/kubernetes/pkg/scheduler/framework",
        b"k8s.io/kubernetes/pkg/scheduler/framework/v1alpha1",
        b"k8s.io/kube-scheduler/framework",
    }
)
"""The packages that declared the interfaces of plugins: up to 1.33, up to 1.19, since 1.34."""

_ITAB = struct.Struct("<QQ8x")
_INTERFACE = struct.Struct("<48xQQQ")
_LENGTH_OF_TWO_BYTES = 0
_SHORT_LENGTHS = 0x80


class GoType(NamedTuple):
    """A type of a program that may be a plugin."""

    name: str  # What its method `Name` returns; empty where the code does not show it
    type: str  # The type, with its package: `example.com/hello-world.HelloWorld`
    points: frozenset[str]


class Section(NamedTuple):
    """A section of a program."""

    address: int  # Where it is in memory
    offset: int  # Where it is in the file
    size: int


def plugin_types(path: str, points: frozenset[str]) -> tuple[GoType, ...]:
    """Return the types of a program that may be plugins: with a name, and a method of an extension point.

    Where the program shows which types it uses as plugins, only these: other things have a name, and bind or filter,
    too. None where it shows no functions.

    Args:
        path: The program.
        points: The extension points.
    """
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return tuple(_types(content, points))
    except (OSError, ValueError, struct.error, IndexError):
        return ()


def _types(content: Content, points: frozenset[str]) -> Iterator[GoType]:
    sections = _sections(content)
    if ".gopclntab" not in sections or ".text" not in sections:
        return
    methods: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for name, address in _functions(content, sections):
        match = _METHOD.match(name)
        if match is not None and not match["package"].startswith("type:"):
            methods[f"{match['package']}.{match['type']}"][match["method"]].append(address)
    called = frozenset(_called_by_the_framework(content, sections))
    for type_, known in methods.items():
        implemented = points.intersection(_METHOD_POINTS.get(one, one[:1].lower() + one[1:]) for one in known)
        if "Name" in known and implemented and (not called or not called.isdisjoint(known["Name"])):
            yield GoType(_constant(content, sections, known["Name"][0]), type_.replace("%2e", "."), implemented)


def _called_by_the_framework(content: Content, sections: Mapping[str, Section]) -> Iterator[int]:
    """Yield the addresses of the methods that are called through an interface of the scheduler's framework.

    None where a program does not show them: its addresses are not written in it where it is position-independent.
    """
    links = sections.get(".itablink", Section(0, 0, 0))
    for (address,) in struct.iter_unpack("<Q", content[links.offset : links.offset + links.size // 8 * 8]):
        table = _offset(sections, address)
        interface = None if table is None else _offset(sections, _ITAB.unpack_from(content, table)[0])
        if table is None or interface is None:
            continue
        package, _, count = _INTERFACE.unpack_from(content, interface)
        if _name(content, _offset(sections, package)) in _FRAMEWORKS:
            yield from struct.unpack_from(f"<{count}Q", content, table + _ITAB.size)


def _name(content: Content, offset: int | None) -> bytes:
    """Return a name of Go's types; empty where there is none, and of one that is longer than those looked for."""
    if offset is None:
        return b""
    length, start = content[offset + 1], offset + 2
    if length == _LENGTH_OF_TWO_BYTES:  # as up to Go 1.16, the higher byte first
        length, start = content[offset + 2], offset + 3
    return content[start : start + length] if length < _SHORT_LENGTHS else b""


def _offset(sections: Mapping[str, Section], address: int) -> int | None:
    """Return where an address of memory is in the file; None where it is in no section."""
    for section in sections.values():
        if section.address and section.address <= address < section.address + section.size:
            return section.offset + address - section.address
    return None


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
    start = _offset(sections, address + match.start() + _LEA + distance)
    text = b"" if start is None else bytes(content[start : start + min(length, _CODE * 2)])
    return text.decode() if _NAME.match(text) else ""


_MAGIC = b"\xff Go buildinf:"
_BUILD_HEADER = 32
_FLAGS = 15
_TEXTS_FOLLOW = 2
_LONGEST = 4 * 1024 * 1024
_SENTINEL = 16
"""The list of modules begins and ends with so many bytes that mark it."""

_KUBERNETES = "k8s.io/kubernetes"
_STAGING = pattern(r"k8s\.io/(?:client-go|kube-scheduler|component-base|api|apimachinery)\Z")
_STAGING_VERSION = pattern(r"v0\.(\d+)\.(\d+)")


class Module(NamedTuple):
    """A module of Go."""

    path: str
    version: str  # Its version; `(devel)` for the one that was built where it was developed


def modules(content: "mmap.mmap | bytes") -> Iterator[Module]:
    """Yield the modules that a program is built from; none where it does not say so, or is not built by Go."""
    start = content.find(_MAGIC)
    if start < 0 or start + _BUILD_HEADER > len(content) or not content[start + _FLAGS] & _TEXTS_FOLLOW:
        return
    _, behind = _text_at(content, start + _BUILD_HEADER)
    listed, _ = _text_at(content, behind)
    rows = listed[_SENTINEL:-_SENTINEL].decode("utf-8", "replace").split("\n")
    found: list[Module] = []
    for kind, _, rest in (row.partition("\t") for row in rows):
        path, _, version = rest.partition("\t")
        if kind in {"mod", "dep"}:
            found.append(Module(path, version.partition("\t")[0]))
        elif kind == "=>" and found:
            found[-1] = found[-1]._replace(version=version.partition("\t")[0])
    yield from found


def _text_at(content: "mmap.mmap | bytes", offset: int) -> tuple[bytes, int]:
    """Return a text behind its length, which is written in groups of seven bits, and the offset after it."""
    length = shift = 0
    while offset < len(content):
        part = content[offset]
        offset += 1
        length |= (part & 0x7F) << shift
        shift += 7
        if part < 0x80 or shift > 28:  # noqa: PLR2004 - the last group; longer than any list
            break
    length = min(length, _LONGEST)
    return bytes(content[offset : offset + length]), offset + length


def kubernetes_version(found: list[Module]) -> str | None:
    """Return the version of Kubernetes among modules, `v1.29.15`; None where none has one that says it."""
    named = {module.path: module.version for module in found}
    if re.match(r"v1\.\d+\.\d+", named.get(_KUBERNETES, "")):
        return named[_KUBERNETES]
    staging = (
        match for path, version in named.items() if _STAGING.match(path) and (match := _STAGING_VERSION.match(version))
    )
    first = next(staging, None)
    return None if first is None else f"v1.{first[1]}.{first[2]}"


def modules_of(path: str) -> list[Module]:
    """Return the modules of the program at a path; none where it cannot be read."""
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return list(modules(content))
    except (OSError, ValueError):
        return []
