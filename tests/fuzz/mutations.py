"""Changes to a text: to its bytes, its lines and words, and to the data that it holds."""

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import yaml

from schedcfg.models import API_VERSIONS

LARGEST = 24_000
"""Characters of an input: longer ones are the business of `tests/growth/`."""

HOSTILE = (
    "\x1b[2J\x1b[31m",
    "\x1b]0;owned\x07",
    "\x9b2J",
    "\x00",
    "\x07\x08\x7f",
    "\u202eevil\u202c",
    "\u2066\u2069",
    "\u2028",
    "\x85",
    "\ufeff",
    "\ufffe",
    "\n::error file=x::INJECT",
    "\r\n::set-output name=a::INJECT",
    "##[error]INJECT",
    "%0A::warning::INJECT",
    "]]>&amp;<!--",
    "<script>alert(1)</script>",
    "`rm -rf /`|[x](javascript:y)",
    "é\u0301\U0001f600",
    "{{ .Values.x }}",
    "${HOME}",
    "../../../etc/passwd",
    "https://user:pa/ss@host/?token=abc",
)
"""Texts that other programs obey, or stumble over."""

ODD = (
    *(
        "null",
        "~",
        "''",
        '""',
        "[]",
        "{}",
        "- ",
        "true",
        "yes",
        "off",
        "0",
        "-0",
        "-1",
        "1.5",
        "1e3",
        "1e999",
        ".inf",
        ".nan",
    ),
    *(
        "0x10",
        "0o17",
        "017",
        "1_000",
        "12:30:45",
        "2001-12-14",
        "9223372036854775808",
        "-9223372036854775809",
        "9" * 400,
    ),
    *(
        "!!binary aGk=",
        "!!str 5",
        "!!int x",
        "!!set {a}",
        "!x y",
        "&a x",
        "*a",
        "&a [*a]",
        "<<: *a",
        "? x",
        "|",
        ">-",
        "|2-",
    ),
    *(
        "15s",
        "-1s",
        "1h1m1.5s",
        "100m",
        "1Ki",
        "1e-9Gi",
        "%x",
        "@x",
        "`x",
        '"\\u0000"',
        '"\\ud800"',
        '"\\x1b[2J"',
        "'it''s'",
    ),
    *(
        "kubescheduler.config.k8s.io/v1",
        "v1",
        "*",
        "default-scheduler",
        "a.b/c",
        "MostAllocated",
        "requestedToCapacityRatio",
    ),
)
"""Values that mean something special to YAML, JSON, Go, or a scheduler."""

WORDS = (
    *(f"kubescheduler.config.k8s.io/{version}" for version in API_VERSIONS),
    *("KubeSchedulerConfiguration", "Policy", "ConfigMap", "List", "Pod", "ClusterConfiguration", "Deployment"),
    *("profiles", "plugins", "pluginConfig", "enabled", "disabled", "name", "weight", "args", "score", "multiPoint"),
    *("filter", "queueSort", "bind", "extenders", "urlPrefix", "filterVerb", "leaderElection", "leaderElect"),
    *("NodeResourcesFit", "InterPodAffinity", "PodTopologySpread", "NodeAffinity", "VolumeBinding", "Coscheduling"),
    *("ServiceAffinity", "NodeLabel", "NetworkTraffic", "PrioritySort", "DefaultBinder", "ImageLocality", "NodePorts"),
    *(
        "scoringStrategy",
        "resources",
        "shape",
        "utilization",
        "defaultConstraints",
        "topologyKey",
        "percentageOfNodesToScore",
    ),
)

COMMENTS = (
    "# schedcfg: ignore",
    "# schedcfg: ignore[unknown-plugin]",
    "# schedcfg: ignore[unknown-plugin, few-nodes-scored] because",
    "# schedcfg: ignore-file[unknown-field]",
    "# schedcfg: ignore[]",
    "#schedcfg:ignore[",
    "# yaml-language-server: $schema=x",
    "# c",
)

BREAKS = re.compile("(\r\n|\n|\r)")

Change = Callable[[str, Random, Sequence[str]], str]
"""Takes a text, chance, and the other texts of its kind."""


_SPECIAL = 0.6
"""How often a text is changed as its kind can be."""


