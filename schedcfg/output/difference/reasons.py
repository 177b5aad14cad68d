"""Why something differs, in words."""

from schedcfg.results.difference import Change, Difference
from schedcfg.results.effective import Origin, OriginKind
from schedcfg.results.reason import Cause, Reason, Step


def because(reason: Reason) -> str:
    """Say what makes a difference, without the places in the files: `v1beta3 has other defaults than v1beta2`."""
    if reason.cause is Cause.FILE:
        return "the files say so"
    if reason.cause is Cause.FOLLOWS:
        origin = next((one for one in (reason.right, reason.left) if one and one.kind is OriginKind.DERIVED), None)
        return str(origin) if origin else "follows from the weights that changed"
    if reason.step is None:
        return "the defaults differ"
    return _at(reason.cause, reason.step)


def _at(cause: Cause, step: Step) -> str:
    since = f"Kubernetes {step.newer.kubernetes}"
    match cause:
        case Cause.PLUGIN_ADDED:
            return f"the plugin is new in {since}"
        case Cause.PLUGIN_REMOVED:
            return f"{since} no longer has the plugin"
        case Cause.EXTENSION_POINTS:
            return f"the plugin runs at other points since {since}"
        case Cause.MULTI_POINT:
            return f"{step.newer.api_version} lists its default plugins at multiPoint, in an order of its own"
        case Cause.API_VERSION:
            return f"{step.newer.api_version} has other defaults than {step.older.api_version}"
        case _:
            return f"changed in {since}"


def places(change: Change, difference: Difference) -> str:
    """Point at the lines of the files that say so: `a.yaml:3 → b.yaml:5`; empty where none does."""
    reason = change.reason
    left = _place(difference.left.report.path, reason.left)
    right = _place(difference.right.report.path, reason.right)
    if left == right:
        return left
    if not (left and right):
        # Where a file says nothing the other one's line is enough, unless a default takes its place.
        default = reason.right if left else reason.left
        said = left or right
        return f"{said}; {default}" if default is not None else said
    return f"{left} → {right}"


def _place(path: str, origin: Origin | None) -> str:
    return f"{path}:{origin.line}" if origin is not None and origin.kind is OriginKind.FILE else ""
