"""`schedcfg generate pod-policy`: which Pods get which scheduler, without an edit of each."""

from typing import TYPE_CHECKING, Any

import click

from schedcfg.commands.generate.subcommands.inputs import (
    ConfigArgument,
    ConfiguredCommand,
    configured_if_named,
    labels,
    single_word,
)
from schedcfg.commands.generate.subcommands.writing import writing

if TYPE_CHECKING:
    from schedcfg.commands.generate.generation import Generation


_EXAMPLES = """\b
Examples:
  schedcfg generate pod-policy --config batch.yaml --namespace jobs --write-to policy/
  schedcfg generate pod-policy --config batch.yaml --namespace jobs --write-to policy/ --check   for CI
  schedcfg generate pod-policy --scheduler volcano --pod-label queue=gpu -k 1.36
"""


@click.command("pod-policy", cls=ConfiguredCommand, epilog=_EXAMPLES)
@configured_if_named
@click.option(
    "--scheduler",
    metavar="NAME",
    callback=single_word,
    help="What the Pods get as schedulerName. Default: the profile of --config that is not default-scheduler.",
)
@click.option(
    "--namespace", "namespaces", metavar="NAME", multiple=True, help="Select Pods in this namespace (repeatable)."
)
@click.option(
    "--namespace-label",
    "namespace_labels",
    metavar="KEY=VALUE",
    multiple=True,
    callback=labels,
    help="Select Pods in namespaces with this label (repeatable; all are required).",
)
@click.option(
    "--pod-label",
    "pod_labels",
    metavar="KEY=VALUE",
    multiple=True,
    callback=labels,
    help="Select Pods with this label (repeatable; all are required).",
)
@click.option("--name", callback=single_word, help="Name of the policy and its binding. Default: pods-to-SCHEDULER.")
@click.option(
    "--scheduler-namespace",
    default="kube-system",
    show_default=True,
    metavar="NAME",
    help="Namespace the scheduler runs in. Its Pods are never selected.",
)
@click.option("--daemon-sets", is_flag=True, help="Also select Pods of DaemonSets.")
@writing
def pod_policy(*, configured: ConfigArgument, **inputs: Any) -> "Generation":
    """Write an admission policy that gives new Pods their schedulerName.

    It is a MutatingAdmissionPolicy with a binding; the API server needs no webhook for it. Pods that name another
    scheduler, mirror Pods, those of DaemonSets and of the control plane's namespaces are never changed.

    Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.commands.generate import pod_policy as policy

    options = policy.PodPolicyOptions(**inputs)
    if configured.is_given:
        return configured.generate(policy.maker(options))
    return policy.generate_policy(options, configured.release())
