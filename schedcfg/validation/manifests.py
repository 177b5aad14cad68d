"""The manifests of one text validated, alone and with related files, and what they settle about configurations."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from schedcfg import releases
from schedcfg.configuration.effective.command_line import LOCK_FLAGS
from schedcfg.document import Document, Stream
from schedcfg.document.texts import shown_name
from schedcfg.findings import DocumentReport, Finding, FindingClass, Severity, Verdict
from schedcfg.releases.default_plugins import with_feature_gates
from schedcfg.releases.gate_settings import settings
from schedcfg.rules import placing
from schedcfg.rules.advised import bind_address_clash, default_lease, node_dns, undeclared_plugin
from schedcfg.rules.context_cache import FileInContext
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.flag_relations import election_problems
from schedcfg.rules.manifests import host_network_dns, port_clash
from schedcfg.rules.refused import leader_election_lock, leader_election_timing
from schedcfg.rules.registry import run_on_manifest
from schedcfg.sources.configurations import Role, find_configurations
from schedcfg.sources.manifests.pod import fields, text
from schedcfg.sources.manifests.reading import LocatedManifest, numbered_documents
from schedcfg.validation.document import DocumentValidator


def validate_manifests(here: FileInContext) -> Iterator[DocumentReport]:
    """Yield a report on each document of a text with a manifest that runs a scheduler, or names one."""
    numbers = {id(document): number for number, document in numbered_documents(here.text.stream)}
    contexts = sorted(
        here.folder.contexts_of(here.text), key=lambda pair: (numbers[id(pair[0].host)], pair[0].host.index)
    )
    for host, group in groupby(contexts, key=lambda pair: pair[0].host):
        yield _report(numbers[id(host)], host, list(group))


def _report(
    number: int, document: Document, contexts: list[tuple[LocatedManifest, DeploymentContext]]
) -> DocumentReport:
    findings = placing.in_order(finding for one, context in contexts for finding in findings_of(one, context))
    refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
    data = fields(document.data)
    release = contexts[0][1].release
    is_named = any(context.release_known or context.unknown_release is not None for _, context in contexts)
    return DocumentReport(
        number=number,
        line=document.line,
        api_version=shown_name(text(data.get("apiVersion"))),
        kind=shown_name(text(data.get("kind"))),
        kubernetes=None if release is None else release.name,
        verdict=Verdict.REFUSED if refused else Verdict.ACCEPTED,
        findings=findings,
        is_related=all(context.running is None and context.managed is None for _, context in contexts),
        is_assumed=not is_named and release is not None,
    )


def findings_of(one: LocatedManifest, context: DeploymentContext) -> Iterator[Finding]:
    """Yield what rules about manifests find, with places in the manifest's file."""
    for finding in placing.placed_findings(run_on_manifest(context), one.document):
        if one.span is not None:
            yield finding.moved_to(one.span)
        else:
            yield _unproven(finding, one) if finding.fix is not None else finding


def _unproven(finding: Finding, one: LocatedManifest) -> Finding:
    """Return a finding with its fix marked unsafe: what a manifest makes run is not compared."""
    from schedcfg.rules.remedies import in_file  # noqa: PLC0415 - few findings have a fix

    found = in_file(finding, one.document.text, one.host.text)
    return found if found.fix is None else replace(found, fix=found.fix.made_unsafe())


def _is_elected_by_default_lease(context: DeploymentContext) -> bool | None:
    """Return whether a scheduler certainly competes for the default lease; None where only its file says anything."""
    if context.election is not None:
        return context.election.is_by_default_lease
    # Flags decide over the file, also those of which the value is not known.
    running = context.running
    is_by_flags = running is not None and any(running.flag(name) is not None for name in LOCK_FLAGS)
    return False if is_by_flags else None


def _listens_twice(context: DeploymentContext) -> bool | None:
    """Return whether a scheduler opens a port twice; None where not all is known of where it listens."""
    if port_clash.opened_twice(context) is not None:
        return True
    running = context.running
    if running is None or context.started is None:
        return None
    return False if all(map(running.settles, ("secure-port", "bind-address"))) else None


_OF_ELECTION = frozenset({leader_election_lock.ID, leader_election_timing.ID})

