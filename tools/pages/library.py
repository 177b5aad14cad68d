"""The page of the library: examples that are run, and what the code says of every public name."""

import inspect
import io
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import chdir, redirect_stdout
from dataclasses import is_dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import schedcfg
from schedcfg.commands import generate
from tools.pages.markup import code, fenced, page, table
from tools.pages.signatures import docstring, fields, members, named_classes, parameters, returned, signature

ROOT = Path(__file__).parents[2]

_HEAD = """\
# As a library

What the commands do, for your own programs: functions that take the *text* of a file and return frozen, typed records.
They read and write none of your files, run no other programs and use no network. Each example continues the one before
it; run them in the project's folder.
"""

_REFERENCE = """\
## Before you call a function

- **Pass the text, not the path.** The name of a file in place of its text raises `UnreadableInput`; a `Path`, an open
  file or bytes raise `TypeError`. Both say what to pass instead.
- **Findings are not exceptions.** For a file that kube-scheduler refuses, you get a record with `verdict` `refused`.
  Exceptions are for calls that cannot be answered, such as one that names an unknown release. Those that are raised on
  purpose are [`SchedcfgError`](#errors).
- **`kubernetes`** is the release to validate against: `1.29` and `v1.29.3` mean the same. Without it, a file is
  validated against the newest release that reads it.
- **`path`** is only the name in the result. Nothing is read from there.
- **`options`** has the options of the command line:
  `schedcfg.Options(feature_gates={"StorageCapacityScoring": True})`, or for plugins of your own
  `schedcfg.Options(registry=schedcfg.declared(frozenset({"MyPlugin"})))`.
- **Names** that are not in `schedcfg` itself are listed with the module that you import them from.
"""


_INNER_HEAD = """\
# Records of the library

The records that are part of what the functions of [the library](../library.md) take and return, each with its module.
"""

_PUBLIC, _INNER = "library.md", "reference/library-records.md"


class Example(NamedTuple):
    """A piece of code, run after those before it.

    Attributes:
        title: What it is for.
        code: What is run, and shown.
    """

    title: str
    code: str


