"""Which releases take a result is always reported, and a result that the validating one refuses is no success."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import FileMigration, migrate, releases
from schedcfg.commands.migrate.results import MigrationStatus

Command = Callable[..., "Result"]  # noqa: F821

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
AT_A_POINT = "profiles:\n- plugins:\n    filter:\n      enabled:\n      - name: EBSLimits\n"
AT_ALL_POINTS = AT_A_POINT.replace("filter", "multiPoint")
TWO_BINDERS = 'extenders:\n- {urlPrefix: "http://a:80", bindVerb: b}\n- {urlPrefix: "http://b:80", bindVerb: b}\n'
ADDRESS = "metricsBindAddress: 0.0.0.0:10251\n"
LOCK = "leaderElection: {resourceLock: configmapsleases}\n"
SERVED = releases.serving("v1")


def run(version: str, text: str, to: str | None, kubernetes: str | None = None) -> FileMigration:
    return migrate(HEAD.format(version) + text, to, kubernetes)


@pytest.mark.parametrize("text", [AT_A_POINT, AT_ALL_POINTS])
def test_what_the_requested_release_lacks_goes(text: str) -> None:
    file = run("v1", text, None, "1.32")
    (document,) = file.documents
    assert (file.status, file.fits, document.validated_by) == (MigrationStatus.MIGRATED, True, "1.32")
    assert "EBSLimits" not in (file.migrated or "EBSLimits")
    assert document.accepted_by == SERVED


def test_without_a_release_it_stays_and_does_not_fit() -> None:
    file = run("v1", AT_A_POINT, "v1")
    (document,) = file.documents
    assert (file.status, file.fits, document.validated_by) == (MigrationStatus.UNCHANGED, False, releases.NEWEST)
    assert document.accepted_by == ("1.25", "1.26", "1.27", "1.28", "1.29", "1.30")
    assert document.new_errors == ("removed-plugin",)
    assert run("v1", AT_A_POINT, None, "1.30").fits


@pytest.mark.parametrize("text", [TWO_BINDERS, "parallelism: 0\n", "percentageOfNodesToScore: 101\n"])
def test_what_no_release_takes_is_refused_although_nothing_has_to_change(text: str) -> None:
    file = run("v1", text, "v1")
    (document,) = file.documents
    assert (file.status, file.fits) == (MigrationStatus.REFUSED, False)
    assert (document.validated_by, document.accepted_by) == ("", ())
    assert any(finding.is_error for finding in document.findings)


@pytest.mark.parametrize(
    ("source", "text", "target", "accepted_by"),
    [
        ("v1alpha2", ADDRESS, "v1beta2", ("1.22",)),
        ("v1beta3", LOCK, "v1", ("1.25", "1.26")),
        ("v1beta2", LOCK, "v1beta3", ("1.23", "1.24", "1.25", "1.26")),
    ],
)
def test_what_only_older_releases_take(source: str, text: str, target: str, accepted_by: tuple[str, ...]) -> None:
    file = run(source, text, target)
    (document,) = file.documents
    assert (file.status, file.fits, document.accepted_by) == (MigrationStatus.MIGRATED, False, accepted_by)
    for release in (accepted_by[-1], document.validated_by):
        requested = run(source, text, target, release)
        assert (requested.fits, release in requested.documents[0].accepted_by) == (True, True)


def test_the_command_fails_and_tells(schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text(HEAD.format("v1beta3") + LOCK, encoding="utf-8")
    for mode in ((), ("--check",), ("--diff",), ("--write",)):
        result = schedcfg("migrate", "a.yaml", "--to", "v1", *mode)
        assert result.status == 1
        assert f"accepted by Kubernetes 1.25-1.26 only: {releases.NEWEST}, the newest that serves v1" in result.err
        assert "[leader-election-lock]" in result.err
        assert "which 1 does not fit; accepted by Kubernetes 1.25-1.26" in result.err
    report = json.loads(schedcfg("migrate", "a.yaml", "--to", "v1", "--output", "json").out)
    (document,) = report["files"][0]["documents"]
    assert (report["summary"]["unfit"], document["fits"], document["acceptedBy"]) == (1, False, ["1.25", "1.26"])
    assert [finding["rule"] for finding in document["findings"]][-1:] == ["leader-election-lock"]
    assert schedcfg("migrate", "a.yaml", "--kubernetes", "1.26").status == 0
