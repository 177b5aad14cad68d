"""How HTTP extenders answer, for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from schedcfg.output.json_writer import filled, to_json
from schedcfg.output.summary import Summary
from schedcfg.probe.extender.results import Call, ExtenderProbe, ExtenderTrial, ExtenderVerb, Filtered, Scored
from schedcfg.probe.report_json import ProbeFindingJson, ProbeJson, count, probe_fields


@dataclass(frozen=True, slots=True, kw_only=True)
class CallJson:
    """One request.

    Attributes:
        verb: What it was asked for.
        url: Where, without a login.
        sent: How many nodes were sent.
        names_only: Whether only their names were (`nodeCacheCapable`).
        status: HTTP's status code; null where no answer came.
        milliseconds: How long it took; null where it was not asked.
        skipped: Why it was not asked; null where it was.
        probe_findings: What is wrong with the answer, errors first.
    """

    verb: ExtenderVerb
    url: str
    sent: int = field(metadata={"minimum": 0})
    names_only: bool
    status: int | None
    milliseconds: float | None
    skipped: str | None
    probe_findings: tuple[ProbeFindingJson, ...]

    @classmethod
    def of(cls, call: Call) -> "CallJson":
        """Return a call as it is written."""
        found = tuple(map(ProbeFindingJson.of, call.findings))
        return filled(cls, call, skipped=call.skipped or None, probe_findings=found)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtenderTrialJson:
    """One extender.

    Attributes:
        index: Its place in `extenders`, from 0.
        line: Where it stands in the file, from 1; null where that is not known.
        url_prefix: As written, without a login.
        weight: What its scores are multiplied by.
        timeout_milliseconds: Its `httpTimeout`, completed.
        ignorable: Whether Pods are scheduled without it when it fails.
        interested: Whether kube-scheduler would ask it about the Pod at all.
        calls: In order.
        passed: What its filter leaves; null where it gave no answer.
        filtered: What its filter takes away.
        scored: In the order of its answer.
        probe_findings: What is about the extender as a whole.
    """

    index: int = field(metadata={"minimum": 0})
    line: int | None = field(metadata={"minimum": 1})
    url_prefix: str
    weight: int
    timeout_milliseconds: float
    ignorable: bool
    interested: bool
    calls: tuple[CallJson, ...]
    passed: tuple[str, ...] | None
    filtered: tuple[Filtered, ...]
    scored: tuple[Scored, ...]
    probe_findings: tuple[ProbeFindingJson, ...]

    @classmethod
    def of(cls, trial: ExtenderTrial) -> "ExtenderTrialJson":
        """Return how an extender answered as it is written."""
        return filled(
            cls,
            trial,
            index=trial.number,
            calls=tuple(map(CallJson.of, trial.calls)),
            probe_findings=tuple(map(ProbeFindingJson.of, trial.findings)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtenderProbeJson(ProbeJson):
    """How the HTTP extenders answer now.

    Attributes:
        pod: The Pod that was asked about, `namespace/name`; null where nothing was asked.
        nodes: The nodes that were asked about, in order.
        built_in: What of both is not the user's own.
        extenders: One for each, in order.
        feasible: What all filters leave; null where one failed that may not be ignored, or remains unknown.
        points: By feasible node: what all extenders add to its total.
        plugin_points: By profile: what its plugins can give a node at most.
    """

    pod: str | None
    nodes: tuple[str, ...]
    built_in: tuple[Literal["nodes", "pod"], ...]
    extenders: tuple[ExtenderTrialJson, ...]
    feasible: tuple[str, ...] | None
    points: Mapping[str, int]
    plugin_points: Mapping[str, int]

    @classmethod
    def of(cls, probe: ExtenderProbe) -> "ExtenderProbeJson":
        """Return a probe as it is written."""
        return filled(
            cls,
            probe,
            **probe_fields(probe),
            pod=probe.pod or None,
            built_in=tuple(sorted(probe.built_in)),
            extenders=tuple(map(ExtenderTrialJson.of, probe.trials)),
        )


def render(probes: Iterable[ExtenderProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object."""
    for probe in probes:
        count(probe, summary)
        yield to_json(ExtenderProbeJson.of(probe), indent=1) + "\n"
