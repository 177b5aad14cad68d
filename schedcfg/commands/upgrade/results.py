"""A plan: the hops of an upgrade, what is to be done at each, and what changes by it."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Literal

from schedcfg.commands.diff.json_report import ChangeJson
from schedcfg.commands.diff.results import AnyChange
from schedcfg.document.secrets import Secrets
from schedcfg.errors import UnreadFile
from schedcfg.output.cluster import ClusterSummary
from schedcfg.output.json_writer import VERSION
from schedcfg.output.summary import counted


class When(StrEnum):
    """When something is done in a hop, seen from the control plane.

    `BEFORE`: while the older release runs, which takes the result, too. `WITH`: at the moment in which the newer
    release starts. `AFTER`: once it runs, and before the next hop.
    """

    BEFORE = "before"
    WITH = "with"
    AFTER = "after"


class Action(StrEnum):
    """Who does it.

    `EDIT`: `schedcfg upgrade --write` edits the file. `BY_HAND`: someone has to. `NOTE`: nothing is to be done, but
    it is worth a look.
    """

    EDIT = "edit"
    BY_HAND = "by-hand"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class PlanPlace:
    """Where something is.

    Attributes:
        path: The file, as it was found.
        line: The line, from 1; None where all of the file is meant.
    """

    path: str
    line: int | None = field(default=None, metadata={"minimum": 1})

    def __str__(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One thing of a hop, for all places where it is the same.

    Attributes:
        when: When it is done.
        action: Who does it.
        id: What it is, in words joined by dashes: the id of a rule or of a note, or one of the plan's own.
        message: What, and why, in one or two sentences.
        help: What to do; None where the message says it.
        proof: Why the scheduler behaves the same after an edit; empty where it does not, or nothing was compared.
        since: The oldest release on the way in which an edit can be made already; empty where there is no choice.
        places: Where.
        is_finding: Whether `validate` reports it, for the newer release.
        is_done: Whether `--write` made the edit.
    """

    when: When
    action: Action
    id: str
    message: str
    help: str | None = None
    proof: str = ""
    since: str = ""
    places: tuple[PlanPlace, ...] = ()
    is_finding: bool = False
    is_done: bool = False

    def written(self, moment: When, failed: Collection[str]) -> Iterator["PlanItem"]:
        """Yield it as it is after edits were made: for the places where its edit was, and for the others.

        Args:
            moment: The last one of which edits were made.
            failed: The files that could not be written.
        """
        if self.action is not Action.EDIT or (self.when is When.WITH and moment is When.BEFORE):
            yield self
            return
        for is_done in (True, False):
            places = tuple(place for place in self.places if (place.path not in failed) is is_done)
            if places:
                yield replace(self, places=places, is_done=is_done)


@dataclass(frozen=True, slots=True)
class HopBehavior:
    """What the newer release does otherwise than the older one, for all places where that is the same.

    Attributes:
        places: The configurations, or the manifests of schedulers without any.
        summary: The differences in numbers.
        changes: The differences; their lines are those of the first place.
        profiles: The names of all its profiles, whether they change or not.
    """

    __json__ = ("places", "summary", "written_changes as changes")

    places: tuple[PlanPlace, ...]
    summary: str
    changes: tuple[AnyChange, ...]
    profiles: tuple[str, ...] = ()

    @property
    def written_changes(self) -> tuple[ChangeJson, ...]:
        """The differences, as `schedcfg diff` writes them; lines are those of the first place."""
        return tuple(map(ChangeJson.of, self.changes))


@dataclass(frozen=True, slots=True)
class EditedFile:
    """A file that a hop edits.

    Attributes:
        path: The file.
        halfway: Its text after the edits that are made before the control plane is upgraded; secrets are stars in JSON.
        after: Its text after the hop; likewise.
    """

    path: str
    before: str = field(metadata={"json": None})
    halfway: str = field(metadata={"content": True})
    after: str = field(metadata={"content": True})
    encoding: str = field(default="utf-8", metadata={"json": None})  # How its bytes become text

    @property
    def without_secrets(self) -> "EditedFile":
        """The same, with stars for what looks like a secret."""
        before, halfway, after = (Secrets.of(text).masked for text in (self.before, self.halfway, self.after))
        return replace(self, before=before, halfway=halfway, after=after)


