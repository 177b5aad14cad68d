"""A scheduler that decides at random, in the place of a program: nothing is started."""

from collections.abc import Sequence
from random import Random

from schedcfg import releases
from schedcfg.commands.trial.api.store import name_of
from schedcfg.commands.trial.results import NodeReason, Placement, PodOutcome, TrialCluster, TrialRun, TrialVariant
from schedcfg.commands.trial.secrets_of_run import SecretsOfRun
from schedcfg.document.texts import texts

from .mutations import HOSTILE

_MESSAGES = (
    "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint {a: b}. preemption: 0/3 nodes",
    "0/3 nodes are available: 3 Insufficient nvidia.com/gpu.",
    "0/1 nodes are available: 1 node(s) were unschedulable, 5 Too many pods. no new claims to deallocate",
    'running PreFilter plugin "P": TEXT',
    "TEXT",
    "",
)
"""What a scheduler says of Pods that get no node; TEXT is what somebody else has written, or what is in an object."""


_WITHOUT_NODE = (PodOutcome.UNSCHEDULABLE,)
"""What becomes of Pods where there are no nodes."""


def random_variant(name: str, cluster: TrialCluster, random: Random) -> TrialVariant:
    """Return what a scheduler of some release does with a cluster, once or several times."""
    runs = tuple(random_run(cluster, random) for _ in range(random.choice((1, 1, 3))))
    return TrialVariant(name=name, release=random.choice(releases.names()), runs=runs)


def random_run(cluster: TrialCluster, random: Random) -> TrialRun:
    """Return where a scheduler puts the Pods of a cluster, or why nowhere; no secret is in it, as after a run."""
    nodes = [name_of(one)[1] for one in cluster.objects if one["kind"] == "Node"]
    there = [one for one in cluster.objects if one["kind"] == "Pod"]
    gone = [(one, str(one["spec"].get("nodeName"))) for one in there if random.random() < 0.2]
    names = ["/".join(name_of(one)) for one in cluster.pods]
    repeated = [" ".join(text for text, _ in texts(one)) for one in (*cluster.pods, *cluster.objects)]
    evicted = (Placement(pod="/".join(name_of(one)), outcome=PodOutcome.EVICTED, node=node) for one, node in gone)
    run = TrialRun(
        placements=tuple(_placement(name, nodes, repeated, random) for name in names),
        evicted=tuple(evicted),
        cpu=random.choice((None, 0.5)),
        memory=random.choice((None, 5_000_000)),
        seconds=random.choice((0.0, 0.25)),
        unknown={f"/apis/{random.choice(HOSTILE)}": 1} if random.random() < 0.1 else {},
        explained=tuple(names[: random.choice((0, 0, 2))]),
    )
    return SecretsOfRun(cluster, None).without(run)


def _placement(pod: str, nodes: Sequence[str], repeated: Sequence[str], random: Random) -> Placement:
    scores = {node: {"NodeResourcesFit": random.randrange(100), "Own": -1} for node in nodes[:5]}
    totals = {node: sum(by_plugin.values()) for node, by_plugin in scores.items()}
    if nodes and random.random() < 0.7:
        node = random.choice(nodes)
        return Placement(pod=pod, outcome=PodOutcome.BOUND, node=node, scores=scores, totals=totals)
    said = random.choice(_MESSAGES).replace("TEXT", random.choice(random.choice((HOSTILE[:-1], repeated))))
    reasons = (NodeReason(node=node, message=said, plugin=random.choice((None, "P"))) for node in nodes[:9])
    outcome = random.choice([one for one in PodOutcome if one is not PodOutcome.BOUND] if nodes else _WITHOUT_NODE)
    return Placement(
        pod=pod,
        outcome=outcome,
        node=random.choice(nodes) if outcome is PodOutcome.EVICTED else None,
        message=said,
        reasons=tuple(reasons) if random.random() < 0.5 else (),
    )
