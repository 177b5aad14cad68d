"""Who judges a text on its way."""

from typing import NamedTuple

from schedcfg import releases
from schedcfg.decode import is_policy
from schedcfg.document import Document
from schedcfg.effective import World
from schedcfg.findings import Verdict
from schedcfg.migrations.goal import Judgement
from schedcfg.operations import gates
from schedcfg.operations.judging import Judge
from schedcfg.operations.role import Role
from schedcfg.releases.release import Release


class Reading(NamedTuple):
    """Judges a document by any release, as what it is: a Policy is a configuration once it has been carried over.

    Attributes:
        world: Which plugins exist beside the in-tree ones.
        feature_gates: What is set in each release that takes it. One that does not judges without: a gate comes and
            goes, and the steps of a chain are judged by releases of several years.
    """

    world: World
    feature_gates: gates.FeatureGates = None

    def judge(self, document: Document, release: Release) -> Judgement:
        """Judge a document."""
        gated = gates.own(releases.at(release.name), self.feature_gates).release
        role = Role.POLICY if is_policy(document.data) else Role.CONFIG
        judged = Judge(gated, self.world).document(document, role)
        report = judged.report
        return Judgement(report.verdict is Verdict.ACCEPTED, judged.configuration, judged.decoded, report.findings)
