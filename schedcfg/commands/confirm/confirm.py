"""From a file and the user's own program to whether both sides agree."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from schedcfg.commands.confirm import places
from schedcfg.commands.confirm.answer import Answer, Outcome, Running, Unseen, ask
from schedcfg.commands.confirm.results import (
    Agreement,
    DocumentConfirmation,
    FileConfirmation,
    ProgramError,
    compare,
    differing_plugins,
)
from schedcfg.commands.confirm.scheduler import Request, Scheduler, gate_flags
from schedcfg.commands.effective.effective import explain
from schedcfg.configuration.effective.build_view import build_view
from schedcfg.configuration.effective.model import Configuration, PluginRef
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, SCORE, with_last_weight
from schedcfg.configuration.effective.view import EffectiveView
from schedcfg.document import Document, Position, Stream, decode_text, parse
from schedcfg.document.edit import Draft
from schedcfg.document.secrets import Secrets, hide_in_message
from schedcfg.document.span import follow, render
from schedcfg.document.texts import printable
from schedcfg.errors import EditConflict
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Verdict
from schedcfg.releases.release import Release
from schedcfg.rules.advised import bind_address_clash
from schedcfg.sources.configurations import FoundConfiguration, Role, find_configurations
from schedcfg.sources.in_place import blank
from schedcfg.validation.document import DocumentValidator, ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.selection.suppression import quiet
from schedcfg.validation.text import validate_stream

_KUBECONFIG = ("clientConnection", "kubeconfig")
_FLAGS = {Role.POLICY: "--policy-config-file"}
_ELECTION = "leaderElection"
_LONGEST = 2000
"""Characters of a message that are kept: old releases repeat the configuration in it."""


class ConfirmSubject(NamedTuple):
    """One configuration, as schedcfg and the program look at it."""

    raw: bytes  # The bytes that the program gets, but for the kubeconfig in them
    document: Document | None  # What is edited in them; None where they cannot be read
    validated: ValidatedDocument
    report: DocumentReport  # The same, without what is suppressed
    role: Role


def confirm_file(stream: Stream, options: Options, *, path: str, scheduler: Scheduler) -> FileConfirmation:
    """Run a scheduler with the configurations of a file that was read, and compare its answers with what is found.

    Raises:
        NoScheduler: if it cannot be run.
    """
    raw = stream.text.encode(stream.encoding) if stream.raw is None else stream.raw
    if stream.undecodable is not None:
        report = validate_stream(stream, options, path).report
        answer = ask(scheduler, Request(lambda _kubeconfig: raw, more=gate_flags(options.feature_gates)))
        subject = ConfirmSubject(raw, None, ValidatedDocument(report.documents[0]), report.documents[0], Role.CONFIG)
        return FileConfirmation(path, report.verdict, (_confirmation(subject, answer, options),))
    configurations = find_configurations(stream, options.role)
    if not configurations:
        return FileConfirmation(path, Verdict.SKIPPED, (), "contains no kube-scheduler configuration", stream.text)
    validator = DocumentValidator.of(options)
    validated = [validator.validate(configuration) for configuration in configurations]
    verdicts = {document.report.verdict for document in validated}
    verdict = Verdict.REFUSED if Verdict.REFUSED in verdicts else Verdict.ACCEPTED
    report = FileReport(path, verdict, tuple(document.report for document in validated), text=stream.text)
    shown = quiet(report, stream, options.selection).documents
    subjects = [
        ConfirmSubject(raw if _is_whole(one) else _part(one), one.document, document, report, one.role)
        for one, document, report in zip(configurations, validated, shown, strict=True)
    ]
    confirmed = tuple(_confirmation(one, ask(scheduler, _request(one, options)), options) for one in subjects)
    return FileConfirmation(path, verdict, confirmed, text=stream.text)


def without_content(
    path: str,
    verdict: Verdict,
    reason: str | None = None,
    *,
    scheduler: Scheduler,  # noqa: ARG001 - as of `confirm_file`
) -> FileConfirmation:
    """Return the result for a file in which there is nothing to run."""
    return FileConfirmation(path, verdict, reason=reason)


def _is_whole(found: FoundConfiguration) -> bool:
    """Return whether a program that is given the whole file reads this configuration: it reads the first document."""
    return not found.is_embedded and found.number == 0


def _part(found: FoundConfiguration) -> bytes:
    """Return a configuration that is not the first document of its file, on the lines where it is."""
    document = found.document
    if document is not None and document.arrangement is not None:
        return json.dumps(document.data).encode()
    text = found.stream.text
    if document is not None and not found.is_embedded:
        start = sum(len(line) for line in text.splitlines(keepends=True)[: document.line - 1])
        text = blank(text[:start]) + text[start:]
    return text.encode("utf-8", "surrogatepass")


def _request(subject: ConfirmSubject, options: Options) -> Request:
    flag = _FLAGS.get(subject.role, "--config")
    return Request(partial(_with_kubeconfig, subject), flag, gate_flags(options.feature_gates))


def _with_kubeconfig(subject: ConfirmSubject, kubeconfig: str) -> bytes:
    """Return the configuration with another kubeconfig; as it is, where it names none, or cannot be edited."""
    document = subject.document
    named = None if document is None else follow(document.data, _KUBECONFIG)
    if document is None or not isinstance(named, str) or not named:
        return subject.raw
    text = decode_text(subject.raw)
    try:
        draft = Draft(text, 0)
        draft.replace(_KUBECONFIG, kubeconfig)
    except EditConflict:
        # Text that nobody reads may be behind the document, and refuses all edits.
        span = document.locate(_KUBECONFIG).value
        start, end = span.start.offset, span.end.offset
        is_plain = document.text == text and text[start : start + 1] not in {"&", "*", "!"}
        return f"{text[:start]}{json.dumps(kubeconfig)}{text[end:]}".encode() if is_plain else subject.raw
    return draft.text.encode("utf-8", "surrogatepass")


def _confirmation(subject: ConfirmSubject, answer: Answer, options: Options) -> DocumentConfirmation:
    context = subject.validated.provenance(options.registry)
    view = None if context is None else build_view(context)
    errors = tuple(_error(message, subject, answer.kubeconfig) for message in answer.messages)
    made = DocumentConfirmation(subject.report, Agreement.AGREES, answer.outcome, errors, unseen=answer.unseen)
    if answer.outcome is Outcome.UNDECIDED:
        return replace(made, agreement=Agreement.UNKNOWN)
    if answer.outcome is Outcome.REFUSES:
        return made if view is None else _refused_by_program(made, subject, answer, options)
    if view is None:
        only_election = Unseen.ELECTION in answer.unseen and all(map(_is_about_election, _refusing(subject.report)))
        return replace(made, agreement=Agreement.UNKNOWN if only_election else Agreement.DISAGREES)
    return _both_start(made, subject, answer, view, options)


def _refusing(report: DocumentReport) -> list[Finding]:
    return [
        finding for finding in report.findings if finding.finding_class is FindingClass.REFUSED or _is_foreseen(finding)
    ]


def _is_foreseen(finding: Finding) -> bool:
    """Return whether advice says that the program does not start with a configuration that is valid as such."""
    return finding.rule == bind_address_clash.ID and finding.is_error


def _is_about_election(finding: Finding) -> bool:
    return finding.path.startswith(_ELECTION)


def _refused_by_program(
    made: DocumentConfirmation, subject: ConfirmSubject, answer: Answer, options: Options
) -> DocumentConfirmation:
    """Return whether the program refuses only what advice foresees, or schedcfg had assumed: that a plugin exists."""
    if answer.is_port_taken and any(map(_is_foreseen, subject.validated.report.findings)):
        return made
    configuration = subject.validated.configuration
    assert configuration is not None
    unknown = {name for profile in configuration.profiles for name in profile.needed} - options.registry.names(
        configuration.release
    )
    assumed = sorted(name for name in unknown if any(f'"{name}"' in error.message for error in made.errors))
    agreement = Agreement.UNKNOWN if assumed else Agreement.DISAGREES
    return replace(made, agreement=agreement, assumed=tuple(assumed))


def _both_start(
    made: DocumentConfirmation, subject: ConfirmSubject, answer: Answer, view: EffectiveView, options: Options
) -> DocumentConfirmation:
    configuration = subject.validated.configuration
    assert configuration is not None
    if answer.written is None:
        return made
    written = _with_own_kubeconfig(answer.written, view)
    compared = compare(written, view, options.registry, configuration.release)
    running = _running(written, answer, configuration, options)
    plugins = () if running is None else tuple(differing_plugins(running, view))
    agrees = not compared.differences and not plugins
    return replace(
        made,
        agreement=Agreement.AGREES if agrees else Agreement.DISAGREES,
        differences=compared.differences,
        plugins=plugins,
        own_args=compared.own_args,
    )


def _with_own_kubeconfig(written: Mapping[str, Any], view: EffectiveView) -> Mapping[str, Any]:
    """Return what the program wrote with the user's kubeconfig in the place of ours."""
    named = follow(view.configuration, _KUBECONFIG)
    connection = written.get(_KUBECONFIG[0])
    if not isinstance(connection, dict) or not named or not connection.get(_KUBECONFIG[1]):
        return written
    return {**written, _KUBECONFIG[0]: {**connection, _KUBECONFIG[1]: named}}


