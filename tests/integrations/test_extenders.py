"""How extenders are reached: TLS as kube-scheduler speaks it, and for how long a response is waited for."""

import base64
import gc
import ssl
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import trustme

from schedcfg.configuration.effective.model import Extender as ConfiguredExtender
from schedcfg.document import parse
from schedcfg.integrations.extenders import access_to
from schedcfg.integrations.http import Trust
from schedcfg.validation.options import Options
from schedcfg.validation.text import validate_stream
from tests.commands.probe.extender_server import Extender, all_names, configuration, extender, ids, named, probe

ONE = {"filterVerb": "filter", "nodeCacheCapable": True}


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def server(authority: trustme.CA) -> Iterator[Extender]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    with extender({"/filter": all_names}, context) as made:
        yield made


def test_a_server_name_may_end_with_a_dot(server: Extender, authority: trustme.CA) -> None:
    ca = base64.b64encode(authority.cert_pem.bytes()).decode()
    one = {"urlPrefix": server.url, "enableHTTPS": True, **ONE}
    assert ids(probe({**one, "tlsConfig": {"caData": ca, "serverName": "127.0.0.1."}})) == {}
    for name in ("other.example", ".a"):
        assert ids(probe({**one, "tlsConfig": {"caData": ca, "serverName": name}})) == {"tls-failure": "error"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a\0", "null character"),
        (".a", "label empty or too long"),
        ("a..b", "label empty or too long"),
        (64 * "a", "label too long"),
    ],
)
def test_a_server_name_that_no_certificate_can_have_is_a_finding(server: Extender, name: str, said: str) -> None:
    one = {"urlPrefix": server.url, "enableHTTPS": True, **ONE}
    found = probe({**one, "tlsConfig": {"insecure": True, "serverName": name}})
    assert ids(found) == {"tls-failure": "error"}
    assert said in named(found, "tls-failure").message
    gc.collect()  # A connection that was left open fails the test here.


def test_kube_scheduler_does_not_start_without_a_client(
    server: Extender, authority: trustme.CA, tmp_path: Path
) -> None:
    one = {"urlPrefix": server.url, "enableHTTPS": True, "prioritizeVerb": "p", "weight": 1, "ignorable": True, **ONE}
    certificate, other = authority.issue_cert("a@example.org"), authority.issue_cert("b@example.org")
    key = base64.b64encode(other.private_key_pem.bytes()).decode()
    chain = base64.b64encode(certificate.cert_chain_pems[0].bytes()).decode()
    (tmp_path / "empty").touch()
    for tls, words in [
        ({"certData": chain, "keyData": key}, "key values mismatch"),
        ({"certFile": str(tmp_path / "empty"), "keyData": key}, "cannot be used"),
    ]:
        found = probe({**one, "tlsConfig": tls})
        assert ids(found)["wrong-tls-settings"] == "error"
        told = named(found, "wrong-tls-settings")
        assert words in told.message
        assert "kube-scheduler does not start" in told.message
        assert (found.feasible, found.trials[0].calls) == (None, ())
    found = probe({**one, "tlsConfig": {"caFile": str(tmp_path)}})
    assert "it is not a file" in named(found, "unreadable-tls-file").message
    assert server.asked == []


def test_an_address_that_is_none_is_reported_as_such() -> None:
    assert ids(probe({"urlPrefix": "http://[127.0.0.1]:1", **ONE})) == {"wrong-url": "error"}


def test_without_an_authority_any_certificate_will_do(server: Extender) -> None:
    assert ids(probe({"urlPrefix": server.url, "enableHTTPS": True, **ONE})) == {}
    assert server.paths() == ["/filter"]


def test_an_unknown_authority(server: Extender) -> None:
    other = base64.b64encode(trustme.CA().cert_pem.bytes()).decode()
    found = probe({"urlPrefix": server.url, "enableHTTPS": True, "tlsConfig": {"caData": other}, **ONE})
    assert ids(found) == {"tls-failure": "error"}
    assert server.asked == []
    assert found.feasible is None


def test_the_right_authority_as_data(server: Extender, authority: trustme.CA) -> None:
    ca = base64.b64encode(authority.cert_pem.bytes()).decode()
    assert ids(probe({"urlPrefix": server.url, "enableHTTPS": True, "tlsConfig": {"caData": ca}, **ONE})) == {}


