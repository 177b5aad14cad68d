"""What is done with an input by the commands that read configurations, and what has to be true of the answers."""

from collections.abc import Iterator
from random import Random

from schedcfg import Verdict, explain, releases
from schedcfg.commands.diff import FORMATS as DIFFERENCE_FORMATS
from schedcfg.commands.diff.diff import diff, diff_releases, reports_of
from schedcfg.commands.effective import FORMATS as VIEW_FORMATS
from schedcfg.commands.effective.effective import effective_file
from schedcfg.commands.explain import explanation_text
from schedcfg.commands.explain.json_report import in_full
from schedcfg.commands.migrate import json_report
from schedcfg.commands.migrate import text as migration_text
from schedcfg.commands.migrate.migrate import migrate_file
from schedcfg.commands.migrate.results import FileMigration
from schedcfg.commands.validate.fix import after as fixed_bytes
from schedcfg.commands.validate.fix import fix_file
from schedcfg.commands.why import FORMATS as ANSWER_FORMATS
from schedcfg.commands.why.why import find_influence
from schedcfg.errors import UnreadableInput
from schedcfg.findings import FileReport
from schedcfg.fixing import WhyLeft
from schedcfg.models import API_VERSIONS
from schedcfg.output import FORMATS, load, unified_diff
from schedcfg.sources.configurations import Role
from schedcfg.validation.files import validate_file
from schedcfg.validation.text import validate_stream

from . import invariants
from .answers import (
    CONFIGURATIONS,
    WRONG,
    Answer,
    Choices,
    Command,
    in_every_format,
    of_report,
    of_texts,
    options_of,
    refusing,
    rendered,
    stream_of,
    usual,
)
from .invariants import Fault, all_of
from .seeds import PLAIN, Kind, pool

# validate


def _choose_validate(random: Random) -> Choices:
    return {**usual(random), "output": random.choice(tuple(FORMATS)), "reasons": random.random() < 0.2}


def _validate(raw: bytes, choices: Choices) -> Answer:
    report = validate_file(stream_of(raw, choices), options_of(choices), path=choices["path"])
    answer = _of_file(report)
    return Answer(answer.shown, all_of(of_report(report, raw), answer.faults))


def _of_file(report: FileReport) -> Answer:
    """Return a report in every format, and on the page of a workflow's run."""
    answer = in_every_format([report])
    page = rendered([report], load(FORMATS["github"], "render_step_summary"))
    return Answer({**answer.shown, "page": page}, [*answer.faults, *invariants.parsed(page, "markdown")])


# fix


def _choose_fix(random: Random) -> Choices:
    return {**usual(random), "unsafe": random.random() < 0.4}


def _fix(raw: bytes, choices: Choices) -> Answer:
    options, unsafe = options_of(choices), choices["unsafe"]
    report = fix_file(stream_of(raw, choices), options, path=choices["path"], unsafe=unsafe)
    shown, faults = _of_file(report)
    if report.fixing is None:
        return Answer(shown, faults)
    assert report.text is not None
    faults += [
        Fault("a fix does not do what it promises", one.rule) for one in report.fixing.left if one.why is WhyLeft.FAULT
    ]
    faults += of_report(report, fixed_bytes(report))
    if report.is_changed != bool(report.fixing.made):
        faults.append(Fault("changed without a fix, or the other way"))
    if report.is_changed:
        faults += _of_fixed(report, choices)
        shown["patch"] = "".join(unified_diff.render(report.path, report.fixing.before, report.text, colored=False))
    return Answer({**shown, "file": report.text}, faults)


def _of_fixed(report: FileReport, choices: Choices) -> Iterator[Fault]:
    assert report.fixing is not None
    assert report.text is not None
    before = report.fixing.before
    yield from invariants.kept(before, report.text)
    options = options_of(choices)
    again = fix_file(stream_of(fixed_bytes(report), choices), options, path=report.path, unsafe=choices["unsafe"])
    if again.text != report.text:
        yield Fault(
            "a second fix changes more", ", ".join(one.rule for one in again.fixing.made) if again.fixing else ""
        )
    was = validate_file(stream_of(before.encode("utf-8", "surrogatepass"), choices), options, path=report.path).verdict
    if was is Verdict.ACCEPTED and report.verdict is Verdict.REFUSED:
        yield Fault("a fixed file is refused")


# migrate


def _choose_migrate(random: Random) -> Choices:
    chosen_options = {name: random.random() < 0.25 for name in ("annotate", "adopt_defaults", "drop_unsupported")}
    release = random.choice([None, None, *releases.names()])
    served = API_VERSIONS if release is None else releases.at(release).api_versions
    to = random.choice([*served, "v1"] if release is None else [None, *served])
    return {
        **usual(random),
        "to": to,
        "kubernetes": release,
        "wishes": chosen_options,
    }


def _migrate(raw: bytes, choices: Choices) -> Answer:
    options, path = options_of(choices), choices["path"]
    file = migrate_file(stream_of(raw, choices), options, path=path, to=choices["to"], **choices["wishes"])
    shown = {name: "".join(render(file, colored=False)) for name, render in _MIGRATION_TEXTS.items()}
    faults = [fault for text in shown.values() for fault in invariants.parsed(text, "text")]
    shown["json"] = "".join(json_report.render([file], migration_text.Tally(choices["to"] or "v1")))
    faults += invariants.parsed(shown["json"], "json")
    # A patch, and the new text, have to have every character of the file.
    shown["patch"] = "".join(migration_text.render_diff(file, colored=False))
    if file.migrated is not None:
        faults += _of_migrated(file, choices)
        shown["file"] = file.migrated
    return Answer(shown, faults)


