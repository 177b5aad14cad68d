"""Lists of resources for the tests of the KRM function, as kustomize and kpt write them."""

from textwrap import indent
from typing import Any

from schedcfg.commands.krm.function import run
from schedcfg.document import parse

OLD = """\
# why it is so
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: one   # mine
leaderElection: {resourceName: one}
"""
NEW = OLD.replace("v1beta3", "v1")
BROKEN = NEW.replace("profiles:", "profile:")

SERVICE = """\
# not ours
- {apiVersion: v1, kind: Service, metadata: {name: "s"}}   # stays
"""


def config_map(text: str, name: str = "a", key: str = "scheduler.yaml", annotations: str = "") -> str:
    """Write an item."""
    block = indent(text, "      ", lambda line: bool(line.strip()))
    noted = f"    annotations:\n{indent(annotations, '      ')}" if annotations else ""
    return (
        f"- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: {name}\n    namespace: kube-system\n{noted}"
        f"  data:\n    other: x\n    {key}: |\n{block}"
    )


def resource_list(*items: str, config: str = "", version: str = "v1") -> str:
    """Write a list with a `functionConfig`."""
    function = f"functionConfig:\n{indent(config, '  ')}" if config else ""
    return (
        f"apiVersion: config.kubernetes.io/{version}\nkind: ResourceList\n{function}"
        f"items:{'' if items else ' []'}\n{''.join(items)}"
    )


def scheduler_config(spec: str, name: str = "schedulers", annotations: str = "") -> str:
    """Write a `SchedulerConfig`."""
    noted = f"  annotations: {annotations}\n" if annotations else ""
    head = f"apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerConfig\nmetadata:\n  name: {name}\n{noted}"
    return f"{head}spec:\n{indent(spec, '  ')}"


def item(text: str) -> str:
    """Make an item of a manifest."""
    return f"- {indent(text, '  ')[2:]}"


def generating(text: str, name: str = "second") -> str:
    """Write a `spec.generate` with one ConfigMap."""
    return f"generate:\n- kind: ConfigMap\n  name: {name}\n  configuration: |\n{indent(text, '    ')}"


def read(text: str) -> Any:
    """Read the only document of a text."""
    (document,) = parse(text).documents
    return document.data


def results(text: str) -> list[dict[str, Any]]:
    """Run the function and give the results as the list has them, be they wrapped or not."""
    found: Any = read(run(text).text).get("results", [])
    listed: list[dict[str, Any]] = found["items"] if isinstance(found, dict) else found
    return listed
