"""Files with secrets in many places under many names, each of which can be told from all others."""

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

NAMES = (
    *("password", "passwd", "passphrase", "pwd", "db_pass", "secret", "clientSecret", "client-secret"),
    *("token", "authToken", "access_token", "refresh-token", "bearerToken", "jwt", "apiKey", "api_key", "X-Api-Key"),
    *("accessKeyId", "secretAccessKey", "AccountKey", "privateKey", "private-key", "encryption_key", "keyData"),
    *("credential", "credentials", "Authorization", "Cookie", "connectionString", "sessionId"),
    *("GITHUB_PAT", "SLACK_WEBHOOK_URL", "DATABASE_URL", "REDIS_URL", "otpSeed"),
)
HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"

Secrets = dict[str, str]
"""Values by their names."""

Write = Callable[[Secrets], str]
"""Writes the text of a file with secrets."""


class Planted(NamedTuple):
    """A file with secrets.

    Attributes:
        name: Of the file.
        text: Its content.
        secrets: By the name of each.
    """

    name: str
    text: str
    secrets: Secrets


def _written(entry: str, secrets: Secrets) -> str:
    """Write an entry for each secret."""
    written = (
        entry.format(name=name, value=value, number=number) for number, (name, value) in enumerate(secrets.items())
    )
    return "".join(written)


def _indented(text: str, by: str) -> str:
    return "".join(f"{by}{line}\n" for line in text.splitlines())


def _listed(entry: str, head: str) -> Write:
    return lambda secrets: head + _written(entry, secrets)


def _in_args(entry: str) -> Write:
    head = f"{HEAD}profiles:\n- pluginConfig:\n  - name: Unknown\n    args:\n"
    return lambda secrets: head + _indented(_written(entry, secrets), "      ")


def _documents(entry: str) -> Write:
    return lambda secrets: "---\n".join(HEAD + entry.format(name=name, value=value) for name, value in secrets.items())


def _pod(container: str) -> str:
    return (
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: kube-scheduler\n  namespace: kube-system\nspec:\n  containers:\n"
        f"  - name: kube-scheduler\n    image: registry.k8s.io/kube-scheduler:v1.33.1\n{_indented(container, '    ')}"
    )


def _config_text(secrets: Secrets) -> str:
    """Write a configuration that has an unknown field for each secret."""
    return HEAD + _written("{name}: {value}\n", secrets)


def _plan(secrets: Secrets) -> str:
    """Write what `terraform show -json` prints: what is sensitive is in all of it, mostly under names of others."""
    texts = {"config.yaml": _config_text(secrets), **secrets}
    metadata = [{"name": "a", "namespace": "kube-system"}]
    container = {
        "name": "kube-scheduler",
        "image": "registry.k8s.io/kube-scheduler:v1.33.1",
        "command": ["kube-scheduler", *(f"--{name}={value}" for name, value in secrets.items())],
        "env": [{"name": name, "value": value} for name, value in secrets.items()],
    }
    values: dict[str, dict[str, object]] = {
        "kubernetes_config_map": {"metadata": metadata, "data": texts},
        "kubernetes_pod": {"metadata": metadata, "spec": [{"container": [container]}]},
        "helm_release": {"name": "a", "set": [{"name": name, "value": value} for name, value in secrets.items()]},
        "local_file": {"filename": "./a.yaml", "content": _config_text(secrets)},
    }
    resources = [
        {"address": f"{kind}.a", "mode": "managed", "type": kind, "name": "a", "values": one}
        for kind, one in values.items()
    ]
    return json.dumps(
        {
            "format_version": "1.2",
            "terraform_version": "1.9.5",
            "variables": {name: {"value": value} for name, value in secrets.items()},
            "planned_values": {
                "outputs": {name: {"sensitive": True, "value": value} for name, value in secrets.items()},
                "root_module": {"resources": resources},
            },
        },
        indent=1,
    )


