"""A resource's weight of 0, which counts as 1."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.args import scored_resources
from schedcfg.rules.rule import Rule, Subject, advice

ID = "zero-resource-weight"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each resource to score by that has a weight of 0."""
    for _, resources, path in scored_resources(subject):
        for index, resource in enumerate(resources):
            if resource is not None and resource.weight == 0:
                yield _problem(resource.name or "", (*path, index, "weight"))


def _problem(name: str, path: Path) -> Problem:
    return advice(
        ID,
        path,
        f"a weight of 0 counts as 1: `{name}` is scored like the others",
        f"To exclude `{name}`, remove its entry; otherwise write 1.",
        remedy=Remedy("Write the effective weight: 1", (RemedyChange(Act.REPLACE, path, 1),)),
    )


RULE = Rule(
    id=ID,
    title="A resource's weight of 0 counts as 1",
    why="Defaulting cannot distinguish 0 from a missing weight, and replaces both with 1.",
    source="pkg/scheduler/apis/config/v1/defaults.go, SetDefaults_NodeResourcesFitArgs",
    evidence=(Citation("https://github.com/kubernetes/kubernetes/pull/101822", "upstream decides that 0 becomes 1"),),
    check=check,
    severity=Severity.WARNING,
    since="1.22",
    bad=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: LeastAllocated
            resources:
              - name: cpu
                weight: 3
              - name: memory
                weight: 0
"""),
    good=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: LeastAllocated
            resources:
              - name: cpu
                weight: 3
"""),
)
