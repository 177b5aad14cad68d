"""The manifests of one text judged, alone and together with what is around them."""

from collections.abc import Iterator
from itertools import groupby

from schedcfg.diagnostics import DocumentReport, FindingClass, Verdict
from schedcfg.document import Document
from schedcfg.operations import placing
from schedcfg.operations.surroundings.stages import Standing
from schedcfg.rules import run_scene
from schedcfg.rules.scene import Scene
from schedcfg.surroundings.plain import fields, text


def judge_manifests(standing: Standing) -> Iterator[DocumentReport]:
    """Yield a report on each document of a text with a manifest that runs a scheduler, or names one."""
    scenes = sorted(standing.stage.scenes_of(standing.text), key=lambda pair: pair[0].index)
    for document, group in groupby(scenes, key=lambda pair: pair[0]):
        yield _report(document, [scene for _, scene in group])


def _report(document: Document, scenes: list[Scene]) -> DocumentReport:
    problems = [problem for scene in scenes for problem in run_scene(scene)]
    findings = placing.place(problems, document)
    refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
    data = fields(document.data)
    release = scenes[0].release
    return DocumentReport(
        number=document.index,
        line=document.line,
        api_version=text(data.get("apiVersion")),
        kind=text(data.get("kind")),
        kubernetes=None if release is None else release.name,
        verdict=Verdict.REFUSED if refused else Verdict.ACCEPTED,
        findings=findings,
    )
