"""What a command line makes of a configuration, in each release."""

import pytest

from schedcfg import IN_TREE_ONLY, document, releases
from schedcfg.configuration.decode.configuration import decode
from schedcfg.configuration.effective.command_line import (
    FIELDS,
    StartedConfiguration,
    agrees_with,
    flags_win,
    flags_without_effect,
    overriding_flags,
    start,
)
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.resolve import defaults, resolve
from schedcfg.configuration.effective.written import written
from schedcfg.sources.manifests.command_line import CommandLine, command_line
from schedcfg.sources.type_meta import read_type_meta

NEWEST = releases.at(releases.NEWEST)


def line(*flags: str) -> CommandLine:
    return command_line({"command": ["kube-scheduler", *flags]}, ())


def started(kubernetes: str, *flags: str) -> StartedConfiguration:
    return start(line(*flags), releases.at(kubernetes), None)


def file_of(text: str, kubernetes: str) -> Configuration:
    release = releases.at(kubernetes)
    (config,) = document.parse(
        f"apiVersion: kubescheduler.config.k8s.io/{release.api_versions[-1]}\nkind: KubeSchedulerConfiguration\n{text}"
    ).documents
    decoded = decode(config, read_type_meta(config.data), release, lambda name: IN_TREE_ONLY.known(name, release))
    return resolve(decoded, IN_TREE_ONLY)


def beside_a_file(kubernetes: str, *flags: str, text: str = "") -> StartedConfiguration:
    return start(line("--config=/c.yaml", *flags), releases.at(kubernetes), file_of(text, kubernetes))


def body(result: StartedConfiguration) -> dict[str, object]:
    return written(result.configuration, IN_TREE_ONLY)


@pytest.mark.parametrize("kubernetes", releases.names())
def test_without_flags_it_is_the_default_of_the_newest_version(kubernetes: str) -> None:
    release = releases.at(kubernetes)
    plain = defaults(release.api_versions[-1], release, IN_TREE_ONLY)
    result = started(kubernetes)
    assert (result.set_by, result.unknown) == ({}, frozenset())
    assert result.configuration.leader_election == plain.leader_election
    assert result.configuration.profiles[0].merged == plain.profiles[0].merged


@pytest.mark.parametrize("kubernetes", releases.names())
def test_every_flag_of_one_field_sets_it(kubernetes: str) -> None:
    result = started(
        kubernetes,
        "--leader-elect=false",
        "--leader-elect-lease-duration=30s",
        "--leader-elect-renew-deadline=20s",
        "--leader-elect-retry-period=1500ms",
        "--leader-elect-resource-lock=leases",
        "--leader-elect-resource-name=mine",
        "--leader-elect-resource-namespace=there",
        "--kube-api-qps=75.5",
        "--kube-api-burst=0x10",
        "--kube-api-content-type=application/json",
        "--kubeconfig=/etc/k.conf",
        "--profiling=0",
        "--contention-profiling=F",
    )
    shown = body(result)
    assert shown["leaderElection"] == {
        "leaderElect": False,
        "leaseDuration": "30s",
        "renewDeadline": "20s",
        "retryPeriod": "1.5s",
        "resourceLock": "leases",
        "resourceName": "mine",
        "resourceNamespace": "there",
    }
    assert shown["clientConnection"] == {
        "acceptContentTypes": "",
        "burst": 16,
        "contentType": "application/json",
        "kubeconfig": "/etc/k.conf",
        "qps": 75.5,
    }
    assert (shown["enableProfiling"], shown["enableContentionProfiling"]) == (False, False)
    assert len(result.set_by) == 13
    assert result.set_by["clientConnection.burst"].shown == "--kube-api-burst=0x10"


@pytest.mark.parametrize("kubernetes", releases.names())
def test_beside_a_file_only_flags_of_leader_election_count(kubernetes: str) -> None:
    release = releases.at(kubernetes)
    result = beside_a_file(
        kubernetes,
        *(f"--{name}=1s" for name in FIELDS if name in release.flags and release.flags[name].type != "bool"),
        "--leader-elect=false",
        "--profiling=false",
    )
    assert set(result.set_by) == set(overriding_flags(release).values())
    assert not overriding_flags(release).keys() & flags_without_effect(release).keys()
    assert result.configuration.leader_election.leader_elect is not flags_win(release)
    assert result.configuration.enable_profiling


@pytest.mark.parametrize(
    ("kubernetes", "is_elected"),
    [("1.21", True), ("1.22.3", True), ("1.22", False), ("1.22.4", False), ("1.23", False)],
)
def test_the_flags_win_since_a_patch_of_1_22(kubernetes: str, is_elected: bool) -> None:
    result = beside_a_file(kubernetes, "--leader-elect=false", text="leaderElection: {leaderElect: true}\n")
    assert result.configuration.leader_election.leader_elect is is_elected
    assert ("leader-elect" in flags_without_effect(releases.at(kubernetes))) is is_elected


