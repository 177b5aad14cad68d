"""Advice about the top level of a configuration, and about the file as such."""

import pytest

from tests.rules.advising import configuration, found, mended, told


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("~/.kube/config", ["error"]),
        ("$HOME/.kube/config", ["error"]),
        ("apiVersion: v1\n\nkind: Config", ["error"]),
        ("scheduler.conf", ["info"]),
        ("./scheduler.conf", ["info"]),
        ("/etc/kubernetes/scheduler.conf", []),
        ("C:\\k\\config", []),
        ("${KUBECONFIG}", []),
        ("", []),
    ],
)
def test_paths_of_kubeconfigs(path: str, expected: list[str]) -> None:
    text = configuration(f"clientConnection: {{kubeconfig: '{path}'}}\n")
    assert [weight for _, weight in told("kubeconfig-path", text)] == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/etc/kubernetes/kubelet.conf", ["warning"]),
        ("/var/lib/kube-proxy/kube-proxy.kubeconfig", ["warning"]),
        ("/etc/kubernetes/admin.conf", ["info"]),
        ("/etc/kubernetes/super-admin.conf", ["warning"]),
        ("/etc/kubernetes/scheduler.conf", []),
        ("/etc/kubernetes/admin", []),
        ("/admin/kubeconfig.yaml", []),
    ],
)
def test_identities_of_others(path: str, expected: list[str]) -> None:
    text = configuration(f"clientConnection: {{kubeconfig: {path}}}\n")
    assert [weight for _, weight in told("borrowed-kubeconfig", text)] == expected


SECOND = "profiles: [{schedulerName: packing}]\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (SECOND, ["profiles[0].schedulerName"]),
        (f"leaderElection: {{leaderElect: true}}\n{SECOND}", ["leaderElection"]),
        (f"leaderElection: {{leaseDuration: 30s}}\n{SECOND}", ["leaderElection"]),
        (f"leaderElection: {{leaderElect: false}}\n{SECOND}", []),
        (f"leaderElection: {{resourceName: packing}}\n{SECOND}", []),
        (f"leaderElection: {{resourceNamespace: packing}}\n{SECOND}", []),
        ("profiles: [{schedulerName: packing}, {schedulerName: default-scheduler}]\n", []),
        ("profiles: [{}]\n", []),
        ("", []),
    ],
)
def test_the_lease_of_the_clusters_own_scheduler(body: str, expected: list[str]) -> None:
    assert [path for path, _ in told("default-lease", configuration(body))] == expected


@pytest.mark.parametrize(
    ("lock", "release", "expected"),
    [
        ("endpoints", "1.23", "endpointsleases"),
        ("configmapsleases", "1.26", "leases"),
        ("leases", "1.23", None),
    ],
)
def test_locks_that_are_going_away(lock: str, release: str, expected: str | None) -> None:
    text = configuration(f"leaderElection:\n  resourceLock: {lock}\n", "v1beta2")
    if expected is None:
        assert told("leaving-resource-lock", text, release) == []
    else:
        assert f"resourceLock: {expected}\n" in mended("leaving-resource-lock", text, release)


def test_the_default_lock_is_nobodys_choice() -> None:
    assert told("leaving-resource-lock", configuration("leaderElection: {}\n", "v1beta1"), "1.19") == []
    unused = configuration("leaderElection: {leaderElect: false, resourceLock: endpoints}\n", "v1beta1")
    assert told("leaving-resource-lock", unused, "1.19") == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("percentageOfNodesToScore: 4\n", [("percentageOfNodesToScore", "info")]),
        ("percentageOfNodesToScore: 5\n", []),
        ("percentageOfNodesToScore: 0\n", []),
        ("percentageOfNodesToScore: 100\n", []),
        ("profiles: [{percentageOfNodesToScore: 1}]\n", [("profiles[0].percentageOfNodesToScore", "info")]),
        (
            "percentageOfNodesToScore: 10\nprofiles: [{percentageOfNodesToScore: 0}]\n",
            [("percentageOfNodesToScore", "warning")],
        ),
        (
            "percentageOfNodesToScore: 10\n"
            "profiles: [{schedulerName: a, percentageOfNodesToScore: 9}, {schedulerName: b}]\n",
            [],
        ),
    ],
)
def test_percentages_of_nodes(body: str, expected: list[tuple[str, str]]) -> None:
    assert told("few-nodes-scored", configuration(body)) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [("localhost", 1), ("10251", 1), ("[::1", 1), ("127.0.0.1", 0), ("::1", 0), (":10260", 0)],
)
def test_addresses_that_are_replaced(address: str, expected: int) -> None:
    text = configuration(f"metricsBindAddress: '{address}'\n", "v1beta1")
    assert len(found("replaced-bind-address", text, "1.21")) == expected


