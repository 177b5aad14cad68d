"""How HTTP extenders answer, for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator

from schedcfg.output.json_writer import to_json
from schedcfg.output.probe.findings_json import findings, head
from schedcfg.output.probe.tally import count
from schedcfg.output.summary import Summary
from schedcfg.results.extender_trial import Call, ExtenderProbe, ExtenderTrial


def render(probes: Iterable[ExtenderProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object."""
    for probe in probes:
        count(probe, summary)
        yield to_json({**head(probe), **_asked(probe)}, indent=1) + "\n"


def _asked(probe: ExtenderProbe) -> dict[str, object]:
    return {
        "pod": probe.pod or None,
        "nodes": list(probe.nodes),
        "builtIn": sorted(probe.built_in),
        "extenders": list(map(_trial, probe.trials)),
        "feasible": None if probe.feasible is None else list(probe.feasible),
        "points": dict(probe.points),
        "pluginPoints": dict(probe.plugin_points),
    }


def _trial(trial: ExtenderTrial) -> dict[str, object]:
    return {
        "index": trial.number,
        "line": trial.line,
        "urlPrefix": trial.url_prefix,
        "weight": trial.weight,
        "timeoutMilliseconds": trial.timeout_milliseconds,
        "ignorable": trial.ignorable,
        "interested": trial.interested,
        "calls": list(map(_call, trial.calls)),
        "passed": None if trial.passed is None else list(trial.passed),
        "filtered": [one._asdict() for one in trial.filtered],
        "scored": [one._asdict() for one in trial.scored],
        "probeFindings": findings(trial.findings),
    }


def _call(call: Call) -> dict[str, object]:
    return {
        "verb": call.verb,
        "url": call.url,
        "sent": call.sent,
        "namesOnly": call.names_only,
        "status": call.status,
        "milliseconds": call.milliseconds,
        "skipped": call.skipped or None,
        "probeFindings": findings(call.findings),
    }
