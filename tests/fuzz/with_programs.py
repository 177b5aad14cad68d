"""The command lines that run a program of the user's own, `try`, `test` and `validate --confirm`; none is started."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

from schedcfg import releases
from schedcfg.commands.confirm.chosen import ChosenPrograms
from schedcfg.commands.confirm.scheduler import Binary
from schedcfg.commands.test import FORMATS as TEST_FORMATS
from schedcfg.commands.test.first_file import NAME
from schedcfg.commands.trial import FORMATS as TRY_FORMATS
from schedcfg.commands.trial.programs import TriedProgram
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.results import TrialCluster, TrialRun
from schedcfg.document import parse_bytes
from schedcfg.output import FORMATS
from schedcfg.validation.options import Options
from tests.commands.test.mutations.cases import OURS, THEIRS

from . import confirming, invariants
from .answers import CONFIGURATIONS, Answer, Choices, Command
from .calls import answer_of, called, folder_with, odd_options
from .invariants import Fault, all_of
from .mutations import HOSTILE
from .random_scheduler import random_run
from .seeds import PLAIN, Kind, pool
from .trying import BESIDE, MOST

_PROGRAM = Binary("kube-scheduler", "/nowhere/kube-scheduler", 1.0)


def _tried(release: str, _chosen: ChosenPrograms, options: Options, *_: object) -> Iterator[TriedProgram]:
    name = options.release_name() or releases.at(release).name
    yield TriedProgram(_PROGRAM, name, options.by(name))


@contextmanager
def _deciding_at_random(choices: Choices) -> Iterator[None]:
    """Have a scheduler decide at random that no options name, and clocks stand still."""
    random, chosen = Random(choices["seed"]), ChosenPrograms((_PROGRAM,), (), 1.0)

    async def run(_request: TrialRequest, cluster: TrialCluster) -> TrialRun:
        await asyncio.sleep(0)
        return random_run(cluster, random)

    commands = "schedcfg.commands"
    replaced: dict[str, Any] = {
        **{f"{commands}.{one}.chosen_programs": lambda *_: chosen for one in ("trial.asking", "test.run")},
        **{
            f"{commands}.{one}.tried_programs": partial(_tried, choices["kubernetes"])
            for one in ("trial.asking", "test.run")
        },
        **{f"{commands}.{one}.run": run for one in ("trial.variants", "test.run")},
        f"{commands}.test.run.time": SimpleNamespace(monotonic=lambda: 0.0),
        **{f"{commands}.trial.inputs.sketch.{one}": MOST for one in ("MOST_NODES", "MOST_PODS")},
        f"{commands}.trial.capacity.MOST_PODS": MOST,
        f"{commands}.trial.inputs.workloads.MOST_PODS": MOST,
    }
    with ExitStack() as stack:
        for name, value in replaced.items():
            stack.enter_context(mock.patch(name, value))
        yield


# try

_NODES = ("3:cpu=4,memory=8Gi,zone=a/b", "5:cpu=2,memory=4Gi,taint=a=b:NoSchedule", "1:cpu=64,memory=256Gi,pods=3")
_PODS = ("5:cpu=1,memory=1Gi", "2:cpu=8,memory=1Gi,name=web", "1:cpu=100m,memory=1Mi,label.app=a")


def _choose_try(random: Random) -> Choices:
    name = random.choices(("objects.yaml", "objects.json", "x\n::error::INJECT.yaml", "\x1b[2J.yaml"), (8, 1, 1, 1))[0]
    named, output = f"./{name}", random.choice(tuple(TRY_FORMATS))
    where = random.choice(("nodes", "pods", "pods", "both"))
    nodes = [random.choice(_NODES), "beside.json", *([named] if where != "pods" else [])]
    pods = [random.choice(_PODS), *([named] if where != "nodes" else [])]
    asked, output = random.choice(_ASKED)(random, named, output)
    given = [*(word for one in nodes for word in ("--nodes", one)), *(word for one in pods for word in ("--pods", one))]
    configuration = random.choice(("default", "scheduler.yaml"))
    arguments = ["try", configuration, *given, *asked, "--output", output, *odd_options(random)]
    return {
        "arguments": arguments,
        "output": output,
        "kubernetes": random.choice(releases.names()),
        "name": name,
        "beside": random.choice((PLAIN, random.choice(pool(Kind.CONFIGURATION)))),
        "seed": random.randrange(1000),
    }


Asked = tuple[list[str], str]
"""Options, and the format."""


def _without(random: Random, _named: str, output: str) -> Asked:
    names = random.choices(("node-0", "node-1", "n", random.choice(HOSTILE).replace("\0", "") or "x"), k=2)
    return [word for name in names[: random.choice((1, 2))] for word in ("--without", name)], output


def _fill(random: Random, named: str, output: str) -> Asked:
    return ["--fill", random.choice(("cpu=500m", "1:cpu=1,memory=1Gi,name=web", "3:cpu=0", "", named))], output


def _add(random: Random, _named: str, output: str) -> Asked:
    sketch = random.choice(("9:cpu=2,memory=8Gi", "1:cpu=64,name=web", "0:cpu=1", "400:cpu=1", "x", "5:cpu=8,zone=a/b"))
    return ["--add", sketch], output


def _explain(random: Random, _named: str, output: str) -> Asked:
    return ["--explain", random.choice(("pod-0", "default/pod-1", "web-0", "all", "é"))], output


def _measure(random: Random, _named: str, output: str) -> Asked:
    values = random.choice(("configurations", "percentageOfNodesToScore=5,100", "parallelism=,", "a.b[0]=[,2"))
    return ["--measure", values], output if output != "html" else "json"


def _compare(random: Random, _named: str, output: str) -> Asked:
    return ["--against", random.choice(("default", "scheduler.yaml")), "--runs", random.choice(("1", "3"))], output


def _save(random: Random, _named: str, output: str) -> Asked:
    return ["--save", random.choice((NAME, NAME, "a.yaml"))], output


_ASKED: tuple[Callable[[Random, str, str], Asked], ...] = (
    *(_without, _without, _fill, _fill, _add, _add, _explain, _measure, _compare, _save),
    lambda _random, _named, output: ([], output),
)


def _try(raw: bytes, choices: Choices) -> Answer:
    beside = json.dumps({"kind": "List", "items": BESIDE}).encode()
    scheduler = choices["beside"].encode("utf-8", "surrogatepass")
    files = {"beside.json": beside, "scheduler.yaml": scheduler, choices["name"]: raw}
    with folder_with(files) as folder, _deciding_at_random(choices):
        answer = answer_of(called(choices["arguments"]), choices["output"])
        return _with_written_tests(answer, folder, files)


def _with_written_tests(answer: Answer, folder: Path, files: dict[str, bytes]) -> Answer:
    """Return an answer with a file of tests that was written, and what is wrong with what is there."""
    left = {path.name: path.read_bytes() for path in folder.iterdir()}
    written = left.pop(NAME, None)
    faults = [Fault("the file changed", name) for name, content in files.items() if left.get(name) != content]
    faults += [Fault("litter", name) for name in left if name not in files]
    if written is None:
        return Answer(answer.shown, all_of(answer.faults, faults))
    faults += _unread(written)
    return Answer({**answer.shown, "tests": written.decode("utf-8", "replace")}, all_of(answer.faults, faults))


def _unread(tests: bytes) -> Iterator[Fault]:
    error = parse_bytes(tests).error
    if error is not None:
        yield Fault("a file of tests is not read", error.message)


# test

_TESTS = "a.schedtest.yaml"


@cache
def _named_files() -> dict[str, bytes]:
    """Return what the files of tests name that inputs begin with."""
    paths = (path for folder in (OURS, THEIRS, THEIRS / "since-1.37") for path in folder.iterdir())
    return {path.name: path.read_bytes() for path in paths if path.is_file() and ".schedtest." not in path.name}


def _choose_test(random: Random) -> Choices:
    output = random.choice(tuple(TEST_FORMATS))
    way = random.choice(
        ((), (), (), ("--record",), ("--update",), ("--runs", "2"), ("--against", "default"), ("-t", "a"))
    )
    where = "-" if random.random() < 0.1 and not {"--record", "--update"} & {*way} else random.choice((_TESTS, "."))
    release = ["-k", random.choice(releases.names())] if random.random() < 0.3 else []
    return {
        "arguments": ["test", *way, *release, "--output", output, *odd_options(random), where],
        "output": output,
        "stdin": where == "-",
        "kubernetes": random.choice(releases.names()),
        "seed": random.randrange(1000),
    }


def _test(raw: bytes, choices: Choices) -> Answer:
    """Run tests; where expectations are written into the file, what else is in it stays."""
    beside = {name: content for name, content in _named_files().items() if name.encode() in raw}
    files = beside if choices["stdin"] else {**beside, _TESTS: raw}
    with folder_with(files) as folder, _deciding_at_random(choices):
        answer = answer_of(called(choices["arguments"], raw if choices["stdin"] else b""), choices["output"])
        left = {path.name: path.read_bytes() for path in folder.iterdir()}
    faults = list(answer.faults)
    if set(left) != set(files):
        faults.append(Fault("litter", str(sorted(left))))
    changed = [name for name in files if left.get(name) not in {None, files[name]}]
    if not changed:
        return Answer(answer.shown, faults)
    writes = {"--record", "--update"} & {*choices["arguments"]}
    if changed != [_TESTS] or not writes:
        return Answer(answer.shown, [*faults, Fault("the file changed", str(changed))])
    before, after = (invariants.read(one) for one in (raw, left[_TESTS]))
    if before is not None and after is not None:
        faults += invariants.kept(before, after)
    faults += _unread(left[_TESTS])
    return Answer({**answer.shown, "file": left[_TESTS].decode("utf-8", "replace")}, faults)


# validate --confirm


def _choose_confirmed(random: Random) -> Choices:
    chosen = confirming.choose(random)
    output = random.choice(tuple(FORMATS))
    release = ["-k", random.choice(releases.names())] if random.random() < 0.4 else []
    name = random.choices(("scheduler.yaml", "x\ny::error::INJECT.yaml", "\x1b[2J.yaml"), (8, 1, 1))[0]
    arguments = ["validate", "--confirm", *release, "--output", output, *odd_options(random), name]
    return {**chosen, "arguments": arguments, "output": output, "name": name}


def _confirmed(raw: bytes, choices: Choices) -> Answer:
    """Validate a file, and have a program that answers what is chosen asked about it."""
    file = raw if choices["input"] == "file" else PLAIN.encode()
    program = confirming.program(raw, raw if choices["written"] == "input" else None, choices)
    with (
        folder_with({choices["name"]: file}) as folder,
        mock.patch("schedcfg.commands.confirm.answer.run", program),
        mock.patch("schedcfg.commands.validate.confirming.scheduler_of", return_value=confirming.SCHEDULER),
    ):
        answer = answer_of(called(choices["arguments"]), choices["output"], (*range(5),))
        if [path.name for path in folder.iterdir()] != [choices["name"]]:
            answer.faults.append(Fault("litter"))
    return answer


WITH_PROGRAMS: dict[str, Command] = {
    "$ try": Command(80, (Kind.OBJECTS,), _choose_try, _try),
    "$ test": Command(60, (Kind.TESTS,), _choose_test, _test),
    "$ validate --confirm": Command(10, CONFIGURATIONS, _choose_confirmed, _confirmed),
}
"""Name → what is done through the command line with a program of the user's own."""
