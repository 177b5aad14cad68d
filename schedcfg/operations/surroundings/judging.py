"""The manifests of one text judged, alone and together with what is beside them."""

from collections.abc import Iterator
from itertools import groupby

from schedcfg.diagnostics import DocumentReport, FindingClass, Verdict
from schedcfg.document import Document, Stream
from schedcfg.operations import placing
from schedcfg.operations.judging import Judge
from schedcfg.operations.surroundings.finding import configurations, placed
from schedcfg.operations.surroundings.scenes import Stage
from schedcfg.rules import run_scene
from schedcfg.rules.scene import Scene
from schedcfg.sources.beside import Text
from schedcfg.surroundings.plain import fields, text


def judge_manifests(stream: Stream, beside: tuple[Text, ...], judge: Judge, name: str) -> Iterator[DocumentReport]:
    """Yield a report on each document with a manifest that runs a scheduler, or names one.

    Args:
        stream: The text.
        beside: The other files of its folder.
        judge: By whose rules.
        name: The file's name within its folder; empty where it is not in one.
    """
    own = Text(name, stream)
    texts = (own, *beside)
    stage = Stage(placed(texts), configurations(texts), judge)
    scenes = [
        (one.document, scene) for one, scene in stage.scenes() if any(one.document is mine for mine in stream.documents)
    ]
    for document, group in groupby(sorted(scenes, key=lambda pair: pair[0].index), key=lambda pair: pair[0]):
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
