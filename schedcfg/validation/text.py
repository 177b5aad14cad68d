"""Would the scheduler start with this file? The walk from text to report."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING

from schedcfg import releases
from schedcfg.configuration.decode.defects import of_encoding
from schedcfg.configuration.effective.registry import IN_TREE_ONLY
from schedcfg.document import Stream, parse
from schedcfg.errors import UnreadableInput
from schedcfg.findings import DocumentReport, FileReport, FindingClass, Verdict
from schedcfg.models import TEST_KIND
from schedcfg.rules import placing, refused_later
from schedcfg.rules.context_cache import ContextCache, FileInContext, TextsInContext, isolated
from schedcfg.rules.settling import ConfigurationContext
from schedcfg.rules.unseen_policy import named_policy
from schedcfg.sources import STDIN, Text, expect_text, mentions_manifests
from schedcfg.sources.configurations import FoundConfiguration, Role, find_configurations
from schedcfg.sources.templates import template_kind
from schedcfg.sources.type_meta import UNSERVED, read_type_meta
from schedcfg.validation.document import DocumentValidator, ValidatedDocument
from schedcfg.validation.options import DEFAULT, Options
from schedcfg.validation.selection.release_comment import runner_by_comment
from schedcfg.validation.selection.suppression import selected
from schedcfg.validation.settling import merge_repeated, settle
from schedcfg.validation.validated_file import ValidatedFile, verdict_of

if TYPE_CHECKING:
    from schedcfg.rules.deployment import Runner


def validate(text: str, kubernetes: str | None = None, *, path: str = STDIN, options: Options = DEFAULT) -> FileReport:
    """Return whether kube-scheduler would start with a file, and if not, everything that is wrong with it.

    Manifests that run a scheduler, or name one, are validated too: by themselves, and with what is in the same text.

    Args:
        text: The file's text.
        kubernetes: The release to validate against (`1.29`, `v1.29.3`); None: that of the options, or without one the
            newest that serves the file's API version.
        path: Its name in the report.
        options: How it is validated, and which advice is reported.

    Returns:
        A report on each scheduler configuration in the text, and each manifest that has to do with one.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates or, where each file has its own, none does.
        UnreadableInput: if the text is the name of a file.
    """
    options, stream = options.by(kubernetes), parse(expect_text(text))
    return full_report(validate_stream(stream, options, path), stream, options)


def validate_stream(
    stream: Stream,
    options: Options,
    path: str,
    contexts: ContextCache | TextsInContext | None = None,
    runner: "Runner | None" = None,
) -> ValidatedFile:
    """Validate every scheduler configuration in a text that was parsed, and no manifests; see `validate`.

    Where no release was requested, it is that which a comment of the text names, or which runs the configuration by a
    manifest of the same text or, with `contexts`, of a file beside it; `runner` is that of a text that was taken out of
    another one. What else such a runner shows counts as well where its release was requested. What is no text is
    refused, as the scheduler refuses it.
    """
    if stream.undecodable is not None:
        return ValidatedFile(_refuse_undecodable(stream.undecodable, options.kubernetes, path))
    validator = DocumentValidator.of(options)
    found = find_configurations(stream, options.role)
    if not found:
        nothing = FileReport(path, Verdict.SKIPPED, reason="contains no kube-scheduler configuration", text=stream.text)
        return ValidatedFile(nothing, validator=validator)
    runner = runner or runner_by_comment(stream, options.feature_gates)
    here, runners = None, [runner for _ in found]
    if options.role is Role.ANY and runner is None:
        here = surroundings(stream, path, validator, contexts)
        runners = _runners(found, stream, here, _beside(stream, path, validator, contexts))
    validator = validator if here is None else validator.remembering(here.folder.known)
    runners = [None if its is None or validator.conflicts_with(its) else its for its in runners]
    validators = [_validator_of(one, its, here, validator) for one, its in zip(found, runners, strict=True)]
    validated = map(_settled, map(DocumentValidator.validate, validators, found))
    validated = validated if here is None else map(_as_unchecked, validated, repeat(here))
    validated = map(partial(_of_policy, stream, path, validator, contexts), validated)
    documents = tuple(map(_in_file, map(_as_run, validated, found, runners, repeat(validator)), repeat(stream)))
    reports = tuple(merge_repeated(validated.report for validated in documents))
    return ValidatedFile(FileReport(path, verdict_of(reports), reports, text=stream.text), documents, validator, here)


def surroundings(
    stream: Stream, path: str, validator: DocumentValidator, contexts: ContextCache | TextsInContext | None
) -> FileInContext | None:
    """Return a text with what may run its configurations; None where nothing can.

    Raises:
        UnreadableInput: if there is more in its manifests than is validated.
    """
    if _mentions_manifests(stream):
        from schedcfg.sources.manifests.reading import has_manifests  # noqa: PLC0415 - imported only where it is needed

        if has_manifests(stream) or contexts is not None:
            return isolated(stream, validator) if contexts is None else contexts.file(path, stream, validator)
    if contexts is not None and contexts.may_be_run(path):
        return contexts.file(path, stream, validator)
    return None


def _beside(
    stream: Stream, path: str, validator: DocumentValidator, contexts: ContextCache | TextsInContext | None
) -> "Callable[[], Iterable[Text]] | None":
    """Return what reads the texts of a file's folder; None where none of them has to do with it."""
    if contexts is None or (_has_nothing_else(stream) and not contexts.may_be_run(path)):
        return None
    return lambda: contexts.file(path, stream, validator).folder.texts


