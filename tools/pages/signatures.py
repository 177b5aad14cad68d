"""What the code says of functions and records: their types as written, and the sections of their docstrings."""

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

_SECTIONS = ("Args", "Attributes", "Raises", "Returns")
_HEADING = re.compile(rf"^({'|'.join(_SECTIONS)}):\n", re.MULTILINE)
_ITEM = re.compile(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)
_MARKS = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}
_COMMENT = re.compile(r"\s*# (.+)")


class Docstring(NamedTuple):
    """A docstring, taken apart.

    Attributes:
        text: What comes before the sections, as paragraphs.
        returns: What is returned.
        items: The names that a section describes, with their meanings; by the section's name.
    """

    text: str
    returns: str
    items: dict[str, dict[str, str]]


class Field(NamedTuple):
    """A field of a record, or a property.

    Attributes:
        name: Its name.
        type: Its type, as the code has it.
        meaning: What it is.
    """

    name: str
    type: str
    meaning: str


def docstring(described: object) -> Docstring:
    """Return the parts of a docstring."""
    text, *rest = _HEADING.split(inspect.cleandoc(described.__doc__ or ""))
    sections = dict(zip(rest[::2], rest[1::2], strict=True))
    items = {name: {key: _line(value) for key, value in _ITEM.findall(body)} for name, body in sections.items()}
    return Docstring(_line(text), _line(sections.get("Returns", "")), items)


def signature(function: Callable[..., Any], name: str) -> Iterator[str]:
    """Yield a call with the types of its parameters, as the code has them; a parameter a line."""
    node = _node(function)
    assert isinstance(node, ast.FunctionDef)
    annotated = {argument.arg: argument.annotation for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
    yield f"{name}("
    is_by_name = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not is_by_name:
            is_by_name = True
            yield "    *,"
        mark = _MARKS.get(parameter.kind.name, "")
        default = "" if parameter.default is parameter.empty else f" = {_default(parameter.default)}"
        yield f"    {mark}{parameter.name}: {_type(annotated[parameter.name])}{default},"
    yield f") -> {_type(node.returns)}"


def returned(function: Callable[..., Any]) -> str:
    """Return the type of what a function returns, as the code has it."""
    node = _node(function)
    assert isinstance(node, ast.FunctionDef)
    return _type(node.returns)


def parameters(function: Callable[..., Any]) -> str:
    """Return the types of all parameters of a function, as the code has them."""
    node = _node(function)
    assert isinstance(node, ast.FunctionDef)
    return " ".join(_type(argument.annotation) for argument in ast.walk(node.args) if isinstance(argument, ast.arg))


def fields(record: type[Any]) -> Iterator[Field]:
    """Yield the fields of a record in their order, those that it inherits first, then its properties."""
    for base in reversed(record.__mro__):
        if base.__module__.startswith("schedcfg"):
            yield from _own_fields(base, _chosen_types(record, base))
    for base in record.__mro__:
        for name, value in vars(base).items() if base.__module__.startswith("schedcfg") else ():
            if isinstance(value, property) and value.fget is not None and not name.startswith("_"):
                yield Field(name, returned(value.fget), docstring(value.fget).text)


def members(values: type[Enum]) -> str:
    """Return the members of an enumeration, each with its value."""
    return ", ".join(f"`{member.name}` (`{member.value}`)" for member in values)


def named_classes(types: str, module: str) -> Iterator[type[Any]]:
    """Yield the classes of this package that types name, as a module knows them."""
    for name in dict.fromkeys(re.findall(r"\b[A-Z]\w+", types)):
        known = _known(name, module)
        for part in get_args(known) or (known,):
            if isinstance(part, type) and part.__module__.startswith("schedcfg"):
                yield part


def _known(name: str, module: str) -> object:
    """Return what a module has under a name, be it imported for types only."""
    return getattr(sys.modules[module], name, None) or getattr(_imported(module).get(name), name, None)


def spelled_out(types: str, module: str) -> str:
    """Return types with what their aliases are short for."""

    def full(word: re.Match[str]) -> str:
        known = _known(word[0], module)
        if get_origin(known) is Annotated:
            known = get_args(known)[0]
        if get_origin(known) is Literal and isinstance(get_args(known)[0], Enum):
            return type(get_args(known)[0]).__name__
        is_alias = not isinstance(known, type) and get_origin(known) is not None
        return re.sub(r"\b(?:\w+\.)+(?=\w)", "", str(known)) if is_alias else word[0]

    return re.sub(r"\b[A-Z]\w+", full, types)


@cache
def _imported(module: str) -> dict[str, Any]:
    """Map the names that a module imports from others, if only for types, to those modules."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {
        alias.name: import_module(node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("schedcfg")
        for alias in node.names
    }


def _own_fields(record: type[Any], chosen: dict[str, str]) -> Iterator[Field]:
    """Yield the fields that a class adds, described by its docstring or by a comment at the field."""
    node = _node(record)
    assert isinstance(node, ast.ClassDef)
    lines = textwrap.dedent(inspect.getsource(record)).splitlines()
    described = docstring(record).items.get("Attributes", {})
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and each.target.id[0] != "_":
            name, kind = each.target.id, _type(each.annotation)
            kind = re.sub(r"\w+", lambda word: chosen.get(word[0], word[0]), spelled_out(kind, record.__module__))
            yield Field(name, kind, described.pop(name, "") or _comment(lines, each))
    yield from (Field(name, "", meaning) for name, meaning in described.items())


def _comment(lines: list[str], field: ast.AnnAssign) -> str:
    """Return the comment behind a field, or in the lines before it."""
    last = lines[(field.end_lineno or field.lineno) - 1]
    behind = _COMMENT.fullmatch(last[field.end_col_offset or 0 :])
    if behind:
        return behind[1]
    before: list[str] = []
    for line in reversed(lines[: field.lineno - 1]):
        comment = _COMMENT.fullmatch(line)
        if comment is None:
            break
        before.insert(0, comment[1])
    return " ".join(before)


def _chosen_types(record: type[Any], base: type[Any]) -> dict[str, str]:
    """Return what a record that derives from a generic one puts in place of its type variables."""
    for generic in getattr(record, "__orig_bases__", ()):
        if get_origin(generic) is base:
            return {
                variable.__name__: chosen.__name__
                for variable, chosen in zip(base.__parameters__, get_args(generic), strict=True)
            }
    return {}


def _node(described: Callable[..., Any] | type[Any]) -> ast.stmt:
    return ast.parse(textwrap.dedent(inspect.getsource(described))).body[0]


def _type(annotation: ast.expr | None) -> str:
    """Write an annotation without quotes, without the modules of names, and without what is only for JSON."""
    match annotation:
        case ast.Subscript(ast.Name("Annotated"), ast.Tuple([kind, *_])):
            return _type(kind)
    text = "" if annotation is None else ast.unparse(annotation)
    return re.sub(r"\b[a-z_]+\.(?=[A-Z])", "", text.replace("'", "") if "Literal" not in text else text)


def _default(value: object) -> str:
    """Write a default value: that of records, which print as long lines, is the record without anything chosen."""
    name = type(value).__name__
    return f"{name}()" if type(value).__module__.startswith("schedcfg") else repr(value)


def _line(text: str) -> str:
    return " ".join(text.split())
