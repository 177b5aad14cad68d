"""Why something differs, in words."""

from schedcfg.effective.view import Origin, OriginKind
from schedcfg.results.difference import Change, Difference
from schedcfg.results.reason import Cause, Reason, Step


def because(reason: Reason) -> str:
    """Say what makes a difference, without the places in the files: `v1beta3 has other defaults than v1beta2`."""
    if reason.cause is Cause.FILE:
        return "the files say so"
    if reason.cause is Cause.FOLLOWS:
        origin = next((one for one in (reason.right, reason.left) if one and one.kind is OriginKind.DERIVED), None)
        return str(origin) if origin else "follows from the other weights"
    if reason.step is None:
        return "the defaults differ"
    return _at(reason.cause, reason.step)


def _at(cause: Cause, step: Step) -> str:
    since = f"Kubernetes {step.newer.kubernetes}"
    if step.newer.number - step.older.number > 1:
        since = f"a release from {step.older.kubernetes} to {step.newer.kubernetes} (those between refuse the file)"
    match cause:
        case Cause.PLUGIN_ADDED:
            return f"the plugin is new in {since}"
        case Cause.PLUGIN_REMOVED:
            return f"the plugin is gone since {since}"
        case Cause.EXTENSION_POINTS:
            return f"the plugin runs at other points since {since}"
        case Cause.MULTI_POINT:
            return f"{step.newer.api_version} lists its default plugins at multiPoint, in an order of its own"
        case Cause.API_VERSION:
            return f"{step.newer.api_version} has other defaults than {step.older.api_version}"
        case _:
            return f"changed in {since}"


def places(change: Change, difference: Difference) -> str:
    """Point at the lines of the files that say so: `default of v1 → b.yaml:5`; empty where none does."""
    reason = change.reason
    if OriginKind.FILE not in {origin.kind for origin in (reason.left, reason.right) if origin is not None}:
        return ""
    left = _place(difference.left.report.path, reason.left)
    right = _place(difference.right.report.path, reason.right)
    return " → ".join(dict.fromkeys(place for place in (left, right) if place))


def _place(path: str, origin: Origin | None) -> str:
    if origin is None:
        return ""
    return f"{path}:{origin.line}" if origin.kind is OriginKind.FILE else str(origin)
