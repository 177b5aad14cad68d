"""The manifests of one text judged, alone and together with those beside them, and what they settle of others."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from schedcfg import releases
from schedcfg.document import Document, Stream
from schedcfg.document_validation import DocumentValidator
from schedcfg.findings import DocumentReport, Finding, FindingClass, Verdict
from schedcfg.manifests.context import DeploymentContext
from schedcfg.manifests.context_cache import FileInContext
from schedcfg.manifests.fields import fields, text
from schedcfg.manifests.reading import LocatedManifest
from schedcfg.releases.gate_settings import settings
from schedcfg.releases.gated_plugins import with_feature_gates
from schedcfg.rules import placing, run_on_manifest
from schedcfg.rules.advised import default_lease
from schedcfg.sources.configurations import Role, find_configurations


def judge_manifests(here: FileInContext) -> Iterator[DocumentReport]:
    """Yield a report on each document of a text with a manifest that runs a scheduler, or names one."""
    contexts = sorted(here.folder.contexts_of(here.text), key=lambda pair: pair[0].host.index)
    for host, group in groupby(contexts, key=lambda pair: pair[0].host):
        yield _report(host, list(group))


def _report(document: Document, contexts: list[tuple[LocatedManifest, DeploymentContext]]) -> DocumentReport:
    findings = placing.in_order(finding for one, context in contexts for finding in _findings(one, context))
    refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
    data = fields(document.data)
    release = contexts[0][1].release
    return DocumentReport(
        number=document.index,
        line=document.line,
        api_version=text(data.get("apiVersion")),
        kind=text(data.get("kind")),
        kubernetes=None if release is None else release.name,
        verdict=Verdict.REFUSED if refused else Verdict.ACCEPTED,
        findings=findings,
    )


def _findings(one: LocatedManifest, context: DeploymentContext) -> Iterator[Finding]:
    for finding in placing.placed_findings(run_on_manifest(context), one.document):
        if one.span is not None:
            yield replace(finding, start=one.span.start, end=one.span.end, fix=None)
        else:
            yield _unproven(finding, one) if finding.fix is not None else finding


def _unproven(finding: Finding, one: LocatedManifest) -> Finding:
    """Take the fix of a finding for one that can change behaviour: what a manifest makes run is not compared."""
    from schedcfg.rules.remedies import in_file  # noqa: PLC0415 - few findings have a fix

    found = in_file(finding, one.document.text, one.host.text)
    return found if found.fix is None else replace(found, fix=found.fix.made_unsafe())


_SETTLED = frozenset({default_lease.ID})
"""Rules about a configuration alone; with flags and replicas at hand, others know better."""


def settled(
    documents: Iterable[DocumentReport], stream: Stream, here: FileInContext, validator: DocumentValidator
) -> tuple[DocumentReport, ...]:
    """Judge configurations by what the manifests of their text settle: feature gates, and how a leader is elected.

    Args:
        documents: The reports on the configurations of a text.
        stream: The text, read.
        here: The text, and what stands beside it.
        validator: Who judged them.
    """
    gated = _gated(documents, stream, here, validator)
    keys = here.folder.elected(here.text)
    return tuple(_unsettled(document) if (document.key or "") in keys else document for document in gated)


def _unsettled(document: DocumentReport) -> DocumentReport:
    return replace(document, findings=tuple(one for one in document.findings if one.rule not in _SETTLED))


def _gated(
    documents: Iterable[DocumentReport], stream: Stream, here: FileInContext, validator: DocumentValidator
) -> list[DocumentReport]:
    """Judge those configurations anew that a scheduler is started with together with `--feature-gates`."""
    found = list(documents)
    gates = {} if validator.feature_gates else here.folder.feature_gates(here.text)
    for key, values in gates.items():
        for index, document in enumerate(found):
            if (document.key or "") != key or document.kubernetes is None:
                continue
            release = releases.at(document.kubernetes)
            gates_set = settings(values, release)
            # Of gates that it refuses, another rule speaks, where they stand.
            if not gates_set.refused:
                anew = validator._replace(release=with_feature_gates(release, gates_set.enabled))
                found[index] = [anew.validate(one).report for one in find_configurations(stream, Role.ANY)][index]
    return found
