"""Keys of behaviour: what a value is about, whatever the API version calls it."""

from typing import TypeAlias

Key: TypeAlias = tuple[str | int, ...]
"""What a value is about: `("default-scheduler", "score", "ImageLocality")`, `("leaderElection", "leaderElect")`."""

SCORE = "score"
"""The one point at which weights count."""

ORDER = "order"
"""Last step of a key whose value is the running order of a point."""

ARGS = "args"
"""Second step of the keys of a plugin's Args."""

PERCENTAGE = "percentageOfNodesToScore"
"""Second step of the key of the share of nodes that a profile looks at."""


def has_three_steps(key: Key) -> bool:
    """Tell whether a key has the form (profile, point, plugin); that of a point's order has it too."""
    return len(key) == len(("profile", "point", "plugin"))
