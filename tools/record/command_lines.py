"""The command lines that each release of kube-scheduler is asked about: the same ones, whichever flags it has.

They follow from the flags in recorded facts, from `flag_values.py`, `flag_families.txt`, and from lines that people
wrote. A line that does not change when flags are added keeps its id, and the answers of other releases.
"""

import json
import re
import shlex
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tools.record.facts import Home
from tools.record.flag_families import CONFIGURATIONS, OTHER_FILES, expand, patterns
from tools.record.flag_values import Values, values
from tools.record.module import OLDEST, minor

KUBECONFIG = "--kubeconfig=/files/kubeconfig"
CONFIG = "--config=/files/config.yaml"
MACHINE = "machine"
"""The tag of lines whose answer depends on files, addresses or servers that only a machine has."""

_CONFIG_FILE = "config.yaml"
_NO_CONTEXT = "none"
_LONGEST_ID = 150
_RANDOM_LINES = 16
_CONTEXTS = ("", "v1", "v1beta2")
"""The configurations of random lines; one of three has a kubeconfig instead."""

_ANOTHER_FILE = re.compile(r"=[\"' ]/files|=/files\S* $")
_OFFICIAL = {"log-json-info-buffer-size": "quantity", "log-json-split-stream": "bool"}
"""Flags of official binaries since 1.24 that the program does not register, and facts do not have."""

_CHOOSES_CLUSTER = frozenset(["config", "kubeconfig", "master"])
_ENDS = frozenset(["help", "version", "write-config-to"])


@dataclass(frozen=True)
class Case:
    """A command line, and the files that it is run with.

    Attributes:
        id: The line as a shell would read it, without what most lines have.
        args: The words after the program.
        tags: Where it comes from, and `machine`.
        files: Name in `/files` → text. A kubeconfig, certificates and a key are always there.
    """

    id: str
    args: tuple[str, ...]
    tags: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)


class _Line(NamedTuple):
    """Words, and the name of the configuration that they come with: None for a kubeconfig."""

    words: tuple[str, ...]
    configuration: str | None = None
    is_of_machine: bool = False


def cases(home: Home, written: Path) -> list[Case]:
    """Return all command lines in the order of their origin, each once.

    Args:
        home: Where the facts of releases are.
        written: Lines that people wrote; the file need not exist.
    """
    recorded = {release: home.read(release)["flags"] for release in home.releases()}
    flags = {flag["name"]: str(flag["type"]) for release in recorded for flag in recorded[release]} | _OFFICIAL
    found = [*_written(written), *_of_families(), *_of_flags(flags)]
    for release, its_flags in recorded.items():
        if minor(release) >= OLDEST:
            found += _random(release, {flag["name"]: flags[flag["name"]] for flag in its_flags})
    by_content: dict[object, Case] = {}
    for case in found:
        by_content.setdefault((case.args, *sorted(case.files.items())), case)
    return list(by_content.values())


def _of_families() -> Iterator[Case]:
    for pattern in patterns():
        for text in expand(pattern.text.removeprefix("!")):
            yield from _with_configurations(_line(text, pattern.text), pattern.family)


def _line(text: str, pattern: str) -> _Line:
    words = shlex.split(text)
    configuration = words.pop(0)[1:] if text.startswith("@") else None
    return _Line(tuple(words), configuration, pattern.startswith("!"))


def _with_configurations(line: _Line, tag: str) -> Iterator[Case]:
    """Yield a line as it is, and one of four that have a kubeconfig with a configuration too."""
    yield _case(line, tag)
    chosen = _hash(shlex.join(line.words))
    if line.configuration is None and chosen % 4 == 0:
        yield _case(line._replace(configuration="v1beta2" if chosen % 12 == 0 else "v1"), tag)


def _of_flags(flags: Mapping[str, str]) -> Iterator[Case]:
    for name, kind in sorted(flags.items()):
        tried = values(name, kind)
        context = _NO_CONTEXT if name in _CHOOSES_CLUSTER else None
        for words in _forms(name, tried):
            yield from _with_configurations(_Line(words, context, _names_another_file(words)), name)
        if tried.in_full:
            for value in tried.good + tried.bad:
                yield _case(_Line((f"--{name}={value}",), context), name)
        for value in tried.machine:
            yield _case(_Line((f"--{name}={value}",), context, is_of_machine=True), name)


