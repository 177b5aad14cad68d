"""A configuration of v1alpha1 whose plugins a legacy Policy selects: what that means is shown and migrated.

Where the Policy is not among the files, that is said, and nothing else is shown in its place.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from schedcfg import effective_configuration, migrate, validate
from schedcfg.commands.migrate.results import MigrationStatus
from tests.called import Result

Run = Callable[..., Result]

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1alpha1
kind: KubeSchedulerConfiguration
schedulerName: my-scheduler
algorithmSource:
  policy: SOURCE
leaderElection: {leaderElect: false}
"""
POLICY = """\
{"kind": "Policy", "apiVersion": "v1",
 "predicates": [{"name": "PodFitsResources"}, {"name": "CheckNodeLabelPresence",
  "argument": {"labelsPresence": {"labels": ["zone"], "presence": true}}}],
 "priorities": [{"name": "MostRequestedPriority", "weight": 3}],
 "hardPodAffinitySymmetricWeight": 7,
 "extenders": [{"urlPrefix": "http://localhost/scheduler", "filterVerb": "filter", "httpTimeout": 3000000000}]}
"""
NODE_LABEL = """}, {"name": "CheckNodeLabelPresence",
  "argument": {"labelsPresence": {"labels": ["zone"], "presence": true}}}],"""
BY_FILE = "{file: {path: /etc/kubernetes/policy.json}}"
BY_MAP = "{configMap: {namespace: kube-system, name: my-policy}}"


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def together(source: str = BY_MAP, name: str = "my-policy", policy: str = POLICY) -> str:
    """Return a configuration and a Policy in ConfigMaps of one text."""
    meta = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: NAME, namespace: kube-system}\ndata:\n"
    config = meta.replace("NAME", "my-config") + "  config.yaml: |\n" + indented(CONFIG.replace("SOURCE", source))
    return f"{config}---\n{meta.replace('NAME', name)}  policy.cfg: |\n{indented(policy)}"


def plugins(text: str) -> dict[str, object]:
    view = effective_configuration(text).documents[0].view
    assert view is not None
    return {
        point: [(one.name, one.weight) for one in running] for point, running in view.plugins["my-scheduler"].items()
    }


def test_what_the_policy_selects_is_shown() -> None:
    shown = plugins(together())
    assert shown["score"] == [("NodeResourcesMostAllocated", 3)]
    assert {name for name, _ in shown["filter"]} >= {"NodeResourcesFit", "NodeLabel"}  # type: ignore[attr-defined]
    view = effective_configuration(together()).documents[0].view
    assert view is not None
    assert [extender.url_prefix for extender in view.extenders] == ["http://localhost/scheduler"]
    assert {str(point.running[0].origin) for point in view.profiles[0].points if point.running} == {
        "follows from the Policy"
    }
    # kube-scheduler writes it before it reads the Policy.
    assert view.configuration["profiles"] == [{"schedulerName": "my-scheduler"}]


def test_it_runs_what_the_policy_runs_by_itself() -> None:
    policy = effective_configuration(POLICY, "1.18").documents[0].view
    assert policy is not None
    own = policy.plugins["default-scheduler"]
    assert plugins(together()) == {point: [(one.name, one.weight) for one in refs] for point, refs in own.items()}


@pytest.mark.parametrize("source", [BY_MAP, "{configMap: {name: my-policy}}"])
@pytest.mark.parametrize("target", ["v1beta1", "v1"])
def test_migration_writes_what_the_policy_says(source: str, target: str) -> None:
    # No release after 1.22 has NodeLabel.
    text = together(source, policy=POLICY.replace(NODE_LABEL, "}],"))
    file = migrate(text, target)
    config = file.documents[0]
    assert config.status is MigrationStatus.MIGRATED, config.findings
    assert all(proof.kept for proof in config.proofs)
    assert "named-policy" in {note.id for note in config.notes}
    migrated = file.migrated or ""
    (first, _) = yaml.safe_load_all(migrated)
    written = yaml.safe_load(first["data"]["config.yaml"])
    assert [one["schedulerName"] for one in written["profiles"]] == ["my-scheduler"]
    assert [one["urlPrefix"] for one in written["extenders"]] == ["http://localhost/scheduler"]
    assert not [one for one in validate(migrated).documents[0].findings if one.is_error]


