"""The kube-scheduler static Pod, as kubeadm lays it out in each release, with what `--config` needs.

What keeps a configuration from being run in one, and what to know about it.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from schedcfg.commands.generate.checks import (
    missing_kubeconfig,
    missing_plugins,
    place_of,
    relative_files,
    taken_place,
    unserved_default,
    warning,
)
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile, Maker
from schedcfg.commands.generate.objects import feature_gates_flag
from schedcfg.configuration.effective.command_line import FIELDS, flags_without_effect, overriding_flags
from schedcfg.configuration.effective.needs import cluster_services, files, is_loopback, out_of_tree_plugins
from schedcfg.document import yaml_writer
from schedcfg.document.golang.net import split_host_port
from schedcfg.document.span import Path, render
from schedcfg.findings import Problem, Severity
from schedcfg.releases.endpoints import SECURE_PORT
from schedcfg.releases.kubeadm_layout import KUBECONFIG, PROBE_HOST, PodLayout, ProbeLayout, Version, layout, version_of
from schedcfg.sources.manifests.pod import CHECKSUM_ANNOTATION


class StaticPodOptions(NamedTuple):
    """What a user may choose."""

    image: str | None = None  # The scheduler's image; None: the stock one of the release
    # Where the configuration is on the node and in the container, absolute; None: in `/etc/kubernetes`, by its own name
    config_path: str | None = None
    feature_gates: tuple[str, ...] = ()  # What follows each `--feature-gates`
    kubernetes: str | None = None  # The release as requested, `1.29.3`; None where nothing was
    carry_flags: bool = False

    def path_of(self, config: AcceptedConfig) -> str:
        """Return where the configuration is to be."""
        return place_of(config, self.config_path)

    @property
    def feature_gate_flag(self) -> str:
        """What kube-scheduler gets as `--feature-gates`; empty where nothing is set."""
        return ",".join(filter(None, self.feature_gates))


PROGRAM = "kube-scheduler"


class Command(NamedTuple):
    """A command line as kubeadm writes it: flags sorted by name."""

    flags: dict[str, str]  # Name without dashes → value
    silent: tuple[str, ...]  # What kubeadm gives, and has no effect beside `--config`: left out
    overriding: tuple[str, ...]  # What kubeadm gives, and wins over the file

    @property
    def words(self) -> list[str]:
        """All of it."""
        return [PROGRAM, *(f"--{name}={value}" for name, value in self.flags.items())]

    def place(self, flag: str) -> int:
        """Return the index of a flag among the words."""
        return 1 + list(self.flags).index(flag)


def command(config: AcceptedConfig, options: StaticPodOptions, layout: PodLayout) -> Command:
    """Make the command line: kubeadm's flags, but for those that the file speaks for."""
    silent, overriding = flags_without_effect(config.release), overriding_flags(config.release)
    flags = {name: value for name, value in layout.flags.items() if name not in FIELDS}
    flags["config"] = options.path_of(config)
    # Gates that the file names for itself are in no option.
    if gates := options.feature_gate_flag or feature_gates_flag(config.release):
        flags["feature-gates"] = gates
    return Command(
        flags=dict(sorted(flags.items())),
        silent=tuple(sorted(silent.keys() & layout.flags.keys())),
        overriding=tuple(sorted(overriding.keys() & layout.flags.keys())),
    )


_TLS = "extender-tls-"


class NodeFile(NamedTuple):
    """A file that the Pod has to mount, at the same path in the container."""

    volume: str
    path: str
    kind: str = "File"  # The `type` of its hostPath
    why: str = ""  # Why it is there; empty for what kubeadm's own manifest has


def own_files(config: AcceptedConfig) -> list[NodeFile]:
    """List the files that the configuration names and that can be mounted, each once."""
    found: dict[str, NodeFile] = {}
    for file in files(config.configuration):
        if not file.name.startswith("/") or file.name in found:
            continue
        if file.path[0] == "extenders":
            number = 1 + sum(one.volume.startswith(_TLS) for one in found.values())
            found[file.name] = NodeFile(f"{_TLS}{number}", file.name, why="`tlsConfig` of an extender.")
        else:
            found[file.name] = NodeFile("client-kubeconfig", file.name, why="`clientConnection.kubeconfig`.")
    return list(found.values())


