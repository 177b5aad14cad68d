"""Changes to objects of Kubernetes, and to what is like them: what an API server would refuse, or would not expect."""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from .mutations import HOSTILE, Place, changed_data, loaded, places, redumped, value_at, with_value, without

QUANTITIES = (
    *("-5", "0", "1e999", "1e-999", "9" * 400, "0.0000001", "1Ei1", "1e3Gi", "100m", "1.5", " 1", "+1", "0x10", "1k "),
    *("999999999999Ei", ".5", "5.", "1E", "1e", "Ki", "NaN", "1_0", "٣"),
)
"""Texts that quantities could be."""

NUMBERS: tuple[Any, ...] = (
    *(-5, 0, 1, 2**31 - 1, 2**31, 2**63, -(2**63), 10**30, 1.5, -0.0, 1e300, float("inf"), float("nan")),
    *("3", "50%", "-50%", "1000%", "%", True, None, [], {}, [5], {"a": 5}),
)
"""What numbers of objects could be."""

_VERSIONS = (
    *("v1", "v1alpha1", "v1alpha2", "v1alpha3", "v1beta1", "v1beta2", "v1beta3", "v2", "v0", "", "x/v1", "x/y/v1"),
    *("apps/v1", "batch/v1", "scheduling.k8s.io/v1alpha1", "scheduling.k8s.io/v1beta1", "resource.k8s.io/v1"),
)
_SELECTORS: tuple[Any, ...] = (
    *({}, None, [], "a=b", {"matchLabels": {}}, {"matchLabels": {"a": None}}, {"matchLabels": ["a"]}),
    {"matchExpressions": [{"key": "a", "operator": "In"}]},
    {"matchExpressions": [{"key": "", "operator": "Exists", "values": ["x"]}]},
    {"matchExpressions": [{"operator": "Gt", "key": "a", "values": ["x"]}, {"key": "a", "operator": "Nope"}, 5]},
)
_NAMES = ("", "a", "A", "a.b", "a/b", "../a", "-", "a" * 300, "é", " a", "a\n", "node-0", "default", *HOSTILE[:4])

_Object = dict[Any, Any]


def change_objects(text: str, random: Random, others: Sequence[str]) -> str:
    """Change some objects of a text as their kinds can be changed; a text without any changes as data."""
    documents = loaded(text)
    if documents is None:
        return changed_data(text, random, others)
    objects = list(_objects(documents))
    if not objects:
        return changed_data(text, random, others)
    for _ in range(random.choice((1, 1, 2, 3))):
        place = random.choice(objects)
        one = value_at(documents, place)
        # An earlier change may have replaced what it was in.
        if isinstance(one, dict):
            new = random.choice(_CHANGES)(one, random, [value_at(documents, other) for other in objects])
            documents = with_value(documents, place, new)
            objects = list(_objects(documents)) or objects
    return redumped(documents, text, random)


def _objects(documents: list[Any]) -> Iterator[Place]:
    """Yield where objects are, those of lists too."""
    for number, document in enumerate(documents):
        if isinstance(document, dict):
            yield (number,)
            items = document.get("items")
            listed = items if isinstance(items, list) else ()
            yield from ((number, "items", at) for at, one in enumerate(listed) if isinstance(one, dict))


def _somewhere(one: _Object, random: Random, is_meant: Callable[[Place], bool], values: Any) -> _Object:
    """Return an object with another value at one of some places."""
    found = [place for place in places(one) if place and is_meant(place)]
    changed: _Object = with_value(one, random.choice(found), random.choice(values)) if found else one
    return changed


def _version(one: _Object, random: Random, _others: list[Any]) -> _Object:
    group = str(one.get("apiVersion")).rpartition("/")[0]
    version = random.choice(_VERSIONS)
    return {**one, "apiVersion": f"{group}/{version}" if group and random.random() < 0.6 else version}


def _kind(one: _Object, random: Random, others: list[Any]) -> _Object:
    other = random.choice(others)
    return {**one, "kind": other.get("kind"), "apiVersion": other.get("apiVersion")} if isinstance(other, dict) else one


def _name(one: _Object, random: Random, others: list[Any]) -> _Object:
    """Give an object the name of another one, or one that none may have."""
    other = random.choice(others)
    taken = other.get("metadata") if isinstance(other, dict) else None
    name = taken.get("name") if isinstance(taken, dict) and random.random() < 0.5 else random.choice(_NAMES)
    key = random.choice(("name", "name", "namespace", "generateName", "uid"))
    return {**one, "metadata": {**_part(one, "metadata"), key: name}}


def _owner(one: _Object, random: Random, others: list[Any]) -> _Object:
    """Have an object owned by one of the file, itself perhaps."""
    owners = [random.choice(others) for _ in range(random.choice((1, 1, 2)))]
    references = [
        {
            "apiVersion": owner.get("apiVersion"),
            "kind": owner.get("kind"),
            "name": _part(owner, "metadata").get("name"),
            "uid": random.choice(("1", _part(owner, "metadata").get("uid"))),
            "controller": random.random() < 0.8,
        }
        for owner in owners
        if isinstance(owner, dict)
    ]
    return {**one, "metadata": {**_part(one, "metadata"), "ownerReferences": references}}


