"""What is done with an input: a function for each capability of the library, and what has to be true of its answer."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple
from unittest import mock

from schedcfg import IN_TREE_ONLY, OPEN, Verdict, catalog, explain, releases, validate
from schedcfg.changes.diff import FORMATS as DIFFERENCE_FORMATS
from schedcfg.changes.diff.diff import diff, diff_releases, reports_of
from schedcfg.changes.fix import after as fixed_bytes
from schedcfg.changes.fix import fix_file
from schedcfg.changes.migrate import json_report
from schedcfg.changes.migrate import text as migration_text
from schedcfg.changes.migrate.migrate import migrate_file
from schedcfg.changes.migrate.results import FileMigration
from schedcfg.cli.krm import results
from schedcfg.cli.krm.function import run as run_function
from schedcfg.document import parse, parse_bytes
from schedcfg.errors import SchedcfgError, UnknownTarget, UnreadableInput, WrongFeatureGates, WrongRequest
from schedcfg.external.probe.extender.run import ExtenderProbeOptions, probe_extender
from schedcfg.external.probe.network_traffic.run import TrafficProbeOptions, probe_network_traffic
from schedcfg.external.probe.request import HttpResponse
from schedcfg.findings import FileReport
from schedcfg.fixing import WhyLeft
from schedcfg.generate import kubeadm, presets, second_scheduler, static_pod, targets
from schedcfg.generate.add_profile import add_profile
from schedcfg.generate.generation import Generation, Maker, generate_around, render_notes
from schedcfg.generate.profile_composing import ProfileRequest
from schedcfg.generate.static_pod_fix import fix_existing
from schedcfg.generate.target import ImageOption, TargetOptions
from schedcfg.models import API_VERSIONS
from schedcfg.output import FORMATS, load
from schedcfg.output.summary import Summary
from schedcfg.show import FORMATS_OF_WHY as ANSWER_FORMATS
from schedcfg.show.effective import FORMATS as VIEW_FORMATS
from schedcfg.show.effective.effective import effective_file
from schedcfg.show.reference import explanation_json, explanation_text
from schedcfg.show.why import find_influence
from schedcfg.sources.configurations import Role
from schedcfg.validation.files import CleanConfigurations, validate_file
from schedcfg.validation.options import Options
from schedcfg.validation.selection.selection import EVERYTHING, Selection
from schedcfg.validation.text import validate_stream

from . import invariants
from .invariants import Fault, all_of
from .seeds import PLAIN, Kind, pool

Choices = dict[str, Any]
"""How an input is handled: plain data, kept with an input that fails."""


class Answer(NamedTuple):
    """What became of an input.

    Attributes:
        text: All that a user would see of it: the same every time.
        faults: What is wrong with it.
    """

    text: str
    faults: list[Fault]


class Command(NamedTuple):
    """One thing that can be done with an input.

    Attributes:
        weight: How often it is, among the others.
        kinds: What it is done with.
        choose: Chooses how.
        run: Does it.
    """

    weight: int
    kinds: tuple[Kind, ...]
    choose: Callable[[Random], Choices]
    run: Callable[[bytes, Choices], Answer]


CONFIGURATIONS = (Kind.CONFIGURATION,) * 6 + (Kind.POLICY, Kind.MANIFEST, Kind.MANIFEST)

PATHS = ("scheduler.yaml",) * 6 + (
    "-",
    "a b.yaml",
    "é.yaml",
    "a\n::error::INJECT.yaml",
    "\x1b[2J\u202e.yaml",
    "a\udcff.yaml",
)

REGISTRIES = {"open": OPEN, "in-tree": IN_TREE_ONLY, "catalog": catalog("scheduler-plugins")}


def usual(random: Random) -> Choices:
    """Choose how files are validated."""
    gates = random.choices((None, "GangScheduling=true", "AllAlpha=true", "Nope=1", "a=b,"), (90, 4, 4, 1, 1))[0]
    return {
        "kubernetes": random.choice([None, None, None, *releases.names()]),
        "registry": random.choices(tuple(REGISTRIES), (6, 3, 1))[0],
        "role": random.choices(tuple(Role), (8, *(2 for _ in tuple(Role)[1:])))[0].value,
        "gates": gates,
        "path": random.choice(PATHS),
    }


def options_of(choices: Choices) -> Options:
    """Return how files are validated."""
    gates = choices["gates"]
    return Options(
        choices["kubernetes"],
        REGISTRIES[choices["registry"]],
        Role(choices["role"]),
        None if gates is None else (gates,),
        Selection(None, frozenset(), choices["reasons"]) if "reasons" in choices else EVERYTHING,
    )


def refusing(
    run: Callable[[bytes, Choices], Answer], *allowed: type[SchedcfgError]
) -> Callable[[bytes, Choices], Answer]:
    """Return a function for which the documented errors are an answer."""

    def answer(raw: bytes, choices: Choices) -> Answer:
        try:
            return run(raw, choices)
        except allowed as error:
            return Answer(f"{type(error).__name__}: {error} {error.help}", [])

    return answer


def _of_report(report: FileReport, raw: bytes) -> Iterator[Fault]:
    text = invariants.read(raw)
    yield from invariants.verdicts(report)
    if text is not None:
        yield from invariants.positions(report, text)


# validate


def _choose_validate(random: Random) -> Choices:
    return {**usual(random), "output": random.choice(tuple(FORMATS)), "reasons": random.random() < 0.2}


def _validate(raw: bytes, choices: Choices) -> Answer:
    report = validate_file(parse_bytes(raw), options_of(choices), path=choices["path"])
    text, faults = invariants.rendered(report, choices["output"])
    return Answer(text, all_of(_of_report(report, raw), faults, _remembered(raw, choices, text)))


def _remembered(raw: bytes, choices: Choices, text: str) -> Iterator[Fault]:
    """Yield where a report is another one if one like it was clean in the same run."""
    clean, options = CleanConfigurations(), options_of(choices)
    _first, other = (validate_file(parse_bytes(raw), options, path=choices["path"], clean=clean) for _ in range(2))
    again, _ = invariants.rendered(other, choices["output"])
    if again != text:
        yield Fault("the report on a known configuration differs", again[:200])


# fix


def _choose_fix(random: Random) -> Choices:
    return {**usual(random), "output": random.choice(tuple(FORMATS)), "unsafe": random.random() < 0.4}


def _fix(raw: bytes, choices: Choices) -> Answer:
    options, unsafe = options_of(choices), choices["unsafe"]
    report = fix_file(parse_bytes(raw), options, path=choices["path"], unsafe=unsafe)
    text, faults = invariants.rendered(report, choices["output"])
    if report.fixing is None:
        return Answer(text, faults)
    assert report.text is not None
    faults += [
        Fault("a fix does not do what it promises", one.rule) for one in report.fixing.left if one.why is WhyLeft.FAULT
    ]
    faults += _of_report(report, fixed_bytes(report))
    if report.is_changed != bool(report.fixing.made):
        faults.append(Fault("changed without a fix, or the other way"))
    if report.is_changed:
        faults += _of_fixed(report, options, unsafe=unsafe)
    return Answer(text + report.text, faults)


def _of_fixed(report: FileReport, options: Options, *, unsafe: bool) -> Iterator[Fault]:
    assert report.fixing is not None
    assert report.text is not None
    before = report.fixing.before
    yield from invariants.kept(before, report.text)
    again = fix_file(parse_bytes(fixed_bytes(report)), options, path=report.path, unsafe=unsafe)
    if again.text != report.text:
        yield Fault(
            "a second fix changes more", ", ".join(one.rule for one in again.fixing.made) if again.fixing else ""
        )
    was = validate(before, path=report.path, options=options).verdict
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
        "format": random.choice(("text", "json")),
    }


def _migrate(raw: bytes, choices: Choices) -> Answer:
    options, path = options_of(choices), choices["path"]
    file = migrate_file(parse_bytes(raw), options, path=path, to=choices["to"], **choices["wishes"])
    faults: list[Fault] = []
    if choices["format"] == "json":
        text = "".join(json_report.render([file], migration_text.Tally(choices["to"] or "v1")))
        faults += invariants.parsed(text, "json")
    else:
        renderers = (migration_text.render, migration_text.render_in_full, migration_text.render_obstacles)
        text = "".join(piece for render in renderers for piece in render(file, coloured=False))
        faults += invariants.parsed(text, "text")
        # A patch has to have every character of the file.
        text += "".join(migration_text.render_diff(file, coloured=False))
    if file.migrated is not None:
        faults += _of_migrated(file, choices)
    return Answer(text + (file.migrated or ""), faults)


def _of_migrated(file: FileMigration, choices: Choices) -> Iterator[Fault]:
    assert file.migrated is not None
    assert file.text is not None
    yield from _wrong_edits(file)
    yield from invariants.kept(file.text, file.migrated, may_add_comments=choices["wishes"]["annotate"])
    # A legacy Policy is none any longer.
    options = options_of({**choices, "role": (Role.ANY if choices["role"] == Role.ANY else Role.CONFIG).value})
    again = migrate_file(parse_bytes(file.after), options, path=file.path, to=choices["to"], **choices["wishes"])
    if again.migrated is not None or again.verdict is not Verdict.ACCEPTED:
        yield Fault("a second migration is not idle", f"{again.verdict} {again.status}")
    proofs = file.documents[0].proofs if len(file.documents) == 1 else ()
    if proofs:
        stream, last = parse(file.migrated), options.by(proofs[-1].kubernetes)
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


def _choose_effective(random: Random) -> Choices:
    return {**usual(random), "output": random.choice(("text", "text", "json", "yaml", *VIEW_FORMATS))}


def _effective(raw: bytes, choices: Choices) -> Answer:
    view = effective_file(parse_bytes(raw), options_of(choices), path=choices["path"])
    summary = Summary(None)
    views = summary.counting(iter([view]), lambda one: (one.report,))
    text = "".join(load(VIEW_FORMATS[choices["output"]])(views, summary, coloured=False))
    return Answer(text, all_of(_of_report(view.report, raw), invariants.parsed(text, choices["output"])))


def _choose_why(random: Random) -> Choices:
    plugin = random.choice(("NodeResourcesFit", "NetworkTraffic", "DynamicResources", "MyPlugin", "*", ""))
    return {**usual(random), "plugin": plugin, "output": random.choice(tuple(ANSWER_FORMATS))}


def _why(raw: bytes, choices: Choices) -> Answer:
    found = find_influence(parse_bytes(raw), options_of(choices), path=choices["path"], plugin=choices["plugin"])
    text = "".join(load(ANSWER_FORMATS[choices["output"]])([found], Summary(None), coloured=False))
    return Answer(text, all_of(_of_report(found.report, raw), invariants.parsed(text, choices["output"])))


def _choose_diff(random: Random) -> Choices:
    other = random.choice((None, None, random.choice(pool(Kind.CONFIGURATION)), PLAIN))
    chosen = {**usual(random), "output": random.choice(tuple(DIFFERENCE_FORMATS)), "other": other}
    if random.random() < 0.2:
        chosen |= {"between": random.sample(releases.names(), 2), "kubernetes": None}
    return chosen


def _diff(raw: bytes, choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer("", [])
    options, other, faults = options_of(choices), choices["other"], []
    if "between" in choices:
        found = diff_releases(text, *choices["between"], path=choices["path"], options=options)
    else:
        found = diff(text, text if other is None else other, paths=(choices["path"], "b.yaml"), options=options)
        if other is None and found.changes:
            faults.append(Fault("a file differs from itself", str(found.changes[0].subject)))
    summary = Summary(None)
    differences = summary.counting(iter([found]), reports_of)
    shown = "".join(load(DIFFERENCE_FORMATS[choices["output"]])(differences, summary, coloured=False))
    return Answer(shown, all_of(faults, invariants.parsed(shown, choices["output"])))


def _choose_explain(random: Random) -> Choices:
    return {
        "version": random.choice([None, None, *API_VERSIONS, "v2"]),
        "kubernetes": random.choice([None, None, *releases.names()]),
        "depth": random.choice((1, 1, 99)),
        "output": random.choice(("text", "json")),
    }


def _explain(raw: bytes, choices: Choices) -> Answer:
    name = raw.decode("utf-8", "replace")[:300]
    found = explain(name, api_version=choices["version"], kubernetes=choices["kubernetes"], depth=choices["depth"])
    is_json = choices["output"] == "json"
    text = explanation_json.render(found) if is_json else "".join(explanation_text.render(found, coloured=False))
    return Answer(text, list(invariants.parsed(text, choices["output"])))


# generate


def _choose_around(random: Random) -> Choices:
    wanted = random.choice(("static-pod", "kubeadm", "second-scheduler", "kustomize", *targets.names()))
    return {**usual(random), "wanted": wanted, "image": random.choice((None, "registry.example.com/own:v1"))}


def maker_of(choices: Choices) -> Maker[Any]:
    """Return what makes the files that were chosen."""
    wanted, image = choices["wanted"], choices["image"]
    if wanted == "static-pod":
        return static_pod.maker(static_pod.StaticPodOptions(image))
    if wanted == "kubeadm":
        return kubeadm.maker(kubeadm.KubeadmOptions(image=image))
    if wanted in {"second-scheduler", "kustomize"}:
        make = second_scheduler.maker if wanted == "second-scheduler" else second_scheduler.kustomize_maker
        return make(second_scheduler.SecondSchedulerOptions(image=image))
    target = targets.find(wanted)
    required = target.image is ImageOption.REQUIRED
    return target.maker(TargetOptions("registry.example.com/own:v1" if required else None, frozenset()))


def _around(raw: bytes, choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer("", [])
    generation = generate_around(text, maker_of(choices), name="scheduler.yaml", options=options_of(choices))
    return _of_generation(generation, text)


def _of_generation(generation: Generation, source: str = PLAIN) -> Answer:
    """Return what was generated, and what is wrong with it: each file has to be read, unless its source is not.

    A later document of a source may be broken: kube-scheduler does not read it.
    """
    text = "".join(render_notes(generation, coloured=False))
    faults = list(invariants.parsed(text, "text"))
    for file in generation.files:
        text += file.text
        if file.path.endswith((".yaml", ".yml", ".json")):
            error = parse(file.text).error
            if error is not None and parse(source).error is None:
                faults.append(Fault("a generated file is not read", f"{file.path}: {error.message}"))
    return Answer(text, faults)


def _choose_from(random: Random) -> Choices:
    return {**usual(random), "kubernetes": random.choice((None, "1.29", "1.33")), "carry": random.random() < 0.5}


def _static_pod_from(raw: bytes, choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer("", [])
    options = static_pod.StaticPodOptions(kubernetes=choices["kubernetes"], carry_flags=choices["carry"])

    def around(maker: Maker[static_pod.StaticPodOptions], *, otherwise: str | None = None) -> Generation:
        return generate_around(PLAIN, maker, choices["kubernetes"] or otherwise)

    answer = _of_generation(generation := fix_existing(text, choices["path"], "kube-scheduler.yaml", options, around))
    edited = next((file.text for file in generation.files if file.path == "kube-scheduler.yaml"), None)
    return answer if edited is None else Answer(answer.text, [*answer.faults, *_again(edited, text, options, around)])


def _again(edited: str, text: str, options: static_pod.StaticPodOptions, around: Any) -> Iterator[Fault]:
    """Yield where an edited manifest has lost something, or is edited once more."""
    for fault in invariants.kept(text, edited, may_add_comments=True):
        # What is removed takes the comment beside it along.
        if fault.kind != "a comment is lost":
            yield fault
    files = fix_existing(edited, "-", "kube-scheduler.yaml", options, around).files
    if not any(file.text == edited for file in files):
        yield Fault("a manifest is edited twice")


def _kubeadm_from(raw: bytes, choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer("", [])
    options = kubeadm.KubeadmOptions(None, None, None, kubeadm.find_scheduler(text), choices["carry"])
    return _of_generation(generate_around(PLAIN, kubeadm.maker(options), choices["kubernetes"]))


def _choose_profile(random: Random) -> Choices:
    return {
        "preset": random.choice(tuple(presets.all_presets())),
        "name": random.choice(("default-scheduler", "new", "é\n")),
    }


def _add_profile(raw: bytes, choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer("", [])
    request = ProfileRequest(choices["name"], presets.find(choices["preset"]))
    generation = add_profile(text, "scheduler.yaml", request)
    answer = _of_generation(generation, text)
    lost = [fault for file in generation.files for fault in invariants.kept(text, file.text, may_add_comments=True)]
    return Answer(answer.text, [*answer.faults, *lost])


# krm


def _krm(raw: bytes, _choices: Choices) -> Answer:
    text = invariants.read(raw)
    if text is None:
        return Answer("", [])
    done = run_function(text)
    shown = "".join(results.render_results(done, coloured=False))
    faults = list(invariants.parsed(shown, "text"))
    if parse(done.text).error is not None and parse(text).error is None:
        faults.append(Fault("the list is no longer read"))
    elif _items(run_function(done.text).text) != _items(done.text):
        faults.append(Fault("a second run changes more"))
    return Answer(shown + done.text, faults)


def _items(text: str) -> object:
    """Return the items of a list: the results are those of the last run."""
    documents = parse(text).documents
    data = documents[0].data if documents else None
    return data.get("items") if isinstance(data, dict) else None


# probe


def _choose_extender(random: Random) -> Choices:
    return {
        "verb": random.choice(("filter", "prioritize", "preempt", "bind")),
        "names": random.random() < 0.5,
        "status": random.choices((200, 204, 301, 400, 404, 500, 999), (80, 4, 2, 4, 4, 4, 2))[0],
        "type": random.choice(("application/json", "text/html", "")),
        "kubernetes": random.choice((None, "1.20", "1.25", "1.33")),
        "output": random.choice(("text", "json")),
    }


_EXTENDER = """\
apiVersion: kubescheduler.config.k8s.io/{version}
kind: KubeSchedulerConfiguration
extenders:
- {{urlPrefix: "http://extender.example:1", {verb}Verb: ask, weight: 1, nodeCacheCapable: {names}}}
"""


def _extender(raw: bytes, choices: Choices) -> Answer:
    version = {"1.20": "v1beta1"}.get(choices["kubernetes"], "v1")
    text = _EXTENDER.format(version=version, verb=choices["verb"], names=str(choices["names"]).lower())
    include = [verb for verb in _included() if verb.value == choices["verb"]]
    asked = ExtenderProbeOptions(include=frozenset(include))
    response = HttpResponse(choices["status"], {"content-type": choices["type"]}, raw, 0.1, "POST")
    with mock.patch("schedcfg.external.probe.extender.call.send", return_value=response):
        found = probe_extender(text.encode(), "e.yaml", Options(choices["kubernetes"]), asked)
    return _of_probe(found, "schedcfg.external.probe.extender", choices["output"])


def _included() -> Iterable[Any]:
    from schedcfg.external.probe.extender.results import ExtenderVerb

    return (ExtenderVerb.PREEMPT, ExtenderVerb.BIND)


def _of_probe(found: Any, package: str, output: str) -> Answer:
    summary = Summary(None)
    probes = summary.counting(iter([found]), lambda one: (one.file,))
    module = "schedcfg.external.probe.report_json" if output == "json" else f"{package}.text"
    text = "".join(load(module)(probes, summary, coloured=False))
    return Answer(text, list(invariants.parsed(text, output)))


def _choose_prometheus(random: Random) -> Choices:
    return {
        "status": random.choices((200, 204, 400, 405, 422, 500), (80, 2, 6, 2, 6, 4))[0],
        "nodes": random.choice(((), ("first",), ("first", "second"))),
        "output": random.choice(("text", "json")),
    }


_TRAFFIC = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {score: {enabled: [{name: NetworkTraffic}]}}
  pluginConfig:
  - name: NetworkTraffic
    args: {prometheusAddress: "http://prometheus.example:9090", networkInterface: eth0, timeRangeInMinutes: 3}
"""


