"""What is read elsewhere than in files of YAML: Markdown and scripts, what is rendered, a cluster."""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from unittest import mock

from schedcfg.commands.upgrade import json_report
from schedcfg.commands.upgrade import text as plan_text
from schedcfg.commands.upgrade.cluster import cluster_route, plan_cluster
from schedcfg.commands.upgrade.results import UpgradePlan
from schedcfg.errors import ServerUnavailable
from schedcfg.integrations.cluster_configurations import validate_cluster
from schedcfg.integrations.cluster_reading import NAMESPACED, read
from schedcfg.integrations.kubectl import Kubectl
from schedcfg.integrations.programs import Bounds, ProgramEnd
from schedcfg.integrations.rendered_files import validate_rendered
from schedcfg.sources import SearchTally
from tests.recorded_cluster import RECORDED

from .answers import WRONG, Answer, Choices, Command, in_every_format, of_texts, options_of, refusing, usual
from .commands import READING
from .places import CHART
from .seeds import Kind

_NAMES = {
    "README.md": re.compile(rb"\A\s*#? ?[A-Z]"),
    "install.sh": re.compile(rb"\A#!|<<|\Acurl|\Ak3d"),
    "kube-scheduler.service": re.compile(rb"\A\["),
    "user-data.yaml": re.compile(rb""),
}
"""Name of a file → how those texts begin that are likely to have it; the first one counts."""


def _in_script(name: str, weight: int) -> Command:
    """Return what a command does with a script, a unit, or a text with blocks, mostly under a name that fits."""
    command = READING[name]

    def choose(random: Random) -> Choices:
        return {**command.choose(random), "role": "any", "path": random.choice((*_NAMES, *[""] * 12))}

    def run(raw: bytes, choices: Choices) -> Answer:
        fitting = (path for path, beginning in _NAMES.items() if beginning.search(raw))
        return command.run(raw, {**choices, "path": choices["path"] or next(fitting)})

    return Command(weight, (Kind.SCRIPT,), choose, run)


# validate --render


def _choose_rendering(random: Random) -> Choices:
    values = random.choice(([], [], ["prod.yaml"], ["prod.yaml", "test.yaml"]))
    return {**usual(random), "tool": random.choice(("helm", "helm", "kustomize")), "values": values}


def _rendered(raw: bytes, choices: Choices) -> Answer:
    """Validate what helm or kustomize writes; the chart is one of the tests."""
    text = raw.decode("utf-8", "replace")
    folder = CHART if choices["tool"] == "helm" else CHART.parent / "kustomize" / "overlay"
    values = tuple(str(CHART.parent / name) for name in choices["values"])
    with mock.patch("schedcfg.integrations.rendered_files.render", return_value=text):
        reports = validate_rendered(choices["tool"], [str(folder)], values, options_of(choices), SearchTally())
        return in_every_format(list(reports))


# --cluster


_RECORDED = {
    "version": "version.json",
    "pods": "static-pods.json",
    "leases.coordination.k8s.io": "leases.txt",
    "clusterroles": "clusterroles.json",
    "clusterrolebindings": "clusterrolebindings.json",
    **{resource: f"{resource.partition('.')[0]}.json" for resource in NAMESPACED},
}
"""What kubectl is asked for → what was recorded of that."""


def _choose_cluster(random: Random) -> Choices:
    asked = random.choice((*_RECORDED, "configmaps", "configmaps", "deployments.apps"))
    return {**usual(random), "asked": asked, "status": random.choices((0, 1), (9, 1))[0], "plan": random.random() < 0.2}


def _answering(raw: bytes, choices: Choices) -> Callable[[Sequence[str], Bounds], ProgramEnd]:
    """Return what runs in the place of kubectl: one question is answered by the input, the others as recorded."""

    def run(arguments: Sequence[str], _bounds: Bounds) -> ProgramEnd:
        asked = "version" if "version" in arguments else arguments[2]
        if asked == choices["asked"]:
            return ProgramEnd(choices["status"], raw, raw if choices["status"] else b"", is_cut=False)
        rows = any(word.startswith("--output=jsonpath") for word in arguments)
        name = "pods.txt" if rows and asked == "pods" else _RECORDED[asked]
        return ProgramEnd(0, (RECORDED / name).read_bytes(), b"", is_cut=False)

    return run


def _cluster(raw: bytes, choices: Choices) -> Answer:
    """Validate what runs in a cluster, or plan its upgrade."""
    options = options_of(choices)
    with mock.patch("schedcfg.integrations.programs.run", _answering(raw, choices)):
        reading = read(Kubectl("kubectl"), ())
    if choices["plan"]:
        plan = plan_cluster(reading, cluster_route(reading, None, None), options, None)
        return of_texts({name: "".join(render(plan)) for name, render in _PLANS.items()})
    answer = in_every_format(list(validate_cluster(reading, options, SearchTally())), cluster=reading.report)
    return Answer({**answer.shown, "messages": "\n".join(reading.lines())}, answer.faults)


_PLANS: dict[str, Callable[[UpgradePlan], Iterator[str]]] = {
    "text": lambda plan: plan_text.render(plan, colored=False, verbose=True),
    "markdown": plan_text.render_markdown,
    "json": json_report.render,
}
"""Format of `upgrade` → what renders it."""


ELSEWHERE: dict[str, Command] = {
    "validate, in scripts": _in_script("validate", 30),
    "fix, in scripts": _in_script("fix", 15),
    "migrate, in scripts": _in_script("migrate", 10),
    "effective, in scripts": _in_script("effective", 5),
    "validate --render": Command(15, (Kind.RENDERING,), _choose_rendering, refusing(_rendered, *WRONG)),
    "validate, upgrade --cluster": Command(
        3, (Kind.CLUSTER,), _choose_cluster, refusing(_cluster, *WRONG, ServerUnavailable)
    ),
}
"""Name → what is done with what is read elsewhere."""
