"""All that is wrong with a file is reported at once, also where the release does not read its API version."""

from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import migrate, validate
from schedcfg.document import parse
from schedcfg.findings import Finding, FindingClass
from schedcfg.releases.release import Release
from schedcfg.sources import STDIN
from schedcfg.validation import completed
from schedcfg.validation.options import Options
from schedcfg.validation.text import validate_stream
from tests.called import Result

Run = Callable[..., Result]

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
BROKEN = {
    "a type": "profiles:\n  pluginConfig: []\n",
    "Args": "profiles:\n- pluginConfig:\n  - name: PodTopologySpread\n    args:\n      defaultConstraints:\n"
    "      - {maxSkew: 1, topologyKey: a, whenUnsatisfiable: ScheduleAnyway}\n",
    "an unknown field": "profiles:\n- schedulerNam: a\n",
    "a repeated key": "parallelism: 4\nparallelism: 5\n",
    "a rule": "profiles:\n- {schedulerName: a}\n- {schedulerName: a}\n",
    "a number": "podMaxBackoffSeconds: 1\npodInitialBackoffSeconds: 2\n",
    "a plugin": "profiles:\n- plugins: {filter: {enabled: [{name: NodeName}, {name: NodeName}]}}\n",
}
UNREAD = [("v1", "1.24", "1.25", "first"), ("v1beta3", "1.37", "1.28", "last"), ("v1beta2", "1.19", "1.22", "first")]


def refused(text: str, kubernetes: str | None) -> list[Finding]:
    (document,) = validate(text, kubernetes).documents
    return [finding for finding in document.findings if finding.finding_class is FindingClass.REFUSED]


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize(("version", "release", "reader", "which"), UNREAD)
def test_the_body_is_read_by_the_nearest_release_that_does(
    version: str, release: str, reader: str, which: str, body: str
) -> None:
    text = HEAD.format(version) + body
    own = refused(text, reader)
    first, *others = refused(text, release)
    assert own
    assert first.rule == "unserved-api-version"
    assert [(one.rule, one.path, one.start) for one in others] == [(one.rule, one.path, one.start) for one in own]
    by = f" (refused by Kubernetes {reader}, the {which} to read `{version}`)"
    assert {one.message for one in others} <= {one.message + by for one in own} | {one.message for one in own}
    assert any(one.message.endswith(by) or one.rule == "duplicate-key" for one in others)


@pytest.mark.parametrize(("version", "release", "reader", "which"), UNREAD)
def test_what_is_right_has_one_finding(version: str, release: str, reader: str, which: str) -> None:
    text = HEAD.format(version) + "profiles:\n- schedulerName: a\n"
    assert refused(text, reader) == []
    assert [one.rule for one in refused(text, release)] == ["unserved-api-version"], which


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
def test_the_advised_migration_refuses_nothing_else(body: str) -> None:
    text = HEAD.format("v1") + body
    told = {(finding.rule, finding.path) for finding in refused(text, "1.24")}
    file = migrate(text, kubernetes="1.24")
    found = {
        (finding.rule, finding.path)
        for document in file.documents
        for finding in document.findings
        if finding.finding_class is FindingClass.REFUSED
    }
    assert found
    assert found <= told


def test_a_release_that_a_comment_names() -> None:
    text = "# schedcfg: kubernetes=1.24\n" + HEAD.format("v1") + BROKEN["a type"]
    assert [one.rule for one in refused(text, None)] == ["unserved-api-version", "wrong-type"]


def test_a_release_that_a_manifest_shows(schedcfg: Run, tmp_path: Path) -> None:
    """The manifest has the one finding, and the file what the first release that reads it refuses."""
    image = "image: registry.k8s.io/kube-scheduler:v1.24.15"
    (tmp_path / "product.yaml").write_text(
        f"kube-scheduler-{image}\nkube-scheduler-arg: [config=/etc/sched.yaml]\n", encoding="utf-8"
    )
    # In 1.31, this plugin is gone.
    body = BROKEN["a type"] + "extenders: []\n"
    (tmp_path / "sched.yaml").write_text(HEAD.format("v1") + body, encoding="utf-8")
    files = {file["path"]: file for file in schedcfg("validate", str(tmp_path), "--output", "json").report["files"]}
    product, config = (files[str(tmp_path / name)]["documents"][0] for name in ("product.yaml", "sched.yaml"))
    assert "image-api-version" in [one["rule"] for one in product["findings"]]
    assert ([one["rule"] for one in config["findings"]], config["kubernetes"]) == (["wrong-type"], "1.25")


def test_what_only_later_releases_refuse_is_not_refused_beside_an_older_one(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "product.yaml").write_text(
        "kube-scheduler-image: registry.k8s.io/kube-scheduler:v1.24.15\nkube-scheduler-arg: [config=/etc/sched.yaml]\n",
        encoding="utf-8",
    )
    body = "profiles:\n- plugins: {filter: {enabled: [{name: GCEPDLimits}]}}\n"
    (tmp_path / "sched.yaml").write_text(HEAD.format("v1") + body, encoding="utf-8")
    result = schedcfg("validate", str(tmp_path / "sched.yaml"), "--output", "json")
    (document,) = result.report["files"][0]["documents"]
    assert (document["kubernetes"], document["verdict"]) == ("1.25", "accepted")


def test_what_many_releases_find_in_a_document_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    complete = completed.complete

    def counted(document: object, role: object, release: Release, *others: object) -> object:
        asked.append(release.name)
        return complete(document, role, release, *others)

    monkeypatch.setattr(completed, "complete", counted)
    text = HEAD.format("v1beta2") + BROKEN["a rule"]
    stream = parse(text)
    found = [
        validate_stream(stream, Options(kubernetes=f"1.{number}"), STDIN).report.documents[0].findings
        for number in range(28, 33)
    ]
    assert asked == ["1.27"]
    first, last = (
        [one for one in findings if one.rule != "unserved-api-version"] for findings in (found[0], found[-1])
    )
    assert first
    assert [id(one) for one in first] == [id(one) for one in last]
    assert list(found[-1]) == list(validate(text, "1.32").documents[0].findings)
