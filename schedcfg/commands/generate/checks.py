"""What prevents running a configuration, and what more than one way of running it asks of it."""

import posixpath
from collections.abc import Iterator

from schedcfg.cards import FindingCard
from schedcfg.commands.generate.generation import AcceptedConfig
from schedcfg.configuration.effective.command_line import flags_win
from schedcfg.configuration.effective.model import Profile
from schedcfg.configuration.effective.needs import certificates, cluster_services, files, out_of_tree_plugins
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document.span import Path, render
from schedcfg.findings import FILE, FindingClass, Problem, Severity
from schedcfg.sources.manifests.pod import image


def obstacle(rule: str, path: Path, message: str, advice: str) -> Problem:
    """Return a problem with which nothing is generated; the configuration as such may be right."""
    return Problem(rule, path, message, advice, finding_class=FindingClass.ADVISED)


def warning(rule: str, path: Path, message: str, advice: str) -> Problem:
    """Return a problem that is reported beside the files."""
    return obstacle(rule, path, message, advice)._replace(severity=Severity.WARNING)


def missing_plugins(config: AcceptedConfig, its_image: str | None) -> Iterator[Problem]:
    """Yield the plugins that the stock scheduler lacks, where that is to run the configuration.

    Args:
        config: The configuration.
        its_image: The image that is to run it; None: the stock one.
    """
    if its_image and not image(its_image).is_stock:
        return
    for name, path in out_of_tree_plugins(config.configuration).items():
        yield obstacle(
            "stock-image-plugin",
            path,
            f"the stock kube-scheduler has no plugin `{name}`, and does not start if a profile enables it",
            "Set the image of a scheduler that contains it: `--image REGISTRY/NAME:TAG`.",
        )


def scheduler_name_of(profile: Profile) -> Path:
    """Return where the name of a profile is written, or would be where the file has no profile."""
    return (*profile.path, "schedulerName") if profile.path else ("profiles",)


def default_profiles(config: AcceptedConfig) -> Iterator[Problem]:
    """Yield profiles that the cluster's own scheduler serves already, for schedulers that run beside it."""
    for profile in config.configuration.profiles:
        if profile.scheduler_name == DEFAULT_SCHEDULER:
            yield obstacle(
                "second-default-scheduler",
                scheduler_name_of(profile),
                f"the default scheduler has a profile `{DEFAULT_SCHEDULER}`: both would schedule the same Pods",
                "Write another `schedulerName`, and use it in the Pods for this scheduler.",
            )


def unserved_default(config: AcceptedConfig) -> Iterator[Problem]:
    """Yield the profiles, where a cluster's own scheduler would serve no Pods that name none."""
    profiles = config.configuration.profiles
    if all(profile.scheduler_name != DEFAULT_SCHEDULER for profile in profiles):
        yield warning(
            "unserved-default-scheduler",
            scheduler_name_of(profiles[0]),
            f"there is no profile `{DEFAULT_SCHEDULER}`: Pods without a `schedulerName` stay Pending if the "
            "default scheduler runs this",
            f"Add a profile with `schedulerName: {DEFAULT_SCHEDULER}`, or run the configuration in a second scheduler: "
            "`schedcfg generate second-scheduler`.",
        )


def missing_kubeconfig(config: AcceptedConfig, file: str) -> Iterator[Problem]:
    """Yield the kubeconfig that a static Pod needs, where the configuration names none.

    Args:
        config: The configuration.
        file: The credentials that the control plane has for the scheduler.
    """
    if not config.configuration.client_connection.kubeconfig:
        yield obstacle(
            "missing-kubeconfig",
            ("clientConnection", "kubeconfig"),
            "a static Pod has no service account, and `--kubeconfig` has no effect with `--config`: without "
            "`clientConnection.kubeconfig`, the scheduler finds no API server, and exits",
            f"Add `clientConnection: {{kubeconfig: {file}}}`, the credentials that kubeadm creates for it.",
        )


def election_flags(config: AcceptedConfig) -> dict[str, str]:
    """Return the flags without which `leaderElect: false` has no effect beside a `--leader-elect=true`.

    kubeadm, and products that use it, pass that (`getSchedulerCommand` in
    cmd/kubeadm/app/phases/controlplane/manifests.go), and since 1.22 it wins.
    """
    is_off = not config.configuration.leader_election.leader_elect
    return {"leader-elect": "false"} if is_off and flags_win(config.release) else {}


