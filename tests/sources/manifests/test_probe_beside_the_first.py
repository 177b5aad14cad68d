"""What is advised about a probe: never to ask the cluster's own scheduler in place of the one that is probed."""

import pytest

from schedcfg import validate

POD = """\
apiVersion: {api}
kind: {kind}
metadata: {{name: {name}, namespace: kube-system}}
spec: {spec}
"""
CONTAINER = (
    "hostNetwork: {network}, containers: [{{name: s, image: 'k8s.gcr.io/kube-scheduler:v{release}', "
    "command: [kube-scheduler, --kubeconfig=/k, {flags}], livenessProbe: {{httpGet: {{{probe}}}}}}}]"
)
SECOND = "--scheduler-name=second, --lock-object-name=second"
PORT_OF_THE_FIRST = "at port 10259 of the node, the default scheduler responds instead"


def advice(
    kind: str, name: str, flags: str, probe: str, *, network: str = "true", release: str = "1.21.14"
) -> list[str]:
    inside = CONTAINER.format(network=network, release=release, flags=flags, probe=probe)
    spec = f"{{{inside}}}" if kind == "Pod" else f"{{selector: {{}}, template: {{spec: {{{inside}}}}}}}"
    text = POD.format(api="v1" if kind == "Pod" else "apps/v1", kind=kind, name=name, spec=spec)
    findings = [finding for document in validate(text).documents for finding in document.findings]
    return [finding.help or "" for finding in findings if finding.rule == "probe-endpoint"]


@pytest.mark.parametrize(
    "probe",
    ["path: /healthz, port: 10259", "path: /healthz, port: 10251, scheme: HTTPS", "path: /healthz, port: 10250"],
)
@pytest.mark.parametrize(("kind", "name"), [("Pod", "second"), ("Deployment", "second")])
def test_a_second_scheduler_on_the_host_wants_a_port_of_its_own(kind: str, name: str, probe: str) -> None:
    (found,) = advice(kind, name, SECOND, probe)
    assert PORT_OF_THE_FIRST in found
    assert "Write `port: 10259`" not in found


def test_an_address_of_its_own_is_not_enough() -> None:
    (found,) = advice("Pod", "second", f"{SECOND}, --bind-address=127.0.0.1", "port: 10259, scheme: HTTPS")
    assert found.startswith("Write `host: 127.0.0.1`")
    assert PORT_OF_THE_FIRST in found


@pytest.mark.parametrize(
    ("kind", "name", "flags", "network"),
    [
        ("Pod", "kube-scheduler", SECOND, "true"),
        ("Pod", "kube-scheduler", "--leader-elect=true", "true"),
        ("Deployment", "second", SECOND, "false"),
        ("Deployment", "second", f"{SECOND}, --secure-port=10260", "true"),
        ("Deployment", "replacement", "--leader-elect=true", "true"),
    ],
)
def test_others_may_have_that_port(kind: str, name: str, flags: str, network: str) -> None:
    (found,) = advice(kind, name, flags, "path: /healthz, port: 10250", network=network)
    assert found.startswith("Write `port: 102")


def test_a_deployment_whose_configuration_is_not_here_may_be_a_second_one() -> None:
    (found,) = advice("Deployment", "second", "--config=/c.yaml", "port: 10251", release="1.29.1")
    assert PORT_OF_THE_FIRST in found
