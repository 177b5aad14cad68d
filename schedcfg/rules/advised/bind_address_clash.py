"""Addresses without TLS at a port that the scheduler itself has opened."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.extenders import FIELDS, port_of, port_opened_twice
from schedcfg.findings import Finding, Problem, Severity
from schedcfg.releases.endpoints import INSECURE_PORT, SECURE_PORT
from schedcfg.rules.rule import Rule, Subject, advice
from schedcfg.rules.settling import ConfigurationContext, Settlement, by_schedulers

ID = "bind-address-clash"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield an address at which the release cannot listen, as it already listens at that port."""
    configuration = subject.configuration
    if not configuration.release.serves_insecure_port:
        return
    addresses = configuration.bind_addresses
    written = [field for field, attribute in FIELDS.items() if getattr(subject.decoded.shape, attribute, None)]
    port = port_opened_twice(addresses)
    if port is not None:
        shown = [
            f"`{address}` for `{field}`{'' if field in written else ' by default'}"
            for field, address in addresses.items()
        ]
        yield advice(
            ID,
            (written[-1],),
            f"up to Kubernetes 1.22, the scheduler does not start on Linux: it listens twice on port {port}, at "
            f"{' and at '.join(shown)}",
            "Write the same address in both fields, or another port in one of them.",
            Severity.ERROR,
        )
        return
    for field in written:
        if port_of(addresses[field]) == SECURE_PORT:
            yield advice(
                ID,
                (field,),
                f"up to Kubernetes 1.22, the scheduler does not start unless `--secure-port` is another port than "
                f"{SECURE_PORT}, where it serves HTTPS by default",
                f"Write another port, such as {INSECURE_PORT}.",
            )


def _settlement(_finding: Finding, context: ConfigurationContext) -> Settlement | None:
    """Return which scheduler shows at which addresses it listens."""
    if not context.schedulers:
        return None
    from schedcfg.rules.manifests import port_clash  # noqa: PLC0415 - only schedulers are asked

    return by_schedulers(
        context,
        port_clash.listens_twice,
        reporting=port_clash.ID,
        refuting="listens at another port, by its flags",
    )


RULE = Rule(
    id=ID,
    title="The scheduler listens twice on one port",
    why="It exits with `bind: address already in use`. It listens once for health and metrics if both have the same "
    "address, otherwise twice. A field that is missing means `0.0.0.0:10251`; `0.0.0.0` and `::` mean every address. "
    "The configuration as such is valid, and some other systems let it listen twice, so this is advice; of a manifest "
    "with the stock image, which is for Linux, it is a fact: see `port-clash`.",
    source="cmd/kube-scheduler/app/options/insecure_serving.go, applyTo",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/blob/v1.22.6/cmd/kube-scheduler/app/options/insecure_serving.go",
            "up to 1.22, another address for metrics than for health is listened on as well",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    settled_by=_settlement,
    lighter=(Severity.WARNING,),
    until="1.22",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
healthzBindAddress: 127.0.0.1:10251
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
healthzBindAddress: 127.0.0.1:10251
metricsBindAddress: 127.0.0.1:10251
""",
    options=("--kubernetes", "1.22"),
)
