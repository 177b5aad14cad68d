"""The manifests of one text validated, alone and with related files, and what they settle about configurations."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from schedcfg import releases
from schedcfg.document import Document
from schedcfg.document.texts import shown_name
from schedcfg.findings import DocumentReport, Finding, verdict_on
from schedcfg.releases.default_plugins import with_feature_gates
from schedcfg.releases.gate_settings import settings
from schedcfg.rules import placing
from schedcfg.rules.context_cache import FileInContext
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.registry import run_on_manifest
from schedcfg.rules.settling import ConfigurationContext
from schedcfg.sources.configurations import FoundConfiguration
from schedcfg.sources.manifests.pod import fields, pod_of_cluster, text
from schedcfg.sources.manifests.reading import LocatedManifest, numbered_documents
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.settling import refuted_by_start, settle

if TYPE_CHECKING:
    from schedcfg.validation.validated_file import ValidatedFile


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
    found = [(finding, context) for one, context in contexts for finding in findings_of(one, context)]
    settled = {id(one): refuted for one, context in found if (refuted := refuted_by_start(one, context)) is not None}
    findings = placing.in_order(finding for finding, _ in found if id(finding) not in settled)
    data = fields(document.data)
    release = contexts[0][1].release
    is_named = any(context.release_known or context.unknown_release is not None for _, context in contexts)
    return DocumentReport(
        number=number,
        line=document.line,
        api_version=shown_name(text(data.get("apiVersion"))),
        kind=shown_name(text(data.get("kind"))),
        kubernetes=None if release is None else release.name,
        verdict=verdict_on(findings),
        findings=findings,
        is_related=all(context.running is None and context.managed is None for _, context in contexts),
        is_assumed=not is_named and release is not None,
        settled=tuple(settled.values()),
    )


def findings_of(one: LocatedManifest, context: DeploymentContext) -> Iterator[Finding]:
    """Yield what rules about manifests find, with places in the manifest's file."""
    pod = pod_of_cluster(one.manifest.kind, one.manifest.data)
    placed = placing.placed_findings(run_on_manifest(context), one.document)
    found = [replace(finding, pod=pod) if pod else finding for finding in placed]
    if one.span is not None:
        yield from placing.moved_into_file(found, one.host.text, one.span, one.document.text)
    else:
        yield from (_unproven(finding, one) if finding.fix is not None else finding for finding in found)


def _unproven(finding: Finding, one: LocatedManifest) -> Finding:
    """Return a finding with its fix marked unsafe: what a manifest makes run is not compared."""
    from schedcfg.rules.remedies import in_file  # noqa: PLC0415 - few findings have a fix

    found = in_file(finding, one.document.text, one.host.text)
    return found if found.fix is None else replace(found, fix=found.fix.made_unsafe())


def with_manifest_settings(validated: "ValidatedFile", here: FileInContext) -> tuple[DocumentReport, ...]:
    """Return the reports on the configurations of a file with what the schedulers that have them settle.

    Args:
        validated: The file.
        here: Its text, and the files around it.
    """
    schedulers = here.folder.schedulers_with(here.text)
    name, is_with_folder = here.text.name, here.is_with_folder
    return tuple(
        settle(
            report,
            ConfigurationContext(one.found, name, schedulers.get(report.within, ()), is_with_folder=is_with_folder),
        )
        for report, one in zip(_with_feature_gates(validated, here), validated.documents, strict=True)
        if one.found is not None
    )


def _with_feature_gates(validated: "ValidatedFile", here: FileInContext) -> Iterator[DocumentReport]:
    """Yield the reports; of a configuration whose scheduler is started with `--feature-gates`, that with these."""
    validator = validated.validator
    assert validator is not None
    gates = {} if validator.feature_gates else here.folder.feature_gates(here.text)
    runners = here.folder.runners(here.text) if gates else {}
    for report, one in zip(validated.report.documents, validated.documents, strict=True):
        # What is known to run it was validated with its gates.
        is_validated = report.kubernetes is None or report.runner is not None or report.within in runners
        values = None if is_validated else gates.get(report.within)
        yield report if values is None or one.found is None else _gated(report, one.found, values, validator)


def _gated(
    report: DocumentReport, found: FoundConfiguration, values: tuple[str, ...], validator: DocumentValidator
) -> DocumentReport:
    """Return the report by the same release with gates; gates that it refuses are reported in their own place."""
    release = releases.at(report.kubernetes or "")
    gates = settings(values, release)
    if gates.refused:
        return report
    return validator._replace(release=with_feature_gates(release, gates.enabled)).validate(found).report
