"""Forty tests that pass, and for each something to write otherwise: what changes where Pods go, and what does not."""

from typing import NamedTuple

from tests.paths import EXAMPLES, TESTS

OURS = TESTS / "commands" / "test" / "mutations" / "files"
THEIRS = EXAMPLES / "tests"


class Mutation(NamedTuple):
    """Some text of a file, and what is written in its place."""

    file: str
    old: str
    new: str


class Case(NamedTuple):
    """A test, and what is written otherwise; files are named from the folder of its own."""

    file: str
    name: str
    changing: tuple[Mutation, ...]  # Pods go elsewhere
    keeping: tuple[Mutation, ...]  # They do not
    since: str = ""  # The oldest release that it is for

    @property
    def is_example(self) -> bool:
        """Whether its file is one of the examples."""
        return (THEIRS / self.file).is_file()


def _case(file: str, name: str, changing: tuple[str, ...], keeping: tuple[str, ...], since: str = "") -> Case:
    """Return a case of `FILE: OLD => NEW`; without a file it is in the file of the test."""
    return Case(
        file, name, tuple(_read(file, one) for one in changing), tuple(_read(file, one) for one in keeping), since
    )


def _read(test_file: str, written: str) -> Mutation:
    before, _, new = written.partition(" => ")
    file, separator, old = before.partition(": ")
    return Mutation(file, old, new) if separator and file.endswith(".yaml") else Mutation(test_file, before, new)


PACKING, GPU, SPREADING = "bin-packing.schedtest.yaml", "gpu-nodes.schedtest.yaml", "spreading.schedtest.yaml"
PRIORITIES, SECOND = "priorities.schedtest.yaml", "second-scheduler.schedtest.yaml"
GANGS = "since-1.37/gangs.schedtest.yaml"
DEFAULT, CONFIGURED = "default.schedtest.yaml", "configured.schedtest.yaml"
MORE_ROOM = "memory=32Gi,zone => memory=48Gi,zone"
SPREAD = "bin-packing.yaml: MostAllocated => LeastAllocated"