def _prometheus(raw: bytes, choices: Choices) -> Answer:
    response = HttpResponse(choices["status"], {}, raw, 0.1, "POST")
    with mock.patch("schedcfg.external.probe.prometheus.send", return_value=response):
        asked = TrafficProbeOptions(nodes=tuple(choices["nodes"]))
        found = probe_network_traffic(_TRAFFIC.encode(), "n.yaml", Options(), asked)
    return _of_probe(found, "schedcfg.external.probe.network_traffic", choices["output"])


WRONG = (UnknownTarget, WrongFeatureGates)
"""What is answered where releases or feature gates do not fit."""

LIBRARY: dict[str, Command] = {
    "validate": Command(500, CONFIGURATIONS, _choose_validate, refusing(_validate, *WRONG)),
    "fix": Command(100, CONFIGURATIONS, _choose_fix, refusing(_fix, *WRONG)),
    "migrate": Command(60, CONFIGURATIONS, _choose_migrate, refusing(_migrate, *WRONG)),
    "effective": Command(60, CONFIGURATIONS, _choose_effective, refusing(_effective, *WRONG)),
    "why": Command(20, CONFIGURATIONS, _choose_why, refusing(_why, *WRONG)),
    "diff": Command(30, CONFIGURATIONS, _choose_diff, refusing(_diff, *WRONG)),
    "explain": Command(40, (Kind.NAME,), _choose_explain, refusing(_explain, *WRONG)),
    "generate": Command(20, (Kind.CONFIGURATION,), _choose_around, refusing(_around, *WRONG, WrongRequest)),
    "generate static-pod --from": Command(
        15, (Kind.MANIFEST,), _choose_from, refusing(_static_pod_from, *WRONG, UnreadableInput)
    ),
    "generate kubeadm --from": Command(
        10, (Kind.MANIFEST,), _choose_from, refusing(_kubeadm_from, *WRONG, UnreadableInput, WrongRequest)
    ),
    "generate profile --into": Command(
        8, (Kind.CONFIGURATION,), _choose_profile, refusing(_add_profile, *WRONG, WrongRequest)
    ),
    "krm": Command(20, (Kind.RESOURCES,), lambda _: {}, refusing(_krm, UnreadableInput)),
    "probe extender": Command(30, (Kind.EXTENDER,), _choose_extender, _extender),
    "probe network-traffic": Command(30, (Kind.PROMETHEUS,), _choose_prometheus, _prometheus),
}
"""Name → what is done through the library."""
