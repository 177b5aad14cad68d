"""Where in a file an error of the program is: by the fields, plugins and lines that it names."""

import re
from collections.abc import Iterator

from schedcfg.commands.confirm.answer import FIELD
from schedcfg.document import Document
from schedcfg.document.span import Path, follow
from schedcfg.patterns import pattern

_STEP = pattern(r"\[(\d+)\]|\[([^\[\]]*)\]|\.?([^.\[\]]+)")
_DECODING = pattern(r"decoding \.?([A-Za-z][\w.\[\]]*)")
_UNKNOWN = pattern(r'unknown field "([^"]+)"|found unknown field: (\w+)')
_REPEATED = pattern(r'key "([^"]+)" already set in map|duplicate field "([^"]+)"')
_GO_FIELD = pattern(r"Go struct field \w*\.([\w.]+) of type")
_BY_OLD_READER = pattern(r"v1\w*\.[A-Z]\w*\.[A-Z]\w*: ")
_GO_NAME = pattern(r"\b([A-Z]\w*):")
_MISSING = pattern(r"Object '(\w+)' is missing")
_NO_KIND = pattern(r'no kind "[^"]*" (?:is registered|for)|no version "')
_PROFILE = pattern(r"scheduler name \"?([^\s:\"]+)\"?")
_PLUGIN = pattern(
    r'(?:(?P<point>[A-Z]\w{0,60})Plugin|[Pp]lugin(?: config for)?) "(?P<name>[^"]+)"|(?:for|of) plugin "?(?P<args>\w+)'
)
_LINE = pattern(r"\byaml: line (\d+)|\(line (\d+)")
_ENABLED = "enabled"


def path_of(message: str, document: Document) -> Path | None:
    """Return what an error is about, as far as it exists in the document; None where the error does not say."""
    for find in (_by_field, _by_decoding, _by_kind, _by_profile, _by_extenders):
        for path in find(message, document.data):
            found = document.locate(path).path
            if found:
                return found
    return None


def line_of(message: str) -> int | None:
    """Return the line that a reader of YAML names, from 1; None where it names none."""
    match = _LINE.search(message)
    return None if match is None else int(match[1] or match[2])


def _by_field(message: str, _data: object) -> Iterator[Path]:
    match = FIELD.match(message)
    if match is not None:
        yield steps(match["path"])


def steps(path: str) -> Path:
    """Read a path as upstream writes it: `profiles[0].plugins.score`."""
    return tuple(int(number) if number else key or name for number, key, name in _STEP.findall(path))


def _by_decoding(message: str, data: object) -> Iterator[Path]:
    """Yield the paths of fields that cannot be read."""
    decoding = _DECODING.search(message)
    begun = steps(decoding[1]) if decoding else ()
    inside = (*begun, "args") if "pluginConfig" in begun else begun
    for regex in (_UNKNOWN, _REPEATED):
        match = regex.search(message)
        if match is not None:
            named = steps(match[1] or match[2])
            yield from (
                (*start, *named) for start in (inside, begun, ()) if follow(data, (*start, *named[:1])) is not None
            )
            yield from _ending_in(data, str(named[-1]))
    go_field = _GO_FIELD.search(message)
    if go_field is not None:
        yield from _along(data, go_field[1].split("."), inside)
        yield from _along(data, go_field[1].split("."), ())
    if _BY_OLD_READER.search(message):
        yield from _along(data, _GO_NAME.findall(message), ())
    if begun:
        yield begun


def _by_kind(message: str, _data: object) -> Iterator[Path]:
    """Yield the fields that name the kind of the configuration."""
    missing = _MISSING.search(message)
    if missing is not None:
        yield (missing[1][:1].lower() + missing[1][1:],)
    if missing is not None or _NO_KIND.search(message):
        yield from (("apiVersion",), ("kind",))


def _along(data: object, names: list[str], start: Path) -> Iterator[Path]:
    """Yield the paths along fields of these names in whatever case; items of lists, and types among them, count not."""
    value = follow(data, start) if start else data
    if not names:
        yield start
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from _along(data, names, (*start, index))
    elif isinstance(value, dict):
        keys = {str(key).lower(): str(key) for key in value}
        key = keys.get(names[0].lower())
        yield from _along(data, names[1:], start if key is None else (*start, key))
    else:
        yield start


def _ending_in(data: object, name: str, start: Path = ()) -> Iterator[Path]:
    """Yield the paths that end in a field of a name, in order."""
    value = data
    if isinstance(value, dict):
        if name in value:
            yield (*start, name)
        for key, inner in value.items():
            yield from _ending_in(inner, name, (*start, str(key)))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _ending_in(inner, name, (*start, index))


def _by_profile(message: str, data: object) -> Iterator[Path]:
    """Yield the entries of the profile and the plugin that an error of the framework names."""
    profiles = follow(data, ("profiles",))
    if not isinstance(profiles, list):
        return
    named = _PROFILE.search(message)
    meant = [index for index, one in enumerate(profiles) if named is None or _name(one) == named[1]]
    plugin = _PLUGIN.search(message)
    for index in meant:
        if plugin is not None:
            yield from _entries(profiles[index], plugin, ("profiles", index))
    if named is not None:
        yield from (("profiles", index) for index in meant)


def _by_extenders(message: str, _data: object) -> Iterator[Path]:
    """Yield the extenders, where an error is about making their clients."""
    if "extender" in message:
        yield ("extenders",)


def _name(profile: object) -> object:
    return follow(profile, ("schedulerName",)) or "default-scheduler"


def _entries(profile: object, plugin: re.Match[str], start: Path) -> Iterator[Path]:
    """Yield the entries about a plugin: at the point that is named, at others, its Args."""
    name, point = plugin["name"] or plugin["args"], plugin["point"] or ""
    sets = follow(profile, ("plugins",))
    points = list(sets) if isinstance(sets, dict) else []
    for at in sorted(points, key=lambda one: one.lower() != point.lower()):
        enabled = follow(sets, (at, _ENABLED))
        for index, one in enumerate(enabled if isinstance(enabled, list) else ()):
            if follow(one, ("name",)) == name:
                yield (*start, "plugins", at, _ENABLED, index)
    configs = follow(profile, ("pluginConfig",))
    for index, one in enumerate(configs if isinstance(configs, list) else ()):
        if follow(one, ("name",)) == name:
            yield (*start, "pluginConfig", index)
