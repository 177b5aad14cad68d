"""What would the scheduler really run?"""

from typing import Unpack

from schedcfg.diagnostics import Verdict
from schedcfg.document import decode_text, parse
from schedcfg.effective import OPEN, World
from schedcfg.effective.meaning import Scene, meaning
from schedcfg.errors import UnreadableInput
from schedcfg.operations import gates
from schedcfg.operations.judging import Judge, Judged
from schedcfg.operations.role import Role
from schedcfg.operations.terms import Terms
from schedcfg.operations.validation import undecodable
from schedcfg.operations.walking import walk
from schedcfg.results.effective import DocumentMeaning, FileMeaning, Meaning


def effective_configuration(
    text: str,
    kubernetes: str | None = None,
    *,
    world: World = OPEN,
    role: Role = Role.ANY,
    path: str = "-",
    feature_gates: gates.FeatureGates = None,
) -> FileMeaning:
    """Tell what kube-scheduler would run with a file: every plugin, order, weight and argument, and why.

    Args:
        text: The file's text.
        kubernetes: The release to judge by (`1.29`, `v1.29.3`); None: the newest that serves the file's API version.
        world: Which plugins exist beside the in-tree ones; by default any may.
        role: What the file is taken for.
        path: Its name in the result.
        feature_gates: Gate → whether it is on; or what follows each `--feature-gates`, as kube-scheduler takes it.

    Returns:
        The meaning of each scheduler configuration in the text, with what `validate` finds in it.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates or, where each file has its own, none does.
    """
    judge = Judge(gates.target(kubernetes, feature_gates), world, feature_gates)
    documents = tuple(
        DocumentMeaning(judged.report, _meaning(judged, world)) for judged in walk(parse(text), role, judge)
    )
    if not documents:
        return FileMeaning(path, Verdict.SKIPPED, reason="holds no kube-scheduler configuration", text=text)
    refused = any(document.report.verdict is Verdict.REFUSED for document in documents)
    return FileMeaning(path, Verdict.REFUSED if refused else Verdict.ACCEPTED, documents, text=text)


def _meaning(judged: Judged, world: World) -> Meaning | None:
    """Explain what was accepted."""
    if judged.report.verdict is not Verdict.ACCEPTED or judged.configuration is None:
        return None
    assert judged.document is not None
    assert judged.completion is not None

    line = None if judged.span is None else judged.span.start.line
    return meaning(Scene(judged.document, judged.configuration, world, judged.completion, line))


def effective_bytes(raw: bytes, kubernetes: str | None = None, **terms: Unpack[Terms]) -> FileMeaning:
    """Explain a file's bytes; see `effective_configuration`. What is no text is refused."""
    try:
        text = decode_text(raw)
    except UnreadableInput as error:
        report = undecodable(error, kubernetes, terms.get("path", "-"))
        documents = tuple(DocumentMeaning(document, None) for document in report.documents)
        return FileMeaning(report.path, report.verdict, documents, text="")
    return effective_configuration(text, kubernetes, **terms)
