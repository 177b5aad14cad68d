"""What a flag says, compared with what the file says."""

from collections.abc import Callable

from schedcfg.effective import Configuration
from schedcfg.golang import duration
from schedcfg.manifests.command_line import Flag

_IN_FILE: dict[str, Callable[[Configuration], object]] = {
    "contention-profiling": lambda file: file.enable_contention_profiling,
    "kube-api-burst": lambda file: file.client_connection.burst,
    "kube-api-content-type": lambda file: file.client_connection.content_type,
    "kube-api-qps": lambda file: file.client_connection.qps,
    "kubeconfig": lambda file: file.client_connection.kubeconfig,
    "leader-elect": lambda file: file.leader_election.leader_elect,
    "leader-elect-lease-duration": lambda file: file.leader_election.lease_duration,
    "leader-elect-renew-deadline": lambda file: file.leader_election.renew_deadline,
    "leader-elect-resource-lock": lambda file: file.leader_election.resource_lock,
    "leader-elect-resource-name": lambda file: file.leader_election.resource_name,
    "leader-elect-resource-namespace": lambda file: file.leader_election.resource_namespace,
    "leader-elect-retry-period": lambda file: file.leader_election.retry_period,
    "profiling": lambda file: file.enable_profiling,
}
"""Flag → what the completed configuration says in its place."""


def says_the_same(flag: Flag, configuration: Configuration) -> bool:
    """Tell whether a flag says what the file says; False where they cannot be compared."""
    in_file = _IN_FILE.get(flag.name)
    return in_file is not None and flag.is_known and _means(flag, in_file(configuration))


def _means(flag: Flag, value: object) -> bool:
    if isinstance(value, bool):
        return flag.is_off is not value
    written = flag.value or ""
    if isinstance(value, str):
        return written == value
    try:
        return (duration.parse(written) if written[-1:].isalpha() else float(written)) == value
    except ValueError:
        return False
