"""What an API server of a release does, by its feature gates."""

from functools import lru_cache

from schedcfg import releases
from schedcfg.releases.release import minor


@lru_cache(maxsize=64)
def is_on(gate: str, release: str) -> bool:
    """Return whether an API server of a release does what a feature gate is for, one that is no longer there too."""
    known = releases.at(release)
    if gate in known.feature_gates:
        return known.enables(gate)
    earlier = (releases.at(name) for name in releases.names() if minor(name) < minor(known.name))
    return any(one.enables(gate) for one in earlier)
