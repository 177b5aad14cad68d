"""Addresses that are silently replaced."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.extenders import FIELDS
from schedcfg.document.golang.net import is_ip, split_host_port
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "replaced-bind-address"

_KEEPS_NONSENSE = "v1beta2"
"""From this version on such an address is refused."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield addresses that cannot be read, in whose place versions before v1beta2 put their default."""
    addresses = subject.configuration.bind_addresses
    if not addresses or subject.configuration.api_version == _KEEPS_NONSENSE:
        return
    for field, attribute in FIELDS.items():
        written = getattr(subject.decoded.shape, attribute)
        if written is not None and split_host_port(written) is None and not is_ip(written):
            yield advice(
                ID,
                (field,),
                f"`{field}: {written}` is invalid, and is silently replaced by `{addresses[field]}`",
                "Write it as `<IP>:<port>`.",
            )


RULE = Rule(
    id=ID,
    title="An address is silently replaced",
    why="The scheduler listens on all addresses at port 10251 instead.",
    source="pkg/scheduler/apis/config/v1beta1/defaults.go, SetDefaults_KubeSchedulerConfiguration",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/97048", "an invalid address is replaced by the default"
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    until="1.22",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
healthzBindAddress: localhost
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
healthzBindAddress: 127.0.0.1:10251
""",
    options=("--kubernetes", "1.21"),
)
