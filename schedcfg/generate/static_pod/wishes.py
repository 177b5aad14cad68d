"""What a user may choose about the static Pod."""

from typing import NamedTuple

from schedcfg.generate.given import Given
from schedcfg.generate.place import place_of


class Wishes(NamedTuple):
    """What a user may choose.

    Attributes:
        image: The scheduler's image; None: the stock one of the release.
        config_path: Where the configuration is on the node and in the container, absolute; None: in
            `/etc/kubernetes`, by its own name.
        feature_gates: What follows each `--feature-gates`.
        kubernetes: The release as it was asked for, `1.29.3`; None where nothing was.
    """

    image: str | None = None
    config_path: str | None = None
    feature_gates: tuple[str, ...] = ()
    kubernetes: str | None = None

    def path_of(self, given: Given) -> str:
        """Tell where the configuration is to be."""
        return place_of(given, self.config_path)

    @property
    def feature_gate_flag(self) -> str:
        """What kube-scheduler gets as `--feature-gates`; empty where nothing is set."""
        return ",".join(filter(None, self.feature_gates))