def relative_files(config: AcceptedConfig) -> Iterator[Problem]:
    """Yield the files that are named by a relative path, where they have to be mounted."""
    for file in files(config.configuration):
        if not file.name.startswith("/"):
            yield obstacle(
                "relative-file",
                file.path,
                f"`{file.name}` is relative to the working directory of the container, where nothing can be mounted "
                "for it",
                "Write the absolute path of the file on the control plane nodes.",
            )


KUBECONFIG: Path = ("clientConnection", "kubeconfig")


def v1_only(config: AcceptedConfig, product: str) -> Iterator[Problem]:
    """Yield an API version other than v1."""
    if config.configuration.api_version != "v1":
        yield obstacle(
            "v1-only",
            ("apiVersion",),
            f"{product} only accepts `kubescheduler.config.k8s.io/v1`, not `{config.configuration.api_version}`",
            f"Run `schedcfg migrate --to v1 {FILE}` first.",
        )


def stock_plugins_only(config: AcceptedConfig, product: str) -> Iterator[Problem]:
    """Yield the plugins that the stock scheduler lacks, for a product that runs no other."""
    for name, path in out_of_tree_plugins(config.configuration).items():
        yield obstacle(
            "stock-image-plugin",
            path,
            f"{product} runs the stock kube-scheduler, which has no plugin `{name}`: it would not start",
            "Remove the plugin, or run a second scheduler that contains it (`schedcfg generate second-scheduler`).",
        )


def plugins_of_image(config: AcceptedConfig, place: str) -> Iterator[Problem]:
    """Yield the plugins that the stock scheduler lacks, for a product whose image is set elsewhere."""
    for name, path in out_of_tree_plugins(config.configuration).items():
        yield warning(
            "stock-image-plugin",
            path,
            f"the stock kube-scheduler has no plugin `{name}`: it would not start",
            f"Set an image that contains it in {place}.",
        )


def kubeconfig_at(config: AcceptedConfig, file: str, product: str) -> Iterator[Problem]:
    """Yield a kubeconfig that is missing, or is not the one that a product gives its scheduler."""
    written = config.configuration.client_connection.kubeconfig
    if written != file:
        yield obstacle(
            "wrong-kubeconfig" if written else "missing-kubeconfig",
            KUBECONFIG,
            f"the scheduler of {product} has its credentials in `{file}`, and `--kubeconfig` is ignored with "
            + (f"`--config`: `{written}` does not exist there" if written else "`--config`: it finds no API server"),
            f"Write `clientConnection: {{kubeconfig: {file}}}`.",
        )


def kubeconfig_of_its_own(config: AcceptedConfig, file: str, product: str) -> Iterator[Problem]:
    """Yield a kubeconfig that a product replaces with its own."""
    written = config.configuration.client_connection.kubeconfig
    if written not in {"", file}:
        yield warning(
            "kubeconfig-replaced",
            KUBECONFIG,
            f"{product} sets `clientConnection.kubeconfig` itself, to `{file}`; `{written}` is omitted",
            "No change is needed, unless the scheduler should use other credentials: that is not possible here.",
        )


def host_dns(config: AcceptedConfig, product: str) -> Iterator[Problem]:
    """Yield the hosts that only cluster DNS knows, for a product whose scheduler asks the node's resolver."""
    for address in cluster_services(config.configuration):
        yield warning(
            "host-network-dns",
            address.path,
            f"`{address.host}` is only known to the cluster's DNS, but {product} runs kube-scheduler with the DNS of "
            "the node",
            "Write the Service's cluster IP, or a name that the nodes resolve.",
        )


def unmounted_files(config: AcceptedConfig, product: str, seen: str) -> Iterator[Problem]:
    """Yield the files that a product gives its scheduler no way to see.

    Args:
        config: The configuration that names them.
        product: Who runs it.
        seen: A folder of the node that its scheduler sees all the same, with `/` at its end; empty: there is none.
    """
    for file, path in certificates(config.configuration):
        if not seen or not file.startswith(seen):
            yield obstacle(
                "unmounted-configured-file",
                path,
                f"{product} does not mount `{file}` for kube-scheduler, which does not start without it",
                "Embed its content instead: `caData`, `certData`, `keyData`."
                + (f" Or put it into `{seen}`, which is mounted." if seen else ""),
            )


KUBERNETES = "/etc/kubernetes"
"""kubeadm's folder: `KubernetesDir` in cmd/kubeadm/app/constants/constants.go."""

MANIFESTS = f"{KUBERNETES}/manifests"
"""The folder from which the kubelet runs static Pods: it reads every file in it as one."""

_FOLDERS = frozenset({MANIFESTS, f"{KUBERNETES}/pki"})
"""`DefaultManifestsDir` and `DefaultCertificatesDir` in cmd/kubeadm/app/apis/kubeadm/<version>/defaults.go."""

