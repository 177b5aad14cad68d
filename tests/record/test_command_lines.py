"""The command lines that releases are asked about, and what is recorded of their answers."""

import json
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from tests.recorded_facts import facts
from tools.record.answers import Row
from tools.record.command_lines import MACHINE, Case, cases
from tools.record.empty_cluster import empty_cluster
from tools.record.facts import PROJECT, Home
from tools.record.flag_families import CONFIGURATIONS, expand, patterns
from tools.record.flag_values import values
from tools.record.program import Answer, ProgramError
from tools.record.real_lines import answers
from tools.record.recorded_lines import differences, entries, entry, request, told, with_release

KUBECONFIG = "--kubeconfig=/files/kubeconfig"
ASKED: list[Row] = [
    {"id": "started", "tags": [], "args": [KUBECONFIG]},
    {"id": "crashing", "tags": [], "args": ["--crash"]},
    {"id": "ending", "tags": [], "args": ["--version"]},
    {"id": "misspelled", "tags": [], "args": ["--no-such"]},
    {"id": "reading", "tags": [], "args": ["--config=/files/config.yaml"], "files": {"config.yaml": "x: y"}},
    {"id": "missing", "tags": [], "args": ["--config=/files/config.yaml"]},
]
ANSWERS: dict[str, Answer] = {
    "started": {"outcome": "ok"},
    "crashing": {"outcome": "panic", "message": "panic: runtime error: invalid memory address"},
    "ending": {"outcome": "ends"},
    "misspelled": {"outcome": "exits", "message": "unknown flag: --no-such"},
    "reading": {"outcome": "exits", "message": "x: y"},
    "missing": {"outcome": "exits", "message": "/files/config.yaml is not there"},
}


@pytest.fixture(scope="module")
def every_case() -> list[Case]:
    return cases(PROJECT, Path("none"))


def test_there_are_thousands_and_each_is_there_once(every_case: list[Case]) -> None:
    assert len(every_case) > 2500
    assert len({case.id for case in every_case}) == len(every_case)
    assert len({(case.args, *case.files.items()) for case in every_case}) == len(every_case)
    assert every_case == cases(PROJECT, Path("none"))


def test_each_flag_of_each_release_is_tried(every_case: list[Case]) -> None:
    tried = {case.tags[0] for case in every_case}
    named = {flag["name"] for release in ("1.18", "1.22", "1.30", "1.37") for flag in facts(release)["flags"]}
    assert named | {"log-json-info-buffer-size", "log-json-split-stream"} <= tried


def test_files_are_those_that_a_line_names(every_case: list[Case]) -> None:
    for case in every_case:
        words = " ".join(case.args)
        assert all(name in words for name in case.files), case.id
        assert ("config.yaml" in case.files) == ("/files/config.yaml" in words), case.id


@pytest.mark.parametrize(("release", "most_replaced"), [("1.38", 0), ("1.37", 5)])
def test_a_new_flag_leaves_other_lines_as_they_are(
    release: str, most_replaced: int, every_case: list[Case], tmp_path: Path
) -> None:
    home = Home(tmp_path / "data", tmp_path)
    for recorded in PROJECT.releases():
        home.write(recorded, facts(recorded))
    flags = [*facts("1.37")["flags"], {"name": "brand-new", "type": "bool"}]
    home.write(release, {"kubernetes": f"v{release}.0", "flags": flags})
    again = {case.id for case in cases(home, Path("none"))}
    assert len({case.id for case in every_case} - again) <= most_replaced
    assert "--brand-new=true" in again


