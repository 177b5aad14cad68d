"""The difference for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self

from schedcfg.commands.diff.differences import Difference, EmptiedPoint, Side
from schedcfg.commands.diff.meanings import meaning
from schedcfg.commands.diff.results import (
    AnyChange,
    ArgsChange,
    ChangeKind,
    ExtenderChange,
    OrderChange,
    PluginChange,
    PluginRun,
    ProfileChange,
    Reason,
    SettingChange,
    Share,
)
from schedcfg.commands.diff.text import in_words, summary_line
from schedcfg.configuration.effective.view import Setting
from schedcfg.document.secrets import safe
from schedcfg.output.cluster import ClusterSummary
from schedcfg.output.guard import each
from schedcfg.output.json_writer import OMITTED, VERSION, Omitted, to_json
from schedcfg.output.summary import Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeJson:
    """One difference: all kinds in one shape, with the fields that a kind has.

    Attributes:
        change: Seen from left to right.
        what: What it is about.
        profile: Its name on the right side; null where it is about all of them.
        plugin: The plugin, of a plugin or of Args.
        url_prefix: The extender's address.
        point: The extension point, of a plugin or of an order.
        stays: Whether the plugin runs on both sides, if only at other points.
        moved: The fewest plugins that have to move to make the order.
        decides: Whether the order can change where a Pod goes.
        path: The value, of Args, of an extender or of a setting.
        before: How it is on the left side; null where it is not there.
        after: How it is on the right side; null where it is not there.
        reason: Why they differ.
        meaning: What that means for Pods, in sentences; empty where nothing is known of it, or the rest says so.
    """

    change: ChangeKind
    what: Literal["profile", "plugin", "order", "args", "extender", "setting", "shares"]
    profile: str | Omitted | None = OMITTED
    plugin: str | Omitted = OMITTED
    url_prefix: str | Omitted = OMITTED
    point: str | Omitted = OMITTED
    stays: bool | Omitted = OMITTED
    moved: tuple[str, ...] | Omitted = OMITTED
    decides: bool | Omitted = OMITTED
    path: str | Omitted = OMITTED
    before: object
    after: object
    reason: Reason
    meaning: str

    @classmethod
    def of(cls, change: AnyChange) -> "ChangeJson":
        """Return a change as it is written."""
        return cls(
            change=change.kind,
            before=_value(change.before),
            after=_value(change.after),
            reason=change.reason,
            meaning=meaning(change),
            **_subject(change),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigurationDiffJson:
    """How two configurations differ in behavior, also in words.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        left: The one from which the changes lead.
        right: The one to which they lead.
        different: Whether they behave differently; null where a side is refused.
        summary: The outcome in one line.
        changes: Profile by profile, then what is above them.
        emptied: Points at which a profile ran plugins, and runs none any more.
        configuration: Which configuration of the files it is about; null where each file has one.
        presence: Which of the files has it.
    """

    version: Literal[1] = VERSION
    left: Side
    right: Side
    different: bool | None
    summary: str
    changes: tuple[ChangeJson, ...]
    emptied: tuple[EmptiedPoint, ...]
    configuration: str | None
    presence: Literal["both", "left", "right"]

    @classmethod
    def of(cls, difference: Difference) -> Self:
        """Return a difference as it is written; `different` is null where a side is refused."""
        return cls(**_of_configuration(difference))


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffJson(ConfigurationDiffJson):
    """How two files differ in behavior: the first configuration that both have, and all others.

    Attributes:
        different: Whether a configuration behaves differently, comes or goes; null where none does, but one is refused.
        summary: The outcome for all configurations in one line.
        others: The other configurations of the files.
        cluster: With `--cluster`: what was seen of it.
    """

    others: tuple[ConfigurationDiffJson, ...]
    cluster: ClusterSummary | Omitted = OMITTED

    @classmethod
    def of(cls, difference: Difference, cluster: ClusterSummary | None = None) -> Self:
        """Return a difference as it is written."""
        made = _of_configuration(difference)
        different = True if difference.differs else False if difference.is_same else None
        made |= {"different": different, "summary": summary_line(difference)}
        others = tuple(map(ConfigurationDiffJson.of, difference.others))
        return cls(**made, others=others, cluster=cluster or OMITTED)


_PRESENT: dict[ChangeKind | None, Literal["both", "left", "right"]] = {
    None: "both",
    ChangeKind.ADDED: "right",
    ChangeKind.REMOVED: "left",
}


def _of_configuration(difference: Difference) -> dict[str, Any]:
    """Return the fields of `ConfigurationDiffJson`."""
    is_compared = difference.compared or difference.presence is not None
    return {
        "left": difference.left,
        "right": difference.right,
        "different": bool(difference.changes or difference.presence) if is_compared else None,
        "summary": in_words(difference),
        "changes": tuple(map(ChangeJson.of, difference.changes)),
        "emptied": difference.emptied,
        "configuration": difference.configuration or None,
        "presence": _PRESENT[difference.presence],
    }


def render(differences: Iterable[Difference], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object. `different` is null where a side is refused; its findings then give the reason."""
    return each(differences, lambda one: [to_json(DiffJson.of(one, summary.cluster), indent=1) + "\n"], summary)


def _subject(change: AnyChange) -> dict[str, Any]:
    """Return what a change is about, as fields of `ChangeJson`."""
    about = {"profile": change.profile or None}
    match change:
        case ProfileChange():
            return {"what": "profile", **about}
        case PluginChange():
            return {"what": "plugin", **about, "plugin": change.plugin, "point": change.point, "stays": change.stays}
        case OrderChange():
            moved = tuple(safe("", name) for name in change.moved)
            return {"what": "order", **about, "point": change.point, "moved": moved, "decides": change.decides}
        case ArgsChange():
            return {"what": "args", **about, "plugin": change.plugin, "path": change.path}
        case ExtenderChange():
            return {"what": "extender", "url_prefix": safe("", change.url_prefix), "path": change.path}
        case SettingChange():
            return {"what": "setting", **about, "path": change.path}
        case _:
            return {"what": "shares", **about}


def _value(value: object) -> object:
    if isinstance(value, Setting):
        return {"value": safe(value.path, value.value)}
    if isinstance(value, PluginRun):
        run = asdict(value)
        kept_from, idle, gate = (run.pop(name) for name in ("kept_from", "idle", "gate_off"))
        some = {"keptFrom": list(kept_from), "idle": idle, "gateOff": gate}
        return run | {name: value for name, value in some.items() if value}
    if isinstance(value, Share):
        return value
    if isinstance(value, tuple):
        return [_value(one) for one in value]
    return safe("", value)