_OTHER_PATH = "Choose another path with --config-path."


def place_of(config: AcceptedConfig, requested: str | None) -> str:
    """Return where a configuration is: where it was requested, else in `/etc/kubernetes`, by its own name."""
    return requested or f"{KUBERNETES}/{config.name}"


def taken_place(config: AcceptedConfig, place: str, kubeconfig: str) -> Iterator[Problem]:
    """Yield what is where the configuration would be.

    Args:
        config: The configuration.
        place: Where it would be, absolute.
        kubeconfig: The credentials that the control plane has for the scheduler.
    """
    wanted = posixpath.normpath(place)
    if wanted in _FOLDERS:
        yield obstacle(
            "taken-place", (), f"the path of the configuration would be {wanted}, which is a folder", _OTHER_PATH
        )
    named = [file for file in files(config.configuration) if posixpath.normpath(file.name) == wanted]
    if named:
        path = named[0].path
        message = f"the path of the configuration would be {wanted}, which `{render(path)}` names"
        yield obstacle("taken-place", path, message, _OTHER_PATH)
    elif wanted == kubeconfig:
        message = f"the path of the configuration would be {wanted}, which is that of the kubeconfig"
        yield obstacle("taken-place", (), message, _OTHER_PATH)


_ERROR, _WARNING, _INFO = ("error",), ("warning",), ("info",)

_TITLES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("add-profile", _ERROR, "The profile cannot be added to this file"),
    ("as-asked", _ERROR, "The generated profile differs from the request"),
    (
        "coordinated-leader-election",
        _ERROR,
        "Coordinated leader election chooses among all kube-schedulers, whatever they serve",
    ),
    (
        "host-network-dns",
        ("error", "warning"),
        "Only the cluster's DNS knows the host, but the Pod uses the DNS of the node",
    ),
    ("image-without-patch", _ERROR, "kubeadm of this release cannot change the image: it has no patches"),
    (
        "kubeconfig-in-deployment",
        _ERROR,
        "The configuration names a kubeconfig, but a Deployment uses a service account",
    ),
    ("kubeconfig-replaced", _WARNING, "The product replaces the kubeconfig of the configuration"),
    ("leader-election", _ERROR, "The product gives its scheduler no permissions for a lease"),
    ("loopback-address", _WARNING, "A loopback address is the scheduler's own Pod"),
    ("lost-flag", _ERROR, "A flag has no effect with `--config`, and the configuration does not set its field"),
    ("missing-kubeconfig", _ERROR, "The configuration names no kubeconfig, so the scheduler finds no API server"),
    ("no-leader-election", _INFO, "Leader election is off: several control plane nodes would schedule the same Pods"),
    ("not-a-scheduler-pod", _ERROR, "The manifest to edit runs no kube-scheduler"),
    ("not-editable", _ERROR, "The manifest cannot be changed where it is necessary"),
    ("not-offered", ("error", "warning"), "The product does not offer this to users"),
    ("object-name", _ERROR, "The objects would have names that Kubernetes does not accept, or that are taken"),
    ("open-port", _WARNING, "A port without encryption or authentication would be open to the node's network"),
    ("overruled-flag", _WARNING, "A flag has no effect with `--config`, and the configuration has another value"),
    ("plugins-by-flag", _WARNING, "A flag selected the plugins, which the configuration does since this release"),
    ("preset-promise", _ERROR, "With these options, the profile does not do what its preset promises"),
    ("relative-file", _ERROR, "A relative path cannot be mounted"),
    ("replicas-without-election", _ERROR, "Several replicas without leader election schedule the same Pods"),
    ("second-default-scheduler", _ERROR, "Two schedulers would serve `default-scheduler`"),
    ("set-by-product", _WARNING, "The product sets this field itself"),
    ("shared-lease", _ERROR, "The lease is that of another scheduler"),
    (
        "stock-image-plugin",
        ("error", "warning"),
        "The stock kube-scheduler lacks a plugin that the configuration enables",
    ),
    ("taken-place", _ERROR, "There is already something at the path of the configuration"),
    ("too-old", _ERROR, "The product does not support configurations in this release"),
    ("unmounted-configured-file", _ERROR, "The Pod would not have access to a file in the configuration"),
    ("unserved-default-scheduler", _WARNING, "The default scheduler would not serve Pods without a `schedulerName`"),
    ("v1-only", _ERROR, "The product only accepts the API version v1"),
    ("wrong-kubeconfig", _ERROR, "The kubeconfig is not that of the product's scheduler"),
)

FINDING_CARDS = tuple(FindingCard(id_, "generate", title, weights) for id_, weights, title in _TITLES)
