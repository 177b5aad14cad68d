"""One more profile in a configuration that somebody wrote: by edits of its text, so that all else stays as it is."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from schedcfg.commands.generate.configuration import (
    FILE,
    WITHOUT_PROFILES,
    ReleaseTarget,
    checked_generation,
    registry_for,
)
from schedcfg.commands.generate.generation import Generation
from schedcfg.commands.generate.profile_composing import Planned, ProfileRequest, plan_profiles
from schedcfg.commands.generate.profile_plan import QUEUE_SORT, BuildContext, Commented, PresetOptions
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.equivalence import compare
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document import Document, parse, yaml_writer
from schedcfg.document.edit import Draft
from schedcfg.document.span import Path
from schedcfg.errors import EditConflict, UnknownTarget
from schedcfg.findings import FindingClass, Problem, Severity, Verdict
from schedcfg.models.described import in_api_order
from schedcfg.sources.configurations import Role
from schedcfg.validation.document import DocumentValidator, ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.target import target as migration_target

_ID = "add-profile"


_SHARED = "The same as in the other profiles: they share the queue."


_KEPT_PROFILE = "Without a profile of its own, this name would be lost once there is another one."


def add_profile(
    text: str,
    path: str,
    request: ProfileRequest,
    target: ReleaseTarget | None = None,
    options: PresetOptions | None = None,
) -> Generation:
    """Add a profile to a configuration; what is written there stays as it is, comments and order included.

    Args:
        text: The configuration.
        path: Its file; `-` is standard input.
        request: The profile.
        target: The release that is to run it, None: the one that a comment of it names or, without one, the newest
            that serves its API version; and the API version that it is expected to have.
        options: The options of the preset.

    Returns:
        The file, unchanged where it has a profile of that name that means the same. None where it is refused before
        or after, where its API version has no profiles, where its profile of that name means something else, or where
        the new one would not do what its preset promises.

    Raises:
        UnknownTarget: if the release is not known, or the file has another API version.
        WrongFeatureGates: if the release does not start with the feature gates.
        WrongRequest: if something that is requested means nothing.
    """
    target = target or ReleaseTarget()
    registry = registry_for([request])._replace(open=True)
    stream, options_of_run = parse(text), Options(target.kubernetes, registry, feature_gates=target.feature_gates)
    validator = DocumentValidator.of_text(options_of_run, stream)
    validated = validator.first(stream, Role.CONFIG)
    if validated.configuration is None or validated.report.verdict is Verdict.REFUSED:
        return Generation((), validated.file_report(path, text))
    if validated.configuration.api_version == WITHOUT_PROFILES:
        return _refused(validated, _no_profiles(), path, text)
    context = _context(validated.configuration, registry, target)
    (planned,) = plan_profiles([request], options or PresetOptions(), context)
    index = _index(validated.configuration, request.scheduler_name)
    if not _adopt_queue(planned, validated.configuration):
        return _refused(validated, _other_queue(planned), path, text)
    if index is None:
        return _generation_with_profile(text, path, validated, planned)
    if _is_same_with(validated, planned, index, validator):
        return checked_generation(_name(path), path, text, [planned], context)
    return _refused(validated, _name_taken(request.scheduler_name, index), path, text)


def _context(configuration: Configuration, registry: PluginRegistry, target: ReleaseTarget) -> BuildContext:
    version = configuration.api_version
    if target.api_version is not None:
        wanted = migration_target(target.api_version, target.kubernetes, target.feature_gates).version
        if wanted != version:
            raise UnknownTarget(
                f"the API version of the file is {version}, not {wanted}",
                f"Run `schedcfg migrate --to {wanted}` on it.",
            )
    return BuildContext(configuration.release, version, registry, configuration.client_connection.kubeconfig or None)


def _name(path: str) -> str:
    return FILE if path == "-" else PurePath(path).name


def _index(configuration: Configuration, scheduler_name: str) -> int | None:
    """Find the profile of a name; one that is only implied can still be written."""
    found = (
        profile.index for profile in configuration.profiles if profile.path and profile.scheduler_name == scheduler_name
    )
    return next(found, None)


def _generation_with_profile(text: str, path: str, validated: ValidatedDocument, planned: Planned) -> Generation:
    try:
        draft = Draft(text)
        remarks = tuple(_insert(draft, planned))
    except EditConflict as conflict:
        return _refused(validated, _error(str(conflict), conflict.path, conflict.help), path, text)
    made = checked_generation(_name(path), path, draft.text, [planned], planned.plan.context)
    return replace(made, remarks=(*remarks, *made.remarks)) if made.files else made


def _is_same_with(validated: ValidatedDocument, planned: Planned, index: int, validator: DocumentValidator) -> bool:
    """Check whether a file would mean the same with a profile in the place of its own."""
    assert validated.document is not None
    data = _with_profile_at(planned, validated.document, index)
    other = validator._replace(release=validated.release).first(parse(yaml_writer.write(data)), Role.CONFIG)
    if other.report.verdict is Verdict.REFUSED:
        return False
    assert validated.configuration is not None
    assert other.configuration is not None
    differences = compare(validated.configuration, other.configuration, validator.registry)
    return not any(difference.has_effect for difference in differences)


def _adopt_queue(planned: Planned, configuration: Configuration) -> bool:
    """Make a profile sort the queue as those of the file do, by the same plugin with the same Args.

    Args:
        planned: The profile. Args that its changes set are left to the validator.
        configuration: The file.

    Returns:
        Whether that is possible: the profile may want it sorted by another plugin.
    """
    plan, first = planned.plan, configuration.profiles[0]
    refs = plugin_sets.running_at(QUEUE_SORT, first, configuration.release, plan.context.points_of)
    names = [ref.name for ref in refs]
    if plan.sorting is not None and names != [plan.sorting]:
        return False
    if len(names) != 1:
        return True
    (name,) = names
    if [*plan.running[QUEUE_SORT]] != names:
        plan.sort_by(name, _SHARED)
    if all(argument.plugin != name for argument in planned.request.changes.args):
        plan.args.pop(name, None)
        for entry in first.plugin_config:
            if entry.name == name and isinstance(entry.raw, dict):
                plan.give(name, deepcopy(entry.raw), _SHARED)
    return True


def _profile_item(planned: Planned, data: Mapping[str, Any]) -> Commented:
    """Write a profile as it will be among those of a file.

    queueSort is compared as it is written, so that of the first profile is copied unchanged.
    """
    own, comments = planned.written
    profiles = data.get("profiles") or [{}]
    queue = ((profiles[0] or {}).get("plugins") or {}).get(QUEUE_SORT)
    if queue is None:
        return Commented(own, comments)
    where: Path = ("plugins", QUEUE_SORT)
    plugins = {**own.get("plugins", {}), QUEUE_SORT: deepcopy(queue)}
    kept = {path: comment for path, comment in comments.items() if path[:2] != where}
    return Commented({**own, "plugins": plugins}, {**kept, where: _SHARED})


def _insert(draft: Draft, planned: Planned) -> Iterator[str]:
    """Put a profile, and the extenders that it brings along, behind those of the file.

    Yields:
        What was done besides, a sentence each.

    Raises:
        EditConflict: where the text cannot be changed safely.
    """
    version = planned.plan.context.api_version
    yield from _keep_default(draft, planned.request.scheduler_name, version)
    _append(draft, "profiles", _profile_item(planned, _mapping(draft.document)), version)
    for extender in planned.plan.extenders:
        if extender.data not in (_mapping(draft.document).get("extenders") or []):
            _append(draft, "extenders", extender, version)


def _with_profile_at(planned: Planned, document: Document, index: int) -> dict[str, Any]:
    """Return a file's data, with a profile in place of one that it has, and the extenders that it brings along."""
    data = deepcopy(_mapping(document))
    profile = _profile_item(planned, data).data
    data["profiles"][index] = profile
    extenders = data.get("extenders") or []
    missing = [extender.data for extender in planned.plan.extenders if extender.data not in extenders]
    return {**data, "extenders": [*extenders, *missing]} if missing else data


