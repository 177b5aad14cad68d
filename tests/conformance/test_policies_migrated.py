"""For every accepted legacy Policy: the configuration that it is carried over to does what was recorded of the Policy.

What the new configuration does is reported by the parts that `test_effective.py` compares with recordings of their own.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from schedcfg import IN_TREE_ONLY, Role, migrate, plugins, releases, validate
from schedcfg.commands.migrate.results import FileMigration, MigrationStatus
from schedcfg.configuration.decode.args import shape_for
from schedcfg.configuration.decode.configuration import decode
from schedcfg.configuration.effective import provenance
from schedcfg.configuration.effective.args import of_plugins
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.resolve import resolve
from schedcfg.document import parse
from schedcfg.document.golang import duration
from schedcfg.findings import Verdict
from schedcfg.plugins.context import Context
from schedcfg.plugins.volume_restrictions import limits_claims
from schedcfg.sources.type_meta import read_type_meta
from schedcfg.validation.options import Options
from tests.conformance.recordings import read

pytestmark = pytest.mark.long

FIRST_WITH_V1BETA1 = 19
LAST_AS_BROUGHT = 19
"""Up to 1.19 what was recorded is what the Policy brings; later, what the framework's plugins were built with."""

FIT = "NodeResourcesFit"


class Case(NamedTuple):
    name: str
    text: str
    release: str
    recorded: Any


@cache
def accepted() -> tuple[Case, ...]:
    """List each Policy with each release that accepts it and serves v1beta1, and the profile that was recorded."""
    return tuple(_accepted())


def _accepted() -> Iterator[Case]:
    for case in read("policies-train", "policy"):
        for name, answer in case.answers.items():
            if answer["outcome"] == "ok" and releases.at(name).number >= FIRST_WITH_V1BETA1:
                (profile,) = answer["profiles"]
                yield Case(f"{case.id} {name}", case.text, name, profile)


@cache
def carried(text: str, release: str, *, drop_unsupported: bool = False) -> FileMigration:
    return migrate(
        text,
        "v1beta1",
        release,
        options=Options(registry=IN_TREE_ONLY, role=Role.POLICY),
        drop_unsupported=drop_unsupported,
    )


def migrated(case: Case) -> str:
    """Return what a Policy became; what a configuration cannot say is left out."""
    file = carried(case.text, case.release)
    if file.migrated is None:
        file = carried(case.text, case.release, drop_unsupported=True)
    assert file.migrated is not None, case.name
    return file.migrated


@cache
def view(text: str, kubernetes: str) -> Configuration:
    release = releases.at(kubernetes)
    (one,) = parse(text).documents
    decoded = decode(one, read_type_meta(one.data), release, lambda name: IN_TREE_ONLY.known(name, release))
    return resolve(decoded, IN_TREE_ONLY)


def running(configuration: Configuration) -> dict[str, list[dict[str, object]]]:
    """Return what runs at each point, but for VolumeRestrictions at preFilter, where it lets every Pod pass in 1.22."""
    points = provenance.plugins(configuration, IN_TREE_ONLY)["default-scheduler"]
    assert not limits_claims(configuration.release)
    found = {
        point: [ref._asdict() for ref in refs if (point, ref.name) != ("preFilter", "VolumeRestrictions")]
        for point, refs in points.items()
    }
    return {point: refs for point, refs in found.items() if refs}


