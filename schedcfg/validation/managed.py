"""Reports on the configurations that products make for managed schedulers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from schedcfg.document.span import Arrangement, render
from schedcfg.findings import DocumentReport, Finding, FindingClass, Severity, Verdict
from schedcfg.rules.advised import outvoted_packing
from schedcfg.sources.managed.made import MadeConfiguration
from schedcfg.sources.type_meta import UNSERVED


def without_products_own(report: DocumentReport, arrangement: Arrangement) -> DocumentReport:
    """Leave out the advice about what a product writes, which users cannot change.

    That it hardly packs Pods is worth knowing all the same. For a release that does not read the API version which is
    known of it, a managed cluster's product writes another one; others always write the same one.

    Args:
        report: On the configuration.
        arrangement: Where its fields are.
    """
    if not isinstance(arrangement, MadeConfiguration):
        findings = tuple(map(_with_other_release, report.findings)) if arrangement.implied else report.findings
        return replace(report, findings=findings)
    findings = tuple(_of_users(report.findings, arrangement))
    refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
    return replace(report, findings=findings, verdict=Verdict.REFUSED if refused else Verdict.ACCEPTED)


def _with_other_release(finding: Finding) -> Finding:
    """Return what is refused for the API version with other advice: users of the product cannot change that."""
    if finding.rule != UNSERVED:
        return finding
    return replace(finding, help="The product writes these fields in that API version: run a release that serves it.")


def _of_users(findings: Iterable[Finding], made: MadeConfiguration) -> Iterator[Finding]:
    own = render(made.settings.own)
    for finding in findings:
        if finding.rule == outvoted_packing.ID:
            help_ = (
                f"{made.product.name} does not offer more weight. Where Pods have to be packed, run a second "
                "scheduler: `schedcfg generate second-scheduler`."
            )
            yield replace(finding, help=help_, severity=Severity.INFO, fix=None)
        elif finding.rule == UNSERVED:
            continue
        elif finding.finding_class is FindingClass.REFUSED or (own and (finding.path or "").startswith(own)):
            yield finding
