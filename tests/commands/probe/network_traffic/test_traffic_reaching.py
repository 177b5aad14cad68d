"""Ways in which Prometheus cannot be reached: each failure of a request, and what they mean for the scheduler."""

import gzip
import ssl
import threading

import pytest
import trustme

from tests.commands.probe import false_prometheus, traffic_looks
from tests.commands.probe.false_prometheus import Question, Said, always, answering
from tests.commands.probe.loopback import free_port
from tests.commands.probe.traffic_looks import errors
from tests.processes import PATIENCE

NODES = tuple(f"node-{number}" for number in range(5000))
HTML = "<!doctype html><title>Grafana</title>"


def test_nothing_listens() -> None:
    seen = traffic_looks.of_fork(f"http://127.0.0.1:{free_port()}", "eth0", *NODES)
    assert errors(seen) == ["connection-refused"]
    assert "Check the port" in (seen.findings[0].help or "")


def test_a_login_is_not_repeated_where_the_host_is_missing() -> None:
    (found, *_) = traffic_looks.of_fork("http://user:secret@/metrics", "eth0", "first", "second").findings
    assert found.id == "wrong-url"
    assert "secret" not in f"{found}"


def test_an_authority_that_nobody_knows() -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(tls)
    with answering(always(), tls) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", *NODES)
    assert errors(seen) == ["tls-failure"]
    assert "The plugin only trusts the CAs of its own machine or image" in (seen.findings[0].help or "")


def test_an_answer_that_does_not_come_says_nothing_in_the_log() -> None:
    """The plugin would wait on; so no words of a timeout are in its log."""

    over = threading.Event()

    def never(_: Question) -> Said:
        over.wait(PATIENCE)
        return Said()

    with answering(never) as server:
        (found, *_) = traffic_looks.of_fork(server.url, "eth0", "first", seconds=0.1).findings
        over.set()
    assert (found.id, found.upstream) == ("timeout", None)
    assert "wait for a response forever" in (found.help or "")


def test_remedies_are_of_the_plugin() -> None:
    """What an extender's settings could fix, the plugin has no settings for."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(tls)
    with answering(always(), tls) as secured, answering(always()) as bare:
        for url in (secured.url, bare.url.replace("http:", "https:")):
            found = traffic_looks.of_fork(url, "eth0", "first").findings[0]
            assert found.id == "tls-failure"
            assert "has no setting for either" in (found.help or "")
            assert "tlsConfig" not in (found.help or "")


def test_an_answer_without_end() -> None:
    long = b'{"status": "success", "data": ' + b" " * 40 * 1024 * 1024
    with answering(always(200, gzip.compress(long), **{"Content-Encoding": "gzip"})) as server:
        assert errors(traffic_looks.of_fork(server.url, "eth0", "first")) == ["too-long-answer"]


def test_an_answer_that_is_compressed() -> None:
    said = false_prometheus.vector(({"kubernetes_node": "first"}, 5))
    assert isinstance(said.body, str)
    body = gzip.compress(said.body.encode())
    with answering(always(200, body, **{"Content-Encoding": "gzip"})) as server:
        assert traffic_looks.of_fork(server.url, "eth0", "first").nodes[0].value == 5


def test_the_host_is_not_known() -> None:
    seen = traffic_looks.of_fork("http://prometheus.monitoring.svc.invalid:9090", "eth0", "first")
    assert errors(seen) == ["unknown-host"]
    assert "dnsPolicy: ClusterFirstWithHostNet" in (seen.findings[0].help or "")


@pytest.mark.parametrize(
    "address",
    ["", "10.0.0.4:9090", "http://[::1", "http://", "prometheus:9090", "localhost", "ftp://prometheus", "http://u:p@/"],
)
def test_addresses_that_are_none(address: str) -> None:
    seen = traffic_looks.of_fork(address, "eth0", "first")
    assert errors(seen) == ["wrong-url"]
    assert "Write http:// or https://" in (seen.findings[0].help or "")


@pytest.mark.parametrize("address", ["http://user:secret@exa\u2100mple:9090", "http://user:secret@a]b"])
def test_a_host_that_is_none_is_reported_without_its_login(address: str) -> None:
    (found, *_) = traffic_looks.of_fork(address, "eth0", "first", "second").findings
    assert found.id == "wrong-url"
    assert "secret" not in f"{found}"


def test_a_silent_server_keeps_nobody_waiting() -> None:
    over = threading.Event()

    def silent(_: Question) -> Said:
        over.wait(PATIENCE)
        return Said()

    with answering(silent) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", *NODES, seconds=0.3)
        assert len(server.asked) < len(NODES)
        over.set()
    assert errors(seen) == ["timeout"]
    assert "would wait for a response forever" in (seen.findings[0].help or "")


def test_a_login_is_never_repeated() -> None:
    address = f"http://somebody:hunter2@127.0.0.1:{free_port()}"

    def to_login(question: Question) -> Said:
        if question.path == "/login":
            return Said(200, HTML)
        return Said(302, headers={"Location": "/login?token=hunter2"})

    for answer in (always(404), always(401), always(200, HTML), to_login):
        with answering(answer) as server:
            for where in (address, server.url.replace("//", "//somebody:hunter2@")):
                assert "hunter2" not in repr(traffic_looks.of_fork(where, "eth0", "first"))
