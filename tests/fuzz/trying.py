"""`try` with a scheduler that decides at random: no program is started, and all is read and shown that would be."""

import json
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any
from unittest import mock

from schedcfg import releases
from schedcfg.commands.trial import FORMATS, configured
from schedcfg.commands.trial.answer import measurement_report
from schedcfg.commands.trial.answer.summary import Summarizer
from schedcfg.commands.trial.api.kinds import Kinds
from schedcfg.commands.trial.controllers.controllers import Controllers
from schedcfg.commands.trial.inputs.given_cluster import GivenCluster, of_cluster, read_cluster
from schedcfg.commands.trial.inputs.given_objects import WrongTrialInputs
from schedcfg.commands.trial.log import SchedulerLog
from schedcfg.commands.trial.node_reasons import fit_message, plugin_of
from schedcfg.commands.trial.results import (
    Trial,
)
from schedcfg.commands.trial.variants import measurement, varied
from schedcfg.document import parse_bytes
from schedcfg.errors import UnreadableInput, WrongRequest
from schedcfg.integrations.kubectl import Kubectl
from schedcfg.integrations.programs import Bounds, ProgramEnd
from schedcfg.output import load
from tests.commands.trial.test_hostile_inputs import EVERY

from .answers import CONFIGURATIONS, WRONG, Answer, Choices, Command, of_texts, options_of, refusing, usual
from .calls import folder_with
from .invariants import Fault, all_of
from .random_scheduler import random_variant
from .seeds import Kind

MOST = 300
"""Nodes, and Pods: more are the business of `tests/growth/`."""

_REFUSALS = (WrongTrialInputs, UnreadableInput, WrongRequest)


def _choose_objects(random: Random) -> Choices:
    return {
        "kubernetes": random.choice(releases.names()),
        "input": random.choice(("nodes", "pods", "pods", "both", "cluster")),
        "name": random.choices(
            ("objects.yaml", "objects.json", "x\n::error::INJECT.yaml", "\x1b[2J.yaml"), (8, 1, 1, 1)
        )[0],
        "seed": random.randrange(1000),
    }


def _choose_sketch(random: Random) -> Choices:
    return {**_choose_objects(random), "input": random.choice(("nodes", "pods"))}


_NODES, _PODS = "3:cpu=4,memory=8Gi,zone=a/b", "5:cpu=1,memory=1Gi"

BESIDE = [one for one in EVERY if one["kind"] in {"PriorityClass", "RuntimeClass", "DeviceClass", "Namespace"}]
"""Without what Pods name here, an API server would refuse most."""


def _objects(raw: bytes, choices: Choices) -> Answer:
    """Read a file of objects as nodes, as Pods, as both, or as what a cluster has."""
    files = {"beside.json": json.dumps({"kind": "List", "items": BESIDE}).encode(), choices["name"]: raw}
    with (
        folder_with(files if choices["input"] != "cluster" else {}),
        mock.patch("schedcfg.commands.trial.inputs.workloads.MOST_PODS", MOST),
    ):
        if choices["input"] == "cluster":
            return _shown(_in_cluster(raw, choices), choices)
        name, where = choices["name"], choices["input"]
        nodes = [*([_NODES] if where != "both" else []), *([name] if where != "pods" else []), "beside.json"]
        pods = [*([_PODS] if where != "both" else []), *([name] if where != "nodes" else [])]
        return _shown(read_cluster(nodes, pods, choices["kubernetes"]), choices)


def _in_cluster(raw: bytes, choices: Choices) -> GivenCluster:
    """Read a cluster whose API server has the objects, unchecked, beside some nodes."""
    listed: dict[str, list[Any]] = {}
    for document in parse_bytes(raw).documents:
        data = document.data if isinstance(document.data, dict) else {}
        for one in data.get("items") or [data]:
            resource = Kinds().of(one) if isinstance(one, dict) else None
            if resource is not None:
                listed.setdefault(resource.qualified, []).append(one)

    def answer(arguments: Sequence[str], _bounds: Bounds) -> ProgramEnd:
        items = json.dumps({"items": listed.get(arguments[2], [])})
        return ProgramEnd(0, items.encode(), b"", is_cut=False)

    with mock.patch("schedcfg.integrations.programs.run", answer):
        return of_cluster(Kubectl("kubectl"), [_PODS], choices["kubernetes"], [_NODES])


