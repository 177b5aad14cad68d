"""What an API server, or what stands in its place, says instead of its nodes."""

from pathlib import Path

import pytest
from api_server import CA_DATA, TOKEN, ApiServer, Reply, kubeconfig, status

from schedcfg.probe.cluster import ClusterFailed, node_names
from schedcfg.probe.cluster.server import Server
from schedcfg.probe.cluster.unanswered import unanswered
from schedcfg.probe.exchange import SYSTEM, ExchangeFailed, FailureKind, Limits

FORBIDDEN = 'nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope'
ANONYMOUS = FORBIDDEN.replace("jane", "system:anonymous")
HTML = Reply(200, b"<!doctype html><title>Log in</title>", "text/html; charset=utf-8")


def failure(api: ApiServer, folder: Path, reply: Reply) -> ClusterFailed:
    api.answer = lambda _: reply
    file = kubeconfig(folder, {"server": api.url, "certificate-authority-data": CA_DATA}, {"token": TOKEN})
    with pytest.raises(ClusterFailed) as caught:
        node_names(file, None, Limits())
    assert api.url in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("reply", "message", "advice"),
    [
        (status(401, "Unauthorized", "Unauthorized"), "does not accept the credentials", "log in"),
        (Reply(401, b"no"), "does not accept the credentials", "log in"),
        (
            status(403, "Forbidden", FORBIDDEN),
            f"does not let this user `list` nodes (403): {FORBIDDEN}",
            "--resource=nodes",
        ),
        (status(403, "Forbidden", FORBIDDEN), "403", "`kubectl get nodes -o name`"),
        (status(403, "Forbidden", ANONYMOUS), f"does not know who asks (403): {ANONYMOUS}", "no credentials"),
        (Reply(403, b"blocked", "text/plain"), "is no API server", "Look at `server`"),
        (Reply(404, b"404 page not found", "text/plain"), "answers with HTTP 404", "its path"),
        (status(404, "NotFound", "nope"), "answers with HTTP 404: nope", "its path"),
        (HTML, "answers with an HTML page", "Look at `server`"),
        (HTML._replace(status=404), "answers with an HTML page", "Look at `server`"),
        (status(406, "NotAcceptable", "no"), "answers with HTTP 406: no", "`--node`"),
        (status(429, "TooManyRequests", "slow down"), "answers with HTTP 429: slow down", "later"),
        (status(503, "ServiceUnavailable", "etcd"), "the API server", "later"),
        (Reply(502, b"<html>bad gateway</html>", "text/html"), "answers with HTTP 502", "later"),
    ],
)
def test_each_refusal_says_what_it_means(
    api: ApiServer, tmp_path: Path, reply: Reply, message: str, advice: str
) -> None:
    failed = failure(api, tmp_path, reply)
    assert message in str(failed)
    assert advice in (failed.help or "")


def test_what_a_server_says_is_cleaned_and_keeps_the_token_secret(api: ApiServer, tmp_path: Path) -> None:
    jwt = "eyJhbGciOiJSUzI1NiJ9." + "a" * 60
    said = (
        f"\x1b]0;owned\x07\u202e got {TOKEN} and {jwt}, password: hunter2 at http://me:pw@here/\n" + "x " * 5000 + "end"
    )
    message = str(failure(api, tmp_path, status(500, "InternalError", said)))
    assert message.isprintable()
    assert message.endswith("x end")
    assert len(message) < 500
    message = str(failure(api, tmp_path, status(500, "InternalError", said[:200])))
    assert message.isprintable()
    for secret in (TOKEN, jwt, "hunter2", "me:pw"):
        assert secret not in message


@pytest.mark.parametrize("message", ['"\\ud800"', "7", "null", "[[]]", "{}"])
def test_a_status_of_wrong_types_is_still_a_status(api: ApiServer, tmp_path: Path, message: str) -> None:
    failed = failure(api, tmp_path, Reply(403, f'{{"kind":"Status","message":{message}}}'.encode()))
    assert "does not let this user" in str(failed)
    str(failed).encode()


@pytest.mark.parametrize("kind", FailureKind)
def test_each_kind_of_failure_is_told_of_the_api_server(kind: FailureKind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:3128")
    server = Server("https://jane:secret@cluster:6443", SYSTEM, {})
    failed = unanswered(ExchangeFailed(kind, "what happened"), server)
    assert str(failed).startswith("the API server https://***@cluster:6443 ")
    assert str(failed).endswith(": what happened")
    assert failed.help
    assert failed.help.endswith(".")
    network = {FailureKind.REFUSED, FailureKind.TIMEOUT, FailureKind.UNKNOWN_HOST, FailureKind.UNREACHABLE}
    assert ("HTTPS_PROXY" in failed.help) == (kind in network)


def test_a_proxy_is_only_spoken_of_where_one_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HTTPS_PROXY", raising=False)
    monkeypatch.delenv("https_proxy", raising=False)
    failed = unanswered(ExchangeFailed(FailureKind.REFUSED, "no"), Server("https://cluster:6443", SYSTEM, {}))
    assert "PROXY" not in (failed.help or "")


@pytest.mark.parametrize(("scheme", "told"), [("http", True), ("https", False)])
@pytest.mark.parametrize("kind", [FailureKind.CUT, FailureKind.NOT_HTTP])
def test_a_server_that_is_asked_without_tls_may_want_it(kind: FailureKind, scheme: str, told: bool) -> None:
    failed = unanswered(ExchangeFailed(kind, "no"), Server(f"{scheme}://cluster:6443", SYSTEM, {}))
    assert ("Without https://" in (failed.help or "")) == told