def mutated(text: str, random: Random, others: Sequence[str], special: Change | None = None) -> bytes:
    """Return a text with some changes, as bytes.

    Args:
        text: The text.
        random: Decides.
        others: Texts from which parts are taken.
        special: What its kind can be changed by besides, and mostly is.
    """
    for _ in range(random.choices((0, 1, 2, 3, 5), (6, 44, 27, 15, 8))[0]):
        is_special = special is not None and random.random() < _SPECIAL
        change = special if special is not None and is_special else random.choices(_CHANGES, _WEIGHTS)[0]
        text = change(text, random, others)[:LARGEST]
    raw = _encoded(text, random)
    if random.random() < 0.08:
        for _ in range(random.choice((1, 1, 2, 6))):
            raw = random.choice(_BYTES)(raw, random)
    return raw


def _encoded(text: str, random: Random) -> bytes:
    name = random.choices(("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32", "latin-1"), (960, 20, 8, 4, 4, 4))[0]
    # Half a pair of surrogates is no UTF-8, and that is what is tried then.
    errors = "replace" if name == "latin-1" else "surrogatepass"
    return text.encode(name, errors)


# Characters and words


def _at(text: str, random: Random) -> int:
    return random.randint(0, len(text))


def _put_hostile(text: str, random: Random, _others: Sequence[str]) -> str:
    at = _at(text, random)
    return text[:at] + random.choice(HOSTILE) + text[at:]


def _put_letters(text: str, random: Random, _others: Sequence[str]) -> str:
    at = _at(text, random)
    return text[:at] + "".join(random.choices("{}[]&*!|>'\"#:- \n\t%@`,?a1\\.\r", k=random.randint(1, 4))) + text[at:]


def _drop_letters(text: str, random: Random, _others: Sequence[str]) -> str:
    at = _at(text, random)
    return text[:at] + text[at + random.choice((1, 1, 2, 5, 20)) :]


def _cut(text: str, random: Random, _others: Sequence[str]) -> str:
    return text[: _at(text, random)] if random.random() < 0.7 else text[_at(text, random) :]


def _replace_word(text: str, random: Random, _others: Sequence[str]) -> str:
    words = list(re.finditer(r"[\w./-]+", text))
    if not words:
        return random.choice(WORDS)
    word = random.choice(words)
    new = random.choice(
        (random.choice(WORDS), random.choice(ODD), random.choice(words)[0], word[0] * 2, word[0].swapcase())
    )
    return text[: word.start()] + new + text[word.end() :]


def _misspell(text: str, random: Random, _others: Sequence[str]) -> str:
    words = list(re.finditer(r"\w{3,}", text))
    if not words:
        return text
    word = random.choice(words)
    at = random.randint(0, len(word[0]) - 2)
    letters = word[0]
    new = random.choice(
        (letters[:at] + letters[at + 1 :], letters[:at] + letters[at] + letters[at:], letters[:at] + "é" + letters[at:])
    )
    return text[: word.start()] + new + text[word.end() :]


def _change_value(text: str, random: Random, _others: Sequence[str]) -> str:
    values = list(re.finditer(r"(?<=[:\-] )[^\n\r#]+", text))
    if not values:
        return text + random.choice(ODD)
    value = random.choice(values)
    new = random.choice(ODD) if random.random() < 0.7 else _quoted(random.choice(HOSTILE), random)
    return text[: value.start()] + new + text[value.end() :]


def _quoted(text: str, random: Random) -> str:
    return json.dumps(text, ensure_ascii=random.random() < 0.5) if random.random() < 0.8 else f"'{text}'"


# Lines


def _lines(text: str) -> list[str]:
    """Split into lines, each with its end."""
    parts = BREAKS.split(text)
    return [one + end for one, end in zip(parts[::2], [*parts[1::2], ""], strict=True)]


def _repeat_lines(text: str, random: Random, _others: Sequence[str]) -> str:
    lines = _lines(text)
    at = random.randrange(len(lines))
    part = lines[at : at + random.choice((1, 1, 3, 8))]
    times = random.choices((1, 2, 30), (80, 18, 2))[0]
    return "".join([*lines[:at], *part * times, *lines[at:]])


def _drop_lines(text: str, random: Random, _others: Sequence[str]) -> str:
    lines = _lines(text)
    at = random.randrange(len(lines))
    return "".join([*lines[:at], *lines[at + random.choice((1, 1, 2, 5)) :]])


def _move_lines(text: str, random: Random, _others: Sequence[str]) -> str:
    lines = _lines(text)
    at, size = random.randrange(len(lines)), random.choice((1, 2, 4))
    part = lines[at : at + size]
    rest = [*lines[:at], *lines[at + size :]]
    to = random.randint(0, len(rest))
    return "".join([*rest[:to], *part, *rest[to:]])


