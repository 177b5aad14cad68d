"""What a probe showed, in numbers."""

from schedcfg.findings import Severity
from schedcfg.output.summary import Summary
from schedcfg.results.probing import Probe


def count(probe: Probe, summary: Summary) -> None:
    """Take a probe into account: what `validate` says of its file, and what asking showed."""
    summary.count(probe.file)
    severities = [finding.severity for finding in probe.all_findings]
    summary.errors += severities.count(Severity.ERROR)
    summary.warnings += severities.count(Severity.WARNING)
    summary.infos += severities.count(Severity.INFO)