def config_file(config: AcceptedConfig, options: StaticPodOptions) -> NodeFile:
    """Return the configuration itself."""
    why = "The configuration. With `type: File`, the Pod waits until it exists."
    return NodeFile("scheduler-config", options.path_of(config), why=why)


def all_files(config: AcceptedConfig, options: StaticPodOptions) -> list[NodeFile]:
    """List what a new manifest mounts, sorted by volume as kubeadm does."""
    # `FileOrCreate` is kubeadm's: the kubelet may start before the file is written.
    found = {KUBECONFIG: NodeFile("kubeconfig", KUBECONFIG, "FileOrCreate")}
    for file in (config_file(config, options), *own_files(config)):
        found.setdefault(file.path, file)
    return sorted(found.values())


_CONTAINER: Path = ("spec", "containers", 0)


def described(version: str) -> str:
    """Return how the comment above a manifest begins; an upgrade finds it by that."""
    return f"{PROGRAM} {version} as kubeadm runs it"


def comments_of(
    config: AcceptedConfig, options: StaticPodOptions, line: Command, files: list[NodeFile]
) -> dict[Path, str]:
    """Return the comments, by the entry or item below each."""
    version = version_of(config.release, None)
    comments: dict[Path, str] = {
        (): f"{described(str(version))}, with its own configuration. On each control plane node, "
        f"first copy the configuration to {options.path_of(config)}, then this file to /etc/kubernetes/manifests.",
        (
            "metadata",
            "annotations",
            CHECKSUM_ANNOTATION,
        ): "Changes with the configuration, so that the kubelet restarts the Pod: it watches this file, not the "
        "configuration.",
        (*_CONTAINER, "command", line.place("config")): _on_config(line),
    }
    if plugins := out_of_tree_plugins(config.configuration):
        comments[*_CONTAINER, "image"] = f"The stock image lacks {', '.join(plugins)}."
    if services := sorted({address.host for address in cluster_services(config.configuration)}):
        comments["spec", "dnsPolicy"] = (
            f"In the node's network, Services are only found with this: {', '.join(services)}."
        )
    for index, file in enumerate(files):
        if file.why:
            comments["spec", "volumes", index] = file.why
    return comments


def _on_config(line: Command) -> str:
    reasons = []
    if line.silent:
        verb = "has" if len(line.silent) == 1 else "have"
        reasons.append(f"{_list(line.silent)} {verb} no effect with it")
    if line.overriding:
        reasons.append(f"{_list(line.overriding)} would override the file")
    return f"{', '.join(reasons)}: omitted." if reasons else "The configuration."


def _list(flags: Iterable[str]) -> str:
    *others, last = (f"--{flag}" for flag in flags)
    return f"{', '.join(others)} and {last}" if others else last


def stock_image(version: Version) -> str:
    """Return Kubernetes' own image of a version, from where its kubeadm takes it."""
    return f"{layout(version).registry}/kube-scheduler:{version}"


def wanted_image(config: AcceptedConfig, options: StaticPodOptions) -> str:
    """Return the image that was requested, or the stock one."""
    return options.image or stock_image(version_of(config.release, None))


CLUSTER_DNS = "ClusterFirstWithHostNet"
"""The `dnsPolicy` by which a Pod in the node's network knows the names of Services."""


def manifest(config: AcceptedConfig, options: StaticPodOptions) -> Iterator[GeneratedFile]:
    """Make the manifest, as a file for `/etc/kubernetes/manifests`."""
    laid_out = layout(version_of(config.release, None))
    line = command(config, options, laid_out)
    files = all_files(config, options)
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": _metadata(config, laid_out),
        "spec": {
            **_priority(laid_out),
            "hostNetwork": True,
            **({"dnsPolicy": CLUSTER_DNS} if any(cluster_services(config.configuration)) else {}),
            **({"securityContext": {"seccompProfile": {"type": laid_out.seccomp}}} if laid_out.seccomp else {}),
            "containers": [_container(wanted_image(config, options), line, files, laid_out)],
            "volumes": [{"name": file.volume, "hostPath": {"path": file.path, "type": file.kind}} for file in files],
        },
        "status": {},
    }
    yield GeneratedFile(f"{PROGRAM}.yaml", yaml_writer.write(pod, comments_of(config, options, line, files)))


