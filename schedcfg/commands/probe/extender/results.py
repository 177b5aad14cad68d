"""How HTTP extenders respond: what `schedcfg probe extender` shows, and writes as JSON."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from schedcfg.commands.probe.findings import ProbeFinding, ProbeReport
from schedcfg.configuration.effective.model import Extender
from schedcfg.document.secrets import without_login


class ExtenderVerb(StrEnum):
    """The verbs of an extender, in the order in which a Pod meets them."""

    FILTER = "filter"
    PREEMPT = "preempt"
    PRIORITIZE = "prioritize"
    BIND = "bind"


@dataclass(frozen=True, slots=True)
class Call:
    """One request.

    Attributes:
        verb: The verb for which it is called.
        url: Where, without a login.
        sent: How many nodes were sent.
        names_only: Whether only their names were (`nodeCacheCapable`).
        status: HTTP's status code; null where no answer came.
        milliseconds: How long it took; null where it was not asked.
        skipped: Why it was not asked; null where it was.
        findings: What is wrong with the answer, errors first.
    """

    verb: ExtenderVerb
    url: str
    sent: int = field(default=0, metadata={"minimum": 0})
    names_only: bool = False
    status: int | None = None
    milliseconds: float | None = None
    skipped: str | None = None
    findings: tuple[ProbeFinding, ...] = field(default=(), metadata={"json": "probeFindings"})


@dataclass(frozen=True, slots=True)
class Filtered:
    """A node that an extender filters out.

    Attributes:
        node: Its name.
        reason: The extender's own; empty where it gives none.
        unresolvable: Whether preemption would not help (`FailedAndUnresolvableNodes`).
    """

    node: str
    reason: str = ""
    unresolvable: bool = False


@dataclass(frozen=True, slots=True)
class Scored:
    """A node that an extender scores.

    Attributes:
        node: Its name.
        score: As answered: 0 to 10 where all is well.
        points: What it adds to the node's total: score times weight times 10.
    """

    node: str
    score: int
    points: int


@dataclass(frozen=True, slots=True)
class ExtenderTrial:
    """One extender.

    Attributes:
        index: Its place in `extenders`, from 0.
        line: Where it is in the file, from 1; null where that is not known.
        url_prefix: As written, without a login.
        weight: What its scores are multiplied by.
        timeout_milliseconds: Its `httpTimeout`, completed.
        ignorable: Whether Pods are scheduled without it when it fails.
        interested: Whether kube-scheduler would ask it about the Pod at all.
        calls: In order.
        passed: What its filter leaves; null where it gave no answer.
        filtered: What its filter takes away.
        scored: In the order of its answer.
        findings: What is about the extender as a whole.
    """

    index: int = field(metadata={"minimum": 0})
    line: int | None = field(metadata={"minimum": 1})
    url_prefix: str
    weight: int
    timeout_milliseconds: float
    ignorable: bool
    interested: bool
    calls: tuple[Call, ...] = ()
    passed: tuple[str, ...] | None = None
    filtered: tuple[Filtered, ...] = ()
    scored: tuple[Scored, ...] = ()
    findings: tuple[ProbeFinding, ...] = field(default=(), metadata={"json": "probeFindings"})

    @classmethod
    def of(cls, extender: Extender, index: int, line: int | None, *, interested: bool) -> "ExtenderTrial":
        """Return an extender that was not called yet."""
        return cls(
            index=index,
            line=line,
            url_prefix=without_login(extender.url_prefix),
            weight=extender.weight,
            timeout_milliseconds=extender.http_timeout / 1_000_000,
            ignorable=extender.ignorable,
            interested=interested,
        )

    @property
    def all_findings(self) -> tuple[ProbeFinding, ...]:
        """Those, and the ones of the calls."""
        return (*self.findings, *(finding for call in self.calls for finding in call.findings))

    @property
    def fails_filter(self) -> bool:
        """Whether its filter brought nothing that kube-scheduler could use, and it may not be ignored."""
        is_called = any(call.verb is ExtenderVerb.FILTER and not call.skipped for call in self.calls)
        return is_called and self.passed is None and not self.ignorable


@dataclass(frozen=True, slots=True)
class ExtenderProbe(ProbeReport):
    """How the HTTP extenders of a file respond now.

    Attributes:
        pod: The Pod that was asked about, `namespace/name`; None where nothing was asked.
        nodes: The nodes that were asked about, in order.
        built_in: What of both is not the user's own.
        is_named: Whether the user gave the built-in nodes their names.
        trials: One for each extender, in order.
        feasible: What all filters leave; None where one failed that may not be ignored, or could not be called.
    """

    __json__ = (*ProbeReport.__json__, "pod", "nodes", "built_in", "trials as extenders", "feasible")

    pod: str = field(default="", metadata={"null_if_empty": True})
    nodes: tuple[str, ...] = ()
    built_in: tuple[Literal["nodes", "pod"], ...] = ()
    is_named: bool = False
    trials: tuple[ExtenderTrial, ...] = ()
    feasible: tuple[str, ...] | None = None

    @property
    def all_findings(self) -> tuple[ProbeFinding, ...]:
        """Those, and the ones of the extenders."""
        return (*self.findings, *(finding for trial in self.trials for finding in trial.all_findings))
