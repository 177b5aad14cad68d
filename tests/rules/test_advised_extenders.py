"""Advice about extenders: what is found, what is not, and what fixes it."""

import pytest

from schedcfg import Role, validate
from schedcfg.commands.generate.targets import k3s, kops, rke2, talos
from tests.rules.advising import configuration, found, mended, told

FILTERING = "urlPrefix: http://e.kube-system.svc:8080/s, filterVerb: filter, ignorable: true"


def extenders(*entries: str) -> str:
    return configuration("extenders:\n" + "".join(f"- {{{entry}}}\n" for entry in entries))


def asking(url: str, verb: str = "filter") -> str:
    return extenders(f"urlPrefix: {url!r}, filterVerb: {verb!r}, ignorable: true")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "gpu:8080/s",
        "10.0.0.1:8080",
        "gpu.kube-system.svc/s",
        "tcp://gpu:8080",
        "http:///s",
        "http://:8080",
        "http://gpu:port/s",
        "http://g p u/s",
        "http://gpu/s?x=1",
        "http://gpu/s#x",
        "http://gpu/a b",
        "http://gpu/a%zz",
        "http://gpu:65536/s",
        "http://gpu:700000/s",
    ],
)
def test_a_url_that_cannot_be_asked_is_an_error(url: str) -> None:
    assert told("extender-url", asking(url)) == [("extenders[0].urlPrefix", "error")]


@pytest.mark.parametrize(
    "url",
    [
        "http://gpu",
        "http://gpu/",
        "HTTPS://gpu.kube-system.svc:8443/s/",
        "http://127.0.0.1:9251",
        "http://[::1]:9251/s",
        "http://user@gpu:8080",
        "http://user:a:b@gpu:065535",
        "http://gpu/a%20b",
        "http://@HOST@:30251",
        "http://${GPU}:80",
    ],
)
def test_a_url_that_can_be_asked_or_is_to_be_filled_in_is_not(url: str) -> None:
    assert told("extender-url", asking(url)) == []


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("http://[gpu.kube-system.svc]:8080/s", "http://gpu.kube-system.svc:8080/s"),
        ("https://[10.0.0.1]/s", "https://10.0.0.1/s"),
        ("http://user@[gpu]:80", "http://user@gpu:80"),
    ],
)
def test_brackets_are_for_ipv6_addresses(url: str, plain: str) -> None:
    assert told("extender-url", asking(url)) == [("extenders[0].urlPrefix", "warning")]
    assert plain in mended("extender-url", asking(url))


@pytest.mark.parametrize("url", ["http://[fe80::1%25eth0]:80", "http://[2001:db8::1]", "http://gpu/[s]"])
def test_brackets_that_are_read(url: str) -> None:
    assert told("extender-url", asking(url)) == []


def test_without_a_verb_nobody_is_asked() -> None:
    assert told("extender-url", extenders("urlPrefix: nowhere")) == []
    assert told("extender-without-verb", extenders("urlPrefix: nowhere")) == [("extenders[0]", "warning")]


def test_an_extender_by_which_resources_are_ignored_needs_no_verb() -> None:
    managed = "urlPrefix: http://e, managedResources: [{name: example.com/gpu, ignoredByScheduler: %s}]"
    assert told("extender-without-verb", extenders(managed % "true")) == []
    assert told("extender-without-verb", extenders(managed % "false")) == [("extenders[0]", "warning")]


def test_a_missing_scheme_is_put_before() -> None:
    assert "http://gpu:8080/s" in mended("extender-url", asking("gpu:8080/s"))


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("/filter", ("extenders[0].filterVerb", "warning")),
        ("http://gpu/filter", ("extenders[0].filterVerb", "error")),
        ("s", ("extenders[0].urlPrefix", "warning")),
    ],
)
def test_verbs_are_appended(verb: str, expected: tuple[str, str]) -> None:
    assert told("extender-url", asking("http://gpu/s", verb)) == [expected]


@pytest.mark.parametrize("verb", ["filter", "predicates/always_true", "ss"])
def test_other_verbs_are_fine(verb: str) -> None:
    assert told("extender-url", asking("http://gpu/s", verb)) == []


def test_a_leading_slash_is_dropped() -> None:
    assert "filterVerb: 'filter'" in mended("extender-url", asking("http://gpu/s", "/filter")).replace('"', "'")


