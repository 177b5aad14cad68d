"""What every verb takes by keyword."""

from typing import NamedTuple, TypedDict

from schedcfg.effective import World
from schedcfg.operations.gates import FeatureGates
from schedcfg.operations.patterns import Patterns
from schedcfg.operations.role import Role
from schedcfg.selection.selection import Selection


class Scope(TypedDict, total=False):
    """How texts are judged; what is left out is as in `validate`.

    Attributes:
        world: Which plugins exist beside the in-tree ones.
        role: What the texts are taken for.
        feature_gates: Gate → whether it is on; or what follows each `--feature-gates`.
        selection: Which findings are told, by those verbs that tell of advice.
    """

    world: World
    role: Role
    feature_gates: FeatureGates
    selection: Selection


class Terms(Scope, total=False):
    """How one text is judged.

    Attributes:
        path: Its name in the result.
    """

    path: str


class ForPaths(NamedTuple):
    """What holds for some files only.

    Attributes:
        patterns: Which.
        kubernetes: The release that judges them; None: that of the others.
        ignore: Rules whose advice is not told about them.
    """

    patterns: Patterns
    kubernetes: str | None
    ignore: frozenset[str]