def test_the_right_authority_as_a_file(server: Extender, authority: trustme.CA, tmp_path: Path) -> None:
    file = tmp_path / "ca.crt"
    authority.cert_pem.write_to_path(str(file))
    assert ids(probe({"urlPrefix": server.url, "enableHTTPS": True, "tlsConfig": {"caFile": str(file)}, **ONE})) == {}


def test_without_enable_https_this_machine_decides(server: Extender) -> None:
    found = ids(probe({"urlPrefix": server.url, **ONE}))
    assert set(found) <= {"tls-failure", "unreachable"}
    assert found


@pytest.mark.parametrize("part", ["caFile", "certFile", "keyFile"])
def test_a_file_that_cannot_be_read(part: str, tmp_path: Path) -> None:
    there = tmp_path / "there.pem"
    there.write_text("")
    files = {"certFile": str(there), "keyFile": str(there), part: str(tmp_path / "missing.pem")}
    with extender({"/filter": all_names}) as server:
        found = probe(
            {"urlPrefix": server.url.replace("http", "https"), "enableHTTPS": True, "tlsConfig": files, **ONE}
        )
    assert server.asked == []
    assert ids(found) == {"unreadable-tls-file": "error"}
    told = named(found, "unreadable-tls-file")
    assert str(tmp_path / "missing.pem") in told.message
    assert "where the scheduler runs" in told.help
    assert "no such file or directory" in told.message
    assert found.feasible is None


@pytest.mark.parametrize("settings", [{"enableHTTPS": True}, {"tlsConfig": {"insecure": True}}])
def test_tls_settings_beside_http(settings: dict[str, object]) -> None:
    with extender({"/filter": all_names}) as server:
        found = probe({"urlPrefix": server.url, **settings, **ONE})
    assert server.paths() == ["/filter"]
    assert ids(found) == {}


def of(**settings: object) -> Trust:
    """What becomes of settings, through the configuration."""
    raw = configuration({"urlPrefix": "https://127.0.0.1:1", **settings, **ONE})
    found = validate_stream(parse(raw.decode()), Options(), "-").documents[0].configuration
    assert found is not None
    return access_to(found.extenders[0]).trust


def test_settings_become_trust(authority: trustme.CA, tmp_path: Path) -> None:
    own = authority.issue_cert("scheduler.example")
    ca, certificate = authority.cert_pem.bytes(), own.cert_chain_pems[0].bytes()
    key = tmp_path / "key.pem"
    own.private_key_pem.write_to_path(str(key))
    both = {"certData": base64.b64encode(certificate).decode(), "keyFile": str(key)}
    data = {"caData": base64.b64encode(ca).decode()}
    expected = Trust(ca=ca, certificate=certificate, key=key.read_bytes(), server_name="x.example")
    assert of(enableHTTPS=True, tlsConfig={**both, **data, "serverName": "x.example"}) == expected
    assert of(enableHTTPS=True, tlsConfig=both) == replace(expected, insecure=True, ca=b"", server_name="")
    # Without its key a certificate is not shown, and what it is in is not opened.
    assert of(tlsConfig={"certFile": str(tmp_path / "missing.pem")}) == Trust()
    assert of(tlsConfig={"insecure": True}) == Trust(insecure=True)
    assert of() == Trust()


def test_logins_are_not_shown() -> None:
    with extender({}) as server:
        found = probe({"urlPrefix": server.url.replace("//", "//user:hunter2@"), **ONE})
    shown = repr(replace(found, file=replace(found.file, text=None)))
    assert "hunter2" not in shown
    assert "***@127.0.0.1" in shown


@pytest.mark.parametrize(
    ("timeout", "given", "limit"),
    [
        (5_000_000_000, None, 5),
        (360_000_000_000_000, None, 60),
        (-1, None, 60),
        (360_000_000_000_000, 90.0, 90),
        (1_000_000_000, 90.0, 1),
    ],
)
def test_no_configuration_makes_it_wait_for_hours(timeout: int, given: float | None, limit: float) -> None:
    configured = ConfiguredExtender(
        url_prefix="http://127.0.0.1:1",
        filter_verb="f",
        preempt_verb="",
        prioritize_verb="",
        bind_verb="",
        weight=1,
        enable_https=False,
        tls=None,
        http_timeout=timeout,
        node_cache_capable=True,
        managed_resources=(),
        ignorable=False,
    )
    assert access_to(configured, given).limit == limit
