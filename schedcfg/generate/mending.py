"""An existing manifest made right for a configuration."""

from collections.abc import Iterable
from typing import Protocol

from schedcfg import releases
from schedcfg.document import Document, parse
from schedcfg.errors import EditConflict, UnknownTarget
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Problem, Verdict
from schedcfg.generate.given import Given
from schedcfg.generate.maker import Maker
from schedcfg.generate.results import GeneratedFile, Generation
from schedcfg.generate.static_pod import Wishes, mend, problems
from schedcfg.manifests.fields import at, text
from schedcfg.rules import placing


class Around(Protocol):
    """Reads and judges a configuration, and makes files around it."""

    def __call__(self, maker: Maker, *, otherwise: str | None = None) -> Generation:
        """Do so; `otherwise` is the release where none was asked for."""


def mended(manifest: str, path: str, name: str, wishes: Wishes, around: Around) -> Generation:
    """Make an existing manifest right for a configuration.

    Args:
        manifest: Its text.
        path: How its file is called in what is said.
        name: The name of the file that is generated.
        wishes: What was asked for; where no release was, the manifest's image tells.
        around: Reads and judges the configuration.

    Returns:
        The manifest; none where the configuration is refused, or an edit is not safe.

    Raises:
        UnknownTarget: if the release that was asked for is not known.
        WrongFeatureGates: if it does not start with the feature gates.
    """
    stream = parse(manifest)
    if stream.error is not None:
        return _stopped(path, Document.empty(manifest), placing.of_defect(stream.error))
    found = mend.find(stream, name)
    existing = found.existing
    if existing is None:
        assert found.problem is not None
        return _refused(path, found.document, found.problem)

    remarks: list[str] = []

    def generate(given: Given) -> Iterable[GeneratedFile]:
        yield mend.mended(given, wishes, existing)
        remarks.append(
            f"{given.name} belongs to {mend.place_on_node(given, wishes, existing)} on each control plane node"
        )

    def check(given: Given) -> Iterable[Problem]:
        places = (place(given, wishes, existing) for place in (mend.place_in_container, mend.place_on_node))
        return problems(given, mend.image_of(given, wishes, existing), places)

    try:
        generation = around(Maker(generate, check), otherwise=_release_of(existing, wishes))
    except EditConflict as conflict:
        return _refused(path, found.document, _problem(conflict))
    return generation._replace(remarks=(*generation.remarks, *remarks))


def _release_of(existing: mend.Existing, wishes: Wishes) -> str | None:
    """Tell the release by the manifest's image.

    Raises:
        EditConflict: where nobody asked for a release, and the image is of one that is not known.
    """
    its = existing.running.image
    if wishes.kubernetes or its is None or its.release is None:
        return None
    try:
        return releases.at(its.release).name
    except UnknownTarget as unknown:
        raise EditConflict(
            str(unknown), "Choose the release with --kubernetes.", (*existing.running.container, "image"), 0, 0
        ) from None


def _problem(conflict: EditConflict) -> Problem:
    return Problem("not-editable", conflict.path, str(conflict), conflict.help, finding_class=FindingClass.ADVISED)


def _refused(path: str, document: Document, problem: Problem) -> Generation:
    return _stopped(path, document, *placing.placed_findings([problem], document))


def _stopped(path: str, document: Document, *findings: Finding) -> Generation:
    report = DocumentReport(
        number=document.index,
        line=document.line,
        api_version=text(at(document.data, "apiVersion")),
        kind=text(at(document.data, "kind")),
        kubernetes=None,
        verdict=Verdict.REFUSED,
        findings=findings,
    )
    return Generation((), existing=FileReport(path, Verdict.REFUSED, (report,), text=document.text))
