"""How far kubelets may be behind: the one thing outside of the scheduler's files that stops an upgrade hop by hop.

Source: kubernetes.io, "Version Skew Policy": two minor releases; since 1.28 three, of kubelets of 1.25 and newer.
"""

from collections.abc import Iterator

from schedcfg.changes.upgrade.results import Action, PlanItem, When
from schedcfg.releases.release import Release

_THREE_BEHIND_SINCE = 28
_OLDEST_THREE_BEHIND = 25


def oldest(control_plane: int) -> int:
    """Return the minor of the oldest kubelet that a control plane serves."""
    if control_plane < _THREE_BEHIND_SINCE:
        return control_plane - 2
    return min(control_plane - 2, max(control_plane - 3, _OLDEST_THREE_BEHIND))


def items(after: Release, source: Release, target: Release) -> Iterator[PlanItem]:
    """Yield that kubelets have to follow after a hop, where the next one leaves them too far behind.

    Args:
        after: The release of the control plane after the hop.
        source: The release of everything before the upgrade.
        target: The release to which the upgrade leads.
    """
    current = source.number
    for number in range(source.number + 1, after.number + 1):
        is_due = number == target.number or oldest(number + 1) > current
        if is_due and number == after.number:
            message = (
                f"upgrade the kubelets from 1.{current} to {after.name}: the control plane of the next release serves "
                f"none older than 1.{oldest(number + 1)}"
                if number < target.number
                else f"upgrade the kubelets from 1.{current} to {after.name}"
            )
            yield PlanItem(When.AFTER, Action.BY_HAND, "kubelets", message)
        current = number if is_due else current
