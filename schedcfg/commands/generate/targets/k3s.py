"""k3s: a flag for the scheduler inside its server process, and the configuration's file on the server.

Sources: docs.k3s.io, "Configuration Options" (`config.yaml.d`, the `+` that appends); in github.com/k3s-io/k3s
`FillRuntimeCerts` in pkg/daemons/control/deps/deps.go for the kubeconfig, pkg/configfilearg/parser.go for the files.
"""

from collections.abc import Iterator

from schedcfg.commands.generate import checks
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.target import CONFIG_FILE, DeploymentTarget, TargetOptions
from schedcfg.document import yaml_writer
from schedcfg.findings import Problem

KUBECONFIG = "/var/lib/rancher/k3s/server/cred/scheduler.kubeconfig"
"""Below the default `--data-dir`."""
_FOLDER = "etc/rancher/k3s"


def files(config: AcceptedConfig, _options: TargetOptions) -> Iterator[GeneratedFile]:
    """Make the files as they lie on a server, below `/`."""
    yield GeneratedFile(f"{_FOLDER}/{CONFIG_FILE}", config.text)
    settings = {"kube-scheduler-arg+": [f"config=/{_FOLDER}/{CONFIG_FILE}"]}
    yield GeneratedFile(f"{_FOLDER}/config.yaml.d/kube-scheduler.yaml", yaml_writer.write(settings))


def problems(config: AcceptedConfig, _options: TargetOptions) -> Iterator[Problem]:
    """Yield what the embedded scheduler cannot do. It sees all files of the node."""
    yield from checks.unserved_default(config)
    yield from checks.stock_plugins_only(config, "k3s")
    yield from checks.kubeconfig_at(config, KUBECONFIG, "k3s")
    yield from checks.host_dns(config, "k3s")


def remarks(_config: AcceptedConfig, _options: TargetOptions) -> Iterator[str]:
    """Yield how the files get to work, and what happens where they do not."""
    yield "Copy the files to `/` of every server and restart `k3s`."
    yield (
        "The scheduler is part of the k3s process, so the server stops with it: validate the configuration against "
        "the server's release before each upgrade."
    )


TARGET = DeploymentTarget(
    summary="Write the files that configure kube-scheduler in k3s.",
    files=files,
    problems=problems,
    remarks=remarks,
    kubeconfig=KUBECONFIG,
)
