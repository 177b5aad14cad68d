"""Texts that grow: each shape is a text of `n` of something, by which a run could take longer than it should."""

import json
from collections.abc import Callable

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
_OLD = HEAD.replace("/v1\n", "/v1beta2\n")
_POD = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler, namespace: kube-system}
spec:
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.29.0
    command:
    - kube-scheduler
"""
_CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m%d}\ndata:\n  a: |\n" + "".join(
    f"    {line}\n" for line in HEAD.splitlines()
)
_BINDING = """\
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b%d}
roleRef: {kind: ClusterRole, name: r%d}
subjects: [{kind: ServiceAccount, name: a%d, namespace: n}]
"""
_CONFIG = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}

Shape = Callable[[int], str]


def _many(line: str, head: str = HEAD) -> Shape:
    """Return a shape of repeated lines, in which `%d` is their number, another for each `n`."""
    return lambda n: head + "".join(line.replace("%d", f"{n}x{number + 100}") for number in range(n))


_LIST = "apiVersion: v1\nkind: List\nitems:\n"


def _item(text: str) -> str:
    """Return a text as an item of a list."""
    return "- " + text.replace("\n", "\n  ").rstrip(" ")


_PLUGINS = f"{HEAD}profiles:\n- plugins:\n    score:\n      enabled:\n"
_DISABLED = f"{_OLD}profiles:\n- plugins:\n    filter:\n      disabled:\n"
_PROFILES = f"{HEAD}profiles:\n"
_UNIT = "[Service]\nExecStart=/usr/local/bin/kube-scheduler"

SHAPES: dict[str, Shape] = {
    "unknown keys": _many("key%d: 1\n"),
    "unknown keys in Args": _many(
        "      key%d: 1\n", f"{HEAD}profiles:\n- pluginConfig:\n  - name: NodeResourcesFit\n    args:\n"
    ),
    "Args in brackets": lambda n: (
        f"{HEAD}profiles:\n- pluginConfig: [{', '.join(f'{{name: P{one}, args: {{a: 1}}}}' for one in range(n))}]\n"
    ),
    "Args in JSON": lambda n: json.dumps(
        {**_CONFIG, "profiles": [{"pluginConfig": [{"name": f"P{one}", "args": {"a": 1}} for one in range(n)]}]}
    ),
    "keys in one line of JSON": lambda n: json.dumps({**_CONFIG, **{f"key{number}": 1 for number in range(n)}}),
    "flags of a unit": _many(" \\\n  --key%d=1", _UNIT),
    "quotes in a unit": lambda n: f"{_UNIT} " + "'\"" * n,
    "variables of a unit": lambda n: f"[Service]\nEnvironment=A={'x' * n}\n{_UNIT}" + " --v=${A}" * n,
    "sections of a unit": _many("\n[X%d]\nkey%d=1", _UNIT),
    "scripts in a workflow": _many("- run: |\n    minikube start --extra-config=scheduler.v=2\n    true\n", "a:\n"),
    "commands in a script": _many("    start --extra-config=scheduler.v=2\n", "run: |\n"),
    "repeated keys": _many("parallelism: 1\n"),
    "profiles": _many("- schedulerName: s%d\n", _PROFILES),
    "profiles of one name": _many("- schedulerName: a\n", _PROFILES),
    "values of another type": _many("- urlPrefix: 1\n", f"{HEAD}extenders:\n"),
    "unknown plugins": _many("      - name: NodeResourceFit%d\n", _PLUGINS),
    "one plugin again and again": _many("      - name: ImageLocality\n", _PLUGINS),
    "ignores": _many("# schedcfg: ignore[unknown-field] x\nkey%d: 1\n"),
    "idle ignores": _many("# schedcfg: ignore[unknown-field]\nparallelism: 3\n"),
    "names in one ignore": lambda n: f"{HEAD}# schedcfg: ignore[{', '.join(f'name-{i}' for i in range(n))}] x\n",
    "documents": lambda n: f"---\n{HEAD}" * n,
    "documents of other kinds": lambda n: "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" * n,
    "Pods behind a configuration": lambda n: HEAD + "---\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\n" * n,
    "ConfigMaps": _many(f"---\n{_CONFIG_MAP}", ""),
    "a long word": lambda n: f"{HEAD}parallelism: '{'token' * 20 * n}'\n",
    "digits": lambda n: f"{HEAD}parallelism: {'1' * 20 * n}\n",
    "nested lists": lambda n: f"{HEAD}profiles: {'[' * n}{']' * n}\n",
    "aliases": _many("- *a\n", f"{HEAD}profiles:\n- &a {{schedulerName: x}}\n"),
    "aliases of aliases": lambda n: (
        f"{HEAD}x: &a0 [1, 1]\n" + "".join(f"x{one}: &a{one} [*a{one - 1}, *a{one - 1}]\n" for one in range(1, n))
    ),
    "a long block": _many("    abc def\n", f"{HEAD}profiles:\n- schedulerName: |\n"),
    "comments": _many("# x\n"),
    "Args": _many("  - name: P%d\n    args: {a: 1}\n", f"{HEAD}profiles:\n- pluginConfig:\n"),
    "extenders": _many("- urlPrefix: http://h%d/\n  filterVerb: f\n", f"{HEAD}extenders:\n"),
    "secrets": _many("      token%d: a\n", f"{HEAD}profiles:\n- pluginConfig:\n  - name: X\n    args:\n"),
    "flags": _many("    - --flag%d=1\n", _POD),
    "feature gates": lambda n: f"{_POD}    - --feature-gates={','.join(f'Gate{one}=true' for one in range(n))}\n",
    "variables": lambda n: (
        f"{_POD}    - --v=$(A{n - 1})\n    env:\n    - {{name: A0, value: xx}}\n"
        + "".join(f'    - {{name: A{one}, value: "$(A{one - 1})$(A{one - 1})"}}\n' for one in range(1, n))
    ),
    "items of a list": _many(
        "- apiVersion: v1\n  kind: Pod\n  metadata: {name: p%d}\n  spec: {schedulerName: s%d, containers: []}\n", _LIST
    ),
    "items with ignores": _many(
        "- kind: Pod\n  # schedcfg: ignore[unknown-flag] x\n  spec: {schedulerName: s%d, containers: []}\n", _LIST
    ),
    "schedulers": _many(_item(_POD.replace("name: kube-scheduler,", "name: s%d,")), _LIST),
    "mounts": lambda n: (
        f"{_POD}    - --kubeconfig=/m0/a\n    volumeMounts:\n"
        + "".join(f"    - {{name: v{one}, mountPath: /m{one}}}\n" for one in range(n))
        + "  volumes:\n"
        + "".join(f"  - {{name: v{one}, hostPath: {{path: /h{one}}}}}\n" for one in range(n))
    ),
    "bindings": _many(_item(_BINDING), f"{_LIST}{_item(_POD)}"),
    "predicates": lambda n: json.dumps(
        {"apiVersion": "v1", "kind": "Policy", "predicates": [{"name": f"P{one}"} for one in range(n)]}
    ),
}

ACCEPTED: dict[str, Shape] = {
    "profiles": _many("- schedulerName: s%d\n", f"{_OLD}profiles:\n"),
    "plugins": _many("      - name: My%d\n        weight: 2\n", _PLUGINS.replace("/v1\n", "/v1beta2\n")),
    "Args": _many("  - name: P%d\n    args: {a: 1}\n", f"{_OLD}profiles:\n- pluginConfig:\n"),
    "extenders": _many("- urlPrefix: http://h%d/\n  filterVerb: f\n", f"{_OLD}extenders:\n"),
    "comments": _many("# x\n", _OLD),
    "documents": lambda n: f"---\n{_OLD}" * n,
    "profiles in JSON": lambda n: json.dumps(
        {
            **_CONFIG,
            "apiVersion": "kubescheduler.config.k8s.io/v1beta2",
            "profiles": [{"schedulerName": f"s{one}"} for one in range(n)],
        }
    ),
    "profiles in one line": lambda n: (
        f"{_OLD}profiles: [{', '.join(f'{{schedulerName: s{one}}}' for one in range(n))}]\n"
    ),
    "aliases": _many("      - *a\n", f"{_DISABLED}      - &a {{name: My}}\n"),
    "removals": _many("      - name: AzureDiskLimits\n", _DISABLED),
}
"""Shapes that kube-scheduler takes, for what comes behind the reading: migrated, compared, shown."""


def in_list(text: str) -> str:
    """Return a text as kustomize gives it: a manifest is an item, anything else is in a ConfigMap."""
    head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
    if text.startswith("apiVersion: v1\n"):
        return head + _item(text)
    lines = "\n".join(f"      {line}" for line in text.splitlines())
    return f"{head}- apiVersion: v1\n  kind: ConfigMap\n  metadata: {{name: a}}\n  data:\n    a: |\n{lines}\n"


FIXABLE: dict[str, Shape] = {
    "fixes in one list": lambda n: (
        f"{HEAD}profiles:\n- plugins:\n    score:\n      disabled:\n      - name: ImageLocality\n"
        + "      - name: ''\n" * n
        + "      - name: NodeAffinity\nparallelism: 3\n"
    ),
    "comments to remove": _many("# schedcfg: ignore[nothing-like-it]\n"),
    "fixes in several profiles": _many(
        "- schedulerName: s%d\n  plugins:\n    score:\n      disabled:\n      - name: NodeLabel\n", _PROFILES
    ),
}

WHOLE_PROFILES: Shape = _many(
    "- schedulerName: s%d\n"
    "  plugins:\n    score:\n      disabled: [{name: ImageLocality}, {name: TaintToleration}]\n"
    "  pluginConfig:\n  - name: InterPodAffinity\n    args: {hardPodAffinityWeight: 5}\n",
    _PROFILES,
)
"""Profiles that disable plugins and give args, as those of a large fleet in one file do."""


def second_scheduler(number: int) -> str:
    """Return the manifests of a second scheduler of 1.22, with its configuration."""
    return f"""\
apiVersion: v1
kind: ConfigMap
metadata: {{name: batch-{number}, namespace: team-{number}}}
data:
  config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1beta1
    kind: KubeSchedulerConfiguration
    leaderElection: {{resourceName: batch-{number}, resourceNamespace: team-{number}}}
    profiles: [{{schedulerName: batch-{number}}}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {{name: batch-{number}, namespace: team-{number}}}
spec:
  selector: {{matchLabels: {{app: batch-{number}}}}}
  template:
    metadata: {{labels: {{app: batch-{number}}}}}
    spec:
      serviceAccountName: batch-{number}
      containers:
        - name: kube-scheduler
          image: registry.k8s.io/kube-scheduler:v1.22.17
          command: [kube-scheduler, --config=/etc/scheduler/config.yaml]
          volumeMounts: [{{name: config, mountPath: /etc/scheduler}}]
      volumes: [{{name: config, configMap: {{name: batch-{number}}}}}]
"""