@pytest.mark.parametrize(
    ("kubernetes", "name"), [("1.18", "old"), ("1.21", "old"), ("1.22.3", "old"), ("1.22.4", "new"), ("1.27", "new")]
)
def test_which_of_two_flags_names_the_lock(kubernetes: str, name: str) -> None:
    result = started(kubernetes, "--leader-elect-resource-name=new", "--lock-object-name=old")
    assert result.configuration.leader_election.resource_name == name
    assert result.set_by["leaderElection.resourceName"].value == name


@pytest.mark.parametrize(
    ("flags", "address"),
    [
        ([], "0.0.0.0:10251"),
        (["--port=0"], ""),
        (["--port=0", "--address=127.0.0.1"], ""),
        (["--address=127.0.0.1"], "127.0.0.1:10251"),
        (["--address=::", "--port=8080"], "[::]:8080"),
        (["--port=8080", "--address=0:0:0:0:0:0:0:1"], "[::1]:8080"),
    ],
)
def test_both_insecure_addresses_follow_the_flags(flags: list[str], address: str) -> None:
    for kubernetes in ("1.18", "1.22"):
        shown = body(started(kubernetes, *flags))
        assert (shown["healthzBindAddress"], shown["metricsBindAddress"]) == (address, address)


def test_in_1_23_these_flags_set_nothing() -> None:
    assert started("1.23", "--port=0", "--address=127.0.0.1").set_by == {}


@pytest.mark.parametrize("kubernetes", ["1.18", "1.19", "1.21"])
def test_flags_of_the_only_profile(kubernetes: str) -> None:
    result = started(kubernetes, "--scheduler-name=mine", "--hard-pod-affinity-symmetric-weight=7")
    (profile,) = result.configuration.profiles
    assert profile.scheduler_name == "mine"
    assert [(entry.name, entry.raw) for entry in profile.plugin_config] == [
        ("InterPodAffinity", {"hardPodAffinityWeight": 7})
    ]
    assert result.set_by["profiles[].schedulerName"].value == "mine"
    assert started(kubernetes, "--scheduler-name=").configuration.profiles[0].scheduler_name == "default-scheduler"


@pytest.mark.parametrize(("kubernetes", "entries"), [("1.18", []), ("1.19", ["InterPodAffinity"]), ("1.22", [])])
def test_some_releases_add_args_without_a_flag(kubernetes: str, entries: list[str]) -> None:
    assert [entry.name for entry in started(kubernetes).configuration.profiles[0].plugin_config] == entries


@pytest.mark.parametrize(
    ("flag", "field"),
    [
        ("--leader-elect=$(ELECT)", "leaderElection.leaderElect"),
        ("--leader-elect=perhaps", "leaderElection.leaderElect"),
        ("--leader-elect-lease-duration=15", "leaderElection.leaseDuration"),
        ("--kube-api-qps=fast", "clientConnection.qps"),
        ("--kube-api-qps=inf", "clientConnection.qps"),
        ("--kube-api-burst=1.5", "clientConnection.burst"),
        ("--kubeconfig", "clientConnection.kubeconfig"),
        ("--scheduler-name=mine", "profiles[].schedulerName"),
    ],
)
def test_what_cannot_be_read_leaves_the_field_and_says_so(flag: str, field: str) -> None:
    result = started(NEWEST.name, flag)
    assert (result.set_by, result.unknown) == ({}, {field})
    assert body(result) == body(started(NEWEST.name))


def test_the_last_of_several_counts_and_a_switch_needs_no_value() -> None:
    result = started("1.30", "--leader-elect=false", "--profiling=false", "--leader-elect")
    assert result.configuration.leader_election.leader_elect
    assert result.set_by["leaderElection.leaderElect"].shown == "--leader-elect"


def test_words_that_may_become_flags_leave_everything_open() -> None:
    result = started("1.30", "$(FLAGS)", "--leader-elect=false")
    assert result.leader_election is None
    assert "leaderElection.leaderElect" not in result.unknown
    assert {"leaderElection.resourceName", "enableProfiling"} <= result.unknown
    assert beside_a_file("1.21", "$(FLAGS)").leader_election is not None


def test_a_flag_agrees_with_a_file() -> None:
    file = file_of("leaderElection: {leaseDuration: 90s}\nclientConnection: {qps: 5}\n", "1.30")
    flags = line(
        "--leader-elect-lease-duration=1m30s", "--kube-api-qps=5.0", "--leader-elect=false", "--kube-api-burst=$(BURST)"
    ).flags
    assert [agrees_with(flag, file, file.release) for flag in flags] == [True, True, False, False]
