"""What is read of a Go program, by one that is made here: some sections, a table of functions, a list of modules."""

import struct
from pathlib import Path

import pytest

from schedcfg.commands.confirm.go_program import GoType, Module, kubernetes_version, modules_of, plugin_types

TEXT, RODATA, TYPES = 0x401000, 0x402000, 0x405000
FUNCTIONS = {
    "main.(*HelloWorld).Name": ("HelloWorldPlugin", True),
    "main.(*HelloWorld).Score": ("", True),
    "example.com/a%2eb/sort.Sort.Name": ("QOSSort", False),
    "example.com/a%2eb/sort.Sort.Less": ("", True),
    "main.(*Computed).Name": ("", True),
    "main.(*Computed).Filter": ("", True),
    "main.(*NoPlugin).Name": ("Nothing", True),
    "example.com/binding.Form.Name": ("form", True),
    "example.com/binding.Form.Bind": ("", True),
    "example.com/binding.(*Form).Name": ("form", True),
}
INTERFACES = {
    b"k8s.io/kubernetes/pkg/scheduler/framework": ("main.(*HelloWorld).Name", "main.(*Computed).Name"),
    b"k8s.io/kube-scheduler/framework": ("example.com/a%2eb/sort.Sort.Name",),
    b"example.com/binding": ("example.com/binding.(*Form).Name",),
}
"""Package of an interface with a method `Name` → the methods that are called through it."""
MODULES = (
    "path\tx\nmod\texample.com/x\t(devel)\t\n"
    "dep\tk8s.io/kubernetes\tv1.33.0\th1:=\n=>\tk8s.io/kubernetes\tv1.33.3\th1:=\n"
)


def code(at: int, constant: str, constants: bytearray, *, by_register: bool) -> bytes:
    if not constant:
        return b"\xe8\0\0\0\0\xc3".ljust(32, b"\xcc")
    target = RODATA + len(constants)
    constants += constant.encode()
    lea = b"\x48\x8d\x05" + struct.pack("<i", target - at - 7)
    length = struct.pack("<I", len(constant))
    ending = b"\xbb" + length if by_register else b"\x48\x89\x44\x24\x10\x48\xc7\x44\x24\x18" + length
    return (lea + ending + b"\xc3").ljust(32, b"\xcc")


def table(magic: int) -> tuple[bytes, bytes, bytes]:
    """Return code, constants and the table of functions."""
    constants, text, names, entries, rows = bytearray(), b"", b"", b"", b""
    is_relative = magic != 0xFFFFFFFA
    begin = len(FUNCTIONS) * (8 if is_relative else 16) + (8 if is_relative else 16)
    for name, (constant, by_register) in FUNCTIONS.items():
        offset = len(text)
        text += code(TEXT + offset, constant, constants, by_register=by_register)
        place = begin + len(entries)
        rows += struct.pack("<II", offset, place) if is_relative else struct.pack("<QQ", TEXT + offset, place)
        entries += struct.pack("<Ii" if is_relative else "<Qi", offset if is_relative else TEXT + offset, len(names))
        names += name.encode() + b"\0"
    head = struct.calcsize("<IHBB") + 8 * (8 if is_relative else 7)
    starts = [len(FUNCTIONS), 0, *([0] if is_relative else []), head, 0, 0, 0, head + len(names)]
    header = struct.pack("<IHBB", magic, 0, 1, 8) + struct.pack(f"<{len(starts)}Q", *starts)
    return text, bytes(constants), header + names + rows.ljust(begin, b"\0") + entries


def interface_tables(magic: int) -> tuple[bytes, bytes]:
    """Return interfaces with the tables of the types that are used as them, and the list of these tables."""
    content, links = bytearray(), bytearray()
    for package, methods in INTERFACES.items():
        name = TYPES + len(content)
        content += (
            struct.pack(">xH", len(package)) if magic == 0xFFFFFFFA else struct.pack("<xB", len(package))
        ) + package
        interface = TYPES + len(content)
        content += struct.pack("<48xQQQQ", name, 0, 1, 1)
        for method in methods:
            links += struct.pack("<Q", TYPES + len(content))
            content += struct.pack("<QQ8xQ", interface, 0, TEXT + 32 * list(FUNCTIONS).index(method))
    return bytes(content), bytes(links)


