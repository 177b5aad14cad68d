"""`schedcfg generate static-pod`, `kubeadm` and `second-scheduler`: what runs a configuration."""

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from schedcfg.commands.generate.subcommands.inputs import (
    ConfigArgument,
    ConfiguredCommand,
    config_path,
    configured,
    read_text,
    single_word,
)
from schedcfg.commands.generate.subcommands.writing import writing

if TYPE_CHECKING:
    from schedcfg.commands.generate.generation import Generation
    from schedcfg.commands.generate.static_pod import StaticPodOptions


_STATIC_POD_EXAMPLES = """\b
Examples:
  schedcfg generate static-pod --config scheduler.yaml -k 1.33 --write-to manifests/   as kubeadm lays it out
  schedcfg generate static-pod --config scheduler.yaml --from kube-scheduler.yaml      your manifest, fixed
"""


@click.command("static-pod", cls=ConfiguredCommand, epilog=_STATIC_POD_EXAMPLES)
@configured
@click.option("--image", callback=single_word, help="Scheduler image. Default: the stock image of the release.")
@config_path
@click.option(
    "--from",
    "manifest",
    metavar="FILE",
    help="Edit this manifest, changing only what is necessary, instead of writing a new one. Its image tag selects "
    "the release.",
)
@click.option(
    "--carry-flags",
    is_flag=True,
    help="With --from: also write a copy of the configuration with the values of those flags of the manifest that "
    "have no effect with --config.",
)
@writing
def static_pod(
    *, configured: ConfigArgument, image: str | None, config_path: str | None, manifest: str | None, carry_flags: bool
) -> "Generation":
    """Write the static Pod manifest that runs kube-scheduler with a configuration.

    Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.commands.generate import static_pod

    gates, kubernetes = configured.feature_gates, configured.kubernetes
    options = static_pod.StaticPodOptions(image, config_path, gates, kubernetes, carry_flags)
    if carry_flags and manifest is None:
        raise click.UsageError("--carry-flags needs --from, the manifest with the flags")
    if manifest is not None:
        return _fix(manifest, configured, options)
    return configured.generate(static_pod.maker(options))


def _fix(path: str, configured: ConfigArgument, options: "StaticPodOptions") -> "Generation":
    if path == "-" and configured.is_standard_input:
        raise click.UsageError("--config and --from cannot both be standard input; name a file for one of them")
    from schedcfg.commands.generate.static_pod_fix import fix_existing

    name = "kube-scheduler.yaml" if path == "-" else PurePath(path).name
    return fix_existing(read_text(path), path, name, options, configured.generate)


_KUBEADM_EXAMPLES = """\b
Examples:
  schedcfg generate kubeadm --config scheduler.yaml -k 1.33 --write-to kubeadm/           with patches
  schedcfg generate kubeadm --config scheduler.yaml -k 1.33 --write-to kubeadm/ --check   for CI
"""


@click.command("kubeadm", cls=ConfiguredCommand, epilog=_KUBEADM_EXAMPLES)
@configured
@click.option(
    "--kubeadm-api",
    metavar="VERSION",
    help="API version of kubeadm's configuration, e.g. v1beta3. Default: the newest that its release reads.",
)
@config_path
@click.option("--image", callback=single_word, help="Scheduler image. Default: chosen by kubeadm.")
@click.option(
    "--from",
    "existing",
    metavar="FILE",
    help="Your ClusterConfiguration: unrelated extraArgs and extraVolumes of its scheduler are kept.",
)
@click.option(
    "--carry-flags",
    is_flag=True,
    help="With --from: also write a copy of the configuration with the values of those extraArgs that have no effect "
    "with --config.",
)
@writing
def kubeadm(
    *,
    configured: ConfigArgument,
    kubeadm_api: str | None,
    config_path: str | None,
    image: str | None,
    existing: str | None,
    carry_flags: bool,
) -> "Generation":
    """Write kubeadm's ClusterConfiguration and patches that run kube-scheduler with a configuration.

    Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.commands.generate import kubeadm

    if carry_flags and existing is None:
        raise click.UsageError("--carry-flags needs --from, the ClusterConfiguration with the extraArgs")
    if existing == "-" and configured.is_standard_input:
        raise click.UsageError("--config and --from cannot both be standard input; name a file for one of them")
    scheduler = None if existing is None else kubeadm.find_scheduler(read_text(existing))
    options = kubeadm.KubeadmOptions(kubeadm_api, config_path, image, scheduler, carry_flags)
    return configured.generate(kubeadm.maker(options))


_SECOND_SCHEDULER_EXAMPLES = """\b
Examples:
  schedcfg generate second-scheduler --config batch.yaml -k 1.33 --write-to deploy/           with RBAC and a lease
  schedcfg generate second-scheduler --config batch.yaml -k 1.33 --write-to deploy/ --check   for CI
"""


@click.command("second-scheduler", cls=ConfiguredCommand, epilog=_SECOND_SCHEDULER_EXAMPLES)
@configured
@click.option(
    "--name", callback=single_word, help="Name of its objects and its lease. Default: the name of its first profile."
)
@click.option("--namespace", default="kube-system", show_default=True, help="Namespace it runs in.")
@click.option("--image", callback=single_word, help="Scheduler image. Default: the stock image of the release.")
@click.option(
    "--program", callback=single_word, help="Command that runs the scheduler in the image. Default: kube-scheduler."
)
@click.option(
    "--replicas",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Number of Pods, one of which is the leader.",
)
@click.option(
    "--tls-secret",
    metavar="SECRET",
    callback=single_word,
    help="Secret with the files named in the extenders' tlsConfig.",
)
@click.option("--kustomize", is_flag=True, help="Write a kustomize folder instead of one file.")
@writing
def second_scheduler(*, configured: ConfigArgument, kustomize: bool, **inputs: Any) -> "Generation":
    """Write the manifests of a second scheduler that runs alongside the default one.

    Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.commands.generate import second_scheduler as second

    maker = second.kustomize_maker if kustomize else second.maker
    options = {name: value for name, value in inputs.items() if value is not None}
    return configured.generate(maker(second.SecondSchedulerOptions(**options)))
