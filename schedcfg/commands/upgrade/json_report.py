"""The plan for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from schedcfg.commands.diff.json_report import ChangeJson
from schedcfg.commands.upgrade.results import (
    EditedFile,
    Hop,
    HopBehavior,
    PlanItem,
    PlannedObject,
    PlannedScheduler,
    PlanPlace,
    ToDo,
    UnseenPart,
    UpgradePlan,
    WrittenHop,
)
from schedcfg.output.cluster import ClusterJson
from schedcfg.output.json_writer import OMITTED, VERSION, Omitted, filled, to_json


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadFileJson:
    """A file that could not be read.

    Attributes:
        path: The file.
        reason: Why.
    """

    path: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HopBehaviorJson:
    """What the newer release does otherwise, for all places where that is the same.

    Attributes:
        places: The configurations, or the manifests of schedulers without any.
        summary: The differences in numbers.
        changes: The differences, as `schedcfg diff` writes them; lines are those of the first place.
    """

    places: tuple[PlanPlace, ...]
    summary: str
    changes: tuple[ChangeJson, ...]

    @classmethod
    def of(cls, behavior: HopBehavior) -> "HopBehaviorJson":
        """Return it as it is written."""
        return filled(cls, behavior, changes=tuple(map(ChangeJson.of, behavior.changes)))


@dataclass(frozen=True, slots=True, kw_only=True)
class HopJson:
    """From one minor release to the next.

    Attributes:
        source: The release that runs before.
        target: The release that runs after.
        items: What is to be done, in order.
        behavior: What the scheduler will do differently afterwards.
        files: The files that are edited, with their new texts.
    """

    source: str = field(metadata={"json": "from"})
    target: str = field(metadata={"json": "to"})
    items: tuple[PlanItem, ...]
    behavior: tuple[HopBehaviorJson, ...]
    files: tuple[EditedFile, ...]

    @classmethod
    def of(cls, hop: Hop) -> "HopJson":
        """Return a hop as it is written."""
        return filled(cls, hop, behavior=tuple(map(HopBehaviorJson.of, hop.behavior)))


@dataclass(frozen=True, slots=True, kw_only=True)
class UpgradeJson:
    """An upgrade, hop by hop.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        source: The release that it starts from.
        target: The release that it leads to.
        schedulers: What was found.
        to_do: How much is left to be done.
        today: What keeps schedulers from starting before anything is done.
        hops: One for each minor release on the way.
        unread: The files, or resources of a cluster, that could not be read.
        cluster: With `--cluster`: what was seen of it.
        unseen: With `--cluster`: what else the plan cannot know.
        objects: With `--cluster`: the objects that have to change, and how.
        written: With `--write`: what was done of the hop.
    """

    version: Literal[1] = VERSION
    source: str = field(metadata={"json": "from"})
    target: str = field(metadata={"json": "to"})
    schedulers: tuple[PlannedScheduler, ...]
    to_do: ToDo
    today: tuple[PlanItem, ...]
    hops: tuple[HopJson, ...]
    unread: tuple[UnreadFileJson, ...]
    cluster: ClusterJson | Omitted = OMITTED
    unseen: tuple[UnseenPart, ...] | Omitted = OMITTED
    objects: tuple[PlannedObject, ...] | Omitted = OMITTED
    written: WrittenHop | Omitted = OMITTED


def render(plan: UpgradePlan) -> Iterator[str]:
    """Yield one JSON object."""
    is_of_files = plan.cluster is None
    report = filled(
        UpgradeJson,
        plan,
        version=VERSION,
        hops=tuple(map(HopJson.of, plan.hops)),
        unread=tuple(UnreadFileJson(path=path, reason=reason) for path, reason in plan.unread),
        written=OMITTED if plan.written is None else plan.written,
        **dict.fromkeys(("cluster", "unseen", "objects"), OMITTED) if is_of_files else {},
    )
    yield to_json(report, indent=1) + "\n"
