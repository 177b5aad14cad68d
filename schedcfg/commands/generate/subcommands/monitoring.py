"""`schedcfg generate monitoring`: what Prometheus needs for the metrics of a scheduler."""

from typing import TYPE_CHECKING

import click

from schedcfg.commands.generate.subcommands.inputs import labels, single_word
from schedcfg.commands.generate.subcommands.writing import writing

if TYPE_CHECKING:
    from schedcfg.commands.generate.generation import Generation

_EXAMPLES = """\b
Examples:
  schedcfg generate monitoring --write-to monitoring/                          for kube-prometheus
  schedcfg generate monitoring --monitor-label release=prometheus              for kube-prometheus-stack
  schedcfg generate monitoring --name batch --account monitoring/prometheus    of a second scheduler
"""


@click.command("monitoring", epilog=_EXAMPLES)
@click.option(
    "--name",
    default="kube-scheduler",
    show_default=True,
    callback=single_word,
    help="Name of the scheduler; of a second one, that of `generate second-scheduler`.",
)
@click.option("--namespace", default="kube-system", show_default=True, help="Namespace it runs in.")
@click.option(
    "--pod-label",
    "pod_labels",
    metavar="KEY=VALUE",
    multiple=True,
    callback=labels,
    help="Label of its Pods (repeatable). Default: component=kube-scheduler, as kubeadm sets it, or that of `generate "
    "second-scheduler`.",
)
@click.option(
    "--account",
    metavar="NAMESPACE/NAME",
    default="monitoring/prometheus-k8s",
    show_default=True,
    callback=single_word,
    help="Service account of Prometheus. The ServiceMonitor is in its namespace.",
)
@click.option(
    "--monitor-label",
    "monitor_labels",
    metavar="KEY=VALUE",
    multiple=True,
    callback=labels,
    help="Label by which Prometheus selects the ServiceMonitor (repeatable).",
)
@writing
def monitoring(
    *, name: str, namespace: str, pod_labels: dict[str, str], account: str, monitor_labels: dict[str, str]
) -> "Generation":
    """Write the Service, ServiceMonitor and permissions for the metrics of a scheduler.

    kube-scheduler serves them by HTTPS, to those with a token whom the API server allows to read `/metrics`.

    Exit status: 0 generated; 1 with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.commands.generate.monitoring import MonitoringOptions, generate_monitoring
    from schedcfg.sources.manifests.rbac import Account

    its_namespace, slash, its_name = account.partition("/")
    if not (slash and its_namespace and its_name):
        raise click.BadParameter(
            f"`{account}` is not NAMESPACE/NAME, e.g. monitoring/prometheus-k8s", param_hint="--account"
        )
    its_account = Account(its_namespace, its_name)
    return generate_monitoring(MonitoringOptions(name, namespace, pod_labels, its_account, monitor_labels))
