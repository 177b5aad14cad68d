"""The manifests of one text judged, alone and together with what is around them."""

from collections.abc import Iterator
from itertools import groupby

from schedcfg.document import Document
from schedcfg.findings import DocumentReport, Finding, FindingClass, Verdict
from schedcfg.manifests.deployment_context import Scene
from schedcfg.manifests.fields import fields, text
from schedcfg.operations.surroundings.finding import Placed
from schedcfg.operations.surroundings.stages import Standing
from schedcfg.rules import placing, run_scene


def judge_manifests(standing: Standing) -> Iterator[DocumentReport]:
    """Yield a report on each document of a text with a manifest that runs a scheduler, or names one."""
    scenes = sorted(standing.stage.scenes_of(standing.text), key=lambda pair: pair[0].host.index)
    for host, group in groupby(scenes, key=lambda pair: pair[0].host):
        yield _report(host, list(group))


def _report(document: Document, scenes: list[tuple[Placed, Scene]]) -> DocumentReport:
    findings = placing.in_order(finding for one, scene in scenes for finding in _findings(one, scene))
    refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
    data = fields(document.data)
    release = scenes[0][1].release
    return DocumentReport(
        number=document.index,
        line=document.line,
        api_version=text(data.get("apiVersion")),
        kind=text(data.get("kind")),
        kubernetes=None if release is None else release.name,
        verdict=Verdict.REFUSED if refused else Verdict.ACCEPTED,
        findings=findings,
    )


def _findings(one: Placed, scene: Scene) -> Iterator[Finding]:
    for finding in placing.placed_findings(run_scene(scene), one.document):
        if one.span is not None:
            yield finding._replace(start=one.span.start, end=one.span.end, fix=None)
        else:
            yield _unproven(finding, one) if finding.fix is not None else finding


def _unproven(finding: Finding, one: Placed) -> Finding:
    """Take the fix of a finding for one that can change behaviour: what a manifest makes run is not compared."""
    from schedcfg.rules.remedies import in_file  # noqa: PLC0415 - few findings have a fix

    found = in_file(finding, one.document.text, one.host.text)
    return found if found.fix is None else found._replace(fix=found.fix.made_unsafe())
