"""The command lines that read folders: what products, Terraform, Prometheus and Karpenter have beside a scheduler."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from random import Random

from schedcfg import releases
from schedcfg.commands.diff import FORMATS as DIFFERENCE_FORMATS
from schedcfg.commands.effective import FORMATS as VIEW_FORMATS
from schedcfg.commands.test.first_file import NAME
from schedcfg.commands.upgrade.command import FORMATS as FORMATS_OF_PLANS
from schedcfg.commands.why import FORMATS as ANSWER_FORMATS
from schedcfg.output import FORMATS

from . import invariants
from .answers import Answer, Choices, Command
from .calls import answer_of, called, content_of, folder_with, odd_options
from .invariants import Fault
from .mutations import HOSTILE
from .product_texts import OWN
from .seeds import Kind

_FILE = re.compile(r"^# file: ([^\r\n]+)\r?\n", re.MULTILINE)


def _one_of(random: Random, *values: tuple[str, ...]) -> list[str]:
    return list(random.choice(values))


def _validate(random: Random) -> Choices:
    output = random.choice(tuple(FORMATS))
    way = _one_of(random, (), (), (), ("--fix",), ("--fix", "--unsafe-fixes"), ("--in-tree-only",), ("-v",))
    cluster = _one_of(
        random, (), ("--cluster-release", random.choice((*releases.names(), "v1.31.4-eks-1", "1.99", "x")))
    )
    kubernetes = _one_of(random, (), (), ("-k", random.choice(releases.names())))
    return {"arguments": ["validate", *way, *cluster, *kubernetes, "--output", output, "."], "output": output}


def _effective(random: Random) -> Choices:
    output = random.choice(tuple(VIEW_FORMATS))
    return {"arguments": ["effective", "--output", output, "."], "output": output}


def _why(random: Random) -> Choices:
    output = random.choice(tuple(ANSWER_FORMATS))
    plugin = random.choice(("NodeResourcesFit", "PodTopologySpread", "NetworkTraffic", "ImageLocality", "Own"))
    return {"arguments": ["why", plugin, ".", "--output", output], "output": output}


def _migrate(random: Random) -> Choices:
    way = _one_of(random, ("--check",), ("--check", "-v"), ("--write",), ("--diff",))
    return {"arguments": ["migrate", ".", "--to", "v1", *way], "output": None if "--diff" in way else "text"}


def _upgrade(random: Random) -> Choices:
    before, after = sorted(random.sample(releases.names(), 2), key=lambda one: releases.at(one).number)
    way = _one_of(random, ("--from", before, "--to", after), ("--to", after), ("--write", "--step", after))
    output = random.choice(FORMATS_OF_PLANS)
    return {"arguments": ["upgrade", ".", *way, *_one_of(random, (), ("-v",)), "--output", output], "output": output}


def _diff(random: Random) -> Choices:
    output = random.choice(tuple(DIFFERENCE_FORMATS))
    return {"arguments": ["diff", "a", "b", "--output", output], "output": output}


def _begin(random: Random) -> Choices:
    return {"arguments": ["test", "--init", random.choice((".", "a"))], "output": "text"}


_COMMANDS = {_validate: 10, _effective: 3, _why: 2, _migrate: 1, _upgrade: 4, _diff: 1, _begin: 1}


def _choose(random: Random) -> Choices:
    (choose,) = random.choices(tuple(_COMMANDS), tuple(_COMMANDS.values()))
    choices = choose(random)
    return {**choices, "arguments": [*choices["arguments"], *odd_options(random)]}


def files_of(raw: bytes) -> dict[str, bytes]:
    """Return the files that an input is written as: each begins with a line of its own that names it."""
    text = raw.decode("utf-8", "surrogateescape")
    before, *named = _FILE.split(text)
    pairs = zip(named[::2], named[1::2], strict=True) if named else [("scheduler.yaml", before)]
    found: dict[str, bytes] = {}
    for name, content in pairs:
        path = _inside(name)
        if path and not any(_collide(path, other) for other in found):
            found[path] = content.encode("utf-8", "surrogateescape")
    return found or {"scheduler.yaml": raw}


def _inside(name: str) -> str:
    """Return a name as one in the folder that a system takes; empty where there is none."""
    named = PurePosixPath(name.strip().replace("\0", "")).parts
    parts = [part for part in named if part.strip("/") and part != ".."][:4]
    path = "/".join(parts)
    return path if parts and all(len(part.encode("utf-8", "surrogateescape")) < 200 for part in parts) else ""


def _collide(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")


def _in_folder(raw: bytes, choices: Choices) -> Answer:
    files, arguments = files_of(raw), choices["arguments"]
    if arguments[0] == "diff" or arguments[:3] == ["test", "--init", "a"]:
        files = {**{f"a/{name}": content for name, content in files.items()}, "b/scheduler.yaml": OWN.encode()}
    with folder_with(files) as folder:
        answer = answer_of(called(arguments), choices["output"])
        left = content_of(folder)
    return Answer(answer.shown, [*answer.faults, *_of_files(files, left, arguments)])


def _of_files(files: dict[str, bytes], left: dict[str, bytes], arguments: list[str]) -> Iterator[Fault]:
    """Yield what is wrong with what is there after a command."""
    made = {name for name in left if name.endswith(NAME)} if "--init" in arguments else set()
    if set(left) - made != set(files):
        yield Fault("litter", str(sorted({*left} ^ {*files})))
    writes = {"--fix", "--write"} & {*arguments}
    for name, content in files.items():
        after = left.get(name, content)
        if after == content:
            continue
        if not writes:
            yield Fault("the file changed", name)
        one, other = invariants.read(content), invariants.read(after)
        if one is not None and other is not None:
            yield from invariants.kept(one, other, may_add_comments=True)


# generate monitoring


def _choose_monitoring(random: Random) -> Choices:
    options = ("--namespace", "--account", "--pod-label", "--monitor-label")
    values = ("kube-system", "a/b", "a=b", "a/b=c", "", "=", "/", "a" * 70, random.choice(HOSTILE).replace("\0", ""))
    more = [word for one in options if random.random() < 0.3 for word in (one, random.choice(values))]
    return {"arguments": ["generate", "monitoring", *more, "--name"], "output": "yaml"}


def _monitoring(raw: bytes, choices: Choices) -> Answer:
    name = raw.decode("utf-8", "surrogateescape").replace("\0", "")[:80]
    with folder_with({}) as folder:
        answer = answer_of(called([*choices["arguments"], name]), choices["output"])
        if content_of(folder):
            answer.faults.append(Fault("litter"))
    return answer


IN_FOLDERS: dict[str, Command] = {
    "$ … a folder": Command(180, (Kind.FOLDER,), _choose, _in_folder),
    "$ generate monitoring": Command(8, (Kind.NAME,), _choose_monitoring, _monitoring),
}
"""Name → what is done through the command line with a folder, or with nothing."""
