"""What a manifest settles about the configuration with which it starts a scheduler."""

from schedcfg.diagnostics import DocumentReport, FileReport
from schedcfg.operations.surroundings.stages import Standing
from schedcfg.rules.advised import default_lease

_SETTLED = frozenset({default_lease.ID})
"""Rules about a configuration alone; with flags and replicas at hand, others know better."""


def settled(report: FileReport, standing: Standing) -> FileReport:
    """Leave out of a report on configurations what the manifests of the same text tell better."""
    if not any(finding.rule in _SETTLED for document in report.documents for finding in document.findings):
        return report
    keys = standing.stage.elected(standing.text)
    documents = (_settled(document) if (document.key or "") in keys else document for document in report.documents)
    return report._replace(documents=tuple(documents))


def _settled(document: DocumentReport) -> DocumentReport:
    return document._replace(findings=tuple(one for one in document.findings if one.rule not in _SETTLED))
