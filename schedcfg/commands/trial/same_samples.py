"""Variants that differ in nothing but `percentageOfNodesToScore`, and look for as many nodes: nothing is measured."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from schedcfg.commands.trial.request import TrialRequest
from schedcfg.configuration.effective.facts import LEAST_NODES, PERCENTAGE, nodes_to_find
from schedcfg.document.texts import listing, printable
from schedcfg.output.summary import counted
from schedcfg.sources.manifests.pod import entries

_NAMED = 5


def same_sample_notes(requests: Mapping[str, TrialRequest], nodes: int) -> Iterator[str]:
    """Yield which variants cannot differ, as their schedulers look for the same number of nodes.

    Args:
        requests: Name of a variant → what is run.
        nodes: How many nodes the cluster has.
    """
    same: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    for name, request in requests.items():
        configuration = request.configuration or {}
        samples = tuple(nodes_to_find(percentage, nodes) for percentage in _percentages(configuration))
        rest = request._replace(configuration=_without_percentage(configuration))
        same.setdefault((repr(rest), samples), []).append(name)
    for (_, samples), names in same.items():
        if len({repr(requests[name]) for name in names}) > 1:
            yield f"{listing([printable(name) for name in names], _NAMED)} cannot differ: {_why(samples, nodes)}"


def _why(samples: Sequence[int], nodes: int) -> str:
    every = "whatever `percentageOfNodesToScore` is, the scheduler looks at all nodes where there are not more than"
    if nodes <= LEAST_NODES:
        return f"{every} {LEAST_NODES}, and here are {nodes:,}; ratios other than 1 are noise"
    listed = listing([f"{sample:,}" for sample in sorted(set(samples))], _NAMED)
    looked_for = f"with {counted(nodes, 'node')}, the scheduler looks for {listed} suitable nodes with each of them"
    return f"{looked_for} (at least {LEAST_NODES}, and a profile's own value counts before that of all profiles)"


def _percentages(configuration: Mapping[str, Any]) -> Iterator[int]:
    """Yield the percentage of each profile: its own one, since 1.26, or that of all."""
    of_all = configuration.get(PERCENTAGE)
    profiles: Sequence[Mapping[str, Any]] = list(entries(configuration.get("profiles"))) or [{}]
    for profile in profiles:
        own = profile.get(PERCENTAGE)
        percentage = of_all if own is None else own
        yield percentage if isinstance(percentage, int) else 0


def _without_percentage(configuration: Mapping[str, Any]) -> dict[str, Any]:
    profiles = [_without(profile) for profile in entries(configuration.get("profiles"))]
    return {**_without(configuration), "profiles": profiles}


def _without(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != PERCENTAGE}
