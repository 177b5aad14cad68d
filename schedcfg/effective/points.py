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

MULTI_POINT = "multiPoint"
"""Not a point of its own: its plugins are spread over all the points that they implement."""
