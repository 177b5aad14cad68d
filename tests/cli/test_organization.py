"""The standard of an organization: what its settings require, held against what runs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.called import Result
from tests.cli.contract_complaints import complaints

Command = Callable[..., Result]
Check = Callable[..., list[dict[str, Any]]]

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
TWO = """\
profiles:
- schedulerName: default-scheduler
- schedulerName: packer
  plugins:
    multiPoint:
      enabled:
      - name: Coscheduling
      disabled:
      - name: PodTopologySpread
    score:
      enabled:
      - name: NodeResourcesFit
        weight: 30
"""
SHOWN = 'id = "P-1"\nreason = "we had an outage"\nlink = "https://wiki.example.com/p1"\n'


@pytest.fixture
def check(schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Validate a text by the settings of its folder, and return what is found about the standard."""
    monkeypatch.chdir(tmp_path)

    def found(settings: str, text: str, *options: str, file: str = "a.yaml") -> list[dict[str, Any]]:
        (tmp_path / "schedcfg.toml").write_text(settings, encoding="utf-8")
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
        done = schedcfg("validate", file, "-o", "json", *options)
        assert done.out, done.err
        assert complaints("validate", done.report) == []
        findings = [one for document in done.report["files"][0]["documents"] for one in document["findings"]]
        assert done.status == any(finding["severity"] == "error" for finding in findings)
        return [finding for finding in findings if finding["rule"].startswith("org-")]

    return found


def table(kind: str, *lines: str, top: str = "") -> str:
    return f"[organization]\n{top}\n[[organization.{kind}]]\n" + "".join(f"{line}\n" for line in lines)


def places(found: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(one["message"], one["start"]["line"]) for one in found]


def test_forbidden_plugins_are_found_where_they_come_from(check: Check) -> None:
    found = check(table("plugins", 'forbidden = ["Cosch*", "ImageLocality"]'), HEAD + TWO, "-k", "1.33")
    assert places(found) == [
        ("plugin `ImageLocality` is forbidden, and runs by default", 4),
        ("plugin `ImageLocality` is forbidden, and runs by default", 5),
        ("plugin `Coscheduling` is forbidden", 9),
    ]


def test_a_forbidden_plugin_that_is_disabled_does_not_run(check: Check) -> None:
    assert (
        check(table("plugins", 'forbidden = ["PodTopologySpread"]'), HEAD + TWO, "-k", "1.33")[0]["path"]
        == "profiles[0]"
    )
    assert len(check(table("plugins", 'forbidden = ["PodTopologySpread"]'), HEAD + TWO)) == 1


def test_only_allowed_plugins_besides_the_defaults(check: Check) -> None:
    (found,) = check(table("plugins", 'allowed = ["NetworkTraffic"]'), HEAD + TWO)
    assert found["message"] == "plugin `Coscheduling` is not allowed"
    assert found["help"] == "Allowed: NetworkTraffic."
    assert check(table("plugins", 'allowed = ["Co*"]'), HEAD + TWO) == []


def test_required_plugins_run_in_every_profile(check: Check) -> None:
    found = check(table("plugins", 'required = ["PodTopologySpread"]'), HEAD + TWO)
    assert places(found) == [('profile "packer" does not run `PodTopologySpread`, which is required', 11)]
    (whole,) = check(table("plugins", 'required = ["MyPlugin"]'), HEAD)
    assert whole["start"]["line"] == 1


def test_weights_written_and_by_default(check: Check) -> None:
    found = check(
        table("weights", 'plugin = "NodeResourcesFit"', "minimum = 2", "maximum = 20"), HEAD + TWO, "-k", "1.33"
    )
    assert places(found) == [
        ("`NodeResourcesFit` weighs 1 at `score`", 4),
        ("`NodeResourcesFit` weighs 30 at `score`", 15),
    ]
    assert found[0]["help"] == "Allowed: at least 2 and at most 20."
    assert check(table("weights", 'plugin = "NodeResourcesFit"', "minimum = 1", "maximum = 30"), HEAD + TWO) == []


def test_leases_written_and_by_default(check: Check) -> None:
    settings = table("leases", 'required = { leaderElect = true, leaseDuration = "60s", resourceLock = "leases" }')
    text = HEAD + "leaderElection:\n  leaderElect: false\n  leaseDuration: 1m\n"
    assert places(check(settings, text)) == [("`leaderElection.leaderElect` is false; true is required", 4)]
    assert places(check(settings, HEAD)) == [("`leaderElection.leaseDuration` is 15s; 60s is required", 1)]


def test_hosts_of_extenders(check: Check) -> None:
    urls = ("http://a.kube-system.svc:80/x", "https://me:secret@example.com/", "localhost:8080", "http://[::1", "")
    text = HEAD + "extenders:\n" + "".join(f"- {{urlPrefix: '{url}', filterVerb: f}}\n" for url in urls)
    found = check(table("extender-hosts", 'allowed = ["*.svc", "localhost"]'), text)
    assert [one["start"]["line"] for one in found] == [5, 7, 8]
    assert found[0]["message"] == "extenders may not be at `example.com`"


