"""Between which numbers scores are."""

MAX_NODE_SCORE = 100
"""The best score that a plugin gives a node (`framework/interface.go`); the framework refuses higher ones."""

MAX_EXTENDER_PRIORITY = 10
"""The best score that an extender gives a node (`extender/v1/types.go`); nobody checks it."""