def _running(
    written: Mapping[str, Any], answer: Answer, configuration: Configuration, options: Options
) -> Mapping[str, Running] | None:
    """Return what the program runs: as it lists that, or as follows from what it completes; None where neither does."""
    profiles = written.get("profiles") or []
    running = answer.running
    if running is None and all(MULTI_POINT not in profile.get("plugins", {}) for profile in profiles):
        # All that runs is written at its point.
        running = tuple(_enabled(profile.get("plugins", {}), configuration.release) for profile in profiles)
    if running is not None:
        return {profile["schedulerName"]: one for profile, one in zip(profiles, running, strict=True)}
    options = replace(options, kubernetes=configuration.release.name, role=Role.CONFIG)
    again = explain(parse(json.dumps(written)), options).file
    return None if again.view is None else again.view.plugins


def _enabled(plugins: Mapping[str, Any], release: Release) -> Running:
    """Return what completed plugin sets enable."""
    refs = {
        point: tuple(PluginRef(one["name"], one.get("weight", 0), None) for one in sets["enabled"])
        for point, sets in plugins.items()
        if sets.get("enabled")
    }
    enabled_at = {point: {ref.name: ref for ref in plugin_refs} for point, plugin_refs in refs.items()}
    refs[SCORE] = tuple(with_last_weight(ref, enabled_at, release) for ref in refs.get(SCORE, ()))
    return {
        point: tuple((ref.name, ref.weight_at(point)) for ref in plugin_refs)
        for point, plugin_refs in refs.items()
        if plugin_refs
    }


