"""Values by names that stay when lists are written in another order."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from schedcfg.effective.view import Setting

_ITEM = re.compile(r"\[(\d+)\]")

_NAMES = ("name", "topologyKey", "whenUnsatisfiable", "utilization", "key")
"""Fields that tell the items of a list apart, in any in-tree Args and in extenders."""


def by_name(settings: Iterable[Setting]) -> dict[str, Setting]:
    """Map values by path, items of lists named by what tells them apart: `resources[cpu].weight`.

    No list of any in-tree Args has an order that means something: resources are summed up, selector terms are
    alternatives, constraints each apply, points of a shape are sorted by utilization.
    """
    return _named([(setting.path, setting) for setting in settings])


def _named(values: Iterable[tuple[str, Setting]]) -> dict[str, Setting]:
    found: dict[str, Setting] = {}
    lists: dict[str, dict[str, list[tuple[str, Setting]]]] = defaultdict(lambda: defaultdict(list))
    for path, setting in values:
        item = _ITEM.search(path)
        if item is None:
            found[path] = setting
        else:
            lists[path[: item.start()]][item[1]].append((path[item.end() :], setting))
    for path, items in lists.items():
        for label, values_of_item in _labelled([_named(item) for item in items.values()]):
            found |= {f"{path}[{label}]{rest}": setting for rest, setting in values_of_item.items()}
    return found


def _labelled(items: list[dict[str, Setting]]) -> Iterator[tuple[str, Mapping[str, Setting]]]:
    """Name each item; those that nothing tells apart are numbered in an order that only their content makes."""
    alike = defaultdict(list)
    for item in items:
        alike[_label(item)].append(item)
    for label, same in alike.items():
        for number, item in enumerate(sorted(same, key=_content)):
            alone = label and len(same) == 1
            yield label if alone else f"{label}#{number + 1}", _without_label(item)


def _label(item: Mapping[str, Setting]) -> str:
    return ",".join(str(item[f".{name}"].value) for name in _NAMES if f".{name}" in item)


def _content(item: Mapping[str, Setting]) -> str:
    return repr(sorted((path, repr(setting.value)) for path, setting in item.items()))


def _without_label(item: Mapping[str, Setting]) -> Mapping[str, Setting]:
    """Leave out what the name already says, unless that is all."""
    rest = {path: setting for path, setting in item.items() if path.removeprefix(".") not in _NAMES}
    return rest or {path: setting for path, setting in item.items() if path.removeprefix(".") in _NAMES[:1]} or item
