"""Flags of kube-scheduler as products have them in their files: texts, mappings, fields that become flags."""

from collections.abc import Callable, Iterator, Mapping

from schedcfg.document.span import Path, follow
from schedcfg.sources.manifests.command_line import CommandLineFlag, is_resolved
from schedcfg.sources.manifests.pod import fields

FlagReader = Callable[[object, Path], Iterator[CommandLineFlag]]
"""Yields the flags in the value at a path."""


def by_known_name(flag: CommandLineFlag) -> CommandLineFlag:
    """Return a flag under the name that kube-scheduler knows, with the one that is written beside it."""
    written = flag.name.lstrip("-")
    return flag._replace(name=written.replace("_", "-"), written=written if "_" in written else "")


def flags_in_pairs(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Yield the flags in a text `name=value`, with or without dashes, or in a list of such."""
    listed = [(data, path)] if isinstance(data, str) else [(one, (*path, at)) for at, one in enumerate(_list(data))]
    for word, place in listed:
        if isinstance(word, str) and is_resolved(word.partition("=")[0]):
            name, equals, value = word.partition("=")
            yield CommandLineFlag(name, value if equals else None, place, place, is_known=is_resolved(value))


def flags_in_mapping(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Yield the flags in a mapping of names to values, each of which may be a list for a flag that is repeated."""
    for name, written in fields(data).items():
        values = written if isinstance(written, list) else [written]
        for value in map(_flag_value, values):
            place = (*path, name)
            if is_resolved(name) and name != "$patch":
                yield CommandLineFlag(name, value, place, place, on_key=True, is_known=is_resolved(value or ""))


def flags_in_fields(names: Mapping[Path, str]) -> FlagReader:
    """Return a reader of fields that each become a flag."""

    def read(data: object, path: Path) -> Iterator[CommandLineFlag]:
        for field, name in names.items():
            value, place = follow(data, field), (*path, *field)
            if value is not None:
                written = _flag_value(value)
                yield CommandLineFlag(name, written, place, place, on_key=True, is_known=is_resolved(written or ""))

    return read


def _flag_value(value: object) -> str | None:
    """Return a value as it is written behind a flag."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ",".join(f"{key}={_flag_value(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ",".join(str(_flag_value(inner)) for inner in value)
    return None if value is None else str(value)


def _list(data: object) -> list[object]:
    return data if isinstance(data, list) else []