HEALTH, METRICS = "healthzBindAddress", "metricsBindAddress"


@pytest.mark.parametrize(
    ("health", "metrics", "field"),
    # What 1.22.3 does with each of them: it exits, or starts.
    [
        ("127.0.0.1:10251", None, HEALTH),
        (None, "127.0.0.1:10251", METRICS),
        ("127.0.0.1:10251", "0.0.0.0:10251", METRICS),
        ("0.0.0.0:10251", "[::]:10251", METRICS),
        ("[::]:10251", "127.0.0.1:10251", METRICS),
        ("0.0.0.0:10251", "[::1]:10251", METRICS),
        ("[::1]:10251", "[::]:10251", METRICS),
        (":10251", "127.0.0.1", METRICS),
        ("", "127.0.0.1:10251", METRICS),
        (None, None, None),
        ("127.0.0.1:10251", "127.0.0.1:10251", None),
        ("127.0.0.1:010251", "127.0.0.1", None),
        (":10251", "0.0.0.0:10251", None),
        ("127.0.0.1:10251", "[::1]:10251", None),
        ("127.0.0.1:10251", "127.0.0.2:10251", None),
        ("127.0.0.1:10251", "127.0.0.1:10252", None),
        ("[::ffff:127.0.0.1]:10251", "127.0.0.1:10251", None),
        ("[::1]:10251", "[0:0:0:0:0:0:0:1]:10251", None),
    ],
)
def test_ports_that_are_opened_twice(health: str | None, metrics: str | None, field: str | None) -> None:
    written = {HEALTH: health, METRICS: metrics}
    text = configuration("".join(f"{name}: '{at}'\n" for name, at in written.items() if at is not None), "v1beta1")
    assert told("bind-address-clash", text, "1.22") == ([] if field is None else [(field, "error")])


def test_the_port_of_https_is_opened_twice_unless_it_is_another() -> None:
    text = configuration(f"{HEALTH}: 127.0.0.1:10259\n{METRICS}: 127.0.0.1:10259\n", "v1beta1")
    assert told("bind-address-clash", text, "1.19") == [(HEALTH, "warning"), (METRICS, "warning")]


@pytest.mark.parametrize(
    "value",
    [
        "REPLACE_ME_WITH_KUBE_CONFIG_PATH",
        "/etc/${FOLDER}/scheduler.conf",
        "/etc/{{ folder }}/scheduler.conf",
        "/etc/<folder>/scheduler.conf",
        "/etc/@FOLDER@/scheduler.conf",
        "/etc/__FOLDER__/x",
        "/etc/$(FOLDER)/x",
        "YOUR_KUBECONFIG",
        "CHANGEME",
        "change-me CHANGE_ME",
        "/etc/replace_me_with_the_file",
    ],
)
def test_placeholders(value: str) -> None:
    text = configuration(f"clientConnection: {{kubeconfig: '{value}'}}\n")
    assert told("placeholder", text) == [("clientConnection.kubeconfig", "warning")]