def test_the_advice_leads_on_and_not_back() -> None:
    text = together(name="another-policy")
    file = migrate(text, "v1")
    (finding,) = file.documents[0].findings
    assert finding.help == "Put the Policy beside this file, and run this command again."


def test_a_file_beside_it(schedcfg: Run, tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text(CONFIG.replace("SOURCE", BY_FILE), encoding="utf-8")
    unseen = schedcfg("effective", str(config))
    assert "What runs is not known here." in unseen.out
    (tmp_path / "policy.json").write_text(POLICY, encoding="utf-8")
    shown = schedcfg("effective", str(config))
    assert "note: plugins, their Args and extenders come from the Policy in `policy.json`" in shown.out
    assert "NodeResourcesMostAllocated" in shown.out
    assert "It does not run." in schedcfg("why", "NodeAffinity", str(config)).out
    assert "no predicate or priority of the Policy adds it" in schedcfg("why", "NodeAffinity", str(config)).out


def test_what_is_not_here_is_not_shown(schedcfg: Run, tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text(CONFIG.replace("SOURCE", BY_MAP), encoding="utf-8")
    result = json.loads(schedcfg("effective", str(config), "--output", "json").out)["files"][0]
    assert result["plugins"] == {"my-scheduler": {}}
    assert "unseen-policy" in {finding["rule"] for finding in result["findings"]}
    assert result["verdict"] == "accepted"
    assert "It may run." in schedcfg("why", "NodeResourcesFit", str(config)).out
    other = tmp_path / "other.yaml"
    other.write_text(CONFIG.replace("  policy: SOURCE", "  provider: DefaultProvider"), encoding="utf-8")
    compared = schedcfg("diff", str(config), str(other))
    assert f"{config} cannot be compared: its effect is unknown" in compared.err
    for output in ("html", "mermaid", "yaml"):
        assert "NodeResourcesFit" not in schedcfg("effective", str(config), "--output", output).out


def test_flags_that_name_a_policy(schedcfg: Run, tmp_path: Path) -> None:
    pod = tmp_path / "pod.yaml"
    pod.write_text(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: kube-system}\nspec:\n  containers:\n  - name: a\n"
        "    image: k8s.gcr.io/kube-scheduler:v1.20.5\n"
        "    command: [kube-scheduler, --policy-config-file=/etc/kubernetes/policy.json]\n"
        "    volumeMounts: [{name: a, mountPath: /etc/kubernetes}]\n"
        "  volumes: [{name: a, hostPath: {path: /etc/kubernetes}}]\n",
        encoding="utf-8",
    )
    assert "What runs is not known here." in schedcfg("effective", str(pod)).out
    (tmp_path / "policy.json").write_text(POLICY, encoding="utf-8")
    assert "come from the Policy in `policy.json`" in schedcfg("effective", str(pod)).out


def test_a_provider_counts_instead() -> None:
    text = CONFIG.replace("SOURCE", BY_FILE).replace("  policy:", "  provider: DefaultProvider\n  policy:")
    assert "unseen-policy" not in {one.rule for one in validate(text).documents[0].findings}
    assert migrate(text, "v1").status is MigrationStatus.MIGRATED


@pytest.mark.parametrize(
    ("more", "paths"),
    [
        ("plugins: {}\n", ["plugins"]),
        ("pluginConfig: [{name: NodeLabel, args: {}}]\n", ["pluginConfig"]),
        ("pluginConfig: []\n", []),
        ("hardPodAffinitySymmetricWeight: 1\n", ["hardPodAffinitySymmetricWeight"]),
    ],
)
def test_plugins_beside_a_policy_are_refused(more: str, paths: list[str]) -> None:
    found = validate(CONFIG.replace("SOURCE", BY_FILE) + more).documents[0].findings
    assert [one.path for one in found if one.rule == "policy-beside-plugins"] == paths


def test_an_upgrade_writes_it(schedcfg: Run, tmp_path: Path) -> None:
    text = together(policy='{"kind": "Policy", "apiVersion": "v1", "priorities": []}')
    (tmp_path / "all.yaml").write_text(text, encoding="utf-8")
    result = schedcfg("upgrade", str(tmp_path), "--from", "1.18", "--to", "1.20")
    assert "migrate v1alpha1" in result.out
    assert "Put the Policy beside this file" not in result.out
