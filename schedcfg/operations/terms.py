"""What every verb takes by keyword."""

from typing import TypedDict

from schedcfg.effective import World
from schedcfg.operations.gates import FeatureGates
from schedcfg.operations.role import Role


class Terms(TypedDict, total=False):
    """How a text is judged; what is left out is as in `validate`.

    Attributes:
        world: Which plugins exist beside the in-tree ones.
        role: What the text is taken for.
        path: Its name in the result.
        feature_gates: Gate → whether it is on; or what follows each `--feature-gates`.
    """

    world: World
    role: Role
    path: str
    feature_gates: FeatureGates
