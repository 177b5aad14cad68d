"""kubeadm files of API versions that the kubeadm of the release does not read."""

from collections.abc import Iterator

from schedcfg.findings import Problem
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule
from schedcfg.sources.manifests.kubeadm import API_VERSIONS, GROUP, KubeadmApiVersion, sets_up

ID = "kubeadm-api-version"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the API version of a kubeadm file if no kubeadm reads it that can set up its release.

    kubeadm sets up its own release, and the one before.
    """
    running, release = context.running, context.release
    scheduler = None if running is None else running.by_kubeadm
    if running is None or scheduler is None or release is None or sets_up(scheduler.version, release):
        return
    known = next((api_version for api_version in API_VERSIONS if api_version.version == scheduler.version), None)
    if known is None or not scheduler.is_own_file:
        return
    newest = [api_version.version for api_version in API_VERSIONS if api_version.is_read_by(release)][-1]
    yield Problem(
        ID,
        (*running.path, "apiVersion"),
        f"`kubeadm` sets up no cluster of {release.name} from this: {_reading(known)} read `{known.version}`",
        f"Write `apiVersion: {GROUP}{newest}`; `kubeadm config migrate --old-config … --new-config …` rewrites a file "
        "that it reads.",
    )


def _reading(known: KubeadmApiVersion) -> str:
    first, last = f"1.{known.first}", f"1.{known.last}"
    return f"only those of {first} to {last}" if known.last is not None else f"only those since {first}"


RULE = Rule(
    id=ID,
    title="kubeadm does not read this API version",
    why="It exits with `your configuration file uses an old API spec`, or does not know the version: there is no "
    "control plane, and no scheduler.",
    source="cmd/kubeadm/app/util/config/common.go, validateSupportedVersion",
    check=check,
)
