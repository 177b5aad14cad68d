"""What keeps a configuration from being run in a static Pod, and what to know about it."""

from collections.abc import Iterator

from schedcfg.diagnostics import FindingClass, Problem, Severity
from schedcfg.document.path import Path, render
from schedcfg.effective.bind_address import split
from schedcfg.effective.needs import files, is_loopback, out_of_tree_plugins
from schedcfg.generate.given import Given
from schedcfg.generate.static_pod.insecure import serves_insecurely
from schedcfg.generate.static_pod.layout import KUBECONFIG
from schedcfg.surroundings.image import Image, image


def problems(given: Given, its_image: str) -> Iterator[Problem]:
    """Yield what would keep the scheduler from working, as errors, and what is worth knowing.

    Args:
        given: The configuration.
        its_image: The image that is to run it.
    """
    yield from _missing_kubeconfig(given)
    yield from _missing_plugins(given, image(its_image))
    yield from _relative_files(given)
    yield from _open_port(given)
    yield from _no_election(given)


def _missing_kubeconfig(given: Given) -> Iterator[Problem]:
    if not given.configuration.client_connection.kubeconfig:
        yield _advised(
            "missing-kubeconfig",
            ("clientConnection", "kubeconfig"),
            "a static Pod has no service account, and `--kubeconfig` has no effect beside `--config`: without "
            "`clientConnection.kubeconfig` the scheduler finds no API server, and ends",
            f"Add `clientConnection: {{kubeconfig: {KUBECONFIG}}}`, the credentials that kubeadm makes for it.",
        )


def _missing_plugins(given: Given, its: Image) -> Iterator[Problem]:
    plugins = out_of_tree_plugins(given.configuration)
    if plugins and its.is_stock:
        names = ", ".join(f"`{name}`" for name in plugins)
        yield _advised(
            "stock-image",
            next(iter(plugins.values())),
            f"the stock kube-scheduler, `{its.name}`, lacks {names}, and ends where a profile enables them",
            "Name the image that has them: `--image REGISTRY/NAME:TAG`.",
        )


def _relative_files(given: Given) -> Iterator[Problem]:
    for file in files(given.configuration):
        if not file.name.startswith("/"):
            yield _advised(
                "relative-path",
                file.path,
                f"`{file.name}` is looked for in the container's working folder, where nothing can be mounted for it",
                "Write the absolute path that the file has on the control plane nodes.",
                Severity.WARNING,
            )


def _open_port(given: Given) -> Iterator[Problem]:
    """Warn where the file opens the unencrypted port that kubeadm closes by `--port=0`, unheard beside `--config`."""
    addresses = given.configuration.bind_addresses if serves_insecurely(given.release) else {}
    opened = {field: address for field, address in addresses.items() if _is_open(address)}
    if opened:
        closed = "` and `".join(f"{field}: 127.0.0.1:{address.rpartition(':')[2]}" for field, address in opened.items())
        yield _advised(
            "open-port",
            (next(iter(opened)),),
            f"`{'` and `'.join(opened)}` open {' and '.join(dict.fromkeys(opened.values()))} to everyone in reach of "
            "the node, without encryption or login (kubeadm's `--port=0` has no effect beside `--config`)",
            f"Write `{closed}`. From 1.23 on there is no such port.",
            Severity.WARNING,
        )


def _is_open(address: str) -> bool:
    found = split(address)
    return found is not None and not is_loopback(found[0])


def _no_election(given: Given) -> Iterator[Problem]:
    election = given.configuration.leader_election
    path: Path = ("leaderElection", "leaderElect")
    if not election.leader_elect:
        yield _advised(
            "no-leader-election",
            path,
            f"`{render(path)}` is off: on several control plane nodes all schedulers would place the same Pods",
            "Leave it out, unless there is one control plane node and never another.",
            Severity.INFO,
        )


def _advised(rule: str, path: Path, message: str, help_: str, severity: Severity = Severity.ERROR) -> Problem:
    return Problem(rule, path, message, help_, finding_class=FindingClass.ADVISED, severity=severity)