_EXAMPLES = (
    Example(
        "Validate a file",
        """\
from pathlib import Path

import schedcfg

text = Path("examples/broken/scheduler.yaml").read_text(encoding="utf-8")
report = schedcfg.validate(text, kubernetes="1.29", path="scheduler.yaml")
print(report.verdict)
for document in report.documents:
    for finding in document.findings:
        print(f"{report.path}:{finding.start.line}: {finding.finding_class}[{finding.rule}] {finding.message}")
""",
    ),
    Example(
        "Fix what can be fixed",
        """\
fixed = schedcfg.fix(text, kubernetes="1.29")
for fix in fixed.fixing.made:
    print(f"line {fix.line}: {fix.title}")
new_text = fixed.text
""",
    ),
    Example(
        "Migrate to another API version",
        """\
old = Path("examples/broken/old-version.yaml").read_text(encoding="utf-8")
migration = schedcfg.migrate(old, to="v1", kubernetes="1.28")
print(migration.verdict)
print(migration.migrated.splitlines()[1])
""",
    ),
    Example(
        "See what a scheduler would run",
        """\
profiles = Path("examples/profiles.yaml").read_text(encoding="utf-8")
view = schedcfg.effective_configuration(profiles, kubernetes="1.34").view
for plugin in view.plugins["default-scheduler"]["score"]:
    print(plugin.name, plugin.weight)
""",
    ),
    Example(
        "Compare two releases, or two files",
        """\
difference = schedcfg.diff_releases(profiles, "1.33", "1.34")
print(difference.differs, len(difference.changes))
print(schedcfg.diff(profiles, profiles).differs)
""",
    ),
    Example(
        "Answer an editor",
        """\
analysis = schedcfg.analyze(profiles, kubernetes="1.34")
print(schedcfg.hover_at(analysis, profiles.index("profiles:")).markdown.splitlines()[0])
typing = schedcfg.analyze(profiles + "per")
offers = schedcfg.complete_at(typing, len(typing.text))
print([offer.label for offer in offers if offer.label.startswith("per")])
""",
    ),
    Example(
        "Generate a configuration, and a second scheduler that runs it",
        """\
from schedcfg.commands.generate import presets, second_scheduler
from schedcfg.commands.generate.profile_composing import ProfileRequest

[configuration] = schedcfg.generate_configuration([ProfileRequest("batch", presets.find("bin-packing"))]).files
maker = second_scheduler.maker(second_scheduler.SecondSchedulerOptions(name="batch", replicas=2))
for file in schedcfg.generate_around(configuration.text, maker, "1.33").files:
    print(file.path, len(file.text.splitlines()), "lines")
""",
    ),
    Example(
        "Handle errors",
        """\
try:
    schedcfg.validate("scheduler.yaml", kubernetes="1.29")
except schedcfg.SchedcfgError as error:
    print(error)
    print(error.help)
""",
    ),
)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the page of what is public, and that of the records within public ones, below `docs/`."""
    reached = _reached()
    public = {record for record in reached if getattr(schedcfg, record.__name__, None) is record}
    places = {record.__name__: "" if record in public else _INNER for record in reached}
    yield (
        "library.md",
        page(
            (
                _HEAD,
                *_examples(),
                _REFERENCE,
                *_functions(places),
                *_makers(places),
                *_records(public, places),
                *_errors(),
            )
        ),
    )
    inner = {name: "" if place else f"../{_PUBLIC}" for name, place in places.items()}
    yield _INNER, page((_INNER_HEAD, *_records(reached - public, inner)))


def _examples() -> Iterator[str]:
    """Yield the examples, each with what it prints."""
    names: dict[str, object] = {}
    for example in _EXAMPLES:
        printed = io.StringIO()
        with chdir(ROOT), redirect_stdout(printed):
            exec(example.code, names)  # noqa: S102 - the example is ours
        yield from (f"## {example.title}", "", *fenced("python", example.code.splitlines()), "")
        if printed.getvalue():
            yield from (*fenced("text", printed.getvalue().splitlines()), "")


def _public(is_wanted: Callable[[Any], bool]) -> dict[str, Any]:
    """Map the public names of which something is true to what they are."""
    return {name: value for name in schedcfg.__all__ if is_wanted(value := getattr(schedcfg, name))}


def _functions(places: Mapping[str, str]) -> Iterator[str]:
    """Yield the public functions; `places` are the pages of records."""
    yield from ("## Functions", "")
    for name, function in _public(inspect.isfunction).items():
        described = docstring(function)
        yield from (f"### {name}", "", *fenced("py", signature(function, f"schedcfg.{name}")), "", described.text, "")
        yield from table(("parameter", "meaning"), _meanings(described.items.get("Args", {})))
        records = (record.__name__ for record in named_classes(returned(function), function.__module__))
        result = " or ".join(_linked(record, places) for record in records)
        yield from ("", f"**Returns** {result}{f': {described.returns}' if described.returns else '.'}", "")
        yield from table(("raises", "when"), _meanings(described.items.get("Raises", {})))
        yield ""


def _makers(places: Mapping[str, str]) -> Iterator[str]:
    """Yield the functions that give `generate_around` what it makes."""
    yield from ("## Makers", "", "What [`generate_around`](#generate_around) makes is decided by its `maker`:", "")
    rows = [
        (code(f"{made.__module__}.{name}"), _linked(_options(made).__name__, places), docstring(made).text)
        for made, name in _known_makers()
    ]
    yield from table(("maker", "takes", ""), rows)
    yield ""


def _known_makers() -> Iterator[tuple[Callable[..., Any], str]]:
    for module in pkgutil.iter_modules(generate.__path__, f"{generate.__name__}."):
        for name, value in vars(import_module(module.name)).items():
            if inspect.isfunction(value) and value.__module__ == module.name and name.endswith("maker"):
                yield value, name


def _options(maker: Callable[..., Any]) -> type[Any]:
    [options] = named_classes(parameters(maker), maker.__module__)
    return options


def _records(records: Iterable[type[Any]], places: Mapping[str, str]) -> Iterator[str]:
    """Yield records, then the enumerations that are values of their fields."""
    yield from ("## Records", "")
    by_name = sorted(records, key=lambda record: record.__name__)
    for record in by_name:
        if not issubclass(record, Enum):
            yield from (f"### {record.__name__}", "", *_imported_from(record), docstring(record).text, "")
            rows = [(code(field.name), _linked(field.type, places), field.meaning) for field in fields(record)]
            yield from table(("field", "type", "meaning"), rows)
            yield ""
    yield from ("## Values", "")
    for record in by_name:
        if issubclass(record, Enum):
            yield from (f"### {record.__name__}", "", *_imported_from(record))
            yield from (docstring(record).text, "", members(record), "")


def _reached() -> set[type[Any]]:
    """Return the classes of records that a caller meets: those of parameters, and all within those of results."""
    functions = [*_public(inspect.isfunction).values(), *(maker for maker, _ in _known_makers())]
    reached = set(_public(lambda value: isinstance(value, type) and not _is_error(value)).values())
    reached.update(*(named_classes(parameters(function), function.__module__) for function in functions))
    followed: set[type[Any]] = set()
    waiting = [record for function in functions for record in named_classes(returned(function), function.__module__)]
    while waiting:
        record = waiting.pop()
        if record not in followed:
            followed.add(record)
            if is_dataclass(record):  # Tuples that have names are for looking at, not for looking into
                types = " ".join(field.type for field in fields(record))
                waiting += (each for base in record.__mro__ for each in _named_in(types, base))
    return reached | followed


def _named_in(types: str, base: type[Any]) -> Iterable[type[Any]]:
    return named_classes(types, base.__module__) if base.__module__.startswith("schedcfg") else ()


def _errors() -> Iterator[str]:
    """Yield the exceptions, the base of all first."""
    yield from ("## Errors", "")
    for name, error in sorted(_public(_is_error).items(), key=lambda item: len(item[1].__mro__)):
        base = error.__mro__[1]
        derived = f" It is a `{base.__name__}`." if base in _public(_is_error).values() else ""
        yield from (f"### {name}", "", f"{docstring(error).text}{derived}", "")
        rows = [(code(field.name), field.meaning) for field in fields(error) if field not in set(fields(base))]
        yield from table(("attribute", "meaning"), rows)
        yield ""


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


def _meanings(described: dict[str, str]) -> Iterator[tuple[str, str]]:
    return ((code(name), meaning) for name, meaning in described.items())


def _imported_from(record: type[Any]) -> Iterator[str]:
    """Yield where a record is imported from, if it is not a name of the package itself."""
    if getattr(schedcfg, record.__name__, None) is not record:
        yield from (f"`{record.__module__}`", "")


def _linked(types: str, places: Mapping[str, str]) -> str:
    """Write types as code, in which each record leads to its description."""
    names = "|".join(sorted(places))
    parts = re.split(rf"\b({names})\b", types)
    written = (f"[`{part}`]({places[part]}#{part.lower()})" if part in places else code(part) for part in parts)
    return "".join(written)
