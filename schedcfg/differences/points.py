"""Where plugins are compared, and what their order means there."""

from schedcfg.effective.framework import MULTI_POINT, PIPELINE

POINTS = (*PIPELINE, MULTI_POINT)
"""`multiPoint` stands for the points of plugins that run nobody knows where."""

MEANINGLESS = frozenset({"queueSort", "preScore", "score", "postBind"})
"""Points at which the order changes nothing: one plugin only, results that are summed up, or none.

At all others but `DECIDING` the first plugin that objects ends it, so that the order tells whose objection is reported.
Upstream: the `Run…Plugins` methods of `pkg/scheduler/framework/runtime/framework.go`.
"""