def test_releases_by_folder(check: Check) -> None:
    settings = table("releases", 'required = ["1.27", "1.29", "1.30"]', 'paths = ["prod/**"]')
    old = HEAD.replace("/v1", "/v1beta3")
    (found,) = check(settings, old, file="prod/a.yaml")
    assert found["message"].startswith("Kubernetes 1.29, 1.30 do not start with this file")
    assert found["start"]["line"] == 1
    assert check(settings, old, file="dev/a.yaml") == []
    assert check(settings, HEAD, file="prod/a.yaml") == []


def test_findings_show_id_reason_and_link(check: Check, schedcfg: Command) -> None:
    settings = table("plugins", 'forbidden = ["ImageLocality"]', SHOWN)
    (found,) = check(settings, HEAD)
    assert found["message"].startswith("P-1: ")
    assert found["message"].endswith("(we had an outage)")
    assert found["help"].endswith("See https://wiki.example.com/p1")
    shown = {"id": "P-1", "reason": "we had an outage", "link": "https://wiki.example.com/p1", "suppressible": False}
    assert found["standard"] == shown
    sarif = json.loads(schedcfg("validate", "a.yaml", "-o", "sarif").out)
    (result,) = [one for one in sarif["runs"][0]["results"] if one["ruleId"] == "org-plugin"]
    assert result["properties"]["standard"] == shown


def test_nothing_suppresses_what_is_required(check: Check, schedcfg: Command, tmp_path: Path) -> None:
    settings = table("leases", "required = { leaderElect = true }")
    comment = "  leaderElect: false  # schedcfg: ignore[org-lease] not now\n"
    text = HEAD + "leaderElection:\n" + comment
    assert check(settings, text)
    assert check(settings, text, "--ignore", "org-lease", "--select", "")
    assert "unused-ignore" in schedcfg("validate", "a.yaml").out
    schedcfg("validate", "a.yaml", "--write-baseline", tmp_path / "known.json")
    assert check(settings, text, "--baseline", str(tmp_path / "known.json"))


def test_what_is_suppressible_is_suppressed(check: Check, schedcfg: Command, tmp_path: Path) -> None:
    settings = table("leases", "required = { leaderElect = true }", top="suppressible = true")
    text = HEAD + "leaderElection:\n  leaderElect: false\n"
    assert check(settings, text)
    assert check(settings, text.replace("false", "false  # schedcfg: ignore[org-lease] not now")) == []
    assert check(settings, text, "--ignore", "org-lease") == []
    schedcfg("validate", "a.yaml", "--write-baseline", tmp_path / "known.json")
    assert check(settings, text, "--baseline", str(tmp_path / "known.json")) == []


def test_severities(check: Check) -> None:
    lighter = table("plugins", 'forbidden = ["ImageLocality"]', top='severity = "warning"')
    assert [one["severity"] for one in check(lighter, HEAD)] == ["warning"]
    assert [one["severity"] for one in check(lighter + 'severity = "info"\n', HEAD)] == ["info"]


def test_a_name_that_differs_is_looked_at_again(
    schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("schedcfg.toml").write_text(table("leases", 'required = { resourceName = "a" }'), encoding="utf-8")
    for name in ("a", "b", "c"):
        text = f"{HEAD}leaderElection: {{leaderElect: true, resourceName: {name}}}\n"
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    shown = schedcfg("validate", ".", "-o", "concise", "-j", "2").out
    assert [line.partition(":")[0] for line in shown.splitlines() if "org-lease" in line] == ["./b.yaml", "./c.yaml"]


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        (table("releases", 'required = ["1.99"]'), "Kubernetes 1.99 is newer"),
        (table("leases", "required = { leaderElct = true }"), "Did you mean `leaderElect`?"),
        (table("weights", 'plugin = "A"'), "no bound of the weight"),
        (table("weights", 'plugin = "A"', "minimum = 3", "maximum = 2"), "`minimum` is above `maximum`"),
        (table("plugins", 'forbiden = ["A"]'), "Did you mean `forbidden`?"),
        (table("plugins", 'severity = "bad"'), "Write one of error, warning, info"),
        (table("weights", 'plugin = "A"', 'minimum = "3"'), "must be a whole number"),
        (table("leases", "required = { leaderElect = 3 }"), "must be a boolean"),
    ],
)
def test_wrong_settings(schedcfg: Command, tmp_path: Path, settings: str, complaint: str) -> None:
    file = tmp_path / "schedcfg.toml"
    file.write_text(settings, encoding="utf-8")
    done = schedcfg("validate", "examples", "--settings", file)
    assert done.status == 2
    assert complaint in done.err
    assert "schedcfg.toml:" in done.err


def test_other_commands_are_not_stopped(schedcfg: Command, tmp_path: Path) -> None:
    settings, file = tmp_path / "schedcfg.toml", tmp_path / "a.yaml"
    settings.write_text(table("plugins", 'forbidden = ["ImageLocality"]', top='severity = "warning"'), encoding="utf-8")
    file.write_text(HEAD, encoding="utf-8")
    shown = schedcfg("why", "ImageLocality", file, "--settings", settings)
    assert "org-plugin" in shown.out
    assert shown.status == 0
    assert schedcfg("migrate", "--to", "v1", "--check", file, "--settings", settings).status == 0
