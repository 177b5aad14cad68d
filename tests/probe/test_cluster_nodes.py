"""The names of nodes, asked of a server that behaves like an API server."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from api_server import CA_DATA, TOKEN, ApiServer, Asked, Reply, kubeconfig, running, status

from schedcfg.probe.cluster import ClusterFailed, node_names
from schedcfg.probe.exchange import Limits

LIMITS = Limits(seconds=10)
NAMES = ("node-a", "node-b", "node-c.example")


def trusted(api: ApiServer) -> dict[str, str]:
    return {"server": api.url, "certificate-authority-data": CA_DATA}


def named(api: ApiServer, folder: Path) -> tuple[str, ...]:
    return node_names(kubeconfig(folder, trusted(api), {"token": TOKEN}), None, LIMITS)


def page(names: list[object], token: str = "") -> Reply:
    items = [{"metadata": {"name": name}} for name in names]
    return Reply(200, json.dumps({"kind": "NodeList", "metadata": {"continue": token}, "items": items}).encode())


def test_nodes_come_in_order_of_name_and_as_metadata_alone(api: ApiServer, tmp_path: Path) -> None:
    assert named(api, tmp_path) == NAMES
    assert len(api.asked) == 1
    assert api.asked[0].query == {"limit": ["500"]}
    assert api.asked[0].headers["accept"].startswith("application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1")


def test_all_pages_are_read(api: ApiServer, tmp_path: Path) -> None:
    api.names = tuple(f"node-{number:04}" for number in range(1201))
    assert named(api, tmp_path) == api.names
    assert [asked.query.get("continue") for asked in api.asked] == [None, ["500"], ["1000"]]


def test_continue_tokens_are_sent_as_they_are(api: ApiServer, tmp_path: Path) -> None:
    token = "eyJ2Ijoi/+=& ?#"
    replies = iter([page(["a"], token), page(["b"])])
    api.answer = lambda _: next(replies)
    assert named(api, tmp_path) == ("a", "b")
    assert api.asked[1].query["continue"] == [token]


@pytest.mark.parametrize("path", ["/k8s/clusters/c-m-1", "/k8s/clusters/c-m-1/"])
def test_a_server_may_have_a_path(api: ApiServer, tmp_path: Path, path: str) -> None:
    api.prefix = "/k8s/clusters/c-m-1"
    cluster = {**trusted(api), "server": api.url + path}
    assert node_names(kubeconfig(tmp_path, cluster, {"token": TOKEN}), None, LIMITS) == NAMES


def test_a_user_may_have_a_password(api: ApiServer, tmp_path: Path) -> None:
    api.accepts = {"Basic amFuZTpww6Rzc3dvcmQ="}
    user = {"username": "jane", "password": "pässword"}
    assert node_names(kubeconfig(tmp_path, trusted(api), user), None, LIMITS) == NAMES


@pytest.mark.parametrize("token", [{}, {"token": "outdated"}])
def test_a_token_file_wins_and_is_trimmed(api: ApiServer, tmp_path: Path, token: dict[str, str]) -> None:
    (tmp_path / "token").write_text(f"{TOKEN}\n", encoding="utf-8")
    file = kubeconfig(tmp_path, trusted(api), {"tokenFile": "token", **token})
    assert node_names(file, None, LIMITS) == NAMES


def test_a_token_stands_in_for_a_token_file_that_is_not_there(api: ApiServer, tmp_path: Path) -> None:
    file = kubeconfig(tmp_path, trusted(api), {"tokenFile": "missing", "token": TOKEN})
    assert node_names(file, None, LIMITS) == NAMES


@pytest.fixture
def plain() -> Iterator[ApiServer]:
    with running(ApiServer(("node",))) as server:
        yield server


@pytest.mark.parametrize("scheme", ["http://", ""])
def test_credentials_are_not_shown_without_tls(plain: ApiServer, tmp_path: Path, scheme: str) -> None:
    plain.accepts = {""}
    cluster = {"server": plain.url.replace("http://", scheme)}
    assert node_names(kubeconfig(tmp_path, cluster, {"token": TOKEN}), None, LIMITS) == ("node",)


def test_an_expired_list_is_asked_for_again_from_the_start(api: ApiServer, tmp_path: Path) -> None:
    replies = iter([page(["gone"], "x"), status(410, "Expired", "too old"), page(["a"], "y"), page(["b"])])
    api.answer = lambda _: next(replies)
    assert named(api, tmp_path) == ("a", "b")
    assert [asked.query.get("continue") for asked in api.asked] == [None, ["x"], None, ["y"]]


def test_a_list_that_keeps_expiring_is_given_up(api: ApiServer, tmp_path: Path) -> None:
    api.answer = lambda asked: status(410, "Expired", "too old") if asked.query.get("continue") else page(["a"], "x")
    with pytest.raises(ClusterFailed, match=r"forgot the list of nodes while it was read \(410\): too old"):
        named(api, tmp_path)
    assert len(api.asked) == 4


@pytest.mark.parametrize("items", ["[]", "null"])
def test_a_cluster_without_nodes_is_a_failure(api: ApiServer, tmp_path: Path, items: str) -> None:
    api.answer = lambda _: Reply(200, f'{{"kind":"NodeList","items":{items}}}'.encode())
    with pytest.raises(ClusterFailed, match="has no nodes"):
        named(api, tmp_path)


def test_a_list_without_end_is_given_up(api: ApiServer, tmp_path: Path) -> None:
    api.answer = lambda _: page(["again"], "more")
    with pytest.raises(ClusterFailed, match="has no end"):
        named(api, tmp_path)
    assert len(api.asked) == 2


def test_a_list_that_only_grows_is_given_up(api: ApiServer, tmp_path: Path) -> None:
    def growing(asked: Asked) -> Reply:
        start = int(asked.query.get("continue", ["0"])[0])
        return page([f"node-{number}" for number in range(start, start + 20_000)], str(start + 20_000))

    api.answer = growing
    with pytest.raises(ClusterFailed, match="has no end"):
        named(api, tmp_path)
    assert len(api.asked) == 3


@pytest.mark.parametrize(
    "name", ["", "-a", "UPPER", "a\x1b[31m", "a\n", "\ud800", "a" * 254, "a..b", 7, None, {}, ["a"]]
)
def test_names_that_no_node_can_have_are_refused(api: ApiServer, tmp_path: Path, name: object) -> None:
    api.answer = lambda _: page(["a", name])
    with pytest.raises(ClusterFailed, match="without a name that a node can have"):
        named(api, tmp_path)


@pytest.mark.parametrize("items", ["7", '"a"', "{}", '["a"]', "[[]]", "[null]", '[{"metadata":[]}]'])
def test_items_of_wrong_types_are_refused(api: ApiServer, tmp_path: Path, items: str) -> None:
    api.answer = lambda _: Reply(200, f'{{"kind":"NodeList","items":{items}}}'.encode())
    with pytest.raises(ClusterFailed, match="without a name that a node can have"):
        named(api, tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"7" * 5000,
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b"\xff\xfe\x00",
        b'{"kind":"PodList","items":[]}',
        b'{"kind":["NodeList"],"items":[]}',
        b'{"items":[]}',
    ],
    ids=["empty", "null", "list", "digits", "deep", "deep-object", "no-text", "pods", "listed-kind", "no-kind"],
)
def test_answers_that_are_no_list_of_nodes_are_refused(api: ApiServer, tmp_path: Path, body: bytes) -> None:
    api.answer = lambda _: Reply(200, body)
    with pytest.raises(ClusterFailed, match=r"is no API server: .* something else than a list of nodes"):
        named(api, tmp_path)


def test_pages_together_have_the_time_limit(api: ApiServer, tmp_path: Path) -> None:
    file = kubeconfig(tmp_path, trusted(api), {"token": TOKEN})
    with pytest.raises(ClusterFailed, match="within 0 s") as caught:
        node_names(file, None, Limits(seconds=0))
    assert caught.value.help == "`--timeout` waits longer."
    assert not api.asked
