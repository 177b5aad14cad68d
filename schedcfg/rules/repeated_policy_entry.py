"""Predicates and priorities of a legacy Policy that stand there twice.

Upstream: `createFromPolicy` in `pkg/scheduler/factory.go`, up to 1.22.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from schedcfg.cards import Citation, RuleCard
from schedcfg.findings import FindingClass, Problem, Severity

if TYPE_CHECKING:
    # This module is loaded for its card, too: the shapes are not needed for that.
    from schedcfg.models.policy import Policy

ID = "repeated-policy-entry"


def problems(policy: "Policy") -> Iterator[Problem]:
    """Yield each entry that has the name of an earlier one; those with an `argument` are others' business."""
    for section, entries in (("predicates", policy.predicates), ("priorities", policy.priorities)):
        first: dict[str, tuple[int, int | None]] = {}
        for index, entry in enumerate(entries or ()):
            if entry is None or not entry.name or entry.argument is not None:
                continue
            weight = getattr(entry, "weight", None)
            earlier, other = first.setdefault(entry.name, (index, weight))
            if earlier != index:
                effect = (
                    "it changes nothing" if weight == other else (f"its weight {weight} is used instead of {other}")
                )
                yield Problem(
                    ID,
                    (section, index, "name"),
                    f"`{entry.name}` is repeated from {section}[{earlier}]: {effect}",
                    "Keep one of them, or write the name that was meant.",
                    finding_class=FindingClass.ADVISED,
                    severity=Severity.WARNING,
                )


CARDS = (
    RuleCard(
        id=ID,
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
        title="A Policy has an entry twice",
        why="Predicates and priorities are stored by name: a repeated entry adds nothing, and the last weight is "
        "used. Often another name was meant.",
        source="pkg/scheduler/factory.go up to 1.22, createFromPolicy",
        evidence=(
            Citation(
                "https://github.com/kubernetes/kubernetes/blob/v1.22.6/pkg/scheduler/factory.go",
                "predicates are a set of names, and priorities a map, in which the last weight stays",
            ),
        ),
        until="1.22",
        bad="""\
apiVersion: v1
kind: Policy
predicates:
  - name: PodFitsResources
  - name: PodFitsResources
priorities:
  - name: LeastRequestedPriority
    weight: 1
""",
        good="""\
apiVersion: v1
kind: Policy
predicates:
  - name: PodFitsResources
  - name: PodFitsHostPorts
priorities:
  - name: LeastRequestedPriority
    weight: 1
""",
        options=("--kubernetes", "1.22", "--as-policy"),
    ),
)