SECURE = "urlPrefix: https://e/s, filterVerb: f, ignorable: true"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("enableHTTPS: true", [("extenders[0].enableHTTPS", "warning")]),
        ("tlsConfig: {insecure: true}", [("extenders[0].tlsConfig.insecure", "info")]),
        ("enableHTTPS: true, tlsConfig: {insecure: true}", [("extenders[0].tlsConfig.insecure", "info")]),
        ("enableHTTPS: true, tlsConfig: {serverName: e}", [("extenders[0].enableHTTPS", "warning")]),
        ("enableHTTPS: true, tlsConfig: {caFile: /ca.crt}", []),
        ("enableHTTPS: false", []),
        ("ignorable: true", []),
    ],
)
def test_certificates_that_nobody_verifies(settings: str, expected: list[tuple[str, str]]) -> None:
    entry = SECURE.removesuffix(", ignorable: true")
    assert told("unverified-tls", extenders(f"{entry}, {settings}")) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("urlPrefix: http://e, filterVerb: f", ["extenders[0].filterVerb"]),
        ("urlPrefix: http://e, filterVerb: f, ignorable: true", []),
        ("urlPrefix: http://e, filterVerb: f, ignorable: false", []),
        ("urlPrefix: http://e, filterVerb: f, managedResources: [{name: example.com/gpu}]", []),
        ("urlPrefix: http://e, prioritizeVerb: p, weight: 1", []),
    ],
)
def test_what_no_pod_is_placed_without(entry: str, expected: list[str]) -> None:
    assert [path for path, _ in told("required-extender", extenders(entry))] == expected


@pytest.mark.parametrize(
    ("timeout", "expected"),
    [
        ("90s", ["warning"]),
        ("1m1s", ["warning"]),
        ("-1s", ["warning"]),
        ("30ns", ["error"]),
        ("60s", []),
        ("10ms", []),
        ("0s", []),
    ],
)
def test_timeouts(timeout: str, expected: list[str]) -> None:
    entry = f"{FILTERING}, httpTimeout: {timeout}"
    assert [weight for _, weight in told("extender-timeout", extenders(entry))] == expected


def test_binding_holds_up_no_other_pod() -> None:
    binding = "urlPrefix: http://e, bindVerb: bind, httpTimeout: "
    assert told("extender-timeout", extenders(f"{binding}5m")) == []
    assert told("extender-timeout", extenders(f"{binding}5ns")) == [("extenders[0].httpTimeout", "error")]


def test_the_same_request_twice() -> None:
    other = FILTERING.replace("8080", "8081")
    managed = f"{FILTERING}, managedResources: [{{name: example.com/%s}}]"
    assert told("repeated-extender", extenders(FILTERING, other, FILTERING)) == [("extenders[2].urlPrefix", "warning")]
    assert told("repeated-extender", extenders(FILTERING, other)) == []
    assert told("repeated-extender", extenders(managed % "gpu", managed % "fpga")) == []
    assert told("repeated-extender", extenders(FILTERING, FILTERING.replace("filterVerb", "preemptVerb"))) == []


def test_the_same_verb_for_filtering_and_for_scores() -> None:
    both = f"{FILTERING}, prioritizeVerb: %s, weight: 1"
    assert told("repeated-extender", extenders(both % "filter")) == [("extenders[0].prioritizeVerb", "warning")]
    assert told("repeated-extender", extenders(both % "prioritize")) == []
    assert told("repeated-extender", extenders(f"{FILTERING}, bindVerb: filter")) == []


REPLACED = """\
extenders:
  - {urlPrefix: "http://e", managedResources: [{name: example.com/gpu, ignoredByScheduler: true}]}
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args: {ignoredResources: [%s]}
"""


def test_extenders_replace_ignored_resources() -> None:
    text = configuration(REPLACED % "example.com/license")
    path = "profiles[0].pluginConfig[0].args.ignoredResources"
    assert told("replaced-ignored-resources", text) == [(path, "error")]
    after = mended("replaced-ignored-resources", text)
    assert "example.com/license, example.com/gpu" in after
    assert "ignoredByScheduler" not in after


def test_what_both_ignore_stays_ignored() -> None:
    assert told("replaced-ignored-resources", configuration(REPLACED % "example.com/gpu")) == []
    kept = REPLACED.replace("true", "false") % "example.com/license"
    assert told("replaced-ignored-resources", configuration(kept)) == []


