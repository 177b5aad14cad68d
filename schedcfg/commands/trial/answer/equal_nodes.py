"""Which of several nodes with the same, highest score a scheduler takes, in words: not the same in all releases."""

from schedcfg import releases

_AT_RANDOM = "one is picked at random"
_FIRST = "the first to pass the filters is taken, which depends on how the scheduler's threads run"


def equal_nodes(release: str) -> str:
    """Return what becomes of equally good nodes, to go on with after `of equally good nodes,`."""
    return _AT_RANDOM if releases.at(release).draws_equal_nodes else _FIRST


def picked(node: str, release: str, *, is_scored_by_extenders: bool) -> str:
    """Return how a node was picked among equally good ones, to go on with after `the scheduler`.

    Args:
        node: What the node is called.
        release: The release of the scheduler.
        is_scored_by_extenders: Whether extenders have scored the node, too: then all releases draw.
    """
    if is_scored_by_extenders or releases.at(release).draws_equal_nodes:
        return f"picked {node} at random"
    return f"took {node}, the first to pass the filters, which depends on how its threads run"
