"""What is refused in a legacy Policy where entries depend on each other."""

import pytest

from schedcfg import IN_TREE_ONLY, Role, validate
from schedcfg.validation.options import Options

LABEL_PREFERENCE = "{name: Mine, weight: 2, argument: {labelPreference: {label: zone}}}"
LABELS_PRESENCE = "{name: Mine, argument: {labelsPresence: {labels: [zone]}}}"


def paths(body: str, kubernetes: str) -> list[str]:
    report = validate(
        f"apiVersion: v1\nkind: Policy\n{body}\n", kubernetes, options=Options(registry=IN_TREE_ONLY, role=Role.POLICY)
    )
    findings = [finding for document in report.documents for finding in document.findings]
    return [finding.path for finding in findings if finding.rule != "old-api-version"]


def test_no_current_release_reads_a_policy() -> None:
    report = validate("apiVersion: v1\nkind: Policy\n")
    (finding,) = report.documents[0].findings
    assert (finding.rule, finding.start.line) == ("old-api-version", 2)
    assert "1.22 is the last" in finding.message


@pytest.mark.parametrize("kubernetes", ["1.18", "1.22"])
def test_a_registered_priority_needs_args_that_any_other_entry_brings(kubernetes: str) -> None:
    registered = "{name: NodeLabel, weight: 2}"
    assert paths(f"priorities: [{registered}]", kubernetes) == ["priorities[0].name"]
    assert paths(f"priorities: [{registered}, {LABEL_PREFERENCE}]", kubernetes) == []
    assert paths(f"predicates: [{LABELS_PRESENCE}]\npriorities: [{registered}]", kubernetes) == []


def test_a_registered_predicate_needs_args_that_any_other_entry_brings() -> None:
    registered = "predicates: [{name: CheckNodeLabelPresence}]"
    assert paths(registered, "1.22") == ["predicates[0].name"]
    assert paths(registered, "1.21") == []
    assert paths(f"{registered}\npriorities: [{LABEL_PREFERENCE}]", "1.22") == []


@pytest.mark.parametrize("kubernetes", ["1.18", "1.22"])
def test_a_label_cannot_be_asked_for_and_ruled_out(kubernetes: str) -> None:
    present = "{name: Other, argument: {labelsPresence: {labels: [zone], presence: true}}}"
    assert paths(f"predicates: [{LABELS_PRESENCE}, {present}]", kubernetes) == ["predicates[0]"]


def ratio(name: str, resource: str) -> str:
    shape = "[{utilization: 0, score: 0}, {utilization: 100, score: 10}]"
    argument = f"{{requestedToCapacityRatioArguments: {{shape: {shape}, resources: [{resource}]}}}}"
    return f"priorities: [{{name: {name}, weight: 1, argument: {argument}}}]"


@pytest.mark.parametrize("kubernetes", ["1.19", "1.22"])
def test_a_resource_of_the_ratio_needs_its_weight(kubernetes: str) -> None:
    where = "priorities[0].argument.requestedToCapacityRatioArguments.resources[0].weight"
    assert paths(ratio("Mine", "{name: cpu}"), kubernetes) == [where]
    assert paths(ratio("Mine", "{name: cpu, weight: 1}"), kubernetes) == []
    assert paths(ratio("Mine", "{name: cpu}"), "1.18") == []


def test_arguments_that_nobody_looks_at_are_not_validated() -> None:
    assert paths(ratio("ImageLocalityPriority", "{name: cpu}"), "1.22") == []


REPEATED = [
    ("predicates: [{name: PodFitsResources}, {name: PodFitsResources}]", ["predicates[1].name"]),
    ("predicates: [{name: HostName}, {name: MatchNodeSelector}, {name: HostName}]", ["predicates[2].name"]),
    (
        "priorities: [{name: LeastRequestedPriority, weight: 1}, {name: LeastRequestedPriority, weight: 3}]",
        ["priorities[1].name"],
    ),
    ("predicates: [{name: HostName}]\npriorities: [{name: LeastRequestedPriority, weight: 1}]", []),
    (f"predicates: [{LABELS_PRESENCE}, {LABELS_PRESENCE}]", []),
]


@pytest.mark.parametrize(("body", "expected"), REPEATED)
def test_what_stands_there_twice(body: str, expected: list[str]) -> None:
    assert paths(body, "1.22") == expected


def test_of_two_weights_the_last_counts() -> None:
    report = validate(f"apiVersion: v1\nkind: Policy\n{REPEATED[2][0]}\n", "1.22")
    (finding,) = (found for found in report.documents[0].findings if found.rule != "old-api-version")
    assert finding.message.endswith("its weight 3 is used instead of 1")