def _indent_lines(text: str, random: Random, _others: Sequence[str]) -> str:
    lines = _lines(text)
    at, size, by = random.randrange(len(lines)), random.choice((1, 3, 10)), random.choice(("  ", " ", "\t", None))
    for index in range(at, min(at + size, len(lines))):
        lines[index] = lines[index].removeprefix("  ") if by is None else by + lines[index]
    return "".join(lines)


def _put_comment(text: str, random: Random, _others: Sequence[str]) -> str:
    lines = _lines(text)
    at = random.randrange(len(lines))
    comment = random.choice(COMMENTS)
    if random.random() < 0.5:
        body = lines[at].rstrip("\r\n")
        lines[at] = f"{body}  {comment}{lines[at][len(body) :]}"
    else:
        lines.insert(at, f"{' ' * random.choice((0, 2, 4))}{comment}\n")
    return "".join(lines)


def _change_breaks(text: str, random: Random, _others: Sequence[str]) -> str:
    new = random.choice(("\r\n", "\r\n", "\r", "\n"))
    if random.random() < 0.7:
        return BREAKS.sub(new, text)
    return BREAKS.sub(lambda found: new if random.random() < 0.5 else found[0], text)


def _change_end(text: str, random: Random, _others: Sequence[str]) -> str:
    bare = text.rstrip("\r\n")
    return bare + random.choice(("", "", "\n\n", "  ", "\n...\n", "\n---\n", "\n# end", "\n\x00", "\ufeff"))


def _change_begin(text: str, random: Random, _others: Sequence[str]) -> str:
    begins = (
        "\ufeff",
        "---\n",
        "%YAML 1.1\n---\n",
        "%TAG ! x:\n---\n",
        "\n\n",
        "# c\n",
        "--- # c\n",
        "...\n",
        "- ",
        "  ",
    )
    return random.choice(begins) + text


