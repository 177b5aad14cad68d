"""Reasons, as far as the origins of the two values tell them."""

from schedcfg.differences.results import Cause, Reason
from schedcfg.effective.view import Origin, OriginKind


def reason(left: Origin | None, right: Origin | None) -> Reason:
    """Tell what makes a difference: a file that says so weighs more than defaults.

    Args:
        left: Where the left value comes from; None where there is none.
        right: The same of the right value.
    """
    return Reason(_cause([origin for origin in (left, right) if origin is not None]), left, right)


def _cause(origins: list[Origin]) -> Cause:
    kinds = {origin.kind for origin in origins}
    if OriginKind.FILE in kinds:
        return Cause.FILE
    if OriginKind.DERIVED in kinds:
        return Cause.FOLLOWS
    return Cause.RELEASE if OriginKind.RELEASE in kinds else Cause.API_VERSION
