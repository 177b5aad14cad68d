"""Configurations for the program of scheduler-plugins: verdicts, paths, Args after defaulting, and points that run.

The recording has the answers of the release of scheduler-plugins that fits each Kubernetes release, and as `1.19nt`
those of the fork for 1.19 that has NetworkTraffic alone.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import pytest

from schedcfg import OPEN, PluginRegistry, Role, catalog, releases
from schedcfg.configuration.decode.configuration import decode
from schedcfg.configuration.effective import args as appended_args
from schedcfg.configuration.effective.args import of_plugin
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.plugin_sets import PIPELINE
from schedcfg.configuration.effective.provenance import plugins
from schedcfg.configuration.effective.resolve import resolve
from schedcfg.document import Stream, parse
from schedcfg.findings import FindingClass, Verdict
from schedcfg.sources.type_meta import read_type_meta
from tests.conformance.judged import report
from tests.conformance.recordings import Recording, read

pytestmark = pytest.mark.long

RECORDING = "sp-train.verdicts"
FORK = "1.19nt"
FIRST_APPENDING = 22
_ADVISED = frozenset({"unlike-published", "undeclared-plugin"})
"""Rules that say, as advice, what would stop a program that is published."""
UNKNOWN = re.compile(r'unknown field "([^"]+)"')
POSITION = re.compile(r"\.enabled\[\d+\]", re.IGNORECASE)


class Asked(NamedTuple):
    case: str
    text: str
    kubernetes: str
    registry: PluginRegistry
    answer: dict[str, Any]


def registry(release: str) -> PluginRegistry:
    return catalog("network-traffic" if release == FORK else "scheduler-plugins")


def asked(case: Recording) -> Iterator[Asked]:
    for release, answer in case.answers.items():
        yield Asked(case.id, case.text, release.removesuffix("nt"), registry(release), answer)


@lru_cache(maxsize=1)
def stream(text: str) -> Stream:
    """Read a text once for all its releases."""
    return parse(text)


def refused_paths(one: Asked) -> set[str] | None:
    """Name what is refused; None for an accepted file."""
    found_in = report(stream(one.text), one.kubernetes, Role.CONFIG, one.registry)
    if found_in.verdict is Verdict.ACCEPTED:
        return None
    found = (finding for document in found_in.documents for finding in document.findings)
    return {finding.path for finding in found if finding.finding_class is FindingClass.REFUSED}


def recorded_paths(answer: dict[str, Any]) -> set[str]:
    """Name the paths that the real program tells in full."""
    if answer["outcome"] == "validation":
        return {error["field"] for error in answer["errors"] if error.get("field")}
    return set(UNKNOWN.findall(answer["errors"][0]["message"])) if answer["outcome"] == "decode" else set()


def is_named(path: str, paths: set[str]) -> bool:
    """Tell whether a path is among others, or something inside it; upstream counts `enabled` in its merged list."""
    wanted = POSITION.sub(".enabled[]", path.replace(".Enabled", ".enabled"))
    plain = {POSITION.sub(".enabled[]", one) for one in paths}
    return any(one == wanted or one.startswith((f"{wanted}.", f"{wanted}[")) for one in plain)


def completed(one: Asked) -> Configuration:
    release = releases.at(one.kubernetes)
    text = stream(one.text).documents[0]
    decoded = decode(text, read_type_meta(text.data), release, lambda name: one.registry.known(name, release))
    return resolve(decoded, one.registry)


def defaulted(configuration: Configuration, one: Asked) -> dict[str, dict[str, Any]]:
    """List the Args of out-of-tree plugins as they are after defaulting, of several entries for one the first.

    Up to 1.21 it is the framework that adds those that are not written: where it was not built, there are none.
    """
    adds = configuration.release.number >= FIRST_APPENDING or one.answer["outcome"] == "ok"
    found: dict[str, dict[str, Any]] = {}
    for profile in configuration.profiles:
        entries = [(entry.name, entry) for entry in profile.plugin_config]
        missing = appended_args.names(profile, configuration, one.registry) if adds else []
        for name, entry in (*entries, *((name, None) for name in missing)):
            args = of_plugin(name, entry, configuration, one.registry)
            if args is not None and name not in configuration.release.plugins:
                found.setdefault(profile.scheduler_name, {}).setdefault(name, args.wire(configuration.context))
    return found


def running(configuration: Configuration, one: Asked) -> dict[str, dict[str, list[str]]]:
    """List the points at which each out-of-tree plugin runs, in the order in which a Pod passes them."""
    found: dict[str, dict[str, list[str]]] = {}
    for profile, points in plugins(configuration, one.registry).items():
        for point in PIPELINE:
            for ref in points.get(point, ()):
                if ref.name not in configuration.release.plugins:
                    found.setdefault(profile, {}).setdefault(ref.name, []).append(point)
    return found


def test_verdicts_and_paths() -> None:
    counted: Counter[str] = Counter()
    wrong = []
    for case in read(RECORDING):
        for one in asked(case):
            counted[one.answer["outcome"]] += 1
            paths = refused_paths(one)
            if (paths is None) != (one.answer["outcome"] == "ok"):
                wrong.append((one.kubernetes, one.case, one.answer["outcome"]))
            elif paths is not None:
                counted["paths"] += 1
                wrong += [
                    (one.kubernetes, one.case, path) for path in recorded_paths(one.answer) if not is_named(path, paths)
                ]
    assert min(counted[outcome] for outcome in ("ok", "decode", "validation", "args", "framework")) > 300
    assert wrong == []


def test_args_after_defaulting_and_points() -> None:
    counted: Counter[str] = Counter()
    wrong = []
    for case in read(RECORDING):
        for one in asked(case):
            if "defaulted_args" not in one.answer and "runs" not in one.answer:
                continue
            configuration = completed(one)
            if "defaulted_args" in one.answer:
                counted["args"] += 1
                if defaulted(configuration, one) != one.answer["defaulted_args"]:
                    wrong.append((one.kubernetes, one.case, "args"))
            if "runs" in one.answer:
                counted["runs"] += 1
                if running(configuration, one) != one.answer["runs"]:
                    wrong.append((one.kubernetes, one.case, "runs"))
    assert counted["args"] > 1000
    assert counted["runs"] > 1000
    assert wrong == []


def test_args_of_plugins_that_are_not_enabled_mean_nothing() -> None:
    unused = [one for case in read(RECORDING) for one in asked(case) if one.answer.get("unused_args_errors")]
    assert any(refused_paths(one) is None for one in unused)


def test_what_the_catalog_refuses_is_advice_where_nobody_has_chosen_it() -> None:
    counted: Counter[bool] = Counter()
    wrong = []
    for case in islice(read(RECORDING), 0, None, 4):
        for one in asked(case):
            # NetworkTraffic tells another program.
            if one.registry == catalog("scheduler-plugins") and '"NetworkTraffic" does not exist' not in str(
                one.answer
            ):
                found_in = report(stream(one.text), one.kubernetes, Role.CONFIG, OPEN)
                rules = {finding.rule for document in found_in.documents for finding in document.findings}
                stops = found_in.verdict is not Verdict.ACCEPTED or not rules.isdisjoint(_ADVISED)
                counted[stops] += 1
                if stops != (one.answer["outcome"] != "ok"):
                    wrong.append((one.kubernetes, one.case))
    assert min(counted.values()) > 300
    assert wrong == []
