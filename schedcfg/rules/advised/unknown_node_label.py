"""Labels of nodes that look like well-known ones, and that no node has."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.cards import Citation, v1_configuration
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.names import nearest
from schedcfg.rules.rule import Rule, Subject, advice

ID = "unknown-node-label"

_SPREADS, _ATTRACTS = "PodTopologySpread", "NodeAffinity"

_WELL_KNOWN = {
    "hostname": "kubernetes.io/hostname",
    "region": "topology.kubernetes.io/region",
    "zone": "topology.kubernetes.io/zone",
}
"""Last part of a label → the label that the kubelet or the cloud provider sets on every node."""

_BETA = "failure-domain.beta.kubernetes.io/"
_RESERVED = ("kubernetes.io", "k8s.io")
"""Domains of which the labels are Kubernetes' own: in others a `zone` is somebody else's."""


class _Label(NamedTuple):
    """A label of nodes in Args."""

    key: str
    path: Path
    entry: Mapping[str, object]  # The constraint, or the expression, that has it


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each label in default constraints and in added affinity that is almost a well-known one."""
    for profile, entry in subject.written_args:
        if entry.name in {_SPREADS, _ATTRACTS} and subject.runs_somewhere(entry.name, profile):
            for label in _labels(entry.raw, (*entry.path, "args")):
                meant = _meant(label.key)
                if meant is not None:
                    yield _problem(label, meant)


def _labels(data: object, path: Path) -> Iterator[_Label]:
    if isinstance(data, list):
        for index, item in enumerate(data):
            yield from _labels(item, (*path, index))
    elif isinstance(data, dict):
        for field, value in data.items():
            if field in {"topologyKey", "key"} and isinstance(value, str):
                yield _Label(value, (*path, field), data)
            else:
                yield from _labels(value, (*path, field))


def _meant(key: str) -> str | None:
    """Return the well-known label that another one is meant for: by its last part, or by its letters."""
    if key in _WELL_KNOWN.values():
        return None
    domain, _, name = key.rpartition("/")
    of_kubernetes = any(domain == one or domain.endswith(f".{one}") for one in _RESERVED)
    # `zone` alone is a label that people set on their nodes.
    if name.lower() in _WELL_KNOWN and (of_kubernetes or key.lower() == "hostname"):
        return _WELL_KNOWN[name.lower()]
    return nearest(key, tuple(_WELL_KNOWN.values()))


def _problem(label: _Label, meant: str) -> Problem:
    remedy = Remedy(
        f"Write `{meant}`",
        (RemedyChange(Act.REPLACE, label.path, meant),),
        unsafe="Pods are spread over, or attracted to, other nodes, and which label was meant is a guess",
    )
    if label.key.startswith(_BETA):
        message = f"`{label.key}` is deprecated since Kubernetes 1.17: not every cloud provider sets it any more"
        return advice(ID, label.path, message, f"Write `{meant}`.", Severity.INFO, remedy)
    help_ = f"Did you mean `{meant}`? Otherwise, check that they have it: `kubectl get nodes -L {label.key}`."
    return advice(
        ID,
        label.path,
        f"{_consequence(label)}: no node has the label `{label.key}`, unless you set it",
        help_,
        remedy=remedy,
    )


def _consequence(label: _Label) -> str:
    """Return what happens without the label: upstream leaves nodes out that lack the key of a constraint."""
    if label.path[-1] == "key":
        return "this expression does not find the nodes that it looks for"
    if label.entry.get("whenUnsatisfiable") == "DoNotSchedule":
        return "Pods that get this constraint stay Pending"
    return "this constraint spreads nothing"


RULE = Rule(
    id=ID,
    title="No node has this label",
    why="Any label is accepted. A node without the key of a constraint is left out of it: `DoNotSchedule` then filters "
    "all nodes, and `ScheduleAnyway` scores none.",
    source="pkg/scheduler/framework/plugins/podtopologyspread/filtering.go and scoring.go; "
    "staging/src/k8s.io/api/core/v1/well_known_labels.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/102136",
            "nodes without the label of a default constraint get no score",
        ),
        Citation(
            "https://github.com/Kuadrant/architecture/blob/7157a8f50bfbb72eb2318e036575d31907bbc43c/rfcs/0000-resilient_deployment.md",
            "constraints by `kubernetes.io/zone` for a gateway's Deployments",
        ),
        Citation(
            "https://github.com/strimzi/strimzi-kafka-operator/pull/3252",
            "documentation that moves from the beta label to the new one",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
    bad=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: PodTopologySpread
        args:
          defaultingType: List
          defaultConstraints:
            - maxSkew: 1
              topologyKey: kubernetes.io/zone
              whenUnsatisfiable: ScheduleAnyway
"""),
    good=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: PodTopologySpread
        args:
          defaultingType: List
          defaultConstraints:
            - maxSkew: 1
              topologyKey: topology.kubernetes.io/zone
              whenUnsatisfiable: ScheduleAnyway
"""),
)
