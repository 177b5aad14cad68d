"""Ways in which Prometheus cannot be reached: each failure of a request, and what they mean for the scheduler."""

import gzip
import ssl
import time

import pytest
import trustme

from schedcfg.external.probe.network_traffic import unanswered
from schedcfg.external.probe.request import FailureKind, RequestFailed
from schedcfg.plugins.network_traffic import Variant
from tests.external.probe import false_prometheus, traffic_looks
from tests.external.probe.false_prometheus import Question, Said, always, answering
from tests.external.probe.loopback import free_port
from tests.external.probe.traffic_looks import errors

NODES = tuple(f"node-{number}" for number in range(5000))
HTML = "<!doctype html><title>Grafana</title>"


def test_nothing_listens() -> None:
    seen = traffic_looks.of_fork(f"http://127.0.0.1:{free_port()}", "eth0", *NODES)
    assert errors(seen) == ["connection-refused"]
    assert "9090" in (seen.findings[0].help or "")


def test_a_login_is_not_repeated_where_the_host_is_missing() -> None:
    (found, *_) = traffic_looks.of_fork("http://user:secret@/metrics", "eth0", "first", "second").findings
    assert found.id == "wrong-url"
    assert "secret" not in f"{found}"


def test_without_a_host_a_port_is_one_of_this_machine() -> None:
    (found, *_) = traffic_looks.of_fork(f"http://user:secret@:{free_port()}", "eth0", "first", "second").findings
    assert found.id == "connection-refused"
    assert "secret" not in f"{found}"


def test_an_authority_that_nobody_knows() -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(tls)
    with answering(always(), tls) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", *NODES)
    assert errors(seen) == ["untrusted-certificate"]
    assert "The plugin only trusts the CAs of its own machine or image" in (seen.findings[0].help or "")


def test_tls_is_spoken_to_a_server_without() -> None:
    with answering(always()) as server:
        seen = traffic_looks.of_fork(server.url.replace("http:", "https:"), "eth0", "first")
    assert errors(seen) == ["no-tls"]
    assert "http:// instead of https://" in (seen.findings[0].help or "")


def test_an_answer_that_does_not_come_says_nothing_in_the_log() -> None:
    """The plugin would wait on; so no words of a timeout are in its log."""

    def never(_: Question) -> Said:
        time.sleep(0.5)
        return Said()

    with answering(never) as server:
        (found, *_) = traffic_looks.of_fork(server.url, "eth0", "first", seconds=0.1).findings
    assert (found.id, found.upstream) == ("timeout", None)
    assert "wait for a response forever" in (found.help or "")


def test_remedies_are_of_the_plugin() -> None:
    """What an extender's settings could fix, the plugin has no settings for."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(tls)
    plain = "Client sent an HTTP request to an HTTPS server.\n"
    with answering(always(400, plain)) as mistaken, answering(always(), tls) as secured, answering(always()) as bare:
        urls = (mistaken.url, secured.url, bare.url.replace("http:", "https:"))
        found = [traffic_looks.of_fork(url, "eth0", "first").findings[0] for url in urls]
    assert [one.id for one in found] == ["not-http", "untrusted-certificate", "no-tls"]
    for one in found:
        assert "extender" not in (one.help or "")
        assert "tlsConfig" not in (one.help or "")
    # As client_golang 1.7.1 worded this answer.
    assert "bad_response: readObjectStart: expect { or n, but found C, error found in" in found[0].upstream


def test_an_answer_without_end() -> None:
    long = b'{"status": "success", "data": ' + b" " * 40 * 1024 * 1024
    with answering(always(200, gzip.compress(long), **{"Content-Encoding": "gzip"})) as server:
        assert errors(traffic_looks.of_fork(server.url, "eth0", "first")) == ["too-long-answer"]


def test_an_answer_that_is_compressed() -> None:
    said = false_prometheus.vector(({}, 5))
    assert isinstance(said.body, str)
    body = gzip.compress(said.body.encode())
    with answering(always(200, body, **{"Content-Encoding": "gzip"})) as server:
        assert traffic_looks.of_fork(server.url, "eth0", "first").nodes[0].value == 5


def test_the_host_is_not_known() -> None:
    seen = traffic_looks.of_fork("http://prometheus.monitoring.svc.invalid:9090", "eth0", "first")
    assert errors(seen) == ["unknown-host"]
    assert "dnsPolicy: ClusterFirstWithHostNet" in (seen.findings[0].help or "")


@pytest.mark.parametrize(
    ("address", "expected", "upstream"),
    [
        (
            "10.0.0.4:9090",
            "wrong-url",
            '[NetworkTraffic] Error creating prometheus client: parse "10.0.0.4:9090": …',
        ),
        ("http://[::1", "wrong-url", 'creating prometheus client: parse "http://[::1": …'),
        ("http://", "wrong-url", 'Post "http:///api/v1/query": http: no Host in request URL'),
        ("prometheus:9090", "unsupported-scheme", 'unsupported protocol scheme "prometheus"'),
        ("localhost", "unsupported-scheme", 'Post "localhost/api/v1/query": unsupported protocol scheme ""'),
        ("ftp://prometheus", "unsupported-scheme", 'Post "ftp://prometheus/api/v1/query": unsupported protocol'),
        ("http://user:secret@/", "wrong-url", 'Post "http://***@/api/v1/query": http: no Host in request URL'),
        ("localhost/", "unsupported-scheme", 'Post "localhost/api/v1/query": unsupported protocol scheme ""'),
        ("", "no-address", 'Post "/api/v1/query": unsupported protocol scheme ""'),
    ],
)
def test_addresses_that_are_none(address: str, expected: str, upstream: str) -> None:
    seen = traffic_looks.of_fork(address, "eth0", "first")
    assert errors(seen) == [expected]
    assert upstream in seen.findings[0].upstream


@pytest.mark.parametrize("address", ["http://user:secret@exa\u2100mple:9090", "http://user:secret@a]b"])
def test_a_host_that_is_none_is_reported_without_its_login(address: str) -> None:
    (found, *_) = traffic_looks.of_fork(address, "eth0", "first", "second").findings
    assert found.id == "wrong-url"
    assert "secret" not in f"{found}"


def test_a_silent_server_keeps_nobody_waiting() -> None:
    def silent(_: Question) -> Said:
        time.sleep(2)
        return Said()

    with answering(silent) as server:
        start = time.monotonic()
        seen = traffic_looks.of_fork(server.url, "eth0", *NODES, seconds=0.3)
        assert time.monotonic() - start < 10
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


@pytest.mark.parametrize("kind", unanswered.REMEDIES)
@pytest.mark.parametrize("variant", Variant)
def test_every_way_to_fail_has_its_remedy(kind: FailureKind, variant: Variant) -> None:
    found = unanswered.unreachable(RequestFailed(kind, "it is so", "Do this.", upstream="Post: so"), variant)
    assert (found.id, found.severity) == (kind.id, "error")
    assert "it is so" in found.message
    assert (found.help or "").removeprefix("Do this. ") == unanswered.REMEDIES[kind]
    if kind is FailureKind.TIMEOUT:
        # The plugin waits longer than this probe, and says nothing meanwhile.
        assert found.upstream is None
    else:
        name = "[NetworkTraffic]" if variant is Variant.FORK else "[NetworkTraffic Plugin]"
        assert f"{name} Error querying prometheus: Post: so" in found.upstream