def _keep_default(draft: Draft, scheduler_name: str, api_version: str) -> Iterator[str]:
    """Write out the name that a file has only as long as it has no second profile."""
    profiles = _mapping(draft.document).get("profiles") or []
    if not profiles and scheduler_name != DEFAULT_SCHEDULER:
        _append(draft, "profiles", Commented({"schedulerName": DEFAULT_SCHEDULER}, {(): _KEPT_PROFILE}), api_version)
    elif len(profiles) == 1 and (profiles[0] or {}).get("schedulerName") is None:
        draft.set(("profiles", 0, "schedulerName"), DEFAULT_SCHEDULER)
    else:
        return
    yield f"`schedulerName: {DEFAULT_SCHEDULER}` is added: only a single profile may have no name"


def _append(draft: Draft, key: str, written: Commented, api_version: str) -> None:
    index = len(_mapping(draft.document).get(key) or [])
    (data,) = in_api_order({key: [written.data]}, api_version)[key]
    draft.insert((key, index), data)
    for path, comment in written.below((key, index)).items():
        draft.annotate(path, comment)


def _mapping(document: Document) -> dict[str, Any]:
    assert isinstance(document.data, dict)
    return document.data


def _refused(validated: ValidatedDocument, problem: Problem, path: str, text: str) -> Generation:
    return Generation((), validated.with_problems([problem]).file_report(path, text))


def _no_profiles() -> Problem:
    return _error(
        f"{WITHOUT_PROFILES} has no profiles", ("apiVersion",), "Run `schedcfg migrate --to v1alpha2 FILE` first."
    )


def _name_taken(scheduler_name: str, index: int) -> Problem:
    return _error(
        f"there is already a different profile `{scheduler_name}`",
        ("profiles", index),
        "To add a second profile, name it with --scheduler-name. To change this one, print the new profile without "
        "--into, and put its lines in place of these.",
    )


def _other_queue(planned: Planned) -> Problem:
    return _error(
        f"the queue is sorted by another plugin than {planned.plan.sorting}, which {planned.request.preset.name} needs",
        ("profiles",),
        "All profiles of a scheduler share one queue: change the others too, or run a second scheduler.",
    )


def _error(message: str, path: tuple[str | int, ...], advice: str | None) -> Problem:
    return Problem(_ID, path, message, advice, finding_class=FindingClass.ADVISED, severity=Severity.ERROR)
