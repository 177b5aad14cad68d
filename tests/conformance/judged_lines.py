"""What schedcfg finds in recorded command lines, each of them that of a static Pod with its files beside it.

`python -m tests.conformance.judged_lines` lists where that is not what kube-scheduler did, by its messages.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from schedcfg import IN_TREE_ONLY, releases
from schedcfg.document import parse
from schedcfg.findings import FindingClass
from schedcfg.rules.context_cache import TextsInContext
from schedcfg.rules.registry import manifest_rules
from schedcfg.sources import Text
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.options import Options
from schedcfg.validation.text import full_report, validate_stream
from tests.conformance.recordings import HERE, CommandLine, read_command_lines
from tests.recorded_facts import RELEASES, facts

RECORDED = HERE / "command_lines.ndjson.xz"
MACHINE = "machine"
POD = "kube-scheduler.yaml"
CONFIG = "config.yaml"
REFUSING = tuple(rule for rule in manifest_rules() if rule.refuses or rule.severity is None)
"""The rules about manifests whose findings can be facts; the others are as many again."""

_QUOTED = re.compile(r'"[^"]*"|\S*[\d/=]\S*|\[.*\]')
_SHOWN = 4


class Disagreement(NamedTuple):
    case: str
    release: str
    answer: dict[str, Any]
    refusals: tuple[str, ...]

    def __str__(self) -> str:
        did = f"{self.answer['outcome']}: {self.answer.get('message', '')}".rstrip(": ")
        return f"{self.release}  {self.case}\n    kube-scheduler: {did}\n    schedcfg: {self.said}"

    @property
    def said(self) -> str:
        return "; ".join(self.refusals) or "nothing that refuses"

    @property
    def kind(self) -> str:
        """What several have in common: the message without what a line chooses."""
        what = self.answer.get("message", "") if self.answer["outcome"] != "ok" else "; ".join(self.refusals)
        return f"{self.answer['outcome']}: {_QUOTED.sub('…', what)[:120]}"


def manifest(line: CommandLine, image: str) -> str:
    """Write the static Pod that has a command line."""
    container = {
        "name": "kube-scheduler",
        "image": image,
        "command": ["kube-scheduler", *line.args],
        "volumeMounts": [{"name": "files", "mountPath": "/files"}],
    }
    volumes = [{"name": "files", "hostPath": {"path": "/files"}}]
    spec = {"hostNetwork": True, "containers": [container], "volumes": volumes}
    metadata = {"name": "kube-scheduler", "namespace": "kube-system"}
    return json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec})


def version(release: str) -> str:
    """Return the patch release that a release, or a patch release of it, was recorded of."""
    return facts(release)["kubernetes"] if release in RELEASES else f"v{release}"


@cache
def options(release: str) -> Options:
    return Options(kubernetes=version(release), registry=IN_TREE_ONLY)


@cache
def validator(release: str) -> DocumentValidator:
    return DocumentValidator.of(options(release))


class StaticPod:
    """The Pod of a command line, read once for all releases."""

    def __init__(self, line: CommandLine) -> None:
        pod = Text(POD, parse(manifest(line, "registry.k8s.io/kube-scheduler")))
        self._pod = pod
        self._files = {name: Text(name, parse(text)) for name, text in line.files.items()}
        self._contexts = TextsInContext((pod, *self._files.values()), validator(next(iter(line.answers))))

    def refusals(self, release: str) -> tuple[str, ...]:
        """Return what says that a release does not start: of the manifest or, where that has nothing, of its file."""
        contexts = copy(self._contexts)
        contexts.folder = copy(contexts.folder)  # what was read of the texts holds for each release
        contexts.folder.completer = validator(release)
        ((located, context),) = contexts.folder.contexts_of(self._pod)
        problems = (problem for rule in REFUSING for problem in rule.check(context))
        found = tuple(p.message for p in problems if p.finding_class is FindingClass.REFUSED)
        if found or context.running is None:
            return found
        used = (
            contexts.folder.named.configuration_of(located, context.running),
            contexts.folder.named.policy_of(located, context.running),
        )
        texts = [self._files[text.file] for text in used if text is not None]
        return tuple(message for text in texts for message in self._of_configuration(text, release, contexts))

    @staticmethod
    def _of_configuration(config: Text, release: str, contexts: TextsInContext) -> Iterator[str]:
        validated = validate_stream(config.stream, options(release), config.name, contexts)
        report = full_report(validated, config.stream, options(release), contexts)
        for document in report.documents:
            for finding in document.findings:
                if finding.finding_class is FindingClass.REFUSED:
                    yield f"{config.name}: {finding.message}"


def disagreements(lines: Iterable[CommandLine]) -> Iterator[Disagreement]:
    """Yield where schedcfg refuses what started, or the other way round; a Pod that ends restarts forever."""
    for line in lines:
        if MACHINE in line.tags:
            continue
        pod = StaticPod(line)
        for release, answer in line.answers.items():
            refusals = pod.refusals(release)
            if bool(refusals) != (answer["outcome"] != "ok"):
                yield Disagreement(line.id, release, answer, refusals)


def by_message(found: Iterable[Disagreement]) -> str:
    """Return disagreements as text: by what they have in common, those that are most first, with some of each."""
    groups: defaultdict[str, list[Disagreement]] = defaultdict(list)
    for one in found:
        groups[one.kind].append(one)
    pieces = []
    for kind, same in sorted(groups.items(), key=lambda pair: -len(pair[1])):
        cases = {one.case: one for one in same}
        in_releases = sorted({one.release for one in same}, key=lambda name: releases.at(name).number)
        pieces.append(f"{len(cases)} lines, {len(same)} times, {in_releases[0]} to {in_releases[-1]}: {kind}")
        pieces += [f"  {one}" for one in list(cases.values())[:_SHOWN]]
    return "\n".join(pieces)


if __name__ == "__main__":
    print(by_message(disagreements(read_command_lines(Path(sys.argv[1]) if len(sys.argv) > 1 else RECORDED))))