CASES = (
    _case(PACKING, "small batch Pods share a node", (SPREAD, "12:cpu=500m => 17:cpu=500m"), (MORE_ROOM,)),
    _case(PACKING, "what does not fit on one node", (SPREAD, "9:cpu=1 => 8:cpu=1"), ("9:cpu=1 => 12:cpu=1",)),
    _case(
        PACKING,
        "a node with Pods is filled",
        (SPREAD, "running.yaml: nodeName: node-4 => nodeName: node-3", "4:cpu=1 => 7:cpu=1"),
        ("running.yaml: name: cache-0 => name: store-0", MORE_ROOM),
    ),
    _case(PACKING, "large Pods have a node each", ("6:cpu=5 => 6:cpu=4",), ("6:cpu=5 => 6:cpu=6",)),
    _case(
        SPREADING,
        "no two replicas on one host",
        ("web.yaml: podAntiAffinity => podAffinity", "6:cpu=8,memory=32Gi,zone => 2:cpu=8,memory=32Gi,zone"),
        ("web.yaml: cpu: 500m => cpu: 600m", MORE_ROOM),
    ),
    _case(
        SPREADING,
        "with two hosts two replicas wait",
        ("2:cpu=8,memory=32Gi,zone=a/b => 4:cpu=8,memory=32Gi,zone=a/b", "web.yaml: replicas: 4 => replicas: 3"),
        ("2:cpu=8,memory=32Gi,zone=a/b => 2:cpu=16,memory=32Gi,zone=a/b",),
    ),
    _case(
        SPREADING,
        "a zone that is full",
        ("cpu=250m => cpu=8", "web.yaml: DoNotSchedule => ScheduleAnyway"),
        ("cpu=250m => cpu=300m",),
    ),
    _case(SPREADING, "Pods that say nothing", ("6:cpu=1 => 5:cpu=1",), ("6:cpu=1 => 6:cpu=2",)),
    _case(
        PRIORITIES,
        "an urgent Pod takes the place",
        (
            "priorities.yaml: value: 1000 => value: -1",
            "nightly.yaml: node-0 => node-1",
            "1:cpu=2,priorityClass=urgent => 1:cpu=1,priorityClass=urgent",
        ),
        ("priorities.yaml: value: 1000 => value: 1500",),
    ),
    _case(
        PRIORITIES,
        "what fits beside the others",
        ("2:cpu=1,priorityClass => 2:cpu=2,priorityClass",),
        ("2:cpu=1,priorityClass => 2:cpu=900m,priorityClass", '"2:cpu=4,memory=16Gi" => "2:cpu=8,memory=16Gi"'),
    ),
    _case(
        PRIORITIES,
        "a patient Pod waits",
        (
            "priorities.yaml: preemptionPolicy: Never => preemptionPolicy: PreemptLowerPriority",
            "1:cpu=2,priorityClass=patient => 1:cpu=1,priorityClass=patient",
        ),
        ("1:cpu=2,priorityClass=patient => 1:cpu=3,priorityClass=patient",),
    ),
    _case(
        PRIORITIES,
        "of Pods that come together",
        ("priority=500 => priority=-500", "1:cpu=4,memory=16Gi,name=only => 2:cpu=4,memory=16Gi,name=only"),
        ("priority=500 => priority=50",),
    ),
    _case(
        GPU,
        "GPU nodes are for those",
        (
            "taint=nvidia.com/gpu=present:NoSchedule,name => name",
            "toleration=nvidia.com/gpu:NoSchedule,name=trainer,label => name=trainer,label",
        ),
        ("4:cpu=1,name=web => 5:cpu=1,name=web",),
    ),
    _case(
        GPU,
        "too large stays Pending",
        ('memory=40Gi,name=big"]\n  expect:\n => memory=20Gi,name=big"]\n  expect:\n',),
        ('memory=40Gi,name=big"]\n  expect:\n => memory=50Gi,name=big"]\n  expect:\n',),
    ),
    _case(
        GPU,
        "with a toleration it is placed",
        (',toleration=nvidia.com/gpu:NoSchedule"]\n  expect: {pods: big => "]\n  expect: {pods: big',),
        ("memory=40Gi,name=big,tol => memory=44Gi,name=big,tol",),
    ),
    _case(
        GPU,
        "the taint is what keeps",
        ('present:NoSchedule,name=gpu"] => present:PreferNoSchedule,name=gpu"]',),
        ('present:NoSchedule,name=gpu"] => there:NoSchedule,name=gpu"]',),
    ),
    _case(
        GPU,
        "no more trainers than GPUs",
        ("nvidia.com/gpu=4,label => nvidia.com/gpu=6,label", "5:cpu=1,nvidia => 3:cpu=1,nvidia"),
        ("5:cpu=1,nvidia => 5:cpu=2,nvidia",),
    ),
    _case(
        SECOND,
        "Pods that request it",
        (
            "3:cpu=1,memory=1Gi,scheduler=batch-scheduler => 3:cpu=9,memory=1Gi,scheduler=batch-scheduler",
            "../second-scheduler.yaml: schedulerName: batch-scheduler => schedulerName: batch",
        ),
        ("3:cpu=8,memory => 3:cpu=9,memory",),
    ),
    _case(
        SECOND,
        "Pods of the default scheduler",
        ("../second-scheduler.yaml: schedulerName: batch-scheduler => schedulerName: default-scheduler",),
        ("2:cpu=1,memory=1Gi,name=web => 2:cpu=2,memory=1Gi,name=web",),
    ),
    _case(
        GANGS, "a gang that fits", ("4:cpu=4 => 3:cpu=4", "4:cpu=4 => 1:cpu=16"), ("4:cpu=4 => 4:cpu=5",), since="1.37"
    ),
    _case(
        GANGS,
        "a gang that does not fit",
        (
            "since-1.37/job.yaml: minCount: 4 => minCount: 3",
            "since-1.37/gang-scheduler.yaml: GenericWorkload=true => GenericWorkload=false",
        ),
        ("3:cpu=2,name=web => 3:cpu=3,name=web",),
        since="1.37",
    ),
    # Those of this folder
    _case(
        DEFAULT,
        "a node selector is kept to",
        ("selector.yaml: disk: ssd => disk: hdd", "label.disk=ssd/hdd => label.disk=hdd/hdd"),
        ("selector.yaml: cpu: 100m => cpu: 200m",),
    ),
    _case(
        DEFAULT,
        "a preference decides",
        ("preference.yaml: values: [ssd] => values: [hdd]",),
        ("preference.yaml: weight: 100 => weight: 90",),
    ),
    _case(
        DEFAULT,
        "a port is free once",
        ('"4:cpu=8,memory=32Gi,zone => "2:cpu=8,memory=32Gi,zone', "ports.yaml: replicas: 3 => replicas: 5"),
        ("ports.yaml: hostPort: 80 => hostPort: 81",),
    ),
    _case(
        DEFAULT,
        "without a node for each",
        ("ports.yaml: , hostPort: 80 => ", '["2:cpu=8,memory=32Gi"] => ["3:cpu=8,memory=32Gi"]'),
        ("ports.yaml: hostPort: 80 => hostPort: 81",),
    ),
    _case(
        DEFAULT,
        "clients are in the zone",
        ("cache.yaml: node-1 => node-2", "clients.yaml: app: cache => app: store"),
        ("cache.yaml: node-1 => node-3",),
    ),
    _case(
        DEFAULT,
        "zones are even",
        ("soft.yaml: replicas: 4 => replicas: 5",),
        ("soft.yaml: maxSkew: 1 => maxSkew: 2",),
    ),
    _case(
        DEFAULT,
        "a cordoned node gets nothing",
        ("cordoned.yaml: unschedulable: true => unschedulable: false",),
        ('cordoned.yaml: rack: "1" => rack: "3"',),
    ),
    _case(
        DEFAULT,
        "a node takes as many Pods",
        ("pods=2 => pods=3", "5:cpu=100m => 4:cpu=100m"),
        ("5:cpu=100m => 5:cpu=200m",),
    ),
    _case(
        DEFAULT,
        "disk space is counted",
        ("ephemeral-storage=10Gi => ephemeral-storage=20Gi", "3:ephemeral-storage=6Gi => 3:ephemeral-storage=5Gi"),
        ("3:ephemeral-storage=6Gi => 3:ephemeral-storage=7Gi",),
    ),
    _case(
        DEFAULT,
        "a node to be avoided",
        ("taint=old=yes:PreferNoSchedule => label.old=yes",),
        ("taint=old=yes:PreferNoSchedule => taint=old=no:PreferNoSchedule",),
    ),
    _case(
        DEFAULT,
        "who does not tolerate",
        (
            "name=blue,toleration=team=blue:NoExecute => name=blue",
            "name=red => name=red,toleration=team=blue:NoExecute",
        ),
        ("1:cpu=1,name=red => 1:cpu=2,name=red",),
    ),
    _case(
        DEFAULT,
        "an agent on each node",
        ("agents.yaml: cpu: 100m => cpu: 9", '"4:cpu=8,memory=32Gi,zone => "5:cpu=8,memory=32Gi,zone'),
        ("agents.yaml: cpu: 100m => cpu: 200m",),
    ),
    _case(
        DEFAULT,
        "a job runs as many",
        ("job.yaml: parallelism: 3 => parallelism: 5",),
        ("job.yaml: completions: 9 => completions: 8",),
    ),
    _case(
        DEFAULT,
        "a Pod follows its volume",
        ("volume.yaml: values: [b] => values: [a]",),
        ("volume.yaml: storage: 10Gi} => storage: 9Gi}",),
    ),
    _case(
        CONFIGURED,
        "a ratio that rises",
        (
            "ratio.yaml: 0, score: 0}, {utilization: 100, score: 10 => 0, score: 10}, {utilization: 100, score: 0",
            "6:cpu=500m => 17:cpu=500m",
        ),
        ("ratio.yaml: name: cpu, weight: 1 => name: cpu, weight: 3",),
    ),
    _case(
        CONFIGURED,
        "an affinity that is added",
        (
            "added-affinity.yaml: values: [ssd] => values: [hdd]",
            "added-affinity.yaml: operator: In, values: [ssd] => operator: Exists",
        ),
        ("added-affinity.yaml: parallelism: 16 => parallelism: 8",),
    ),
    _case(
        CONFIGURED,
        "without preemption",
        ("no-preemption.yaml: name: DefaultPreemption => name: ImageLocality", "1:cpu=3,priority => 1:cpu=1,priority"),
        ("no-preemption.yaml: parallelism: 16 => parallelism: 8",),
    ),
    _case(
        CONFIGURED,
        "one profile packs",
        ("two-profiles.yaml: MostAllocated => LeastAllocated", "scheduler=packing => scheduler=default-scheduler"),
        ("two-profiles.yaml: weight: 20 => weight: 30",),
    ),
    _case(
        CONFIGURED,
        "a scheduler that nobody runs",
        ("two-profiles.yaml: schedulerName: packing => schedulerName: paking", "scheduler=paking => scheduler=packing"),
        ("2:cpu=500m => 3:cpu=500m",),
    ),
)
