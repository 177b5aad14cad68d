"""Templates, and files of other kinds: what a search passes over, and what a named one is reported."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.called import Result

Run = Callable[..., Result]

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
QUOTED = f'{HEAD}parallelism: "{{{{ .Values.parallelism }}}}"\n'
UNQUOTED = f"{HEAD}leaderElection:\n  leaderElect: {{{{ .Values.leaderElect }}}}\n"
BLOCKS = f"""\
{{{{- if .Values.enabled }}}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{{{ include "chart.name" . }}}}
data:
  config.yaml: |
    {HEAD.replace(chr(10), chr(10) + "    ")}
{{{{- end }}}}
"""
SCHEDULER = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler}
spec:
  containers:
  - name: kube-scheduler
    image: "registry.k8s.io/kube-scheduler:{{ .Values.tag }}"
    command: [kube-scheduler, "--leader-elekt=true"]
"""
HELM = {"quoted": QUOTED, "unquoted": UNQUOTED, "blocks": BLOCKS, "a scheduler": SCHEDULER}
JINJA = f"{HEAD}{{% if elect %}}\nleaderElection: {{leaderElect: {{{{ elect }}}}}}\n{{% endif %}}\n"
COMMANDS = (("validate",), ("effective",), ("migrate", "--to", "v1"), ("validate", "--diff"))
RENDERED = "Render the template first, and check the result."


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_search_passes_over_helm_templates(schedcfg: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    for number, text in enumerate(HELM.values()):
        (tmp_path / f"{number}.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "config.yaml").write_text(HEAD, encoding="utf-8")
    found = schedcfg(*command, tmp_path)
    assert found.status == 0
    # A manifest that runs a scheduler has nothing to migrate.
    number = 3 if command[0] == "migrate" else 4
    assert f"{number} Helm templates skipped: {tmp_path / '0.yaml'}, " in found.err
    assert f"; {RENDERED}\n" in found.err
    assert "no scheduler configuration found" not in found.err


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("text", HELM.values(), ids=HELM)
def test_a_named_one_is_reported_the_same_and_nothing_else(
    schedcfg: Run, tmp_path: Path, command: tuple[str, ...], text: str
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    found = schedcfg(*command, path)
    assert found.status == 1
    said = found.out + found.err
    assert said.count("refused[") == said.count("refused[unrendered-template]") == 1
    assert RENDERED in said
    assert "error[" not in said
    assert "warning[" not in said


def test_one_side_of_a_comparison(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(UNQUOTED, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(HEAD, encoding="utf-8")
    found = schedcfg("diff", tmp_path / "a.yaml", tmp_path / "b.yaml")
    assert found.status == 1
    assert "refused[unrendered-template]" in found.out + found.err


def test_whatever_is_filled_in_below_the_templates_of_a_chart_is_helms(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    templates = tmp_path / "chart" / "templates" / "scheduler"
    templates.mkdir(parents=True)
    (tmp_path / "chart" / "Chart.yaml").write_text("name: chart\n", encoding="utf-8")
    (templates / "config.yaml").write_text(f"{HEAD}parallelism: {{{{ $parallelism }}}}\n", encoding="utf-8")
    place = templates / "config.yaml"
    command = f"Validate the output of Helm: `schedcfg validate --render helm {tmp_path / 'chart'}`."
    assert f"1 Helm template skipped: {place}; {command}\n" in schedcfg("validate", tmp_path).err
    assert command in schedcfg("validate", place).out
    monkeypatch.chdir(templates)
    assert "`schedcfg validate --render helm ../..`" in schedcfg("validate", "config.yaml").out
    (tmp_path / "chart" / "Chart.yaml").unlink()
    assert f"1 Go template skipped: {place}; Render the template first" in schedcfg("validate", tmp_path).err


def test_other_templates(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(JINJA, encoding="utf-8")
    found = schedcfg("validate", tmp_path)
    assert (found.status, found.out) == (0, "")
    assert found.err.startswith(
        f"1 Jinja template skipped: {tmp_path / 'a.yaml'}; Render the template first, and check the result.\n"
    )
    assert "refused[unrendered-template]" in schedcfg("validate", tmp_path / "a.yaml").out


@pytest.mark.parametrize(
    "text",
    [
        f"# {{{{ .Values.x }}}} is what the chart had here\n{HEAD}",
        f"{HEAD}profiles: [{{schedulerName: '{{{{ name }}}}'}}]\n",
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  alerts: |\n    {{ range .Alerts }}{{ end }}\n"
        f"  config: |\n    {HEAD.replace(chr(10), chr(10) + '    ')}",
    ],
    ids=["in a comment", "in quotes", "in another text"],
)
def test_what_is_yaml_is_no_template_of_others(schedcfg: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    found = schedcfg("validate", tmp_path)
    assert "skipped" not in found.err
    assert "no scheduler configuration found" not in found.err
    assert "unrendered-template" not in found.out


def test_what_kube_scheduler_is_given_is_read_as_it_is(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(QUOTED, encoding="utf-8")
    assert "refused[wrong-type]" in schedcfg("validate", "--as-config", tmp_path / "a.yaml").out


def manifest(kind: str, api_version: str = "v1") -> str:
    return f"apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\n"


OTHERS = {
    "a ServiceAccount and a ConfigMap": [manifest("ServiceAccount"), manifest("ConfigMap")],
    "an Ingress (2 times), a ConfigMap and a Deployment manifest": [
        manifest("Ingress", "networking.k8s.io/v1"),
        manifest("ConfigMap"),
        manifest("Ingress", "networking.k8s.io/v1"),
        manifest("Deployment", "apps/v1"),
    ],
}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("held", OTHERS)
def test_a_file_of_other_kinds_says_what_it_holds(
    schedcfg: Run, tmp_path: Path, command: tuple[str, ...], held: str
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("---\n".join(OTHERS[held]), encoding="utf-8")
    found = schedcfg(*command, path)
    assert found.status == (0 if command[0] == "validate" else 1)
    said = found.out + found.err
    assert ("refused[unknown-kind]" in said) is bool(found.status)
    assert f"this file contains {held} without a configuration" in said
    assert "apiVersion: kubescheduler" not in said


TERRAFORM = f"{HEAD}%{{ if elect ~}}\nleaderElection: {{leaderElect: ${{elect}}}}\n%{{ endif ~}}\n"
CODE = f"package x\n\nconst text = `\n{HEAD}`\n"
UNREAD = {
    "a.yaml.j2": (f"{HEAD}parallelism: '{{{{ parallelism }}}}'\n", "Jinja template"),
    "a.yaml.tftpl": (TERRAFORM, "Terraform template"),
    "b.yaml.tftpl": (f"{HEAD}parallelism: ${{parallelism}}\n", "Terraform template"),
    "terraform.yaml": (TERRAFORM, "Terraform template"),
    "a.tpl": (TERRAFORM, "Terraform template"),
    "b.tpl": (f"{HEAD}{{{{ if .Parallelism }}}}\nparallelism: 4\n{{{{ end }}}}\n", "Go template"),
    "a.gotmpl": (f"{HEAD}parallelism: {{{{ .Parallelism }}}}\n", "Go template"),
    "main.tf": (f"locals {{\n  text = <<-EOT\n    {HEAD}EOT\n}}\n", "Terraform file"),
    "a.go": (CODE, "Go source"),
}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", UNREAD)
def test_what_is_not_read_is_called_what_it_is(
    schedcfg: Run, tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    text, kind = UNREAD[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    searched = schedcfg(*command, tmp_path)
    assert (searched.status, searched.err.startswith(f"1 {kind} skipped: {tmp_path / name}; ")) == (0, True)
    assert "names that end in" not in searched.err
    named = schedcfg(*command, tmp_path / name)
    said = named.out + named.err
    assert (named.status, said.count("refused[unrendered-template]"), said.count("refused[")) == (1, 1, 1)
    assert f"this is a {kind}: " in said


def test_code_and_templates_without_a_configuration_are_not_mentioned(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "a.go").write_text('const group = "kubescheduler.config.k8s.io"\n', encoding="utf-8")
    (tmp_path / "b.j2").write_text("kind: Pod\nname: {{ name }}\n", encoding="utf-8")
    (tmp_path / "plain.yaml.j2").write_text("kind: Pod\n", encoding="utf-8")
    assert "skipped" not in schedcfg("validate", tmp_path).err


def test_placeholders_in_a_name_of_many_tools_are_read(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml.tpl").write_text(f"{HEAD}profiles: [{{schedulerName: '${{name}}'}}]\n", encoding="utf-8")
    assert "placeholder" in schedcfg("validate", tmp_path / "a.yaml.tpl").out
    assert "not read because of the name: " in schedcfg("validate", tmp_path).err


def test_a_name_of_templates_without_an_action_is_read(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml.j2").write_text(f"{HEAD}parallelism: 0\n", encoding="utf-8")
    assert "number-not-allowed" in schedcfg("validate", tmp_path / "a.yaml.j2").out


def test_terraform_given_to_kube_scheduler(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TERRAFORM, encoding="utf-8")
    found = schedcfg("validate", "--as-config", tmp_path / "a.yaml")
    assert "refused[syntax]" in found.out
    assert "this is a Terraform template, not YAML" in found.out


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_whose_configuration_is_not_found_is_named(schedcfg: Run, tmp_path: Path, jobs: int) -> None:
    text = "- copy:\n    content: |\n      " + HEAD.replace("\n", "\n      ") + "parallelism: {{ parallelism }}\n"
    (tmp_path / "tasks.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "values.yaml").write_text("config:\n  apiVersion: kubescheduler.config.k8s.io/v1\n", encoding="utf-8")
    (tmp_path / "notes.yaml").write_text("# apiVersion: kubescheduler.config.k8s.io/v1\n", encoding="utf-8")
    err = schedcfg("validate", tmp_path, "--jobs", jobs).err
    assert f"1 template skipped: {tmp_path / 'tasks.yaml'}; " in err
    assert f"1 other file skipped: {tmp_path / 'values.yaml'}; " in err
    assert "notes.yaml" not in err


@pytest.mark.parametrize(
    "text",
    [
        manifest("KubeSchedulerConfig", "kubescheduler.config.k8s.io/v1"),
        manifest("KubeSchedulerConfiguration", "kubescheduler/v1"),
        manifest("kubeSchedulerConfiguration", "v1"),
        "profiles: []\n",
    ],
)
def test_what_was_meant_as_a_configuration_is_reported_how_to_begin(schedcfg: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    found = schedcfg("validate", tmp_path / "a.yaml")
    assert found.status == 1
    assert "without a configuration" not in found.out
    assert "Write `" in found.out or "Begin with `" in found.out


@pytest.mark.parametrize(
    "text",
    [
        "apiVersion: v1alpha1\nkind: KubeSchedulerConfig\nconfig:\n  parallelism: {{ number }}\n",
        "cluster:\n  scheduler:\n    image: {{ image }}\n\n    config:\n      profiles: []\n",
        "kube_scheduler_profiles: {{ profiles }}\n",
    ],
    ids=["a document of Talos", "a machine configuration", "kubespray"],
)
def test_templates_with_the_fields_of_a_product_are_named(schedcfg: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.yaml.j2").write_text(text, encoding="utf-8")
    (tmp_path / "b.yaml.j2").write_text(
        "cluster:\n  scheduler:\n    extraArgs: {}\n  config: {{ a }}\n", encoding="utf-8"
    )
    (tmp_path / "c.yaml.j2").write_text("kind: KubeletConfiguration\nmaxPods: {{ a }}\n", encoding="utf-8")
    assert schedcfg("validate", tmp_path).err.startswith(f"1 Jinja template skipped: {tmp_path / 'a.yaml.j2'}; ")


@pytest.mark.parametrize(
    ("file", "text", "line"),
    [
        (
            "kube-scheduler.service.j2",
            "[Service]\nExecStart=/usr/local/bin/kube-scheduler \\\n  --bind-address={{ bind }}\n",
            "1 Jinja template skipped: {}; Render the template first, and check the result.\n",
        ),
        (
            "scheduler.conf.j2",
            'KUBE_SCHEDULER_ARGS="--v={{ verbosity }}"\n',
            "1 Jinja template skipped: {}; Render the template first, and check the result.\n",
        ),
        (
            "pod.yaml.erb",
            "spec:\n  containers:\n  - command:\n    - kube-scheduler\n    - --v=<%= verbosity %>\n",
            "1 template skipped: {}; Render the template first, and check the result.\n",
        ),
        (
            "install.sh",
            "cat > a.service <<EOF\n[Service]\nExecStart=/opt/kube-scheduler --master=$MASTER\nEOF\n",
            "1 script skipped: {}; Validate what it writes; where it expands nothing, name it to validate its "
            "here-documents.\n",
        ),
        (
            "unit.service.j2",
            "[Service]\nExecStart=/usr/bin/kube-scheduler $KUBE_SCHEDULER_ARGS\n",
            "not read because of the name: {}; name it, or search such files: --suffix .j2\n",
        ),
    ],
)
def test_what_starts_a_scheduler_once_it_is_rendered_is_named(
    schedcfg: Run, tmp_path: Path, file: str, text: str, line: str
) -> None:
    (tmp_path / file).write_text(text, encoding="utf-8")
    (tmp_path / f"other-{file}").write_text("kube-scheduler: stop and start it\n# {{ it }}\n", encoding="utf-8")
    assert schedcfg("validate", tmp_path).err.startswith(line.format(tmp_path / file))