def in_any_order(point: str, refs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort what runs at a point, unless the first plugin that succeeds ends it."""
    return refs if point in {"postFilter", "bind"} else sorted(refs, key=lambda ref: str(ref["name"]))


def built_with(configuration: Configuration) -> dict[str, Any]:
    """Return the Args of the plugins that run."""
    (profile,) = configuration.profiles
    return {
        plugin.name: plugin.values(configuration.context) for plugin in of_plugins(profile, configuration, IN_TREE_ONLY)
    }


def recorded_args(case: Case) -> dict[str, Any]:
    """Return the Args of the plugins that run; up to 1.19 the recording has only those that the Policy brings."""
    found = {
        entry["name"]: {name: value for name, value in entry["args"].items() if name not in {"apiVersion", "kind"}}
        for entry in case.recorded["pluginConfig"]
    }
    if releases.at(case.release).number > LAST_AS_BROUGHT:
        return found
    built = {ref["name"] for refs in case.recorded["effective_plugins"].values() for ref in refs}
    return {name: args for name in built if (args := found.get(name, default_args(name, case.release))) is not None}


def default_args(name: str, kubernetes: str) -> dict[str, Any] | None:
    release = releases.at(kubernetes)
    plugin = plugins.find(name)
    assert plugin is not None
    kind = plugin.args_in("v1beta1", release)
    context = Context("v1beta1", release)
    return None if kind is None else kind.values(kind.complete(shape_for(kind, release)(), context), context)


def without_sleeping(args: dict[str, Any], case: Case) -> dict[str, Any]:
    """Leave out how NodeResourcesFit would score: with a Policy it never does."""
    assert FIT not in {ref["name"] for ref in case.recorded["effective_plugins"].get("score", [])}
    return {
        plugin: {name: value for name, value in values.items() if (plugin, name) != (FIT, "scoringStrategy")}
        for plugin, values in args.items()
    }


def test_plugins() -> None:
    compared, wrong = 0, []
    for case in accepted():
        compared += 1
        configuration = view(migrated(case), case.release)
        ours, theirs = running(configuration), case.recorded["effective_plugins"]
        if {point: in_any_order(point, refs) for point, refs in ours.items()} != {
            point: in_any_order(point, refs) for point, refs in theirs.items()
        }:
            wrong.append(case.name)
    assert compared > 780
    assert wrong == []


def test_args() -> None:
    compared, wrong = 0, []
    for case in accepted():
        compared += 1
        configuration = view(migrated(case), case.release)
        ours, theirs = built_with(configuration), recorded_args(case)
        if without_sleeping(ours, case) != without_sleeping(theirs, case):
            wrong.append(case.name)
    assert compared > 780
    assert wrong == []


def test_extenders() -> None:
    """No answer was recorded: what is written is compared, keys in any case and timeouts as a number."""
    compared, wrong = 0, []
    for case in accepted():
        before, after = (parse(one).documents[0].data for one in (case.text, migrated(case)))
        assert isinstance(before, dict)
        assert isinstance(after, dict)
        compared += len(before.get("extenders") or ())
        if alike(before.get("extenders")) != alike(after.get("extenders")):
            wrong.append(case.name)
    assert compared > 200
    assert wrong == []


def alike(written: Any) -> Any:
    if isinstance(written, list):
        return [alike(one) for one in written]
    if not isinstance(written, dict):
        return written
    return {
        key.lower(): duration.parse(value) if key == "httpTimeout" and isinstance(value, str) else alike(value)
        for key, value in written.items()
    }


def test_every_refusal_has_a_known_reason() -> None:
    counted: Counter[str] = Counter()
    for case in accepted():
        file = carried(case.text, case.release)
        (document,) = file.documents
        if document.status is MigrationStatus.MIGRATED:
            counted["migrated"] += 1
            assert all(proof.kept for proof in document.proofs), case.name
            continue
        assert {finding.path for finding in document.findings} == {"alwaysCheckAllPredicates"}, case.name
        counted["refused"] += 1
    assert counted["migrated"] > counted["refused"] > 0


def test_a_second_run_changes_nothing() -> None:
    """Each Policy is asked about in one of its releases, one after the other in turn."""
    of_text: defaultdict[str, list[Case]] = defaultdict(list)
    for case in accepted():
        of_text[case.text].append(case)
    turns = [cases[number % len(cases)] for number, cases in enumerate(of_text.values())]
    assert {case.release for case in turns} == {case.release for case in accepted()}
    for case in turns:
        again = migrate(migrated(case), "v1beta1", case.release, options=Options(registry=IN_TREE_ONLY))
        assert (again.status, again.migrated) == (MigrationStatus.UNCHANGED, None), case.name


def unreported_errors(file: FileMigration) -> set[str]:
    """Name what weighs like an error in a new text by the release that is to take it, and is not reported."""
    if file.migrated is None:
        return set()
    (document,) = file.documents
    (report,) = validate(file.migrated, document.validated_by, options=Options(registry=IN_TREE_ONLY)).documents
    assert (report.verdict is Verdict.ACCEPTED) == (document.validated_by in document.accepted_by)
    return {finding.rule for finding in report.findings if finding.is_error} - {
        finding.rule for finding in document.findings
    }


def test_onward_to_v1() -> None:
    """What v1 has plugins for does the same there, the rest can be dropped; a quarter of them, since it takes long."""
    counted: Counter[str] = Counter()
    for text in list(dict.fromkeys(case.text for case in accepted()))[::4]:
        file = migrate(text, "v1", options=Options(registry=IN_TREE_ONLY, role=Role.POLICY))
        (document,) = file.documents
        assert not unreported_errors(file)
        if document.status is MigrationStatus.MIGRATED:
            counted["migrated"] += 1
            differing = {
                difference.path for proof in document.proofs for difference in proof.differences if difference.matters
            }
            assert differing <= {
                "default-scheduler.score.NodePreferAvoidPods",
                "default-scheduler.preFilter.VolumeRestrictions",
            }
            continue
        counted["refused"] += 1
        assert all(finding.rule == "cannot-be-kept" for finding in document.findings), document.findings
        file = migrate(text, "v1", options=Options(registry=IN_TREE_ONLY, role=Role.POLICY), drop_unsupported=True)
        (document,) = file.documents
        assert document.status is MigrationStatus.MIGRATED, document.findings
        assert not unreported_errors(file)
        assert not {"missing-preparation"} & set(document.new_errors)
    assert counted["migrated"] > 0
    assert counted["refused"] > 0