_MIGRATION_TEXTS = {
    "text": migration_text.render,
    "text in full": migration_text.render_in_full,
    "obstacles": migration_text.render_obstacles,
}
"""What is written of a migration for people."""


def _of_migrated(file: FileMigration, choices: Choices) -> Iterator[Fault]:
    assert file.migrated is not None
    assert file.text is not None
    yield from _wrong_edits(file)
    yield from invariants.kept(file.text, file.migrated, may_add_comments=choices["wishes"]["annotate"])
    # A legacy Policy is none any longer.
    options = options_of({**choices, "role": (Role.ANY if choices["role"] == Role.ANY else Role.CONFIG).value})
    again = migrate_file(stream_of(file.after, choices), options, path=file.path, to=choices["to"], **choices["wishes"])
    if again.migrated is not None or again.verdict is not Verdict.ACCEPTED:
        yield Fault("a second migration is not idle", f"{again.verdict} {again.status}")
    proofs = file.documents[0].proofs if len(file.documents) == 1 else ()
    if proofs:
        stream, last = stream_of(file.after, choices), options.by(proofs[-1].kubernetes)
        if validate_stream(stream, last, file.path).report.verdict is not Verdict.ACCEPTED:
            yield Fault("a migrated file is refused", f"by {proofs[-1].kubernetes}")


def _wrong_edits(file: FileMigration) -> Iterator[Fault]:
    text, parts, last = file.text or "", [], 0
    for edit in file.edits:
        start, end = edit.span.start.offset, edit.span.end.offset
        if start < last:
            yield Fault("edits touch")
        parts += [text[last:start], edit.replacement]
        last = end
    if "".join([*parts, text[last:]]) != file.migrated:
        yield Fault("edits do not give the text")


# effective, diff, explain


def _effective(raw: bytes, choices: Choices) -> Answer:
    view = effective_file(stream_of(raw, choices), options_of(choices), path=choices["path"])
    answer = in_every_format([view], VIEW_FORMATS, lambda one: (one.report,))
    return Answer(answer.shown, all_of(of_report(view.report, raw), answer.faults))


def _choose_why(random: Random) -> Choices:
    plugin = random.choice(("NodeResourcesFit", "NetworkTraffic", "DynamicResources", "MyPlugin", "*", ""))
    return {**usual(random), "plugin": plugin}


def _why(raw: bytes, choices: Choices) -> Answer:
    found = find_influence(stream_of(raw, choices), options_of(choices), path=choices["path"], plugin=choices["plugin"])
    answer = in_every_format([found], ANSWER_FORMATS, lambda one: (one.report,))
    return Answer(answer.shown, all_of(of_report(found.report, raw), answer.faults))


def _choose_diff(random: Random) -> Choices:
    other = random.choice((None, None, random.choice(pool(Kind.CONFIGURATION)), PLAIN))
    chosen = {**usual(random), "other": other}
    if random.random() < 0.2:
        chosen |= {"between": random.sample(releases.names(), 2), "kubernetes": None}
    return chosen


def _diff(raw: bytes, choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer({}, [])
    options, other, faults = options_of(choices), choices["other"], []
    if "between" in choices:
        found = diff_releases(text, *choices["between"], path=choices["path"], options=options)
    else:
        found = diff(text, text if other is None else other, paths=(choices["path"], "b.yaml"), options=options)
        if other is None and found.changes:
            faults.append(Fault("a file differs from itself", str(found.changes[0].subject)))
    answer = in_every_format([found], DIFFERENCE_FORMATS, reports_of)
    return Answer(answer.shown, all_of(faults, answer.faults))


def _choose_explain(random: Random) -> Choices:
    return {
        "version": random.choice([None, None, *API_VERSIONS, "v2"]),
        "kubernetes": random.choice([None, None, *releases.names()]),
        "depth": random.choice((1, 1, 99)),
    }


def _explain(raw: bytes, choices: Choices) -> Answer:
    name = raw.decode("utf-8", "replace")[:300]
    found = explain(name, api_version=choices["version"], kubernetes=choices["kubernetes"], depth=choices["depth"])
    text = "".join(explanation_text.render(found, colored=False))
    return of_texts({"text": text, "json": in_full(found)})


READING: dict[str, Command] = {
    "validate": Command(500, CONFIGURATIONS, _choose_validate, refusing(_validate, *WRONG)),
    "fix": Command(100, CONFIGURATIONS, _choose_fix, refusing(_fix, *WRONG)),
    "migrate": Command(60, CONFIGURATIONS, _choose_migrate, refusing(_migrate, *WRONG)),
    "effective": Command(60, CONFIGURATIONS, usual, refusing(_effective, *WRONG)),
    "why": Command(20, CONFIGURATIONS, _choose_why, refusing(_why, *WRONG)),
    "diff": Command(30, CONFIGURATIONS, _choose_diff, refusing(_diff, *WRONG, UnreadableInput)),
    "explain": Command(40, (Kind.NAME,), _choose_explain, refusing(_explain, *WRONG)),
}
"""Name → what is done with a configuration."""