def _join_documents(text: str, random: Random, others: Sequence[str]) -> str:
    other = random.choice(others) if others else text
    one, two = random.sample((text, other[: LARGEST // 4]), 2)
    return f"{one}{'' if one.endswith(chr(10)) else chr(10)}---{random.choice(('', ' # c'))}\n{two}"


def _splice(text: str, random: Random, others: Sequence[str]) -> str:
    lines = _lines(text)
    new = _lines(random.choice(others)) if others else lines
    start, at = random.randrange(len(new)), random.randint(0, len(lines))
    return "".join([*lines[:at], *new[start : start + random.choice((1, 3, 10))], *lines[at:]])


# Data


def changed_data(text: str, random: Random, others: Sequence[str]) -> str:
    """Change what a text holds, and write it anew in some style; a text that holds nothing changes as text."""
    documents = loaded(text)
    if documents is None:
        return _replace_word(text, random, others)
    donor = loaded(random.choice(others)) if others and random.random() < 0.4 else None
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(len(documents))
        documents[at] = _changed(documents[at], random, donor)
    return redumped(documents, text, random)


def redumped(documents: list[Any], text: str, random: Random) -> str:
    """Write what was changed of a text anew: JSON mostly stays JSON, which other programs write."""
    if len(documents) == 1 and text.lstrip().startswith("{") and random.random() < 0.8:
        with suppress(UnicodeError, TypeError, ValueError, RecursionError):
            return _as_json(documents, random)
    return dumped(documents, random)


def loaded(text: str) -> list[Any] | None:
    """Return the documents of a text as plain data; None where it holds none, or is broken."""
    try:
        documents = list(yaml.load_all(text, Loader=yaml.CSafeLoader))
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, UnicodeError, OverflowError):
        return None
    return documents or None


def _changed(data: Any, random: Random, donor: list[Any] | None) -> Any:
    place = random.choice(places(data))
    old = value_at(data, place)
    change = random.random()
    if change < 0.35:
        return with_value(data, place, odd_value(random))
    if change < 0.5 and place:
        return without(data, place)
    if change < 0.65 and donor:
        return with_value(data, place, value_at(donor, random.choice(places(donor))))
    if change < 0.8 and isinstance(old, dict):
        key = random.choice((random.choice(WORDS), random.choice(HOSTILE), 5, None, True, "a.b"))
        return with_value(data, place, {**old, key: odd_value(random)})
    if change < 0.9 and isinstance(old, list) and old:
        return with_value(data, place, [*old, random.choice(old)])
    return with_value(data, place, random.choice(([old], {"a": old}, [old, old], str(old)[:200])))


def odd_value(random: Random) -> Any:
    """Return some plain data."""
    kinds: tuple[Callable[[], Any], ...] = (
        lambda: random.choice(
            (None, True, False, 0, 1, -1, 100, 2**31, 2**63, -(2**70), 0.5, float("inf"), float("nan"))
        ),
        lambda: random.choice(ODD),
        lambda: random.choice(WORDS),
        lambda: random.choice(HOSTILE),
        lambda: [odd_value(random)],
        lambda: {random.choice(WORDS): odd_value(random)},
        lambda: random.choice(([], {}, "")),
    )
    return random.choice(kinds)()


Place = tuple[Any, ...]


def places(data: Any, place: Place = (), found: list[Place] | None = None) -> list[Place]:
    """List the places in plain data, 400 at most."""
    found = [] if found is None else found
    if len(found) < 400 and len(place) < 40:
        found.append(place)
        pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        for key, value in pairs:
            places(value, (*place, key), found)
    return found


def value_at(data: Any, place: Place) -> Any:
    """Return what is at a place of plain data."""
    for step in place:
        data = data[step]
    return data


def with_value(data: Any, place: Place, new: Any) -> Any:
    """Return plain data with another value at a place."""
    if not place:
        return new
    copy = data.copy()
    copy[place[0]] = with_value(copy[place[0]], place[1:], new)
    return copy


def without(data: Any, place: Place) -> Any:
    """Return plain data without what is at a place."""
    copy = data.copy()
    if len(place) == 1:
        del copy[place[0]]
    else:
        copy[place[0]] = without(copy[place[0]], place[1:])
    return copy


def dumped(documents: list[Any], random: Random) -> str:
    """Write plain data in some style of YAML, or as JSON; what neither can write, as Python does."""
    write = _as_json if len(documents) == 1 and random.random() < 0.2 else _as_yaml
    try:
        return write(documents, random)
    except (yaml.YAMLError, UnicodeError, TypeError, ValueError, RecursionError):
        return str(documents)


def _as_json(documents: list[Any], random: Random) -> str:
    indent = random.choice((None, 2, "\t"))
    return json.dumps(documents[0], indent=indent, default=str, ensure_ascii=random.random() < 0.5)


def _as_yaml(documents: list[Any], random: Random) -> str:
    text: str = yaml.dump_all(
        documents,
        Dumper=yaml.CSafeDumper,
        default_flow_style=random.choice((False, False, False, None, True)),
        default_style=random.choice((None, None, None, None, '"', "'", "|")),
        indent=random.choice((2, 2, 4)),
        allow_unicode=random.random() < 0.8,
        width=random.choice((80, 1000)),
        sort_keys=False,
        line_break=random.choice(("\n", "\n", "\n", "\r\n")),
        explicit_start=random.random() < 0.2,
    )
    return text


# Bytes


def _flip(raw: bytes, random: Random) -> bytes:
    if not raw:
        return b"\x80"
    at = random.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ 1 << random.randrange(8)]) + raw[at + 1 :]


def _put_bytes(raw: bytes, random: Random) -> bytes:
    at = random.randint(0, len(raw))
    new = random.choice(
        (b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xff\xfe", b"\xf4\x90\x80\x80", b"\x80")
    )
    return raw[:at] + new + raw[at:]


def _drop_bytes(raw: bytes, random: Random) -> bytes:
    at = random.randint(0, len(raw))
    return raw[:at] + raw[at + random.choice((1, 2, 3)) :]


def _swap_bytes(raw: bytes, random: Random) -> bytes:
    at, size = random.randint(0, len(raw)), random.randint(1, 8)
    return raw[:at] + raw[at : at + size][::-1] + raw[at + size :]


_BYTES = (_flip, _put_bytes, _drop_bytes, _swap_bytes)

_WEIGHTED: dict[Change, int] = {
    _put_hostile: 8,
    _put_letters: 10,
    _drop_letters: 6,
    _cut: 2,
    _replace_word: 14,
    _misspell: 7,
    _change_value: 12,
    _repeat_lines: 5,
    _drop_lines: 6,
    _move_lines: 5,
    _indent_lines: 4,
    _put_comment: 7,
    _change_breaks: 3,
    _change_end: 3,
    _change_begin: 3,
    _join_documents: 2,
    _splice: 4,
    changed_data: 8,
}
_CHANGES, _WEIGHTS = tuple(_WEIGHTED), tuple(_WEIGHTED.values())