def test_a_profile_without_a_list_would_lose_what_extenders_ignore() -> None:
    second = "  - {schedulerName: second, pluginConfig: []}\n"
    text = configuration(REPLACED.replace("- pluginConfig", "- schedulerName: first\n    pluginConfig")) % "a.b/c"
    (finding,) = found("replaced-ignored-resources", text + second)
    assert finding.fix is None


POLICY = """\
{{"kind": "Policy", "apiVersion": "v1", "extenders": [{{{extender}}}]}}
"""


def test_extenders_of_a_policy_are_validated_alike() -> None:
    text = POLICY.format(extender='"urlPrefix": "gpu:80", "filterVerb": "f", "httpTimeout": 30')
    assert [one.path for one in found("extender-url", text, "1.22", Role.POLICY)] == ["extenders[0].urlPrefix"]
    (finding,) = found("extender-timeout", text, "1.22", Role.POLICY)
    assert "nanoseconds" in (finding.help or "")
    assert len(found("required-extender", text, "1.22", Role.POLICY)) == 1


@pytest.mark.parametrize(
    "url", ["http://me:hush@", "tcp://me:hush@gpu", "http://me:hush@gpu/f", "http://me:hush@gpu/<x>"]
)
def test_no_password_is_repeated(url: str) -> None:
    report = validate(asking(url, "f"))
    findings = [finding for document in report.documents for finding in document.findings]
    assert findings
    assert not [finding for finding in findings if "hush" in finding.message + (finding.help or "")]


WHOLE_NODES = "urlPrefix: http://gpu:80, filterVerb: filter, ignorable: true"


@pytest.mark.parametrize(
    ("entry", "release", "expected"),
    [
        (WHOLE_NODES, "1.33", ["extenders[0].filterVerb"]),
        (WHOLE_NODES, "1.32", []),
        (f"{WHOLE_NODES}, nodeCacheCapable: true", "1.33", []),
        ("urlPrefix: http://gpu:80, prioritizeVerb: score, weight: 1", "1.33", []),
    ],
)
def test_whole_nodes_come_back_without_their_pods(entry: str, release: str, expected: list[str]) -> None:
    assert [finding.path for finding in found("extender-hides-load", extenders(entry), release)] == expected


def test_where_nothing_scores_by_load_nobody_is_misled() -> None:
    none = "profiles: [{plugins: {score: {disabled: [{name: '*'}]}}}]\n"
    text = extenders(WHOLE_NODES)
    assert found("extender-hides-load", text)
    assert not found("extender-hides-load", text + none)


def on_control_plane(host: str, kubeconfig: str = "/etc/kubernetes/scheduler.conf") -> list[tuple[str, str]]:
    return told("node-dns", f"{asking(f'http://{host}:3456/s')}clientConnection: {{kubeconfig: {kubeconfig}}}\n")


@pytest.mark.parametrize("host", ["gpu.kube-system", "gpu.team-a.svc", "gpu.team-a.svc.cluster.local"])
def test_a_control_plane_does_not_resolve_services(host: str) -> None:
    assert on_control_plane(host) == [("extenders[0].urlPrefix", "warning")]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "10.96.0.40", "control-plane-1", "gpu.example.com"])
def test_it_resolves_what_is_no_service(host: str) -> None:
    assert on_control_plane(host) == []


@pytest.mark.parametrize(
    "kubeconfig",
    [
        *(target.KUBECONFIG for target in (k3s, kops, rke2, talos)),
        "/etc/kubernetes/ssl/kubecfg-kube-scheduler.yaml",
        "/var/lib/k0s/pki/scheduler.conf",
        "/var/lib/kubernetes/kube-scheduler.kubeconfig",
        "/var/snap/microk8s/current/credentials/scheduler.config",
        "/etc/kubernetes/static-pod-resources/configmaps/scheduler-kubeconfig/kubeconfig",
    ],
)
def test_installers_have_the_kubeconfig_of_a_control_plane_there(kubeconfig: str) -> None:
    assert on_control_plane("gpu.kube-system", kubeconfig) == [("extenders[0].urlPrefix", "warning")]


@pytest.mark.parametrize(
    "kubeconfig", ["/etc/my/kubeconfig", "/etc/kubernetes/admin.conf", "/var/lib/my-scheduler/kubeconfig", "''"]
)
def test_with_another_kubeconfig_it_may_run_anywhere(kubeconfig: str) -> None:
    assert on_control_plane("gpu.kube-system", kubeconfig) == []
