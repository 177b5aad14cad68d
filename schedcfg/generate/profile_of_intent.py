"""One profile more in a configuration that is there already."""

from pathlib import PurePath

from schedcfg.differences.everything import changes
from schedcfg.document import parse, yaml_writer
from schedcfg.document.edit import Draft
from schedcfg.document_validation import DocumentValidator, ValidatedDocument
from schedcfg.effective import Configuration, World
from schedcfg.effective.build_view import meaning
from schedcfg.effective.provenance import Scene
from schedcfg.effective.view import Meaning
from schedcfg.errors import EditConflict, UnknownTarget
from schedcfg.findings import FindingClass, Problem, Severity, Verdict
from schedcfg.generate import promised
from schedcfg.generate.configuration import FILE
from schedcfg.generate.profile import adding, composing
from schedcfg.generate.profile.composing import Planned, Request
from schedcfg.generate.profile.ground import Ground
from schedcfg.generate.profile.preset import Options
from schedcfg.generate.release_target import WITHOUT_PROFILES, Target
from schedcfg.generate.results import Generation
from schedcfg.migrations import documents as migrating
from schedcfg.releases import chosen_gates
from schedcfg.sources.configurations import Role

_ID = "add-profile"


def add_profile(
    text: str, path: str, request: Request, target: Target | None = None, options: Options | None = None
) -> Generation:
    """Add a profile to a configuration; what is written there stays as it is, comments and order included.

    Args:
        text: The configuration.
        path: Its file; `-` is standard input.
        request: The profile.
        target: The release that is to run it, None: the newest that serves its API version; and the API version that
            it is expected to have.
        options: What the preset is told.

    Returns:
        The file, unchanged where it has a profile of that name that means the same. None where it is refused before
        or after, where its API version has no profiles, where its profile of that name means something else, or where
        the new one would not do what its preset says.

    Raises:
        UnknownTarget: if the release is not known, or the file has another API version.
        WrongFeatureGates: if the release does not start with the feature gates.
        WrongRequest: if something that is asked for means nothing.
    """
    target = target or Target()
    world = promised.world([request])._replace(open=True)
    judge = DocumentValidator(chosen_gates.target(target.kubernetes, target.feature_gates), world, target.feature_gates)
    judged = judge.first(parse(text), Role.CONFIG)
    if judged.configuration is None or judged.report.verdict is Verdict.REFUSED:
        return Generation((), judged.file_report(path, text))
    if judged.configuration.api_version == WITHOUT_PROFILES:
        return _refused(judged, _no_profiles(), path, text)
    ground = _ground(judged.configuration, world, target)
    (planned,) = composing.plan([request], options or Options(), ground)
    index = _index(judged.configuration, request.scheduler_name)
    if not adding.adopt_queue(planned, judged.configuration):
        return _refused(judged, _other_queue(planned), path, text)
    if index is None:
        return _added(text, path, judged, planned)
    if _means(judged, planned, index, judge):
        return promised.generation(_name(path), path, text, [planned], ground)
    return _refused(judged, _taken(request.scheduler_name, index), path, text)


def _ground(configuration: Configuration, world: World, target: Target) -> Ground:
    version = configuration.api_version
    if target.api_version is not None:
        wanted = migrating.target(target.api_version, target.kubernetes, target.feature_gates).version
        if wanted != version:
            raise UnknownTarget(
                f"the file is written in {version}, not in {wanted}", f"Run `schedcfg migrate --to {wanted}` on it."
            )
    return Ground(configuration.release, version, world, configuration.client_connection.kubeconfig or None)


def _name(path: str) -> str:
    return FILE if path == "-" else PurePath(path).name


def _index(configuration: Configuration, scheduler_name: str) -> int | None:
    """Find the profile of a name; one that goes without saying can still be written."""
    found = (one.index for one in configuration.profiles if one.path and one.scheduler_name == scheduler_name)
    return next(found, None)


def _added(text: str, path: str, judged: ValidatedDocument, planned: Planned) -> Generation:
    try:
        draft = Draft(text)
        remarks = tuple(adding.insert(draft, planned))
    except EditConflict as conflict:
        return _refused(judged, _error(str(conflict), conflict.path, conflict.help), path, text)
    made = promised.generation(_name(path), path, draft.text, [planned], planned.plan.ground)
    return made._replace(remarks=(*remarks, *made.remarks)) if made.files else made


def _means(judged: ValidatedDocument, planned: Planned, index: int, judge: DocumentValidator) -> bool:
    """Tell whether a file would mean the same with a profile in the place of its own."""
    assert judged.document is not None
    data = adding.instead(planned, judged.document, index)
    other = judge._replace(release=judged.release).first(parse(yaml_writer.write(data)), Role.CONFIG)
    if other.report.verdict is Verdict.REFUSED:
        return False
    return not any(changes(_meaning(judged, judge.registry), _meaning(other, judge.registry)))


def _meaning(judged: ValidatedDocument, world: World) -> Meaning:
    assert judged.document is not None
    assert judged.configuration is not None
    assert judged.completion is not None
    return meaning(Scene(judged.document, judged.configuration, world, judged.completion))


def _refused(judged: ValidatedDocument, problem: Problem, path: str, text: str) -> Generation:
    return Generation((), judged.with_problems([problem]).file_report(path, text))


def _no_profiles() -> Problem:
    return _error(
        f"{WITHOUT_PROFILES} has no profiles", ("apiVersion",), "Run `schedcfg migrate --to v1alpha2` on it first."
    )


def _taken(scheduler_name: str, index: int) -> Problem:
    return _error(
        f"there is a profile `{scheduler_name}` already, and it means something else",
        ("profiles", index),
        "Choose another --scheduler-name, or take this profile out first.",
    )


def _other_queue(planned: Planned) -> Problem:
    return _error(
        f"the queue is sorted otherwise than {planned.request.preset.name} needs it, by {planned.plan.sorting}",
        ("profiles",),
        "All profiles of a scheduler share one queue: change the others too, or run a second scheduler.",
    )


def _error(message: str, path: tuple[str | int, ...], advice: str | None) -> Problem:
    return Problem(_ID, path, message, advice, finding_class=FindingClass.ADVISED, severity=Severity.ERROR)