def test_lines_that_people_wrote_come_first_as_they_are(every_case: list[Case], tmp_path: Path) -> None:
    path = tmp_path / "written.ndjson"
    rows = [
        {"id": "written-1", "from": "a/b: c", "args": ["--config=/files/config.yaml"], "config": "x"},
        {"id": "written-2", "from": "a/b: d", "args": list(every_case[0].args)},
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    first, second, *others = cases(PROJECT, path)
    assert (first.id, first.tags, first.files) == ("written-1", ("written",), {"config.yaml": "x"})
    assert second.id == "written-2"
    assert len(others) == len(every_case) - 1


def test_patterns_are_written_out() -> None:
    assert list(expand("--a={1|{2|3}x|} b")) == ["--a=1 b", "--a=2x b", "--a=3x b", "--a= b"]
    with pytest.raises(ValueError, match="not closed"):
        list(expand("--a={1|2"))
    for pattern in patterns():
        assert pattern.text.count("{") == pattern.text.count("}"), pattern
        for line in expand(pattern.text.removeprefix("!")):
            name = line.split()[0] if line.startswith("@") else "@none"
            assert name == "@none" or name[1:] in CONFIGURATIONS, pattern


def test_a_flag_has_values_of_its_own_or_of_its_type() -> None:
    assert values("secure-port", "int").good[0] == "10259"
    assert not values("profiling", "bool").in_full
    assert values("leader-elect", "bool").in_full
    assert "1.2.3.4" in values("bind-address", "ip").machine


def test_an_entry_has_nothing_of_one_run() -> None:
    message = f'open /files/x: no kind in scheme "/go/x.go:3" {"y" * 500}'
    found = entry({"outcome": "exits", "message": message})
    assert found["message"].startswith('open /files/x: no kind in scheme "scheme" yyy')
    assert len(found["message"]) == 400
    assert entry({"outcome": "ok"}) == {"outcome": "ok"}


def test_answers_of_other_releases_are_kept_where_the_line_is_the_same() -> None:
    rows = list(with_release([], ASKED, "1.36", ANSWERS))
    changed = [{**ASKED[0], "args": ["--other"]}, *ASKED[1:]]
    now = {**ANSWERS, "misspelled": {"outcome": "ok"}}
    again = {row["id"]: row["releases"] for row in with_release(rows, changed, "1.37", now)}
    assert again["started"] == {"1.37": {"outcome": "ok"}}
    assert again["ending"] == {"1.36": {"outcome": "ends"}, "1.37": "1.36"}
    assert again["misspelled"] == {"1.36": ANSWERS["misspelled"], "1.37": {"outcome": "ok"}}


def test_differences_are_named_but_for_pointers_and_order() -> None:
    rows = list(with_release([], ASKED, "1.37", ANSWERS))
    same = {**ANSWERS, "misspelled": {"outcome": "exits", "message": "flag: unknown --no-such"}}
    assert differences(entries(rows, "1.37"), same) == {}
    other = {**ANSWERS, "started": {"outcome": "setup"}, "misspelled": {"outcome": "exits", "message": "else"}}
    assert differences(entries(rows, "1.37"), other) == {"started": "outcome", "misspelled": "message"}


def test_of_a_long_message_the_order_may_decide_what_is_recorded() -> None:
    complaints = [f"gate number {number} is unknown" for number in range(40)]
    first, second, other = (
        {"long": {"outcome": "parse", "message": f"[{', '.join(each)}]"}}
        for each in (complaints, complaints[::-1], [*complaints[1:], "x"])
    )
    recorded = {"long": entry(first["long"])}
    assert recorded["long"]["message"] != entry(second["long"])["message"]
    assert differences(recorded, second) == {}
    assert differences(recorded, other) == {"long": "message"}


def test_what_a_command_wrote_is_cut_to_its_reason() -> None:
    written = (
        "I1128 14:24:39.212739   18733 serving.go:347] Generated self-signed cert in-memory\n"
        "W1128 14:24:40.965166   18733 authentication.go:316] No authentication-kubeconfig provided\n"
        'E1128 14:24:41.477070   18733 run.go:74] "command failed" err="dial 127.0.0.1:36790->127.0.0.1:53: refused"\n'
    )
    assert told(written) == '"command failed" err="dial 127.0.0.1:…->127.0.0.1:53: refused"'
    assert told("Error: unknown flag: --x\nUsage:\n  kube-scheduler [flags]\n\nMisc flags:\n") == "unknown flag: --x"
    assert told("") == ""


def test_the_command_is_started_with_each_line(command: Path) -> None:
    """On a machine of its own, each time with its own files: see `replayed_command.py`."""
    found = answers(command, ASKED)
    assert list(found) == [row["id"] for row in ASKED]
    assert found == ANSWERS


def test_a_machine_that_cannot_be_made_is_no_answer(command: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(command.parent))
    with pytest.raises(ProgramError, match="`unshare` is not installed"):
        answers(command, ASKED[:1])


def test_the_commands_find_a_cluster_without_objects() -> None:
    with empty_cluster() as cluster, closing(HTTPConnection("127.0.0.1", cluster.server_port, timeout=10)) as client:

        def ask(path: str) -> HTTPResponse:
            client.request("GET", path)
            return client.getresponse()

        assert json.loads(ask("/api/v1/pods?limit=500").read())["items"] == []
        refused = ask("/api/v1/pods?watch=true&sendInitialEvents=true")
        assert (refused.status, json.loads(refused.read())["reason"]) == (422, "Invalid")
        delegation = ask("/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication").read()
        assert "client-ca-file" in json.loads(delegation)["data"]
        assert not cluster.is_locked
        lease = ask("/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-scheduler")
        assert (lease.status, json.loads(lease.read())["reason"]) == (404, "NotFound")
        assert cluster.is_locked
        cluster.forget()
        assert not cluster.is_locked
        with ask("/api/v1/pods?watch=true") as watch:
            assert watch.getheader("Transfer-Encoding") == "chunked"
        assert cluster.last_request


def test_a_case_is_asked_with_its_files() -> None:
    case = Case("x", ("--a",), ("family", MACHINE), {"config.yaml": "y"})
    assert request(case) == {"id": "x", "tags": ["family", MACHINE], "args": ["--a"], "files": {"config.yaml": "y"}}
