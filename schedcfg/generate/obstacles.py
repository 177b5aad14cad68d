"""What stands in the way of running a configuration, whatever runs it."""

from collections.abc import Iterator

from schedcfg.document.path import Path
from schedcfg.effective.model import Profile
from schedcfg.effective.needs import files, out_of_tree_plugins
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.generate.given import Given
from schedcfg.manifests.pod import image

_DEFAULT = "default-scheduler"


def obstacle(rule: str, path: Path, message: str, advice: str) -> Problem:
    """Make a problem with which nothing is generated; the configuration as such may be right."""
    return Problem(rule, path, message, advice, finding_class=FindingClass.ADVISED)


def warning(rule: str, path: Path, message: str, advice: str) -> Problem:
    """Make a problem that is told beside the files."""
    return obstacle(rule, path, message, advice)._replace(severity=Severity.WARNING)


def missing_plugins(given: Given, its_image: str | None) -> Iterator[Problem]:
    """Yield the plugins that the stock scheduler lacks, where that is to run the configuration.

    Args:
        given: The configuration.
        its_image: The image that is to run it; None: the stock one.
    """
    if its_image and not image(its_image).is_stock:
        return
    for name, path in out_of_tree_plugins(given.configuration).items():
        yield obstacle(
            "stock-image-plugin",
            path,
            f"the stock kube-scheduler has no plugin `{name}`, and does not start where a profile enables it",
            "Name the image of a scheduler that has it: `--image REGISTRY/NAME:TAG`.",
        )


def scheduler_name_of(profile: Profile) -> Path:
    """Tell where the name of a profile is written, or would be where the file has no profile."""
    return (*profile.path, "schedulerName") if profile.path else ("profiles",)


def default_profiles(given: Given) -> Iterator[Problem]:
    """Yield profiles that the cluster's own scheduler serves already, for schedulers that run beside it."""
    for profile in given.configuration.profiles:
        if profile.scheduler_name == _DEFAULT:
            yield obstacle(
                "second-default-scheduler",
                scheduler_name_of(profile),
                f"the cluster's own scheduler has a profile `{_DEFAULT}`: both would schedule the same Pods",
                "Write another `schedulerName`, and the same in the Pods that this scheduler is for.",
            )


def missing_kubeconfig(given: Given, file: str) -> Iterator[Problem]:
    """Yield the kubeconfig that a static Pod needs, where the configuration names none.

    Args:
        given: The configuration.
        file: The credentials that the control plane has for the scheduler.
    """
    if not given.configuration.client_connection.kubeconfig:
        yield obstacle(
            "missing-kubeconfig",
            ("clientConnection", "kubeconfig"),
            "a static Pod has no service account, and `--kubeconfig` has no effect beside `--config`: without "
            "`clientConnection.kubeconfig` the scheduler finds no API server, and ends",
            f"Add `clientConnection: {{kubeconfig: {file}}}`, the credentials that kubeadm makes for it.",
        )


def relative_files(given: Given) -> Iterator[Problem]:
    """Yield the files that are named by a relative path, where they have to be mounted."""
    for file in files(given.configuration):
        if not file.name.startswith("/"):
            yield obstacle(
                "relative-file",
                file.path,
                f"`{file.name}` is looked for in the container's working folder, where nothing can be mounted for it",
                "Write the absolute path that the file has on the control plane nodes.",
            )
