"""Random edits, and what has to be true of each."""

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

from schedcfg.document import parse
from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict

VALUES: list[Any] = ["new", "it's: #", "yes", "1", "", "two\nlines", 3, 2.5, True, None, {}, [], {"x": 1}, ["p", "q"]]
VALUES += [
    {"m": {"n": ["o", {"r": "s", "t": []}]}, "v": None},
    [["w"], {"y": "z"}],
    "  padded",
    "ünï",
    "*",
    "a#b",
    "12:30:45",
]
METHODS = ["replace", "rename", "set", "annotate", "insert_after", "remove_leaving_comments"]
METHODS += ["insert", "insert", "remove", "remove", "move", "move"]
NAMES = ["fresh", "other", "true", "3", "with: colon", "ü"]


class Call(NamedTuple):
    """An edit: the method of `Draft` and its arguments."""

    name: str
    arguments: tuple[Any, ...]


def places(data: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Name everything in a document, the root first."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in inner for place in places(value, (*path, key)))]


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def choose(random: Random, data: object) -> Call | None:
    """Choose an edit that means something in a document."""
    everywhere = places(data)
    inner = everywhere[1:]
    entries = [path for path in inner if isinstance(path[-1], str)]
    homes = [path for path in everywhere if isinstance(at(data, path), dict | list) or at(data, path) is None]
    name = random.choice(METHODS)
    value = random.choice(VALUES)
    if name in {"insert", "set"} and homes:
        return Call(name, (_new_place(random, data, random.choice(homes)), value))
    if not inner or (name in {"rename", "insert_after"} and not entries):
        return None
    if name in {"rename", "insert_after"}:
        path = random.choice(entries)
        fresh = next(one for one in [*random.sample(NAMES, len(NAMES)), "zzz"] if one not in at(data, path[:-1]))
        return Call(name, (path, fresh) if name == "rename" else (path, fresh, value))
    path = random.choice(inner)
    if name == "replace":
        return Call(name, (path, value))
    if name == "annotate":
        return Call(name, (path, "why it is so"))
    if name == "move":
        without = deepcopy(data)
        del at(without, path[:-1])[path[-1]]
        homes = [place for place in places(without) if isinstance(at(without, place), dict | list)]
        return Call(name, (path, _new_place(random, without, random.choice(homes)))) if homes else None
    return Call(name if name.startswith("remove") else "remove", (path,))


def _new_place(random: Random, data: object, home: tuple[Any, ...]) -> tuple[Any, ...]:
    there = at(data, home)
    below = random.choice([(), (), ("deep",), (0,), ("deep", 0)])
    is_list = isinstance(there, list) or (there is None and random.random() < 0.5)
    if not is_list:
        name = next((one for one in random.sample(NAMES, len(NAMES)) if not there or one not in there), "zzz")
        return (*home, name, *below)
    count = len(there) if there else 0
    return (*home, count, *below) if below else (*home, random.randint(0, count))


def meant(data: Any, call: Call) -> Any:
    """Tell what an edit means for plain data, in the simplest words."""
    data = deepcopy(data)
    path = call.arguments[0]
    is_there = call.name == "set" and isinstance(path[-1], int) and path in places(data)
    if call.name == "insert" or (call.name == "set" and not is_there):
        return _put(data, path, call.arguments[1])
    parent = at(data, path[:-1])
    if call.name == "replace" or is_there:
        parent[path[-1]] = call.arguments[1]
    elif call.name == "rename":
        parent[call.arguments[1]] = parent.pop(path[-1])
    elif call.name == "insert_after":
        parent[call.arguments[1]] = call.arguments[2]
    elif call.name in {"remove", "remove_leaving_comments"}:
        del parent[path[-1]]
    elif call.name == "move":
        value = parent.pop(path[-1])
        return _put(data, call.arguments[1], value)
    return data


def _put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    step, *rest = path
    if isinstance(step, int):
        data = [] if data is None else data
        if rest and step < len(data):
            data[step] = _put(data[step], tuple(rest), value)
        else:
            data.insert(step, _put(None, tuple(rest), value))
    else:
        data = {} if data is None else data
        data[step] = _put(data.get(step), tuple(rest), value)
    return data


def comments_of(text: str) -> Counter[str]:
    return Counter(comment.text for comment in parse(text).comments)


def applied(draft: Draft) -> str:
    """Apply the edits of a draft to its original."""
    text, last = "", 0
    for edit in draft.edits:
        assert edit.span.start.offset > last or (last == 0 and not text), "edits touch"
        text += draft.original[last : edit.span.start.offset] + edit.replacement
        last = edit.span.end.offset
    return text + draft.original[last:]


def try_one(draft: Draft, call: Call) -> EditConflict | None:
    """Make an edit, and check all that has to be true of it.

    Returns:
        Why it was refused; None if it was made.
    """
    before, data, comments = draft.text, deepcopy(draft.data), comments_of(draft.text)
    try:
        getattr(draft, call.name)(*call.arguments)
    except EditConflict as conflict:
        assert draft.text == before
        assert conflict.help  # noqa: PT017 - both outcomes are right
        return conflict
    stream = parse(draft.text)
    assert stream.error is None
    assert stream.documents[draft.document.index].data == meant(data, call)
    assert applied(draft) == draft.text
    now = comments_of(draft.text)
    if call.name == "annotate":
        assert now - comments <= Counter(["why it is so"])
    else:
        assert now <= comments, "a comment was made"
    if call.name != "remove":
        assert comments <= now, "a comment is lost"
    return None
