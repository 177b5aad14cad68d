"""Resources that no score looks at."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.args import scored_resources
from schedcfg.rules.names import nearest
from schedcfg.rules.rule import Rule, Subject, advice

ID = "uncounted-resource"

_COUNTED = ("cpu", "ephemeral-storage", "memory")
_PREFIXES = ("hugepages-", "attachable-volumes-")


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each resource to score by that nodes do not have: neither a native one nor one with a domain."""
    for plugin, resources, path in scored_resources(subject):
        for index, resource in enumerate(resources):
            name = (resource and resource.name) or ""
            if name not in _COUNTED and "/" not in name and not name.startswith(_PREFIXES):
                yield _problem(plugin, name, (*path, index))


def _problem(plugin: str, name: str, entry: Path) -> Problem:
    if not name:
        message = f"`{plugin}` ignores this entry, which has no name: there is probably one `-` too many"
        return advice(ID, entry, message, "Remove it, or write its `name`.", Severity.ERROR)
    meant = _meant(name)
    path = (*entry, "name")
    counted = "Valid are `cpu`, `memory`, `ephemeral-storage`, and names with a domain, such as `nvidia.com/gpu`."
    return advice(
        ID,
        path,
        f"`{plugin}` ignores `{name}`: no node has a resource of that name to score",
        f"Did you mean `{meant}`? {counted}" if meant else counted,
        # A node has room for so many Pods, but no score counts it: harmless, while other names are mistakes.
        Severity.WARNING if name == "pods" else Severity.ERROR,
        Remedy(
            f"Write `{meant}`",
            (RemedyChange(Act.REPLACE, path, meant),),
            unsafe="the scores change, and what was meant is a guess",
        )
        if meant
        else None,
    )


def _meant(name: str) -> str | None:
    """Find the resource that is misspelled; in three letters, as of `gpu`, only their case can be."""
    found = nearest(name, _COUNTED)
    return found if found and (len(found) > len("cpu") or name.lower() == found) else None


RULE = Rule(
    id=ID,
    title="No node has a resource that is to be scored",
    why="Any name is accepted. One that is neither native nor extended is silently left out of the score.",
    source="pkg/scheduler/framework/plugins/noderesources/resource_allocation.go, calculateResourceAllocatableRequest",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/119849",
            "a maintainer explains that a resource which a node lacks is left out of its score",
        ),
        Citation(
            "https://github.com/markjgardner/AKS-Custom-Scheduler/blob/94bb778777958ea50dc2e75c12c5094589d8d08f/pack-scheduler.yaml",
            "`pods` among the resources of a score",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
    bad=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: LeastAllocated
            resources:
              - name: CPU
                weight: 1
              - name: gpu
                weight: 3
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
                weight: 1
              - name: nvidia.com/gpu
                weight: 3
"""),
)
