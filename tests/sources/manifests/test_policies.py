"""What the descheduler's own code makes of policies, as it was recorded, and how we read them.

`tools/record/policies.py` writes the recording.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schedcfg.cards import files
from schedcfg.document import parse
from schedcfg.rules.cards import cards
from schedcfg.sources.manifests.descheduler import Strategy, policy_at
from schedcfg.sources.manifests.descheduler_args import EVICTOR, thresholds
from tools.record.policies import RELEASES, recorded, written

ROOT = Path(__file__).parents[3]
POLICIES, ANSWERS = written(), recorded()

OWN = {"unknown plugin with Args"}
"""A stock descheduler refuses plugins of others; one that was built with them does not."""

WITHOUT_METRICS = {
    "usage of Prometheus that is not provided",
    "usage without a collector",
    "usage switched off",
    "usage that is empty",
    "usage of an unknown source",
}
"""Their profiles are built, but LowNodeUtilization fails in every cycle: upstream's `resetUsageClient` of 0.36."""

SYSTEM_CRITICAL = 2_000_000_000
"""The priority below which the descheduler evicts where the policy says nothing."""
LOOKED_AT = (
    "includePreferNoSchedule",
    "metricsUtilization",
    "nodeAffinityType",
    "useDeviationThresholds",
)

Reading = list[tuple[str, dict[str, Any]]]


def read(name: str) -> list[Strategy]:
    (document,) = parse(POLICIES[name]).documents
    policy = policy_at(document.data, ())
    return [] if policy is None else list(policy.strategies)


def ours(name: str) -> Reading:
    return sorted(
        ((one.name, looked_at(one.args, one.constraints, is_selective=one.is_selective)) for one in read(name)), key=str
    )


def theirs(answer: dict[str, Any]) -> Reading:
    """Return the strategies that a release runs: those of the profiles that it can build."""
    return sorted(
        (
            (plugin, looked_at(args, constraints(args), is_selective=selects(answer, profile, args)))
            for profile in answer["profiles"]
            if "error" not in profile
            for plugins in profile["plugins"].values()
            for plugin in plugins
            for args in (profile["args"][plugin],)
        ),
        key=str,
    )


def looked_at(args: dict[str, Any], constraints: tuple[str, ...], *, is_selective: bool) -> dict[str, Any]:
    return {
        **{key: args[key] for key in LOOKED_AT if args.get(key)},
        **{key: thresholds(args, key) for key in ("thresholds", "targetThresholds")},
        "constraints": constraints,
        "is_selective": is_selective,
    }


def constraints(args: dict[str, Any]) -> tuple[str, ...]:
    if args.get("includeSoftConstraints"):
        return "DoNotSchedule", "ScheduleAnyway"
    return tuple(args.get("constraints") or ["DoNotSchedule"])


def selects(answer: dict[str, Any], profile: dict[str, Any], args: dict[str, Any]) -> bool:
    evictor = profile["args"][EVICTOR]
    values = [
        answer.get("nodeSelector"),
        *(evictor.get(key) for key in ("labelSelector", "namespaceLabelSelector", "nodeSelector")),
        evictor["priorityThreshold"]["value"] != SYSTEM_CRITICAL,
        *(args.get(key) for key in ("namespaces", "evictableNamespaces", "labelSelector")),
    ]
    return any(values)


def accepting(name: str) -> dict[str, Reading]:
    """Return what each release runs that takes a policy, and the whole of it."""
    answers = ANSWERS[name].items()
    return {release: theirs(answer) for release, answer in answers if "error" not in answer}


def test_every_policy_is_recorded_for_every_release() -> None:
    assert POLICIES.keys() == ANSWERS.keys()
    assert len(POLICIES) > 100
    assert all(answers.keys() == RELEASES.keys() for answers in ANSWERS.values())


@pytest.mark.parametrize("name", [name for name in POLICIES if name not in OWN | WITHOUT_METRICS])
def test_a_policy_is_read_as_the_descheduler_reads_it(name: str) -> None:
    running = [reading for reading in accepting(name).values() if reading]
    assert ours(name) in running if running else ours(name) == []


@pytest.mark.parametrize("name", sorted(WITHOUT_METRICS))
def test_usage_that_nothing_provides_evicts_nothing(name: str) -> None:
    assert ours(name) == []
    assert any(accepting(name).values())


def test_releases_agree_but_where_a_version_or_a_field_is_newer() -> None:
    differing = {
        name
        for name, readings in ((name, accepting(name)) for name in POLICIES)
        if any(one != other for one in readings.values() if one for other in readings.values() if other)
    }
    assert differing == set()


@pytest.mark.parametrize("name", sorted(OWN))
def test_plugins_of_others_may_be_built_in(name: str) -> None:
    assert "HighNodeUtilization" in [strategy.name for strategy in read(name)]
    assert not any(accepting(name).values())


def examples() -> Iterator[str]:
    """Yield the texts of the policies in the examples and cases of the rules."""
    cases = [path.read_text(encoding="utf-8") for path in (ROOT / "tests/rules/manifests").glob("*/*/*.yaml")]
    texts = cases + [
        text for card in cards().values() for each in (card.bad, card.good) for text in files(each).values()
    ]
    yield from sorted({text for text in texts if "kind: DeschedulerPolicy" in text})


@pytest.mark.parametrize("text", list(examples()), ids=[str(number) for number, _ in enumerate(examples())])
def test_the_descheduler_takes_the_examples_of_the_rules(text: str) -> None:
    """Their texts are among those that are recorded: one that changes has to be recorded again."""
    shown = "".join(text.split())
    names = [name for name, policy in POLICIES.items() if "".join(policy.split()) in shown]
    assert names
    assert all(any(accepting(name).values()) for name in names)