def _sketch(raw: bytes, choices: Choices) -> Answer:
    text = raw.decode("utf-8", "surrogateescape").replace("\0", "").removeprefix("\ufeff")[:2000]
    nodes, pods = ([_NODES], [text]) if choices["input"] == "pods" else ([text], [_PODS])
    with (
        folder_with({}),
        mock.patch("schedcfg.commands.trial.inputs.sketch.MOST_NODES", MOST),
        mock.patch("schedcfg.commands.trial.inputs.sketch.MOST_PODS", MOST),
    ):
        return _shown(read_cluster(nodes, pods, choices["kubernetes"]), choices)


def _shown(given: GivenCluster, choices: Choices) -> Answer:
    """Return what is shown of a trial in which a scheduler decides at random."""
    Controllers(given.cluster.store()).start()
    random = Random(choices["seed"])
    names = ("a.yaml", "default")[: random.choice((1, 1, 2))]
    variants = tuple(random_variant(name, given.cluster, random) for name in names)
    trial = Trial(cluster=given.cluster, variants=variants, notes=given.notes)
    shown = {name: "".join(load(module)(trial, colored=False)) for name, module in FORMATS.items()}
    measured = measurement_report.render_text(measurement(variants, given.cluster, given.notes), colored=False)
    answer = of_texts({**shown, "text": "".join([shown["text"], *measured])})
    return Answer(answer.shown, all_of(answer.faults, _counts(trial)))


def _counts(trial: Trial) -> Iterator[Fault]:
    """Yield where a Pod is lost between the files and the answer."""
    summarizer = Summarizer(trial.cluster)
    for variant in trial.variants:
        for run in variant.runs:
            summary = summarizer.summary(run, variant.release)
            if summary.pods != len(trial.cluster.pods):
                yield Fault("a Pod is lost", f"{summary.pods} of {len(trial.cluster.pods)}")


def _choose_configuration(random: Random) -> Choices:
    fields = ("percentageOfNodesToScore", "profiles[0].schedulerName", "profiles[1].plugins", "parallelism", "a.b[0]")
    return {**usual(random), "role": "any", "measured": f"{random.choice(fields)}={random.choice(('1,2', '[,2', 'a'))}"}


def _configuration(raw: bytes, choices: Choices) -> Answer:
    """Read the input as what a scheduler is started with."""
    options = options_of(choices)
    with folder_with({choices["path"]: raw}):
        tried = configured.read_configuration(f"./{choices['path']}", options)
    if tried.is_refused:
        return of_texts({"text": "refused"})
    release = releases.at(options.kubernetes or releases.NEWEST)
    given = configured.given(tried, release)
    parts = [tried.file_flag, *tried.flags, *sorted(tried.profiles), str(len(tried.extenders)), repr(given)]
    many = [each.name for each in varied(tried, choices["measured"])]
    return Answer({"file": "\n".join([*parts, *many])}, [])


_NAMED = re.compile('pod="([^"]*)"')


def _log(raw: bytes, _choices: Choices) -> Answer:
    """Read the input as a scheduler's log, and as its message about a Pod."""
    log = SchedulerLog(set(_NAMED.findall(raw.decode("utf-8", "replace"))))
    for line in raw.split(b"\n"):
        log.add(b'I1 x.go:1] "Plugin scored node for pod" ' + line)
        log.add(line)
    message = fit_message(raw.decode("utf-8", "replace"))
    reasons = () if message is None else message.reasons
    return Answer({"file": "\n".join([log.reason, *(f"{plugin_of(one)}: {one}" for one in reasons)])}, [])


TRYING: dict[str, Command] = {
    "try": Command(60, (Kind.OBJECTS,), _choose_objects, refusing(_objects, *_REFUSALS)),
    "try, sketches": Command(20, (Kind.SKETCH,), _choose_sketch, refusing(_sketch, *_REFUSALS)),
    "try, configuration": Command(
        20, CONFIGURATIONS, _choose_configuration, refusing(_configuration, *WRONG, *_REFUSALS)
    ),
    "try, log": Command(3, (Kind.LOG,), lambda _: {}, _log),
}
"""Name → what `try` does with an input."""
