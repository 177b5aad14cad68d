"""Why a finding is not reported, or not as its rule found it: what is around its configuration settles it.

A rule declares by what: `Rule.settled_by`, `flags_override`, `is_once_in_file`, `is_refuted_by_start`; of a product's
fields it is known which ones the product writes itself. What several files of a run have of one Pod is merged where the
files of a run are (`files`). What users choose not to see, by comments, options or a baseline, is left out later:
`selection/`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from schedcfg import releases
from schedcfg.document.span import Arrangement, render
from schedcfg.findings import DocumentReport, Finding, FindingClass, SettledBy, SettledFinding, Severity, Verdict
from schedcfg.rules.registry import advised_rules, manifest_rules, refused_rules
from schedcfg.rules.rule import Rule, Subject
from schedcfg.rules.settling import ConfigurationContext, Settlement
from schedcfg.sources.type_meta import UNSERVED

if TYPE_CHECKING:
    from schedcfg.rules.deployment import DeploymentContext


def settle(report: DocumentReport, context: ConfigurationContext) -> DocumentReport:
    """Return a report without what is settled by what is around its configuration, and with the reasons.

    It may be called again once more is known: what is settled stays so.
    """
    findings, settled = list[Finding](), list[SettledFinding]()
    for finding in report.findings:
        settlement = _settlement(finding, context)
        if settlement is None or settlement.instead == finding:
            findings.append(finding)
            continue
        settled.append(SettledFinding(finding, SettledBy.CONTEXT, settlement.reason, settlement.instead))
        if settlement.instead is not None:
            findings.append(settlement.instead)
    return _with_settled(report, findings, settled)


def refuted_by_start(finding: Finding, context: "DeploymentContext") -> SettledFinding | None:
    """Return what settles that a scheduler does not start, as a rule about manifests says: it was shown running."""
    if finding.rule not in _refuted_by_start() or context.running is None or not context.running.has_started:
        return None
    return SettledFinding(finding, SettledBy.CONTEXT, f"the cluster has shown {context.described} running")


def merge_repeated(reports: Iterable[DocumentReport]) -> Iterator[DocumentReport]:
    """Yield the reports on the configurations of a file, in which what is the same for all of it comes once."""
    lines: dict[tuple[str, str, str], int] = {}
    for report in reports:
        findings, settled = list[Finding](), list[SettledFinding]()
        for finding in report.findings:
            key = (finding.rule, finding.message, report.kubernetes or "")
            if not _is_once_in_file(finding.rule) or key not in lines:
                lines.setdefault(key, finding.start.line)
                findings.append(finding)
            else:
                reason = f"the same is reported in line {lines[key]} of this file"
                settled.append(SettledFinding(finding, SettledBy.CONTEXT, reason))
        yield _with_settled(report, findings, settled)


def _with_settled(
    report: DocumentReport, findings: Sequence[Finding], settled: Sequence[SettledFinding]
) -> DocumentReport:
    if not settled:
        return report
    was_refused = any(one.finding.finding_class is FindingClass.REFUSED for one in settled)
    is_refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
    verdict = Verdict.ACCEPTED if was_refused and not is_refused else report.verdict
    return replace(report, findings=tuple(findings), settled=(*report.settled, *settled), verdict=verdict)


@cache
def _rules() -> dict[str, Rule[Subject]]:
    return {rule.id: rule for rule in (*refused_rules(), *advised_rules())}


@cache
def _refuted_by_start() -> frozenset[str]:
    return frozenset(rule.id for rule in manifest_rules() if rule.is_refuted_by_start)


def _is_once_in_file(rule: str) -> bool:
    return rule in _rules() and _rules()[rule].is_once_in_file


def _settlement(finding: Finding, context: ConfigurationContext) -> Settlement | None:
    """Return what settles a finding: what its rule knows of, flags, or the product that writes the configuration."""
    rule = _rules().get(finding.rule)
    settlement = None if rule is None or rule.settled_by is None else rule.settled_by(finding, context)
    if settlement is None and rule is not None and rule.flags_override:
        settlement = _by_flags(finding, context.schedulers)
    if settlement is None and finding.rule == UNSERVED:
        settlement = _by_image(finding, context.schedulers)
    if settlement is None and context.arrangement is not None:
        settlement = _by_product(finding, context.arrangement)
    return settlement


def _by_image(finding: Finding, schedulers: "Sequence[DeploymentContext]") -> Settlement | None:
    """Return a finding about the API version with what its advice needs, where an image would not read the result."""
    for context in schedulers:
        its = None if context.running is None else releases.known(context.running.kubernetes)
        asked = context.release
        if its is None or asked is None or asked.api_versions[-1] in its.api_versions:
            continue
        more = (
            f"The image of {its.name} does not read that: change it as well. If only the API server is of "
            f"{asked.name}, use `--cluster-release {asked.name}` instead of `--kubernetes`."
        )
        return Settlement(
            f"{context.described} is of Kubernetes {its.name}", replace(finding, help=f"{finding.help} {more}")
        )
    return None


def _by_flags(finding: Finding, schedulers: "Sequence[DeploymentContext]") -> Settlement | None:
    """Return the warning in place of a fact that stops no scheduler of a configuration: their flags override it."""
    is_fact = finding.finding_class is FindingClass.REFUSED
    if not is_fact or not schedulers or not all(map(_starts_by_flags, schedulers)):
        return None
    message = f"{finding.message}; flags override it, without which the scheduler would not start"
    warning = replace(finding, finding_class=FindingClass.ADVISED, severity=Severity.WARNING, message=message)
    return Settlement(f"flags of {schedulers[0].described} override it", warning)


def _starts_by_flags(context: "DeploymentContext") -> bool:
    """Return whether a scheduler is elected by its flags, whatever is in its configuration."""
    from schedcfg.rules.flag_relations import election_problems  # noqa: PLC0415 - few configurations are wrong there

    started = context.started
    if started is None or started.leader_election is None or context.release is None:
        return False
    is_by_flags = any(field.startswith("leaderElection.") for field in started.set_by)
    locks = context.release.leader_election_locks
    return is_by_flags and not any(election_problems(started.leader_election, locks, context.release))


def _by_product(finding: Finding, arrangement: Arrangement) -> Settlement | None:
    """Return what settles a finding about what a product writes, which users cannot change.

    For a release that does not read the API version which is known of it, the product of a managed cluster writes
    another one; others always write the same one.
    """
    from schedcfg.sources.managed.made import MadeConfiguration  # noqa: PLC0415 - few texts are of a product

    is_fact = finding.finding_class is FindingClass.REFUSED
    is_about_version = is_fact and finding.path == "apiVersion" and "apiVersion" in arrangement.implied
    if not isinstance(arrangement, MadeConfiguration):
        help_ = "The product writes these fields in that API version: run a release that serves it."
        advised = replace(finding, help=help_)
        return Settlement("the product writes the API version", advised) if is_about_version else None
    product, own = arrangement.product.name, render(arrangement.settings.own)
    if is_about_version:
        return Settlement(f"{product} writes the API version that the release of the cluster serves")
    if is_fact or (own and finding.path.startswith(own)):
        return None
    return Settlement(f"{product} writes this part of the configuration, which users cannot change")