_DECIDED_BY_MANIFESTS: Mapping[str, Callable[[DeploymentContext], bool | None]] = {
    default_lease.ID: _is_elected_by_default_lease,
    node_dns.ID: host_network_dns.is_certain,
    bind_address_clash.ID: _listens_twice,
}
"""Rules about a configuration by itself → whether a scheduler that has it shows them to be right; None: it does not.

Where it is known, rules about manifests report it.
"""


def with_manifest_settings(
    documents: Iterable[DocumentReport], stream: Stream, here: FileInContext, validator: DocumentValidator
) -> tuple[DocumentReport, ...]:
    """Update the reports on configurations by what manifests settle: gates, election, the image.

    Args:
        documents: The reports on the configurations of a text.
        stream: The text, read.
        here: The text, and the files around it.
        validator: What validated them.
    """
    gated = _with_feature_gates(documents, stream, here, validator)
    schedulers = here.folder.schedulers_with(here.text)
    return tuple(_without_needless(one, schedulers.get(one.within, []), here.text.name) for one in gated)


def _without_needless(document: DocumentReport, contexts: Sequence[DeploymentContext], file: str) -> DocumentReport:
    """Leave out the advice that the schedulers which have a configuration make needless; what is a fact stays.

    What stops none of them, since their flags override it, is no fact.
    """
    findings = tuple(
        _overridden(finding) if _is_overridden(finding, contexts) else finding
        for finding in document.findings
        if finding.finding_class is FindingClass.REFUSED or not _is_needless(finding, contexts, file)
    )
    refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
    is_accepted = document.verdict is Verdict.REFUSED and not refused and findings != document.findings
    return replace(document, findings=findings, verdict=Verdict.ACCEPTED if is_accepted else document.verdict)


def _is_overridden(finding: Finding, contexts: Sequence[DeploymentContext]) -> bool:
    """Return whether flags of every scheduler that has a configuration replace what is refused in it."""
    return finding.rule in _OF_ELECTION and bool(contexts) and all(map(_starts_by_flags, contexts))


def _starts_by_flags(context: DeploymentContext) -> bool:
    started = context.started
    if started is None or started.leader_election is None or context.release is None:
        return False
    is_by_flags = any(field.startswith("leaderElection.") for field in started.set_by)
    locks = context.release.leader_election_locks
    return is_by_flags and not any(election_problems(started.leader_election, locks, context.release))


def _overridden(finding: Finding) -> Finding:
    return replace(
        finding,
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
        message=f"{finding.message}; flags override it, without which the scheduler would not start",
    )


def _is_needless(finding: Finding, contexts: Sequence[DeploymentContext], file: str) -> bool:
    """Return whether schedulers show that advice is wrong, or rules about manifests of the same file report it."""
    if finding.rule == undeclared_plugin.ID and contexts:
        # What the stock image contains is known, and reported there; an own image was built for its plugins.
        has_own = undeclared_plugin.is_assumption(finding) and all(context.has_own_image for context in contexts)
        return has_own or any(context.is_stock for context in contexts)
    decide = _DECIDED_BY_MANIFESTS.get(finding.rule)
    shown = [] if decide is None else [(one.file, is_so) for one in contexts if (is_so := decide(one)) is not None]
    # Beside a configuration in a file of its own, it is reported there as well.
    is_of_file = any(other == file for other, _ in shown)
    return is_of_file or (bool(shown) and not any(is_so for _, is_so in shown))


def _with_feature_gates(
    documents: Iterable[DocumentReport], stream: Stream, here: FileInContext, validator: DocumentValidator
) -> list[DocumentReport]:
    """Validate those configurations again that a scheduler is started with together with `--feature-gates`."""
    reports = list(documents)
    gates = {} if validator.feature_gates else here.folder.feature_gates(here.text)
    configurations = find_configurations(stream, Role.ANY) if gates else ()
    runners = here.folder.runners(here.text) if gates else {}
    for index, document in enumerate(reports):
        values = gates.get(document.within)
        # What is known to run it was validated with its gates.
        if values is None or document.kubernetes is None or document.runner is not None or document.within in runners:
            continue
        release = releases.at(document.kubernetes)
        gates_set = settings(values, release)
        # Gates that it refuses are reported by another rule, in their own place.
        if not gates_set.refused:
            gated_validator = validator._replace(release=with_feature_gates(release, gates_set.enabled))
            reports[index] = gated_validator.validate(configurations[index]).report
    return reports
