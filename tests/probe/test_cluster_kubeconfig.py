"""Kubeconfigs, read as client-go reads them."""

import base64
from pathlib import Path
from typing import Any

import pytest
from api_server import AUTHORITY, CA_DATA, TOKEN, ApiServer, kubeconfig

from schedcfg.errors import UnreadableInput
from schedcfg.probe.cluster import ClusterFailed, node_names
from schedcfg.probe.exchange import Limits

NAMES = ("node-a", "node-b", "node-c.example")
NOWHERE = {"server": "https://127.0.0.1:1"}


def names(file: str, context: str | None = None) -> tuple[str, ...]:
    return node_names(file, context, Limits())


def problem(folder: Path, cluster: dict[str, Any], user: dict[str, Any] | None = None, **more: Any) -> str:
    with pytest.raises(ClusterFailed) as caught:
        names(kubeconfig(folder, cluster, user, **more))
    assert caught.value.help
    return str(caught.value)


def test_yaml_with_files_beside_it(api: ApiServer, tmp_path: Path) -> None:
    (tmp_path / "pki").mkdir()
    AUTHORITY.cert_pem.write_to_path(str(tmp_path / "pki" / "ca.crt"))
    file = tmp_path / "admin.conf"
    file.write_text(
        f"""\
clusters:
- name: home
  cluster: {{server: "{api.url}", certificate-authority: pki/ca.crt}}
users:
- name: me
  user:
    token: {TOKEN}
contexts:
- name: here
  context:
    cluster: home
    user: me
current-context: here
---
only: the first document counts
""",
        encoding="utf-8",
    )
    assert names(str(file)) == NAMES


def test_base64_may_be_broken_into_lines(api: ApiServer, tmp_path: Path) -> None:
    lines = base64.encodebytes(AUTHORITY.cert_pem.bytes()).decode()
    cluster = {"server": api.url, "certificate-authority-data": lines}
    assert names(kubeconfig(tmp_path, cluster, {"token": TOKEN})) == NAMES


def test_a_context_can_be_chosen(api: ApiServer, tmp_path: Path) -> None:
    contexts = [
        {"name": "there", "context": {"cluster": "away", "user": "me"}},
        {"name": "here", "context": {"cluster": "home", "user": "me"}},
    ]
    clusters = [
        {"name": "away", "cluster": NOWHERE},
        {"name": "home", "cluster": {"server": api.url, "certificate-authority-data": CA_DATA}},
    ]
    more = {"contexts": contexts, "clusters": clusters, "current-context": "there"}
    assert names(kubeconfig(tmp_path, {}, {"token": TOKEN}, **more), "here") == NAMES


def test_a_context_may_have_no_user(api: ApiServer, tmp_path: Path) -> None:
    api.accepts = {""}
    cluster = {"server": api.url, "certificate-authority-data": CA_DATA}
    assert names(kubeconfig(tmp_path, cluster, contexts=[{"name": "here", "context": {"cluster": "home"}}])) == NAMES


@pytest.mark.parametrize(
    ("more", "message", "advice"),
    [
        ({"current-context": ""}, "has no `current-context`", "`--context`: here."),
        ({"current-context": "her"}, 'has no context "her"', "`--context`: here."),
        ({"contexts": []}, 'has no context "here"', "no contexts at all"),
        ({"contexts": None}, 'has no context "here"', "no contexts at all"),
        ({"contexts": [{"name": str(number)} for number in range(11)]}, "has no context", "8, 9, …."),
        ({"kind": "Pod"}, "is no kubeconfig", "--kubeconfig"),
        ({"kind": ["Config"]}, "is no kubeconfig", "--kubeconfig"),
        ({"apiVersion": "v2"}, "is no kubeconfig", "--kubeconfig"),
    ],
)
def test_without_a_context_nothing_is_asked(tmp_path: Path, more: dict[str, Any], message: str, advice: str) -> None:
    with pytest.raises(ClusterFailed) as caught:
        names(kubeconfig(tmp_path, NOWHERE, **more))
    assert message in str(caught.value)
    assert advice in (caught.value.help or "")


@pytest.mark.parametrize(
    ("cluster", "message"),
    [
        ({}, 'cluster "home" has no `server`'),
        ({"server": 6443}, "`server` that is not a text: put it in quotes"),
        ({"server": "ftp://here"}, "`server` that is no address"),
        ({"server": "https://"}, "`server` that is no address"),
        ({"server": "https://[::1"}, "`server` that is no address"),
        ({"server": "https://here:port"}, "`server` that is no address"),
        ({**NOWHERE, "certificate-authority": "ca.crt"}, "`certificate-authority` that cannot be read"),
        ({**NOWHERE, "certificate-authority": "~/ca.crt"}, "(`~` is not replaced in a kubeconfig)"),
        ({**NOWHERE, "certificate-authority": "."}, "it is a folder"),
        ({**NOWHERE, "certificate-authority": "kubeconfig", "certificate-authority-data": CA_DATA}, "delete one"),
        ({**NOWHERE, "certificate-authority-data": "not base64"}, "`certificate-authority-data` that is not base64"),
        ({**NOWHERE, "certificate-authority-data": "YQ"}, "`certificate-authority-data` that is not base64"),
        ({**NOWHERE, "certificate-authority-data": CA_DATA, "insecure-skip-tls-verify": True}, "delete one"),
        ({**NOWHERE, "insecure-skip-tls-verify": "yes"}, "neither true nor false"),
        ({**NOWHERE, "proxy-url": "http://me:pw@proxy"}, "only the server itself is asked"),
        ({**NOWHERE, "extensions": {}}, "`extensions` that are not a list"),
    ],
)
def test_clusters_that_cannot_be_used(tmp_path: Path, cluster: dict[str, Any], message: str) -> None:
    assert message in problem(tmp_path, cluster)


