"""What more than one target asks of a configuration."""

from collections.abc import Iterator

from schedcfg.document.path import Path
from schedcfg.effective.needs import certificates, cluster_services, out_of_tree_plugins
from schedcfg.findings import Problem
from schedcfg.generate.given import Given
from schedcfg.generate.obstacles import obstacle, warning

KUBECONFIG: Path = ("clientConnection", "kubeconfig")


def v1_only(given: Given, product: str) -> Iterator[Problem]:
    """Yield an API version other than v1."""
    if given.configuration.api_version != "v1":
        yield obstacle(
            "v1-only",
            ("apiVersion",),
            f"{product} takes `kubescheduler.config.k8s.io/v1` only, not `{given.configuration.api_version}`",
            "Run `schedcfg migrate --to v1` on it first.",
        )


def stock_plugins_only(given: Given, product: str) -> Iterator[Problem]:
    """Yield the plugins that the stock scheduler lacks, for a product that runs no other."""
    for name, path in out_of_tree_plugins(given.configuration).items():
        yield obstacle(
            "stock-image-plugin",
            path,
            f"{product} runs the stock kube-scheduler, which has no plugin `{name}`: it would not start",
            "Take the plugin out, or run a scheduler that has it beside the stock one "
            "(`schedcfg generate second-scheduler`).",
        )


def kubeconfig_at(given: Given, file: str, product: str) -> Iterator[Problem]:
    """Yield a kubeconfig that is missing, or is not the one that a product gives its scheduler."""
    written = given.configuration.client_connection.kubeconfig
    if written != file:
        yield obstacle(
            "wrong-kubeconfig" if written else "missing-kubeconfig",
            KUBECONFIG,
            f"the scheduler of {product} has its credentials in `{file}`, and `--kubeconfig` is ignored beside "
            + (f"`--config`: `{written}` is not there" if written else "`--config`: it finds no API server"),
            f"Write `clientConnection: {{kubeconfig: {file}}}`.",
        )


def kubeconfig_of_its_own(given: Given, file: str, product: str) -> Iterator[Problem]:
    """Yield a kubeconfig that a product replaces with its own."""
    written = given.configuration.client_connection.kubeconfig
    if written not in {"", file}:
        yield warning(
            "kubeconfig-replaced",
            KUBECONFIG,
            f"{product} sets `clientConnection.kubeconfig` itself, to `{file}`; `{written}` is left out",
            "Nothing to do, unless the scheduler is meant to use other credentials: it cannot here.",
        )


def host_dns(given: Given, product: str) -> Iterator[Problem]:
    """Yield the hosts that only cluster DNS knows, for a product whose scheduler asks the node's resolver."""
    for address in cluster_services(given.configuration):
        yield warning(
            "host-network-dns",
            address.path,
            f"`{address.host}` is known to the cluster's DNS only, and {product} runs kube-scheduler with that of "
            "the node",
            "Write the Service's cluster IP, or a name that the nodes resolve.",
        )


def unmounted_files(given: Given, product: str, seen: str | None = None) -> Iterator[Problem]:
    """Yield the files that a product gives its scheduler no way to see.

    Args:
        given: The configuration that names them.
        product: Who runs it.
        seen: A folder of the node that its scheduler sees all the same, with `/` at its end; None: there is none.
    """
    for file, path in certificates(given.configuration):
        if seen is None or not file.startswith(seen):
            yield obstacle(
                "unmounted-configured-file",
                path,
                f"{product} does not mount `{file}` for kube-scheduler, which does not start without it",
                "Embed its content instead: `caData`, `certData`, `keyData`."
                + (f" Or put it into `{seen}`, which is mounted." if seen else ""),
            )
