"""NetworkTraffic that does not reach Prometheus."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.needs import is_full_service_name, is_of_control_plane
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.args import ScoringTrafficArgs, published_traffic
from schedcfg.rules.rule import Rule, Subject, advice

ID = "network-traffic-address"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each address that is missing, is no URL, or is known to the cluster's DNS only."""
    for traffic in published_traffic(subject):
        address = traffic.args.get(traffic.address)
        if not address:
            yield advice(
                ID,
                traffic.at(traffic.address),
                f"Pods stay Pending, as scoring fails: `{traffic.address}` is missing, and has no default",
                f"Write the address of Prometheus: `{traffic.address}: http://10.96.0.42:9090`.",
                Severity.ERROR,
            )
        elif isinstance(address, str):
            yield from _unreachable(subject, traffic, address)


def _unreachable(subject: Subject, traffic: ScoringTrafficArgs, address: str) -> Iterator[Problem]:
    path = traffic.at(traffic.address)
    if not address.startswith(("http://", "https://")):
        remedy = Remedy(
            "Write `http://` before it",
            (RemedyChange(Act.REPLACE, path, f"http://{address}"),),
            unsafe="Prometheus is then queried, but whether with TLS is a guess",
        )
        yield advice(
            ID,
            path,
            f'Pods stay Pending, as scoring fails: "{address}" is not a URL of Prometheus',
            "Start it with `http://` or `https://`.",
            Severity.ERROR,
            None if "://" in address else remedy,
        )
    elif is_of_control_plane(subject.configuration.client_connection.kubeconfig) and is_full_service_name(
        _host(address)
    ):
        yield advice(
            ID,
            path,
            f"Pods stay Pending, as scoring fails: `{_host(address)}` is only known to the cluster's DNS, but the "
            "scheduler of a control plane, whose kubeconfig this file names, uses the DNS of the host",
            "Write the Service's cluster IP, or an address that the control plane's host resolves.",
        )


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


RULE = Rule(
    id=ID,
    title="NetworkTraffic cannot reach Prometheus",
    why="It queries Prometheus for each node. If one response is missing, scheduling the Pod fails, regardless of "
    "other scores.",
    source="juliorenner/scheduler-plugins, pkg/networktraffic/prometheus.go; "
    "pkg/scheduler/framework/runtime/framework.go, RunScorePlugins",
    evidence=(
        Citation(
            "https://github.com/juliorenner/scheduler-plugins/blob/921af74d339e99842d48bec88c27778749cff32b/pkg/networktraffic/prometheus.go",
            "every query goes to this address, and an error of it is that of scoring",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NetworkTraffic
    pluginConfig:
      - name: NetworkTraffic
        args:
          prometheusAddress: 10.96.0.42:9090
          networkInterface: eth0
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NetworkTraffic
    pluginConfig:
      - name: NetworkTraffic
        args:
          prometheusAddress: http://10.96.0.42:9090
          networkInterface: eth0
"""),
)