_DOCUMENT = "<document>"
"""Is shown where a program repeats all of a document."""


def _error(message: str, subject: ConfirmSubject, kubeconfig: str) -> ProgramError:
    """Return an error of the program with the place of what it is about."""
    document, span = subject.document, subject.validated.span
    if document is not None:
        given = decode_text(_with_kubeconfig(subject, kubeconfig))
        own = follow(document.data, _KUBECONFIG)
        if len(given) > len(_DOCUMENT):  # Some errors repeat all that was read; what is shorter is in any of them
            message = message.replace(given, _DOCUMENT)
        message = message.replace(kubeconfig, own if isinstance(own, str) else "")
        message = Secrets.of(given).hide(message)
    shown = printable(hide_in_message(message[-_LONGEST:]))
    path = None if document is None else places.path_of(message, document)
    if document is None or path is None:
        return ProgramError(shown, start=span.start if span else _start_of_finding(message, subject.report))
    place = document.locate(path)
    inside = {finding.start for finding in _refusing(subject.report) if finding.path.startswith(render(path))}
    # Errors about a plugin or a profile seldom say which part of it is meant; where schedcfg refuses one part, that is.
    start = inside.pop() if len(inside) == 1 else (place.key or place.value).start
    return ProgramError(shown, render(path), span.start if span else start)


def _start_of_finding(message: str, report: DocumentReport) -> Position | None:
    """Return where the one thing is that schedcfg refuses, or else what is on the line that the message names."""
    refusing = _refusing(report)
    if len(refusing) == 1:
        return refusing[0].start
    line = places.line_of(message)
    return next((finding.start for finding in refusing if finding.start.line == line), None)
