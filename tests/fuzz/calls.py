"""The command line, called in this process: options, files, standard streams and exit statuses."""

import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Container, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from schedcfg import cli, releases
from schedcfg.commands.effective import FORMATS as VIEW_FORMATS
from schedcfg.commands.upgrade.command import FORMATS as FORMATS_OF_PLANS
from schedcfg.models import API_VERSIONS
from schedcfg.output import FORMATS
from schedcfg.sources.products import targets

from . import invariants
from .answers import CONFIGURATIONS, Answer, Choices, Command
from .invariants import Fault
from .mutations import HOSTILE, ODD, WORDS
from .seeds import ARGS_SCHEMA, OWN_SETTINGS, PLAIN, Kind, pool


class Called(NamedTuple):
    """What a call came to."""

    status: object
    out: bytes
    err: str


def called(arguments: list[str], stdin: bytes = b"") -> Called:
    """Call the command line with arguments and standard input."""
    streams = sys.argv, sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.argv = ["schedcfg", *arguments]
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8", errors="surrogateescape")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", newline="", write_through=True)
    try:
        cli.main()
        status: object = "no exit"
    except SystemExit as end:
        status = end.code
    finally:
        # Whoever replaced a stream closes what is in it with its last reference.
        sys.stdout.detach()
        sys.stderr.detach()
        sys.argv, sys.stdin, sys.stdout, sys.stderr = streams
    return Called(status, out.getvalue(), err.getvalue().decode("utf-8", "replace"))


@cache
def workplace() -> Path:
    """Return a folder that is there as long as this process; those that it forks share it."""
    place = tempfile.TemporaryDirectory(prefix="schedcfg-fuzz-", ignore_cleanup_errors=True)
    _kept.append(place)
    return Path(place.name)


_kept: list["tempfile.TemporaryDirectory[str]"] = []


def _folder() -> Path:
    """Return a folder of this process alone, for the files that are named on command lines."""
    folder = workplace() / str(os.getpid())
    folder.mkdir(exist_ok=True)
    return folder


