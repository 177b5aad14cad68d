"""Reports on the configurations that products make for managed schedulers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from schedcfg.document.span import Arrangement, render
from schedcfg.findings import DocumentReport, Finding, FindingClass, Severity, Verdict
from schedcfg.rules.advised import outvoted_packing
from schedcfg.sources.managed.form import MadeConfiguration, ManagedForm
from schedcfg.sources.type_meta import UNSERVED


def without_products_own(report: DocumentReport, arrangement: Arrangement) -> DocumentReport:
    """Leave out the advice about what a product writes, which users cannot change.

    That it hardly packs Pods is worth knowing all the same. For a release that does not read the API version which is
    known of it, the product writes another one.

    Args:
        report: On the configuration.
        arrangement: Where its fields are.
    """
    if not isinstance(arrangement, MadeConfiguration):
        return report
    findings = tuple(_of_users(report.findings, arrangement.form))
    refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
    return replace(report, findings=findings, verdict=Verdict.REFUSED if refused else Verdict.ACCEPTED)


def _of_users(findings: Iterable[Finding], form: ManagedForm) -> Iterator[Finding]:
    own = render(form.own)
    for finding in findings:
        if finding.rule == outvoted_packing.ID:
            help_ = (
                f"{form.product} does not offer more weight. Where Pods have to be packed, run a second scheduler: "
                "`schedcfg generate second-scheduler`."
            )
            yield replace(finding, help=help_, severity=Severity.INFO, fix=None)
        elif finding.rule == UNSERVED:
            continue
        elif finding.finding_class is FindingClass.REFUSED or (own and (finding.path or "").startswith(own)):
            yield finding
