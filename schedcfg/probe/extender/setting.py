"""How extenders are tried."""

from collections.abc import Mapping
from typing import NamedTuple

from schedcfg.results.extender_trial import Verb


class Setting(NamedTuple):
    """How extenders are tried.

    Attributes:
        release: Minor number of kube-scheduler's release.
        include: Which of `PREEMPT` and `BIND` to ask for, too.
        seconds: A bound on each call besides `httpTimeout`; None where there is none.
        plugin_points: Profile → what its score plugins together can give a node.
    """

    release: int
    include: frozenset[Verb]
    seconds: float | None
    plugin_points: Mapping[str, int]