def _part(one: _Object, key: str) -> dict[Any, Any]:
    part = one.get(key)
    return part if isinstance(part, dict) else {}


_AMOUNTS = frozenset({"requests", "limits", "capacity", "allocatable", "podFixed", "default", "max", "min"})


def _quantity(one: _Object, random: Random, _others: list[Any]) -> _Object:
    return _somewhere(one, random, lambda place: len(place) > 1 and place[-2] in _AMOUNTS, (*QUANTITIES, *NUMBERS))


def _number(one: _Object, random: Random, _others: list[Any]) -> _Object:
    return _somewhere(one, random, lambda place: type(value_at(one, place)) in {int, float}, NUMBERS)


def _selector(one: _Object, random: Random, _others: list[Any]) -> _Object:
    return _somewhere(one, random, lambda place: "elector" in str(place[-1]), _SELECTORS)


def _emptied(one: _Object, random: Random, _others: list[Any]) -> _Object:
    """Have something else at one of the upper places: where code expects fields, or a list of them."""
    values: tuple[Any, ...] = ("x", 5, [], {}, None, [None], [[]], {"x": None}, True, "", {5: 5})
    return _somewhere(one, random, lambda place: len(place) < 5, values)


def _removed(one: _Object, random: Random, _others: list[Any]) -> _Object:
    found = [place for place in places(one) if place]
    changed: _Object = without(one, random.choice(found)) if found else one
    return changed


def _grafted(one: _Object, random: Random, others: list[Any]) -> _Object:
    """Have at a place what another object has there, or elsewhere."""
    other = random.choice(others)
    mine, theirs = [place for place in places(one) if place], places(other)
    same = [place for place in mine if place in theirs]
    if not mine:
        return one
    place = random.choice(same or mine)
    origin = place if same and random.random() < 0.7 else random.choice(theirs)
    changed: _Object = with_value(one, place, value_at(other, origin))
    return changed


def _status(one: _Object, random: Random, _others: list[Any]) -> _Object:
    metadata = {
        **_part(one, "metadata"),
        random.choice(("deletionTimestamp", "creationTimestamp")): "2026-01-01T00:00:00Z",
    }
    changes: tuple[_Object, ...] = (
        {"metadata": metadata},
        {"status": {"phase": random.choice(("Succeeded", "Failed", "Running", "x", 5))}},
        {"spec": {**_part(one, "spec"), "nodeName": random.choice(("node-0", "n", "nope", "", 5))}},
        {"spec": {**_part(one, "spec"), "schedulerName": random.choice(("batch", "", 5, "é"))}},
        {"spec": {**_part(one, "spec"), "schedulingGroup": {"podGroupName": random.choice(("gv1beta1", "nope", 5))}}},
    )
    return {**one, **random.choice(changes)}


def _repeated(one: _Object, random: Random, _others: list[Any]) -> _Object:
    """Have one of the lists say its first entry twice, or often."""
    found = [place for place in places(one) if place and isinstance(value_at(one, place), list)]
    if not found:
        return one
    place = random.choice(found)
    changed: _Object = with_value(one, place, value_at(one, place)[:1] * random.choice((2, 2, 50)))
    return changed


_CHANGES: tuple[Callable[[_Object, Random, list[Any]], _Object], ...] = (
    *(_version, _kind, _name, _owner, _quantity, _number, _selector, _emptied, _emptied, _removed, _grafted, _status),
    _repeated,
)


_FILE = re.compile(r"(^# file: [^\n]+\n)", re.MULTILINE)


def change_file(text: str, random: Random, others: Sequence[str]) -> str:
    """Change the objects of one of the files that a text names, or its name, or have it twice."""
    before, *parts = _FILE.split(text)
    if not parts:
        return change_objects(text, random, others)
    at = random.randrange(0, len(parts), 2)
    choice = random.random()
    if choice < 0.75:
        inside = [_FILE.split(other)[-1] for other in random.choices(others, k=2)]
        change = change_objects if random.random() < 0.7 else changed_data
        parts[at + 1] = f"{change(parts[at + 1], random, inside)}\n"
    elif choice < 0.9:
        parts[at] = f"# file: {random.choice(_FILE_NAMES)}\n"
    else:
        parts += [f"# file: {random.choice(_FILE_NAMES)}\n", parts[at + 1]]
    return "".join([before, *parts])


_FILE_NAMES = (
    *("kube-scheduler.yaml", "config.yaml", "plan.json", "k3s/config.yaml", "cluster.yml", "README.md", "a.service"),
    *("kustomization.yaml", "Chart.yaml", "values.yaml", ".hidden.yaml", "a/b/c.yaml", "x.yaml.bak", "talconfig.yaml"),
    *(
        "a.schedtest.yaml",
        "schedcfg.toml",
        "pyproject.toml",
        ".git/config",
        "install.sh",
        "a b.yaml",
        "-k.yaml",
        "é.yaml",
    ),
    *(
        "é.yaml",
        "::error::INJECT.yaml",
        "\x1b[2J.yaml",
        "\u202e.yaml",
        "\udcff.yaml",
        "%0A::error::INJECT.yaml",
        "${HOME}.yaml",
    ),
)
