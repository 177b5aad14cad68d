"""RKE2: flags for the scheduler's static Pod, and the configuration's file on the server.

Sources: docs.rke2.io, "Server Configuration Reference" and "Configuration Options" (`config.yaml.d`, the `+` that
appends); in github.com/rancher/rke2 pkg/podtemplate/podtemplate.go: `ReadFiles` mounts each file that an argument
names, so that an extra mount of the configuration would be a second one at its place, and the Pod not valid.
"""

from collections.abc import Iterator

from schedcfg.commands.generate import checks
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.target import CONFIG_FILE, DeploymentTarget, ImageOption, TargetOptions, mounted_files
from schedcfg.document import yaml_writer
from schedcfg.findings import Problem

KUBECONFIG = "/var/lib/rancher/rke2/server/cred/scheduler.kubeconfig"
"""Below the default `--data-dir`."""
_FOLDER = "etc/rancher/rke2"


def files(config: AcceptedConfig, options: TargetOptions) -> Iterator[GeneratedFile]:
    """Make the files as they lie on a server, below `/`."""
    yield GeneratedFile(f"{_FOLDER}/{CONFIG_FILE}", config.text)
    settings: dict[str, object] = {"kube-scheduler-arg+": [f"config=/{_FOLDER}/{CONFIG_FILE}"]}
    if mounts := [f"{file}:{file}:ro" for file in mounted_files(config.configuration)]:
        settings["kube-scheduler-extra-mount+"] = mounts
    if options.image:
        settings["kube-scheduler-image"] = options.image
    yield GeneratedFile(f"{_FOLDER}/config.yaml.d/kube-scheduler.yaml", yaml_writer.write(settings))


def problems(config: AcceptedConfig, options: TargetOptions) -> Iterator[Problem]:
    """Yield what the static Pod lacks."""
    yield from checks.unserved_default(config)
    yield from checks.missing_plugins(config, options.image)
    yield from checks.kubeconfig_at(config, KUBECONFIG, "RKE2")
    yield from checks.host_dns(config, "RKE2")


def remarks(_config: AcceptedConfig, _options: TargetOptions) -> Iterator[str]:
    """Yield how the files get to work."""
    yield "Copy the files to `/` of every server and restart `rke2-server`, which rewrites the static Pod."


TARGET = DeploymentTarget(
    summary="Write the files that configure kube-scheduler in RKE2.",
    files=files,
    problems=problems,
    remarks=remarks,
    kubeconfig=KUBECONFIG,
    image=ImageOption.OPTIONAL,
)