def program(magic: int, machine: int = 62, *, shows_interfaces: bool = True) -> bytes:
    text, constants, lines = table(magic)
    types, links = interface_tables(magic)
    marked = b"<" * 16 + MODULES.encode() + b">" * 16
    length = bytes([len(marked) & 0x7F | 0x80, len(marked) >> 7])
    build = b"\xff Go buildinf:\x08\x02".ljust(32, b"\0") + b"\x04go1." + length + marked
    names = b"\0.text\0.rodata\0.gopclntab\0.types\0.itablink\0.go.buildinfo\0.shstrtab\0"
    content, sections = bytearray(b"\0" * 64), [struct.pack("<IIQQQQIIQQ", *[0] * 10)]
    parts = {".text": (TEXT, text), ".rodata": (RODATA, constants), ".gopclntab": (0x403000, lines)}
    parts |= {".types": (TYPES, types), ".itablink": (0x406000, links)} if shows_interfaces else {}
    parts |= {".go.buildinfo": (0x404000, build), ".shstrtab": (0, names)}
    for name, (address, part) in parts.items():
        row = (names.index(name.encode()), 1, 0, address, len(content), len(part), 0, 0, 1, 0)
        sections.append(struct.pack("<IIQQQQIIQQ", *row))
        content += part
    header = (2, machine, 1, TEXT, 0, len(content), 0, 64, 56, 0, 64, len(sections), len(sections) - 1)
    content[:64] = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack("<HHIQQQIHHHHHH", *header)
    return bytes(content) + b"".join(sections)


@pytest.mark.parametrize("magic", [0xFFFFFFFA, 0xFFFFFFF0, 0xFFFFFFF1])
def test_names_and_points_are_those_of_the_code(tmp_path: Path, magic: int) -> None:
    (tmp_path / "program").write_bytes(program(magic))
    assert plugin_types(str(tmp_path / "program"), frozenset({"score", "filter", "queueSort", "bind"})) == (
        GoType("HelloWorldPlugin", "main.HelloWorld", frozenset({"score"})),
        GoType("QOSSort", "example.com/a.b/sort.Sort", frozenset({"queueSort"})),
        GoType("", "main.Computed", frozenset({"filter"})),
    )


def test_where_the_code_shows_no_plugins_everything_with_such_methods_may_be_one(tmp_path: Path) -> None:
    (tmp_path / "program").write_bytes(program(0xFFFFFFF1, shows_interfaces=False))
    found = plugin_types(str(tmp_path / "program"), frozenset({"score", "bind"}))
    assert [one.name for one in found] == ["HelloWorldPlugin", "form"]


@pytest.mark.parametrize(
    "content", [b"", b"#!/bin/sh\n", program(0xFFFFFFF1, 183), program(1), program(0xFFFFFFF1)[:900]]
)
def test_other_programs_show_no_names(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "program").write_bytes(content)
    assert plugin_types(str(tmp_path / "program"), frozenset({"score"})) == ()


def test_the_release_is_that_of_the_linked_module(tmp_path: Path) -> None:
    (tmp_path / "program").write_bytes(program(0xFFFFFFF1))
    found = modules_of(str(tmp_path / "program"))
    assert found == [Module("example.com/x", "(devel)"), Module("k8s.io/kubernetes", "v1.33.3")]
    assert kubernetes_version(found) == "v1.33.3"
    assert kubernetes_version([Module("k8s.io/client-go", "v0.29.15")]) == "v1.29.15"
    assert kubernetes_version([Module("k8s.io/kubernetes", "(devel)")]) is None
    assert modules_of(str(tmp_path / "missing")) == []
