"""Top-level numbers out of their range."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject, at_written

ID = "number-not-allowed"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each top-level number that configuration validation refuses."""
    config = subject.configuration
    if config.client_connection.burst < 0:
        yield Problem(
            ID,
            ("clientConnection", "burst"),
            f"`burst` is {config.client_connection.burst}; it must not be negative",
            "Remove it to use the default of 100.",
        )
    if config.parallelism <= 0:
        yield Problem(
            ID,
            ("parallelism",),
            f"`parallelism` is {config.parallelism}; it must be greater than 0",
            "Remove it to use the default of 16.",
        )
    initial, longest = config.pod_initial_backoff_seconds, config.pod_max_backoff_seconds
    if initial <= 0:
        yield Problem(
            ID,
            ("podInitialBackoffSeconds",),
            f"`podInitialBackoffSeconds` is {initial}; it must be greater than 0",
            "Remove it to use the default of 1.",
        )
    if longest < initial:
        message = f"`podMaxBackoffSeconds` is {longest}, which is less than `podInitialBackoffSeconds`, {initial}"
        help_ = f"Write `podMaxBackoffSeconds: {initial}` or more (the default is 10)."
        problem = Problem(ID, ("podMaxBackoffSeconds",), message, help_)
        yield at_written(problem, subject, ("podInitialBackoffSeconds",))
    yield from _percentages(subject)
    if config.api_version == "v1alpha1":
        yield from _symmetric_weight(subject)


def _percentages(subject: Subject) -> Iterator[Problem]:
    config = subject.configuration
    written: list[tuple[Path, int]] = [((), config.percentage_of_nodes_to_score)]
    written += [
        (profile.path, profile.percentage_of_nodes_to_score)
        for profile in config.profiles
        if profile.percentage_of_nodes_to_score is not None
    ]
    for where, value in written:
        if not 0 <= value <= 100:  # noqa: PLR2004 - a percentage
            yield Problem(
                ID,
                (*where, "percentageOfNodesToScore"),
                f"`percentageOfNodesToScore` is {value}; it must be between 0 and 100",
                "With 0, the scheduler chooses by the size of the cluster.",
            )


def _symmetric_weight(subject: Subject) -> Iterator[Problem]:
    """Check v1alpha1's weight, which 1.18 passes to InterPodAffinity."""
    weight = subject.decoded.shape.hard_pod_affinity_symmetric_weight
    runs = any("InterPodAffinity" in profile.needed for profile in subject.configuration.profiles)
    if weight is not None and runs and not 0 <= weight <= 100:  # noqa: PLR2004 - a percentage
        yield Problem(
            ID,
            ("hardPodAffinitySymmetricWeight",),
            f"`hardPodAffinitySymmetricWeight` is {weight}; it must be between 0 and 100",
        )


RULE = Rule(
    id=ID,
    title="A number is out of range",
    why="Configuration validation fails, and the scheduler stops at once.",
    source="pkg/scheduler/apis/config/validation/validation.go, ValidateKubeSchedulerConfiguration",
    check=check,
    bad=v1_configuration("""\
percentageOfNodesToScore: 150
"""),
    good=v1_configuration("""\
percentageOfNodesToScore: 50
"""),
)
