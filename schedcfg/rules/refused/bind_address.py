"""healthzBindAddress and metricsBindAddress that the release refuses."""

from collections.abc import Iterator

from schedcfg.document.golang.net import is_ip, split_host_port
from schedcfg.document.golang.numbers import parse_int
from schedcfg.findings import Problem
from schedcfg.releases.release import Release
from schedcfg.rules.rule import Rule, Subject

ID = "bind-address"
_HIGHEST_PORT = 65535
_UP_TO = "up to Kubernetes 1.22"
_SINCE = "since Kubernetes 1.23 it must be empty or have port 0"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each bind address that configuration validation refuses."""
    config = subject.configuration
    validate = _serving if config.release.serves_insecure_port else _gone
    for name, address in config.bind_addresses.items():
        reason = validate(address)
        if reason is not None:
            shown = f"`{address}`" if address else "empty"
            yield Problem(ID, (name,), f"`{name}` is {shown}: {reason}", _help(config.release))


def _help(release: Release) -> str:
    if release.serves_insecure_port:
        return "Write an address and a port, e.g. `0.0.0.0:10251`, or remove it to use that default."
    return "Remove it: health and metrics are only served over HTTPS on --secure-port (10259)."


def _serving(address: str) -> str | None:
    """Check as `validation.IsValidSocketAddr` of apimachinery does."""
    parts = split_host_port(address)
    if parts is None:
        return f"{_UP_TO} it must be an address and a port"
    host, port = parts
    if not is_ip(host):
        return f"{_UP_TO} its host must be an IP address"
    if not 1 <= (parse_int(port) or 0) <= _HIGHEST_PORT:
        return f"{_UP_TO} its port must be between 1 and {_HIGHEST_PORT}"
    return None


def _gone(address: str) -> str | None:
    """Check as 1.23 and later do: the plain HTTP port is gone, only its absence may be written."""
    if not address:
        return None
    parts = split_host_port(address)
    if parts is None:
        return f"{_SINCE}, and it has no port"
    host, port = parts
    number = parse_int(port)
    if number is None:
        return f"{_SINCE}, and its port is not a number"
    if not is_ip(host):
        return f"{_SINCE}, and its host must be an IP address"
    return None if number == 0 else _SINCE


RULE = Rule(
    id=ID,
    title="An insecure bind address is not accepted",
    why="Configuration validation fails. Kubernetes 1.23 removed the plain HTTP port; v1beta3 removed the fields.",
    source="pkg/scheduler/apis/config/validation/validation.go, ValidateKubeSchedulerConfiguration",
    check=check,
    until="1.27",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
healthzBindAddress: 0.0.0.0:10251
metricsBindAddress: 0.0.0.0:10251
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
""",
    options=("--kubernetes", "1.23"),
)