@pytest.mark.parametrize(
    ("user", "message"),
    [
        ({"token": 12345}, 'user "me" has a `token` that is not a text'),
        ({"token": "sec\nret"}, "a token with a line break"),
        ({"token": "secrét"}, "a token with a line break"),
        ({"tokenFile": "missing"}, "names a `tokenFile` that cannot be read"),
        ({"tokenFile": "empty"}, "names a `tokenFile` that is empty"),
        ({"token": "secret", "username": "jane"}, "both a token and a `username`"),
        ({"tokenFile": "empty", "password": "secret"}, "both a token and a `username`"),
        ({"client-certificate-data": "YQ=="}, "has a `client-certificate` but no `client-key`"),
        ({"client-certificate": "none.crt", "client-key": "none.key"}, "`client-key` that cannot be read"),
        ({"as": "root"}, "in the name of another"),
        ({"auth-provider": {"name": "gcp"}}, "gone since client-go 1.26: use the plugin gke-gcloud-auth-plugin"),
        ({"auth-provider": {"name": "azure"}}, "kubelogin"),
        ({"auth-provider": {"name": "oidc"}}, "auth-provider `oidc`, which is not followed here"),
        ({"exec": {"apiVersion": "client.authentication.k8s.io/v1beta1"}}, "an `exec` without a `command`"),
        ({"exec": {"apiVersion": "client.authentication.k8s.io/v1alpha1", "command": "aws"}}, "since client-go 1.24"),
        ({"exec": {"command": "aws"}}, "whose `apiVersion` is none of"),
        ({"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": "a"}}, "without an `interactiveMode`"),
        ({"exec": {"interactiveMode": "Always"}}, "needs a terminal"),
        ({"exec": {"interactiveMode": "Sometimes"}}, "without an `interactiveMode`"),
        ({"exec": {"args": ["--port", 80]}}, "`args` that are not a list of texts"),
        ({"exec": {"env": [{"value": "secret"}]}}, "a variable that has no name"),
        ({"exec": "aws"}, 'user "me" is not a mapping'),
    ],
)
def test_users_that_cannot_be_used(tmp_path: Path, user: dict[str, Any], message: str) -> None:
    (tmp_path / "empty").write_text("\n", encoding="utf-8")
    found = problem(tmp_path, NOWHERE, user)
    assert message in found
    assert "sec" not in found.replace("second", "")


def test_all_problems_are_named_at_once(tmp_path: Path) -> None:
    contexts = [{"name": "here", "context": {"cluster": "hom", "user": "you"}}]
    found = problem(tmp_path, NOWHERE, contexts=contexts)
    assert found.endswith(
        'context "here" leads to a cluster "hom" that the file has not; context "here" leads to a user "you" that the'
        " file has not"
    )
    found = problem(tmp_path, {"server": "x://y", "proxy-url": "http://proxy"}, {"token": 7, "as": "root"})
    assert found.count(";") == 3


def test_two_of_a_name_are_refused(tmp_path: Path) -> None:
    users = [{"name": "me", "user": {}}, {"name": "me", "user": {}}]
    assert 'the kubeconfig has two users "me"' in problem(tmp_path, NOWHERE, users=users)


def test_names_with_escape_codes_do_not_reach_the_terminal(tmp_path: Path) -> None:
    found = problem(
        tmp_path, NOWHERE, contexts=[{"name": "here", "context": {"cluster": "\x1b[31mred", "user": "\x07"}}]
    )
    assert found.isprintable()


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (b"a: [b", UnreadableInput, "kubeconfig:1:"),
        (b"{", UnreadableInput, "kubeconfig:1:2: this is not valid JSON"),
        (b"\xff\xff", UnreadableInput, "kubeconfig: "),
        (b"", ClusterFailed, "is empty"),
        (b"# nothing\n", ClusterFailed, "is empty"),
        (b"--- \n", ClusterFailed, "is no kubeconfig"),
        (b"- a\n", ClusterFailed, "is no kubeconfig"),
        (b"clusters: 7\nusers: x\ncontexts: [a]\n", ClusterFailed, "has no `current-context`"),
        (b"[" * 100_000, UnreadableInput, "kubeconfig:1:"),
    ],
)
def test_files_that_are_no_kubeconfig(tmp_path: Path, content: bytes, error: type[Exception], message: str) -> None:
    file = tmp_path / "kubeconfig"
    file.write_bytes(content)
    with pytest.raises(error) as caught:
        names(str(file))
    assert message in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="nothing/here: there is no such file"):
        names(f"{tmp_path}/nothing/here")


def test_a_file_without_end_is_not_read_whole() -> None:
    with pytest.raises(UnreadableInput, match="/dev/zero: it is larger than 8 MiB"):
        names("/dev/zero")