@pytest.mark.parametrize(
    "value",
    [
        "/etc/kubernetes/scheduler.conf",
        "a@example.com",
        "50%",
        "a < b",
        "$5",
        "{}",
        "a__b__c",
        "http://user@host",
        "REPLACEMENT",
        "CHANGELOG",
        'sum(rate(x{node=~"%s"}[5m])) > 0',
    ],
)
def test_what_is_no_placeholder(value: str) -> None:
    args = f"profiles: [{{pluginConfig: [{{name: Own, args: {{value: '{value}'}}}}]}}]\n"
    assert told("placeholder", configuration(args)) == []


def test_a_plugin_of_ones_own_may_expand_what_its_args_hold() -> None:
    def holding(plugin: str) -> list[tuple[str, str]]:
        args = f"profiles: [{{pluginConfig: [{{name: {plugin}, args: {{a: ['{{{{ .Pod.Name }}}}']}}}}]}}]\n"
        return told("placeholder", configuration(args))

    assert holding("Own") == [("profiles[0].pluginConfig[0].args.a[0]", "info")]
    assert holding("TargetLoadPacking") == [("profiles[0].pluginConfig[0].args.a[0]", "warning")]


def own_args(args: str) -> str:
    return configuration(f"profiles: [{{pluginConfig: [{{name: Own, args: {{{args}}}}}]}}]\n")


@pytest.mark.parametrize(
    "args",
    [
        "token: sha256~abc",
        "metricProvider: {token: abc}",
        "users: [{password: abc}]",
        "clientSecret: abc",
        "address: 'http://me:secret@prometheus:9090'",
    ],
)
def test_secrets(args: str) -> None:
    (finding,) = found("secret-in-file", own_args(args))
    assert "abc" not in finding.message
    assert "me:secret" not in finding.message


@pytest.mark.parametrize(
    "args",
    [
        "tokenFile: /var/run/token",
        "token: /var/run/token",
        "token: ''",
        "token: '${PROM_TOKEN}'",
        "secretName: prometheus",
        "secretRef: prometheus",
        "tokenTTLSeconds: '5'",
        "tokenBucketSize: '10'",
        "tokenizer: bpe",
        "passwords: 5",
        "address: 'http://prometheus:9090/a@b:c'",
    ],
)
def test_what_is_no_secret(args: str) -> None:
    assert found("secret-in-file", own_args(args)) == []


def test_secrets_of_extenders() -> None:
    login = configuration("extenders: [{urlPrefix: 'http://me:secret@e', prioritizeVerb: p, weight: 1}]\n")
    assert told("secret-in-file", login) == [("extenders[0].urlPrefix", "warning")]
    for odd in ("me@example.org:secret", "me:@secret", "me:se:cr@et"):
        assert told("secret-in-file", login.replace("me:secret", odd)) == [("extenders[0].urlPrefix", "warning")]
    key = configuration(
        "extenders: [{urlPrefix: 'https://e', tlsConfig: {keyData: YWJj}, prioritizeVerb: p, weight: 1}]\n"
    )
    assert told("secret-in-file", key) == [("extenders[0].tlsConfig.keyData", "warning")]


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/etc/kuberentes/scheduler.conf", "/etc/kubernetes/scheduler.conf"),
        ("/ect/kubernetes/scheduler.conf", "/etc/kubernetes/scheduler.conf"),
        (
            "/var/lib/racher/k3s/server/cred/scheduler.kubeconfig",
            "/var/lib/rancher/k3s/server/cred/scheduler.kubeconfig",
        ),
    ],
)
def test_a_folder_that_is_spelled_almost_as_one_of_nodes(path: str, meant: str) -> None:
    (finding,) = found("kubeconfig-path", configuration(f"clientConnection: {{kubeconfig: {path}}}\n"))
    assert (finding.severity, finding.help) == ("warning", f"Did you mean `{meant}`?")


@pytest.mark.parametrize(
    "path",
    [
        "/etc/kubernetes2/scheduler.conf",
        "/etc/kube-scheduler/kubeconfig",
        "/var/lib/kube-scheduler/kubeconfig",
        "/kubeconfig",
    ],
)
def test_folders_of_ones_own(path: str) -> None:
    assert told("kubeconfig-path", configuration(f"clientConnection: {{kubeconfig: {path}}}\n")) == []
