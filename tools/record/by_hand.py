"""What a release brings that no table can hold for schedcfg: a list for whoever adds it."""

from collections.abc import Iterator, Mapping
from typing import Any

from schedcfg.releases.release import GROUP

Facts = Mapping[str, Any]


def by_hand(before: Facts, after: Facts, release: str) -> Iterator[str]:
    """Yield what changed between two releases and is described by hand: fields, new plugins, default Args.

    Args:
        before: The facts of the release before.
        after: Those of the release.
        release: Its name: `1.38`.
    """
    yield from _fields(before, after, release)
    yield from _plugins(before, after)
    yield from _default_args(before, after)


def _fields(before: Facts, after: Facts, release: str) -> Iterator[str]:
    for version in sorted(before["types"].keys() & after["types"].keys()):
        old, new = before["types"][version], after["types"][version]
        short = version.removeprefix(f"{GROUP}/")
        yield from (f"{short}.{name}: a new struct" for name in sorted(new.keys() - old.keys()))
        yield from (f"{short}.{name}: no longer there" for name in sorted(old.keys() - new.keys()))
        for name in sorted(old.keys() & new.keys()):
            was, now = ({field["goName"]: field for field in fields[name]} for fields in (old, new))
            for field in (field for field in now if was.get(field) != now[field]):
                what = f"changed from {was[field]['goType']}" if field in was else f'new, Since("{release}")'
                yield f"{short}.{name}.{now[field]['json']}: {now[field]['goType']}, {what}"
            yield from (f"{short}.{name}.{was[field]['json']}: no longer there" for field in was if field not in now)


def _plugins(before: Facts, after: Facts) -> Iterator[str]:
    for name in sorted(after["plugins"].keys() - before["plugins"].keys()):
        plugin = after["plugins"][name]
        yield f"{name}: a new plugin, at {', '.join(plugin['extension_points'])}{'; takes Args' * plugin['has_args']}"


def _default_args(before: Facts, after: Facts) -> Iterator[str]:
    for name, plugin in sorted(after["plugins"].items()):
        for version, args in plugin["default_args"].items():
            was = before["plugins"].get(name, plugin)["default_args"].get(version, args)
            for key in sorted(was.keys() | args.keys()):
                if was.get(key) != args.get(key):
                    yield f"{name} Args: default of {key} is {args.get(key)}; before {was.get(key)}"