def _runners(
    found: tuple[FoundConfiguration, ...],
    stream: Stream,
    here: FileInContext | None,
    beside: "Callable[[], Iterable[Text]] | None",
) -> "list[Runner | None]":
    """Return what runs each configuration: by a manifest or, where none starts it, by the files of a product.

    Args:
        found: The configurations.
        stream: The text.
        here: The text, with what may run its configurations; None where nothing can.
        beside: Returns the texts of its folder; None where none of them has to do with it.
    """
    by_manifest = {} if here is None else here.folder.runners(here.text)
    runners = [by_manifest.get(one.within) for one in found]
    if None not in runners or (beside is None and _has_nothing_else(stream)):
        return runners
    from schedcfg.validation.product_runner import product_runner  # noqa: PLC0415 - few texts are of a product

    started = set() if here is None else {within for within, _, _ in here.folder.started_with(here.text)}
    return [
        product_runner(one, stream, beside or tuple) if its is None and one.within not in started else its
        for one, its in zip(found, runners, strict=True)
    ]


def _as_unchecked(validated: ValidatedDocument, here: FileInContext) -> ValidatedDocument:
    """Return a report without what refuses a text that only schedulers of releases which are not known read."""
    folder, found = here.folder, validated.found
    if found is None:
        return validated
    is_policy = found.role is Role.POLICY
    of_unknown = folder.policies_of_unknown_releases if is_policy else folder.configurations_of_unknown_releases
    if found.within not in of_unknown(here.text):
        return validated
    report = validated.report
    advice = tuple(finding for finding in report.findings if finding.finding_class is not FindingClass.REFUSED)
    return validated.with_report(replace(report, kubernetes=None, verdict=Verdict.ACCEPTED, findings=advice))


def _validator_of(
    found: FoundConfiguration, runner: "Runner | None", here: FileInContext | None, validator: DocumentValidator
) -> DocumentValidator:
    """Return what validates a configuration as what runs it does.

    What its scheduler does not read, which its manifest has as a finding, is read by the nearest release that does.
    """
    if here is not None and validator.release is None and runner is None:
        from schedcfg.validation.policy_source import reader_of_policy  # noqa: PLC0415 - most are no Policy
        from schedcfg.validation.product_runner import nearest_reader_of  # noqa: PLC0415 - most are run by nothing

        is_policy = found.role is Role.POLICY
        reader = reader_of_policy(found, here) if is_policy else nearest_reader_of(found, here)
        validator = validator if reader is None else validator.by(reader)
    its = validator.run_by(runner)
    return its._replace(registry=IN_TREE_ONLY) if found.runs_stock else its


def _settled(validated: ValidatedDocument) -> ValidatedDocument:
    """Leave out what is settled by where a configuration is; what schedulers settle comes with their manifests."""
    found = validated.found
    if found is None or not validated.report.findings:
        return validated
    return validated.with_report(settle(validated.report, ConfigurationContext(found)))


def _of_policy(
    stream: Stream,
    path: str,
    validator: DocumentValidator,
    contexts: ContextCache | TextsInContext | None,
    validated: ValidatedDocument,
) -> ValidatedDocument:
    """Return a configuration with what the legacy Policy says that it names."""
    if named_policy(validated.decoded) is None:
        return validated
    from schedcfg.validation.policy_source import of_policy  # noqa: PLC0415 - hardly any file names one

    beside = () if contexts is None else contexts.file(path, stream, validator).folder.texts
    return of_policy(validated, beside or (Text("", stream),))


def _as_run(
    validated: ValidatedDocument, found: FoundConfiguration, runner: "Runner | None", validator: DocumentValidator
) -> ValidatedDocument:
    """Add to a configuration what runs it, and a warning where a later release does not start with it."""
    if runner is None:
        return validated
    report = replace(validated.report, runner=runner.place) if validator.release is None else validated.report
    if validated.configuration is not None and report.verdict is not Verdict.REFUSED:
        newest = validator.registry.newest_serving(validated.configuration.api_version) or runner.release.name
        later = releases.all_releases()
        later = tuple(one for one in later if runner.release.number < one.number <= releases.at(newest).number)
        refusal = refused_later.first_refusal(
            later, lambda release: validator._replace(release=release).validate(found).report
        )
        report = replace(report, findings=placing.in_order([*report.findings, *refusal]))
    return validated._replace(report=report)


