"""An extender on loopback whose answers the test chooses, and configurations that name it."""

import json
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from schedcfg.commands.probe.extender.results import ExtenderProbe
from schedcfg.commands.probe.extender.run import ExtenderProbeOptions, probe_extender
from schedcfg.commands.probe.findings import ProbeFinding
from schedcfg.validation.options import Options
from tests.commands.probe import loopback
from tests.processes import PATIENCE


class Reply(NamedTuple):
    """What the server says; a `cut` one promises more than it sends, a late one comes when nobody waits any more."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = MappingProxyType({})
    is_late: bool = False
    cut: bool = False


class Asked(NamedTuple):
    path: str
    headers: dict[str, str]
    body: Any


Answers = dict[str, object]
"""Path → what is answered: a `Reply`, plain data, or a function of the request's body."""


class Extender:
    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.asked: list[Asked] = []
        self.url = ""
        self.over = threading.Event()

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    def handler(self) -> type[loopback.Handler]:
        extender = self

        class Handler(loopback.Handler):
            def answer(self) -> None:
                raw = self.body()
                body = json.loads(raw) if raw else None
                extender.asked.append(Asked(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                answer = extender.answers.get(self.path, Reply(b"404 page not found", 404))
                reply = _reply(answer(body) if callable(answer) else answer)
                if reply.is_late:
                    extender.over.wait(PATIENCE)
                cut = {"Content-Length": str(len(reply.body) + 100)} if reply.cut else {}
                self.say(reply.status, {"Content-Type": "application/json", **cut, **reply.headers}, reply.body)

        return Handler


def _reply(answer: object) -> Reply:
    if isinstance(answer, Reply):
        return answer
    return Reply(answer if isinstance(answer, bytes) else json.dumps(answer).encode())


@contextmanager
def extender(answers: Answers, context: ssl.SSLContext | None = None) -> Iterator[Extender]:
    made = Extender(answers)
    with loopback.served(made.handler(), context) as made.url:
        try:
            yield made
        finally:
            made.over.set()


def configuration(*extenders: dict[str, object], version: str = "v1") -> bytes:
    document = {
        "apiVersion": f"kubescheduler.config.k8s.io/{version}",
        "kind": "KubeSchedulerConfiguration",
        "extenders": list(extenders),
    }
    return json.dumps(document, indent=1).encode()


def probe(
    *extenders: dict[str, object], kubernetes: str | None = None, version: str = "v1", **trying: Any
) -> ExtenderProbe:
    raw = configuration(*extenders, version=version)
    return probe_extender(raw, "scheduler.yaml", Options(kubernetes=kubernetes), ExtenderProbeOptions(**trying))


def ids(found: ExtenderProbe) -> dict[str, str]:
    """Every finding's id, with its severity."""
    return {finding.id: finding.severity.value for finding in everything(found)}


def named(found: ExtenderProbe, name: str) -> ProbeFinding:
    """The finding of this id."""
    return next(finding for finding in everything(found) if finding.id == name)


def everything(found: ExtenderProbe) -> Iterator[ProbeFinding]:
    yield from found.findings
    for trial in found.trials:
        yield from trial.findings
        for call in trial.calls:
            yield from call.findings


def all_names(body: Any) -> object:
    """Let every node through, by its name."""
    return {"NodeNames": body["NodeNames"]}


def recorded(name: str) -> Iterator[Any]:
    """What the real clients said, one case in a line; `recorded/README.md` tells how."""
    with (Path(__file__).parent / "recorded" / name).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