@dataclass(frozen=True, slots=True)
class Hop:
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
    behavior: tuple[HopBehavior, ...] = ()
    files: tuple[EditedFile, ...] = ()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is to be done, and nothing changes."""
        return not self.behavior and not any(item.action is not Action.NOTE for item in self.items)

    @property
    def is_written(self) -> bool:
        """Whether edits of it were made."""
        return any(item.is_done for item in self.items)

    def at(self, when: When, *actions: Action) -> tuple[PlanItem, ...]:
        """Return what is done at a moment; with actions, only that of these."""
        return tuple(
            plan_item for plan_item in self.items if plan_item.when is when and plan_item.action in (actions or Action)
        )


@dataclass(frozen=True, slots=True)
class PlannedScheduler:
    """A scheduler that was found, or a configuration that nothing found here runs; with all that are the same.

    Attributes:
        name: What runs it: ``Pod `kube-scheduler` ``; `configuration` where nothing here does.
        kubernetes: The release that it runs: that of its image or product, or the one that the upgrade starts from.
        is_known: Whether the manifest names the release.
        assumption: Why it is assumed; empty where the manifest names it.
        configuration: What it is started with, as messages name it; empty where it has no configuration.
        api_version: Its API version, short, or `Policy`; empty where it has none, or it is not among the files.
        places: Where it is.
    """

    name: str
    kubernetes: str
    is_known: bool
    configuration: str
    api_version: str
    places: tuple[PlanPlace, ...]
    assumption: str = ""


@dataclass(frozen=True, slots=True)
class UnseenPart:
    """What a plan for a cluster cannot know.

    Attributes:
        path: The object that it is about, as places name it; `cluster` where it is about all.
        message: What is not seen, and why.
        help: The command that shows it; None where none does.
    """

    path: str
    message: str
    help: str | None = None


@dataclass(frozen=True, slots=True)
class PlannedObject:
    """An object of a cluster that has to change: nothing is written there.

    Attributes:
        path: As places name it, without a key.
        node: The node whose kubelet makes it from a file, so that only that file can change; None for other objects.
        file: That file; None likewise, or where the kubelet gets it from elsewhere.
        save: The command that saves it for `schedcfg upgrade DIR --write`; None where there is none.
        change: The command by which it is changed by hand; None likewise.
        notes: What else is to be known.
    """

    path: str
    node: str | None
    file: str | None
    save: str | None
    change: str | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenHop:
    """What `--write` did of a hop.

    Attributes:
        step: The hop as it was requested: a release, perhaps a patch release.
        moment: The last moment of which edits were made.
        files: The files that were written, in order.
        failed: Those that could not be.
    """

    step: str
    moment: When
    files: tuple[str, ...]
    failed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToDo:
    """How much of a plan is left to be done.

    Attributes:
        edits: What `--write` edits.
        steps: What someone has to do.
    """

    edits: int = field(metadata={"minimum": 0})
    steps: int = field(metadata={"minimum": 0})

    @classmethod
    def of(cls, items: Iterable[PlanItem]) -> "ToDo":
        """Return how much of some items is left: each that is not ticked once."""
        actions = Counter(item.action for item in items if not item.is_done)
        return cls(actions[Action.EDIT], actions[Action.BY_HAND])

    def __str__(self) -> str:
        edits = counted(self.edits, "edit") if self.edits else ""
        steps = f"{counted(self.steps, 'step')} by hand" if self.steps else ""
        return f"{' and '.join(filter(None, (edits, steps))) or 'nothing'} to do"


@dataclass(frozen=True, slots=True)
class UpgradePlan:
    """An upgrade, hop by hop.

    Attributes:
        version: Of the contract that its JSON is: fields may be added to it, none is renamed.
        source: The release that it starts from.
        target: The release that it leads to.
        schedulers: What was found.
        today: What keeps schedulers from starting before anything is done.
        hops: One for each minor release on the way.
        unread: The files, or resources of a cluster, that could not be read.
        cluster: With `--cluster`: what was seen of it.
        unseen: What else the plan cannot know of a cluster.
        objects: The objects of a cluster that have to change, and how.
        paths: What was named on the command line, for the next one.
        written: With `--write`: what was done of its only hop.
    """

    __json__ = (
        *("version", "source", "target", "schedulers", "to_do", "today", "hops", "unread", "cluster"),
        *("unseen_of_cluster as unseen", "objects_of_cluster as objects", "written"),
    )

    version: Literal[1] = field(default=VERSION, kw_only=True)
    source: str = field(metadata={"json": "from"})
    target: str = field(metadata={"json": "to"})
    schedulers: tuple[PlannedScheduler, ...]
    today: tuple[PlanItem, ...]
    hops: tuple[Hop, ...]
    unread: tuple[UnreadFile, ...] = ()
    cluster: ClusterSummary | None = field(default=None, metadata={"omit_none": True})
    unseen: tuple[UnseenPart, ...] = ()
    objects: tuple[PlannedObject, ...] = ()
    paths: tuple[str, ...] = ()
    written: WrittenHop | None = field(default=None, metadata={"omit_none": True})

    def after(self, written: WrittenHop) -> "UpgradePlan":
        """Return the plan of a hop once edits of it were made."""
        (hop,) = self.hops
        items = tuple(part for item in hop.items for part in item.written(written.moment, written.failed))
        return replace(self, hops=(replace(hop, items=items),), written=written)

    @property
    def without_secrets(self) -> "UpgradePlan":
        """The same, as it is passed on: its files have stars for what looks like a secret."""
        hops = (replace(hop, files=tuple(file.without_secrets for file in hop.files)) for hop in self.hops)
        return replace(self, hops=tuple(hops))

    @property
    def unseen_of_cluster(self) -> Annotated[tuple[UnseenPart, ...] | None, {"omit_none": True}]:
        """With `--cluster`: what else the plan cannot know."""
        return None if self.cluster is None else self.unseen

    @property
    def objects_of_cluster(self) -> Annotated[tuple[PlannedObject, ...] | None, {"omit_none": True}]:
        """With `--cluster`: the objects that have to change, and how."""
        return None if self.cluster is None else self.objects

    @property
    def to_do(self) -> ToDo:
        """How much is left to be done: each item that is not ticked once, whenever it is done."""
        return ToDo.of((*self.today, *(item for hop in self.hops for item in hop.items)))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be edited, and nothing by hand."""
        return not self.today and all(item.action is Action.NOTE for hop in self.hops for item in hop.items)