@contextmanager
def folder_with(files: dict[str, bytes]) -> Iterator[Path]:
    """Work in a folder with these files, which is empty afterwards."""
    folder, before = _folder(), Path.cwd()
    os.chdir(folder)
    try:
        for name, content in files.items():
            if "/" in name:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        yield folder
    finally:
        os.chdir(before)
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def content_of(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, and of those in it, by their names."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def answer_of(done: Called, output: str | None, statuses: Container[object] = range(4)) -> Answer:
    """Return what a call answers, and what is wrong with it in every case.

    Args:
        done: The call.
        output: The format on standard output; None where that is somebody's text.
        statuses: What it may end with.
    """
    faults: list[Fault] = []
    if done.status not in statuses:
        faults.append(Fault("exit status", str(done.status)))
    shown = done.out.decode("utf-8", "replace")
    faults += invariants.unescaped(done.err)
    if output is not None and done.out and done.status in {0, 1}:
        faults += invariants.parsed(shown, output)
    return Answer({"status": str(done.status), output or "file": shown, "messages": done.err}, faults)


def _release(random: Random) -> list[str]:
    return ["-k", random.choice([*releases.names(), "newest", "v1.29.3"])] if random.random() < 0.4 else []


def odd_options(random: Random) -> list[str]:
    """Choose options with words of strangers, rarely."""
    if random.random() > 0.1:
        return []
    word = random.choice((random.choice(HOSTILE), random.choice(ODD), random.choice(WORDS)))
    return [
        random.choice(("--kubernetes", "--plugin", "--catalog", "--feature-gates", "--settings")),
        word.replace("\0", ""),
    ]


def _choose_validate(random: Random) -> Choices:
    flags = random.choices(
        ((), ("--fix",), ("--fix", "--unsafe-fixes"), ("--diff",), ("--in-tree-only",)), (5, 2, 1, 1, 2)
    )[0]
    stdin = random.random() < 0.3
    # A text or a patch goes to standard output then, and the report to standard error, where no line is a command.
    is_report = "--diff" not in flags and not (stdin and "--fix" in flags)
    output = random.choice([name for name in FORMATS if is_report or name != "github"])
    name = random.choices(("scheduler.yaml", "a b.json", "x\ny::error::INJECT.yaml", "\x1b[2J.yaml"), (8, 1, 1, 1))[0]
    arguments = [
        "validate",
        *flags,
        *_release(random),
        "--output",
        output,
        *odd_options(random),
        "--",
        "-" if stdin else name,
    ]
    return {"arguments": arguments, "output": output if is_report else None, "stdin": stdin, "name": name}


def _choose_migrate(random: Random) -> Choices:
    mode = random.choice(((), ("--diff",), ("--check",), ("--write",), ("-v",), ("--output", "json")))
    name = random.choice(("scheduler.yaml", "x\n::error::INJECT.yaml"))
    stdin = random.random() < 0.3 and "--write" not in mode
    target = ["--to", random.choice(API_VERSIONS)] if random.random() < 0.8 else ["-k", random.choice(releases.names())]
    arguments = ["migrate", *mode, *target, *odd_options(random), "--", "-" if stdin else name]
    # A patch, or the new text, has to have every character of the file.
    output = "json" if "json" in mode else "text" if mode and mode not in {("--diff",), ("-v",)} else None
    return {"arguments": arguments, "output": output, "stdin": stdin, "name": name}


def _choose_effective(random: Random) -> Choices:
    output = random.choice(tuple(VIEW_FORMATS))
    arguments = ["effective", *_release(random), "--output", output, *odd_options(random), "scheduler.yaml"]
    return {"arguments": arguments, "output": output, "stdin": False, "name": "scheduler.yaml"}


def _choose_generate(random: Random) -> Choices:
    what = random.choice(("static-pod", "kubeadm", "second-scheduler", "pod-policy", *targets()))
    arguments = ["generate", what, "--config", "scheduler.yaml", *_release(random)]
    if what == "pod-policy":
        arguments += ["--namespace", "jobs", "--name", "jobs"]
    elif what == "openshift" or random.random() < 0.1:
        arguments += [
            "--image",
            random.choice(("registry.example.com/own:v1", random.choice(HOSTILE).replace("\0", "") or "x")),
        ]
    return {"arguments": arguments, "output": None, "stdin": False, "name": "scheduler.yaml"}


def _choose_upgrade(random: Random) -> Choices:
    name = random.choice(("scheduler.yaml", "kube-scheduler.yaml", "kubeadm.json", "x\n::error::INJECT.yaml"))
    before, after = sorted(random.sample(releases.names(), 2), key=lambda one: releases.at(one).number)
    writes = random.random() < 0.5
    way = ["--write", "--step", after] if writes else ["--from", before, "--to", after]
    output = random.choice(FORMATS_OF_PLANS)
    moment = ["--moment", "before"] if random.random() < 0.3 else []
    shown = ["-v"] if random.random() < 0.3 else []
    arguments = [
        "upgrade",
        *way,
        *moment,
        *shown,
        "--output",
        output,
        *odd_options(random),
        random.choice((".", name)),
    ]
    return {"arguments": arguments, "output": output, "stdin": False, "name": name}


def _upgrade(raw: bytes, choices: Choices) -> Answer:
    """Plan the upgrade of a folder, or make the edits of a hop: a second time, nothing is left to edit."""
    if "--write" not in choices["arguments"]:
        return _on_file(raw, choices)
    with folder_with({choices["name"]: raw}) as folder:
        path = folder / choices["name"]
        answer = answer_of(called(choices["arguments"]), choices["output"])
        once = path.read_bytes()
        before, after = (invariants.read(one) for one in (raw, once))
        if before is not None and after is not None:
            answer.faults.extend(invariants.kept(before, after))
        if once != raw:
            called(choices["arguments"])
            if path.read_bytes() != once:
                answer.faults.append(Fault("a second upgrade changes more"))
        if len(list(folder.iterdir())) > 1:
            answer.faults.append(Fault("litter"))
    return answer


def _on_file(raw: bytes, choices: Choices) -> Answer:
    """Call a command with the input as a file, or on standard input; files stay unless they are to be changed."""
    name, stdin = choices["name"], choices["stdin"]
    with folder_with({} if stdin else {name: raw}) as folder:
        done = called(choices["arguments"], raw if stdin else b"")
        answer = answer_of(done, choices["output"])
        writes = "--write" in choices["arguments"] or "--fix" in choices["arguments"]
        left = {path.name: path for path in folder.iterdir()}
        if not stdin and not writes and left[name].read_bytes() != raw:
            answer.faults.append(Fault("the file changed"))
        if set(left) != (set() if stdin else {name}):
            answer.faults.append(Fault("litter", str(sorted(left))))
        return answer


def _with_settings(raw: bytes, choices: Choices) -> Answer:
    """Validate a file with the input as settings, args schema, or baseline."""
    files = {"scheduler.yaml": PLAIN.encode(), "own.schema.json": json.dumps(ARGS_SCHEMA).encode()}
    files["schedcfg.toml"] = OWN_SETTINGS.encode()
    with folder_with({**files, choices["name"]: raw}):
        return answer_of(called(choices["arguments"]), choices["output"])


def _choose_folder(random: Random) -> Choices:
    """Choose what is done with a folder in which a manifest is beside the configuration that it may mount."""
    output = random.choice(tuple(FORMATS))
    flags = random.choice(((), (), ("--in-tree-only",), ("--fix",)))
    return {
        "arguments": ["validate", *flags, *_release(random), "--output", output, "."],
        "output": output,
        "beside": random.choice((PLAIN, random.choice(pool(Kind.CONFIGURATION)))),
    }


def _in_folder(raw: bytes, choices: Choices) -> Answer:
    beside = choices["beside"].encode("utf-8", "surrogatepass")
    with folder_with({"config.yaml": beside, "kube-scheduler.yaml": raw}) as folder:
        answer = answer_of(called(choices["arguments"]), choices["output"])
        left = {path.name: path.read_bytes() for path in folder.iterdir()}
        if set(left) != {"config.yaml", "kube-scheduler.yaml"}:
            answer.faults.append(Fault("litter", str(sorted(left))))
        if "--fix" not in choices["arguments"] and left.get("kube-scheduler.yaml") != raw:
            answer.faults.append(Fault("the file changed"))
        return answer


_FORMATS = {
    "validate": tuple(FORMATS),
    "effective": tuple(VIEW_FORMATS),
    "migrate": ("text", "json"),
    "plugins": ("text", "json"),
}


def _choose_with_settings(name: str, random: Random) -> Choices:
    command = random.choices(tuple(_FORMATS), (5, 1, 1, 2))[0]
    output = random.choice(_FORMATS[command])
    baseline = ["--baseline", name] if name == "known.json" and command == "validate" else []
    extra = ["--to", "v1"] if command == "migrate" else _release(random)
    paths = ["scheduler.yaml"] if command != "plugins" else random.choice(([], ["Own"]))
    # What a migration writes is the file's own text.
    shown = None if command == "migrate" and output == "text" else output
    return {"arguments": [command, "--output", output, *extra, *baseline, *paths], "output": shown, "name": name}


def _names(raw: bytes, choices: Choices) -> Answer:
    """Call a command that takes a name with the input as that name."""
    name = raw.decode("utf-8", "surrogateescape").replace("\0", "")[:200]
    with folder_with({}):
        return answer_of(called([*choices["arguments"], "--", name]), choices["output"])


def _choose_name(random: Random) -> Choices:
    output = random.choice(("text", "json"))
    arguments = random.choice(
        (["explain"], ["plugins"], ["releases"], ["schema"], ["rules"], ["generate"], ["validate"])
    )
    listed = ["--output", output] if arguments[0] not in {"schema", "generate"} else []
    return {"arguments": [*arguments, *listed], "output": output if listed else None}


def _krm(raw: bytes, _choices: Choices) -> Answer:
    with folder_with({}):
        return answer_of(called(["krm"], raw), None)


CALLS: dict[str, Command] = {
    "$ validate": Command(30, CONFIGURATIONS, _choose_validate, _on_file),
    "$ migrate": Command(8, CONFIGURATIONS, _choose_migrate, _on_file),
    "$ effective": Command(6, CONFIGURATIONS, _choose_effective, _on_file),
    "$ upgrade": Command(8, (*CONFIGURATIONS, Kind.MANIFEST), _choose_upgrade, _upgrade),
    "$ validate a folder": Command(12, (Kind.MANIFEST,), _choose_folder, _in_folder),
    "$ generate": Command(5, CONFIGURATIONS, _choose_generate, _on_file),
    "$ … with settings": Command(20, (Kind.SETTINGS,), partial(_choose_with_settings, "schedcfg.toml"), _with_settings),
    "$ … with args schema": Command(
        10, (Kind.ARGS_SCHEMA,), partial(_choose_with_settings, "own.schema.json"), _with_settings
    ),
    "$ … with baseline": Command(5, (Kind.BASELINE,), partial(_choose_with_settings, "known.json"), _with_settings),
    "$ explain, plugins …": Command(10, (Kind.NAME,), _choose_name, _names),
    "$ krm": Command(5, (Kind.RESOURCES,), lambda _: {}, _krm),
}
"""Name → what is done through the command line."""