def _metadata(config: AcceptedConfig, laid_out: PodLayout) -> dict[str, Any]:
    return {
        "name": PROGRAM,
        "namespace": "kube-system",
        "labels": {"component": PROGRAM, "tier": "control-plane"},
        "annotations": {CHECKSUM_ANNOTATION: config.checksum},
        **({"creationTimestamp": None} if laid_out.null_timestamp else {}),
    }


def _container(name: str, line: Command, files: list[NodeFile], laid_out: PodLayout) -> dict[str, Any]:
    port = laid_out.probe_port
    return {
        "name": PROGRAM,
        "image": name,
        "imagePullPolicy": "IfNotPresent",
        "command": line.words,
        **({"ports": [{"name": port, "containerPort": SECURE_PORT, "protocol": "TCP"}]} if port else {}),
        "resources": {"requests": {"cpu": "100m"}},
        **{kind: _probe(probe, port or SECURE_PORT) for kind, probe in laid_out.probes.items()},
        "volumeMounts": [{"name": file.volume, "mountPath": file.path, "readOnly": True} for file in files],
    }


def _probe(probe: ProbeLayout, port: str | int) -> dict[str, Any]:
    timing = {
        "initialDelaySeconds": probe.initial_delay_seconds,
        "timeoutSeconds": probe.timeout_seconds,
        "periodSeconds": probe.period_seconds,
        "failureThreshold": probe.failure_threshold,
    }
    get = {"path": probe.path, "port": port, "host": PROBE_HOST, "scheme": "HTTPS"}
    return {"httpGet": get, **{key: value for key, value in timing.items() if value}}


def _priority(laid_out: PodLayout) -> dict[str, Any]:
    priority = {} if laid_out.priority is None else {"priority": laid_out.priority}
    return {"priorityClassName": laid_out.priority_class, **priority}


def problems(config: AcceptedConfig, its_image: str, places: Iterable[str]) -> Iterator[Problem]:
    """Yield what would keep the scheduler from working, as errors, and what is worth knowing.

    Args:
        config: The configuration.
        its_image: The image that is to run it.
        places: Where it would be, on the node and in the container.
    """
    for place in dict.fromkeys(places):
        yield from taken_place(config, place, KUBECONFIG)
    yield from unserved_default(config)
    yield from missing_kubeconfig(config, KUBECONFIG)
    yield from missing_plugins(config, its_image)
    yield from relative_files(config)
    yield from _open_port(config)
    yield from _no_election(config)


def _open_port(config: AcceptedConfig) -> Iterator[Problem]:
    """Warn where the file opens the unencrypted port that kubeadm closes by `--port=0`, unheard beside `--config`."""
    addresses = config.configuration.bind_addresses if config.release.serves_insecure_port else {}
    opened = {field: address for field, address in addresses.items() if _is_open(address)}
    if opened:
        closed = "` and `".join(f"{field}: 127.0.0.1:{address.rpartition(':')[2]}" for field, address in opened.items())
        yield warning(
            "open-port",
            (next(iter(opened)),),
            f"`{'` and `'.join(opened)}` open {' and '.join(dict.fromkeys(opened.values()))} to everyone who can "
            "reach the node, without encryption or authentication (kubeadm's `--port=0` has no effect with "
            "`--config`)",
            f"Write `{closed}`. Since 1.23, there is no such port.",
        )


def _is_open(address: str) -> bool:
    found = split_host_port(address)
    return found is not None and not is_loopback(found[0])


def _no_election(config: AcceptedConfig) -> Iterator[Problem]:
    election = config.configuration.leader_election
    path: Path = ("leaderElection", "leaderElect")
    if not election.leader_elect:
        yield warning(
            "no-leader-election",
            path,
            f"`{render(path)}` is off: with several control plane nodes, all schedulers would schedule the same Pods",
            "Remove it, unless there is and will be only one control plane node.",
        )._replace(severity=Severity.INFO)


def maker(options: StaticPodOptions) -> Maker[StaticPodOptions]:
    """Return what makes a new manifest."""
    return Maker(options, manifest, _problems)


def _problems(config: AcceptedConfig, options: StaticPodOptions) -> Iterator[Problem]:
    return problems(config, wanted_image(config, options), [options.path_of(config)])