def full_report(
    validated: ValidatedFile, stream: Stream, options: Options, contexts: ContextCache | TextsInContext | None = None
) -> FileReport:
    """Add the manifests of a text to the report on its configurations, and leave out what was not selected.

    With `contexts`, what is around the file is looked at as well.
    """
    report = validated.report
    if stream.undecodable is not None:
        return report
    if options.role is Role.ANY and (_mentions_manifests(stream) or _may_be_settled(report, contexts)):
        report = _with_manifests(validated, stream, contexts)
    elif any(one.found is not None and one.found.is_looked_through for one in validated.documents):
        return _without_configuration(report)
    if options.role is Role.ANY and TEST_KIND in stream.text:
        report = _with_tests(report, stream)
    if _PLAN in stream.text:
        from schedcfg.validation.planned import with_addresses  # noqa: PLC0415 - few files are a plan

        report = with_addresses(report, stream)
    return selected(report, stream, options.selection, with_related=_has_related(report.path, contexts))


_PLAN = '"format_version"'
"""What is in each plan and state of Terraform."""


def _with_tests(report: FileReport, stream: Stream) -> FileReport:
    """Add the reports on documents with tests that say where Pods go."""
    from schedcfg.validation.scheduler_tests import validate_tests  # noqa: PLC0415 - few files hold tests

    documents = sorted((*report.documents, *validate_tests(stream)), key=lambda document: document.number)
    return FileReport(report.path, verdict_of(documents), tuple(documents), text=report.text) if documents else report


def _without_configuration(report: FileReport) -> FileReport:
    """Return the report on a named file in which configurations are looked for, and that has none: it is no error."""
    findings = (finding for document in report.documents for finding in document.findings)
    reasons = (f"{finding.message}. {finding.help or ''}".rstrip() for finding in findings)
    return FileReport(report.path, Verdict.SKIPPED, reason=" ".join(reasons), text=report.text)


def _may_be_settled(report: FileReport, contexts: ContextCache | TextsInContext | None) -> bool:
    """Return whether manifests beside a file may make some of its findings needless."""
    return _may_be_run(report, contexts) and any(document.findings for document in report.documents)


def _may_be_run(report: FileReport, contexts: ContextCache | TextsInContext | None) -> bool:
    """Return whether another file may start a scheduler with this one.

    Which file a ConfigMap is in, nothing names. Where a release does not serve the API version, it is worth a look.
    """
    if contexts is None or report.path == STDIN:
        return False
    is_unserved = any(finding.rule == UNSERVED for document in report.documents for finding in document.findings)
    return is_unserved or contexts.may_be_run(report.path)


def _has_related(path: str, contexts: ContextCache | TextsInContext | None) -> bool:
    """Return whether what is around a file is looked at."""
    return contexts is not None and path != STDIN


def _has_nothing_else(stream: Stream) -> bool:
    """Return whether a text has configurations only, as most files do: nothing more has to be loaded for them."""
    parts = (stream,) if stream.blocks is None else stream.blocks
    return all(read_type_meta(document.data).is_configuration for part in parts for document in part.documents)


def _mentions_manifests(stream: Stream) -> bool:
    """Return whether a text may have manifests to validate: it is no template, and has more than configurations."""
    # The cheaper question first: the marks of products are those of 25 modules.
    return not _has_nothing_else(stream) and mentions_manifests(stream.text) and template_kind(stream) is None


def _with_manifests(
    validated: ValidatedFile, stream: Stream, contexts: ContextCache | TextsInContext | None
) -> FileReport:
    """Add the reports on manifests to that on configurations, and leave out what manifests make needless."""
    from schedcfg.sources.manifests.reading import has_manifests  # noqa: PLC0415 - imported only where it is needed
    from schedcfg.validation.manifests import validate_manifests, with_manifest_settings  # noqa: PLC0415 - many texts have none

    report, validator, here = validated.report, validated.validator, validated.here
    assert validator is not None
    if here is None:
        if not has_manifests(stream) and not _may_be_run(report, contexts):
            return report
        here = isolated(stream, validator) if contexts is None else contexts.file(report.path, stream, validator)
    reports = tuple(validate_manifests(here))
    if not reports and not report.documents:
        return report
    documents = sorted((*with_manifest_settings(validated, here), *reports), key=lambda document: document.number)
    return FileReport(report.path, verdict_of(documents), tuple(documents), text=report.text)


def _in_file(validated: ValidatedDocument, stream: Stream) -> ValidatedDocument:
    """Write the fixes of what was found in a part of a text as edits of the whole."""
    document, findings = validated.document, validated.report.findings
    if document is None or document.text is stream.text or all(finding.fix is None for finding in findings):
        return validated
    from schedcfg.rules.remedies import in_file  # noqa: PLC0415 - few findings have a fix

    found = tuple(in_file(finding, document.text, stream.text) for finding in findings)
    return validated._replace(report=replace(validated.report, findings=found))


def _refuse_undecodable(error: UnreadableInput, kubernetes: str | None, path: str) -> FileReport:
    """Refuse what is no text."""
    release = None if kubernetes is None else releases.at(kubernetes).name
    document = DocumentReport(0, 1, "", "", release, Verdict.REFUSED, (of_encoding(error),))
    return FileReport(path, Verdict.REFUSED, (document,), text="")
