"""RKE2: flags for the scheduler's static Pod, and the configuration's file on the server.

Sources: docs.rke2.io, "Server Configuration Reference" and "Configuration Options" (`config.yaml.d`, the `+` that
appends); in github.com/rancher/rke2 pkg/podtemplate/podtemplate.go: `ReadFiles` mounts each file that an argument
names, so that an extra mount of the configuration would be a second one at its place, and the Pod not valid.
"""

from collections.abc import Iterator

from schedcfg.document import yaml_writer
from schedcfg.findings import Problem
from schedcfg.generate import obstacles, target_checks
from schedcfg.generate.given import Given
from schedcfg.generate.node import mounted_files
from schedcfg.generate.results import GeneratedFile
from schedcfg.generate.target import CONFIG_FILE, ImageOption, Target, Wishes

KUBECONFIG = "/var/lib/rancher/rke2/server/cred/scheduler.kubeconfig"
"""Below the default `--data-dir`."""
_FOLDER = "etc/rancher/rke2"


def files(given: Given, wishes: Wishes) -> Iterator[GeneratedFile]:
    """Make the files as they lie on a server, below `/`."""
    yield GeneratedFile(f"{_FOLDER}/{CONFIG_FILE}", given.text)
    options: dict[str, object] = {"kube-scheduler-arg+": [f"config=/{_FOLDER}/{CONFIG_FILE}"]}
    if mounts := [f"{file}:{file}:ro" for file in mounted_files(given.configuration)]:
        options["kube-scheduler-extra-mount+"] = mounts
    if wishes.image:
        options["kube-scheduler-image"] = wishes.image
    yield GeneratedFile(f"{_FOLDER}/config.yaml.d/kube-scheduler.yaml", yaml_writer.write(options))


def problems(given: Given, wishes: Wishes) -> Iterator[Problem]:
    """Yield what the static Pod lacks."""
    yield from obstacles.missing_plugins(given, wishes.image)
    yield from target_checks.kubeconfig_at(given, KUBECONFIG, "RKE2")
    yield from target_checks.host_dns(given, "RKE2")


def remarks(_given: Given, _wishes: Wishes) -> Iterator[str]:
    """Yield how the files get to work."""
    yield "Copy the files to `/` of every server and restart `rke2-server`, which writes the static Pod anew."


TARGET = Target(
    summary="Write the files that give the kube-scheduler of RKE2 a configuration.",
    files=files,
    problems=problems,
    remarks=remarks,
    image=ImageOption.OPTIONAL,
)