def _names_another_file(words: Iterable[str]) -> bool:
    """Return whether blanks or quotes make another name of a file, which may be there or not."""
    return any(_ANOTHER_FILE.search(word) for word in words)


def _forms(name: str, tried: Values) -> Iterator[tuple[str, ...]]:
    """Yield a flag in the ways in which it may be written: those that any flag may need, and some by its name."""
    good, other = tried.good[0], tried.good[-1]
    yield (f"--{name}={good}",)
    yield (f"--{name}", good)
    yield (f"--{name}",)
    yield (f"--{name}=",)
    yield (f"--{name}={other}", f"--{name}={good}")
    for bad in tried.bad[:1]:
        yield (f"--{name}={bad}",)
        yield (f"--{name}={good}", f"--{name}={bad}")
        yield (f"--{name}={bad}", f"--{name}={good}")
    rarer = (
        f"-{name}={good}",
        f"--{name.replace('-', '_')}={good}",
        f"--{name.upper()}={good}",
        f'--{name}="{good}"',
        f"--{name}='{good}'",
        f"--{name}= {good}",
        f"--{name}={good} ",
        f"--{name}:{good}",
        f"--{name} {good}",
        f"--no-{name}",
        f"--{name}s={good}",
    )
    chosen = _hash(name)
    yield (rarer[chosen % len(rarer)],)
    yield (rarer[chosen // 16 % len(rarer)],)


def _random(release: str, flags: Mapping[str, str]) -> Iterator[Case]:
    """Yield lines of two to six flags of a release, at most one of them with a bad value."""
    names = flags.keys() - _CHOOSES_CLUSTER - _ENDS
    for number in range(_RANDOM_LINES):
        line = f"{release} {number}"
        some = _shuffled(line, names)[: 2 + _hash(line) % 5]
        chosen = {name: _shuffled(line, values(name, flags[name]).good)[0] for name in some}
        bad = values(some[0], flags[some[0]]).bad
        if bad and number % 2:
            chosen[some[0]] = _shuffled(line, bad)[0]
        words = tuple(f"--{name}={value}" for name, value in sorted(chosen.items()))
        yield _case(_Line(words, _shuffled(line, _CONTEXTS)[0] or None), "random")


def _shuffled(line: str, items: Iterable[str]) -> list[str]:
    """Return items in an order of the line's own, in which a new one changes nothing about the others."""
    return sorted(items, key=lambda item: _hash(f"{line} {item}"))


def _written(path: Path) -> Iterator[Case]:
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        row = json.loads(line)
        files = {_CONFIG_FILE: row["config"]} if "config" in row else {}
        # What is in a ConfigMap of the cluster, only that has.
        is_of_cluster = any(word.startswith("--policy-configmap=") for word in row["args"])
        tags = ("written", MACHINE) if is_of_cluster else ("written",)
        yield Case(row["id"], tuple(row["args"]), tags, {**_named_files(row["args"]), **files})


def _case(line: _Line, tag: str) -> Case:
    name = line.configuration
    context = {None: (KUBECONFIG,), _NO_CONTEXT: ()}.get(name, (CONFIG,))
    files = _named_files(line.words)
    if context == (CONFIG,):
        files[_CONFIG_FILE] = CONFIGURATIONS[name or ""]
    shown = shlex.join(line.words)
    if len(shown) > _LONGEST_ID:
        shown = f"{shown[:_LONGEST_ID]}… {_hash(shown):08x}"
    return Case(
        id=" ".join(filter(None, (f"@{name}" if name else "", shown))) or KUBECONFIG,
        args=(*context, *line.words),
        tags=(tag, MACHINE) if line.is_of_machine else (tag,),
        files=files,
    )


def _named_files(words: Iterable[str]) -> dict[str, str]:
    """Return the files that words name: those of ours, and a configuration."""
    known = {**OTHER_FILES, _CONFIG_FILE: CONFIGURATIONS["v1"]}
    return {name: text for name, text in known.items() if any(f"/files/{name}" in word for word in words)}


def _hash(text: str) -> int:
    """Return a number that is the same in each run."""
    return zlib.crc32(text.encode())