def _marked_plan(secrets: Secrets) -> str:
    """Write a plan in which no name sounds like a secret, but Terraform says what is sensitive."""
    names = {f"entry{number}": value for number, value in enumerate(secrets.values())}
    values = {"metadata": [{"name": "a"}], "data": {**names, "config.yaml": f"{HEAD}paralelism: 4\n"}}
    resource = {"address": "kubernetes_config_map.a", "mode": "managed", "type": "kubernetes_config_map", "name": "a"}
    marks = {"data": dict.fromkeys(names, True)}
    return json.dumps(
        {
            "format_version": "1.2",
            "terraform_version": "1.9.5",
            "planned_values": {
                "root_module": {"resources": [{**resource, "values": values, "sensitive_values": marks}]}
            },
        },
        indent=1,
    )


def _monitor(secrets: Secrets) -> str:
    service = (
        "apiVersion: v1\nkind: Service\nmetadata: {name: m, namespace: kube-system, labels: {a: b}}\n"
        "spec: {ports: [{name: https, port: 10259}], selector: {component: kube-scheduler}}\n---\n"
    )
    head = "apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: {name: m, namespace: kube-system}\n"
    spec = "spec:\n  selector: {matchLabels: {a: b}}\n  endpoints:\n  - port: http\n    params:\n"
    return service + head + spec + _written("      {name}: [{value}]\n", secrets)


def _prometheus(secrets: Secrets) -> str:
    jobs = _written(
        "- job_name: kube-scheduler{number}\n  scheme: http\n  basic_auth: {{username: u, {name}: {value}}}\n"
        "  params: {{{name}: [{value}]}}\n  static_configs: [{{targets: ['u:{value}@127.0.0.1:10259']}}]\n",
        secrets,
    )
    return f"global: {{}}\nscrape_configs:\n{jobs}"


def _karpenter(secrets: Secrets) -> str:
    lines = _written("        - name: {name}\n          value: {value}\n", secrets)
    told = json.dumps(json.dumps({"podTopologySpread": {"defaultConstraints": [secrets]}}))
    return (
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: karpenter, namespace: kube-system}\nspec:\n"
        "  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n      containers:\n"
        "      - name: controller\n        image: public.ecr.aws/karpenter/controller:1.6.2\n        env:\n"
        f"        - name: SCHEDULER_CONFIG\n          value: {told}\n{lines}---\n"
        "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: a\n  annotations:\n"
        f"{_written('    {name}: {value}' + chr(10), secrets)}spec: {{template: {{}}}}\n"
    )


_TEST = (
    "- name: '{name}={value}'\n  pods: ['2:cpu=1,label.{name}={value}', '{name}={value}.yaml']\n  expect:\n"
    "  - {{pods: {{{name}: {value}}}, placed: most}}\n  - {{pending: {{reason: '{name}: {value}', {name}: {value}}}}}\n"
)


def _scheduler_test(secrets: Secrets) -> str:
    return (
        f"apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerTest\nnodes: ['3:cpu=8']\ntests:\n{_written(_TEST, secrets)}"
    )


_POLICY = {"apiVersion": "v1", "kind": "Policy"}


def _json(secrets: Secrets) -> str:
    data = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", **secrets}
    return json.dumps({**data, "profiles": [{"pluginConfig": [{"name": "Unknown", "args": secrets}]}]})


def _config_map(secrets: Secrets) -> str:
    inner = _indented(HEAD + _written("{name}: {value}\n", secrets), "    ")
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  config.yaml: |\n{inner}"


def _extenders(url: str) -> Write:
    def write(secrets: Secrets) -> str:
        entries = (
            f"- {{urlPrefix: '{url.format(name=name, value=value)}', weight: x}}\n" for name, value in secrets.items()
        )
        return f"{HEAD}extenders:\n{''.join(entries)}"

    return write


