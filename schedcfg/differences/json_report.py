"""The difference for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator

from schedcfg.differences.results import (
    AnyChange,
    ArgsChange,
    Difference,
    ExtenderChange,
    OrderChange,
    PluginChange,
    PluginRun,
    ProfileChange,
    Reason,
    SettingChange,
    Side,
)
from schedcfg.differences.rows import because
from schedcfg.differences.text import summary_line as in_words
from schedcfg.effective.view import Origin, Setting
from schedcfg.output.json_report import VERSION, finding, written
from schedcfg.output.secrets import safe
from schedcfg.output.summary import Summary


def render(differences: Iterable[Difference], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object. `different` is null where a side is refused; its findings then say why."""
    for difference in differences:
        summary.count(difference.left.report)
        summary.count(difference.right.report)
        shown = {
            "version": VERSION,
            "left": _side(difference.left),
            "right": _side(difference.right),
            "different": bool(difference.changes) if difference.compared else None,
            "summary": in_words(difference),
            "changes": [_change(change) for change in difference.changes],
        }
        yield written(shown, indent=1) + "\n"


def _side(side: Side) -> dict[str, object]:
    report = side.report
    return {
        "path": report.path,
        "verdict": report.verdict,
        "reason": report.reason,
        "apiVersion": side.api_version or None,
        "kubernetes": side.kubernetes,
        "configurations": len(report.documents),
        "findings": [] if side.compared else [finding(one) for doc in report.documents for one in doc.findings],
    }


def _change(change: AnyChange) -> dict[str, object]:
    return {
        "change": change.kind,
        **_subject(change),
        "before": _value(change.before),
        "after": _value(change.after),
        "reason": _reason(change.reason),
    }


def _subject(change: AnyChange) -> dict[str, object]:
    profile = change.profile or None
    match change:
        case ProfileChange():
            return {"what": "profile", "profile": profile}
        case PluginChange():
            return {
                "what": "plugin",
                "profile": profile,
                "plugin": change.plugin,
                "point": change.point,
                "stays": change.stays,
            }
        case OrderChange():
            moved = [safe("", name) for name in change.moved]
            point = {"point": change.point, "moved": moved, "decides": change.decides}
            return {"what": "order", "profile": profile, **point}
        case ArgsChange():
            return {"what": "args", "profile": profile, "plugin": change.plugin, "path": change.path}
        case ExtenderChange():
            return {"what": "extender", "urlPrefix": safe("", change.url_prefix), "path": change.path}
        case SettingChange():
            return {"what": "setting", "profile": profile, "path": change.path}
        case _:
            return {"what": "shares", "profile": profile}


def _value(value: object) -> object:
    if isinstance(value, Setting):
        return {"value": safe(value.path, value.value)}
    if isinstance(value, PluginRun):
        run: dict[str, object] = value._asdict()
        kept_from = run.pop("kept_from")
        return run | ({"keptFrom": list(value.kept_from)} if kept_from else {})
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        shown: dict[str, object] = value._asdict()
        return shown
    if isinstance(value, tuple):
        return [_value(one) for one in value]
    return safe("", value)


def _reason(reason: Reason) -> dict[str, object]:
    step = reason.step
    return {
        "cause": reason.cause,
        "text": because(reason),
        "left": _origin(reason.left),
        "right": _origin(reason.right),
        "since": None if step is None else step.newer.kubernetes,
        "step": None if step is None else {"older": step.older._asdict(), "newer": step.newer._asdict()},
        "source": None if reason.source is None else reason.source._asdict(),
    }


def _origin(origin: Origin | None) -> dict[str, object] | None:
    if origin is None:
        return None
    return {"kind": origin.kind, "name": origin.name or None, "line": origin.line, "path": origin.path or None}
