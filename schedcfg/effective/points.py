"""The extension points, once."""

POINTS = (
    "preFilter",
    "filter",
    "postFilter",
    "reserve",
    "preScore",
    "score",
    "preBind",
    "bind",
    "postBind",
    "permit",
    "preEnqueue",
    "queueSort",
)
"""Every point at which plugins run, in the order in which the framework builds them (`getExtensionPoints`)."""

PIPELINE = (
    "preEnqueue",
    "queueSort",
    "preFilter",
    "filter",
    "postFilter",
    "preScore",
    "score",
    "reserve",
    "permit",
    "preBind",
    "bind",
    "postBind",
)
"""The same points in the order in which a Pod passes them; `postFilter` only where filtering left no node."""

DECIDING = frozenset({"postFilter", "bind"})
"""Points at which the first plugin that succeeds ends it (`RunPostFilterPlugins`, `RunBindPlugins`)."""

MULTI_POINT = "multiPoint"
"""Not a point of its own: its plugins are spread over all the points that they implement."""