PLACES: dict[str, Write] = {
    "args.yaml": _in_args("{name}: {value}\n"),
    "below.yaml": _in_args("{name}:\n  {value}\n"),
    "block.yaml": _in_args("{name}: |\n  {value}\n  {value}\n"),
    "list.yaml": _in_args("{name}:\n- {value}\n"),
    "command.yaml": _in_args("x{number}: [sh, --{name}, {value}]\n"),
    "flow.yaml": _in_args("x{number}: {{{name}: {value}}}\n"),
    "unknown-field.yaml": _listed("{name}: {value}\n", HEAD),
    "in-a-value.yaml": _documents('leaderElection: "{name}={value}"\n'),
    "in-a-number.yaml": _documents('parallelism: "{name}: {value}"\n'),
    "profile.yaml": _documents("profiles:\n- schedulerName: '{name}={value}'\n"),
    "plugin.yaml": _listed(
        "      - name: {name}={value}\n", f"{HEAD}profiles:\n- plugins:\n    score:\n      enabled:\n"
    ),
    "parameter.yaml": _extenders("http://host/?a=b&{name}={value}"),
    "login.yaml": _extenders("https://{name}:{value}@host/"),
    "key.yaml": _listed("'http://{name}:{value}@host': 1\n", HEAD),
    "image.yaml": lambda secrets: "---\n".join(
        _pod("").replace("registry.k8s.io", f"{name}:{value}@registry.k8s.io") for name, value in secrets.items()
    ),
    "variable.yaml": lambda secrets: _pod(
        "command: [kube-scheduler, --config=/etc/a.yaml]\nenv:\n"
        + _written("- name: {name}\n  value: {value}\n", secrets)
    ),
    "flag.yaml": lambda secrets: _pod("command:\n- kube-scheduler\n" + _written("- --{name}={value}\n", secrets)),
    "value-of-flag.yaml": lambda secrets: _pod(
        "command:\n- kube-scheduler\n" + _written("- --{name}\n- {value}\n", secrets)
    ),
    "shell.yaml": lambda secrets: _pod(
        "command:\n- sh\n- -c\n- kube-scheduler --v=2 " + _written("--{name} {value} ", secrets) + "\n"
    ),
    "annotation.yaml": lambda secrets: _pod("").replace(
        "spec:", f"  annotations:\n{_written('    {name}: {value}' + chr(10), secrets)}spec:\n  schedulerName: nope"
    ),
    "comment.yaml": _listed("x{number}: 1 # {name}: {value}\n", HEAD),
    "broken.yaml": _documents("{name}: {value}\n - x: [\n"),
    "document.json": _json,
    "config-map.yaml": _config_map,
    "policy.json": lambda secrets: json.dumps({**_POLICY, "predicates": [secrets], **secrets}),
    "plan.json": _plan,
    "marked-plan.json": _marked_plan,
    "monitor.yaml": _monitor,
    "prometheus.yml": _prometheus,
    "karpenter.yaml": _karpenter,
    "a.schedtest.yaml": _scheduler_test,
    "k3s.yaml": _listed("- {name}={value}\n", "token: hush\nkube-scheduler-arg:\n"),
    "talos.yaml": _listed(
        "      {name}: {value}\n", "machine: {}\ncluster:\n  token: hush\n  scheduler:\n    extraArgs:\n"
    ),
    "kubeadm.yaml": _listed(
        "  - {{name: {name}, value: {value}}}\n",
        "apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nscheduler:\n  extraArgs:\n",
    ),
    "kubespray.yml": _listed("  {name}: {value}\n", "kube_version: 1.29.3\nkube_kubeadm_scheduler_extra_args:\n"),
    "GUIDE.md": lambda secrets: f"# Guide\n\n```yaml\n{_config_text(secrets)}```\n",
    "install.sh": lambda secrets: (
        f"#!/bin/sh\ncat > s.yaml <<EOF\n{_config_text(secrets)}EOF\nkube-scheduler "
        + _written("--{name}={value} ", secrets)
        + "\n"
    ),
    "kustomization.yaml": lambda secrets: (
        "kind: Kustomization\nresources: [flag.yaml]\nsecretGenerator:\n- name: a\n  literals:\n"
        + _written("  - {name}={value}\n", secrets)
    ),
    "scheduler.service": lambda secrets: (
        "[Service]\n"
        + _written("Environment={name}={value}\n", secrets)
        + f"ExecStart=/usr/bin/kube-scheduler {_written('--{name}={value} ', secrets)}\n"
    ),
}
"""How a file is written with them, by its name."""


def planted(first: int = 0, every: int = 1) -> Iterator[Planted]:
    """Yield a file for each place.

    Args:
        first: The place of the first name in `NAMES` that is planted in the first file, of the next in the second.
        every: One of so many names is planted in a file.
    """
    for number, (name, write) in enumerate(PLACES.items()):
        numbered = list(enumerate(NAMES))[(first + number) % every :: every]
        secrets = {one: f"Zx9kQ{number:02}Lm{index:02}w" for index, one in numbered}
        yield Planted(name, write(secrets), secrets)
