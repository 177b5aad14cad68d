"""A second scheduler's objects: they have Kubernetes' shapes, fit together, and run what was asked for."""

import json
from posixpath import basename, dirname

import kubernetes_validate
import pytest

import schedcfg
from schedcfg import releases
from schedcfg.commands.generate.generation import Generation
from schedcfg.commands.generate.second_scheduler import SecondSchedulerOptions as Options
from schedcfg.commands.generate.second_scheduler import kustomization
from tests.commands.generate.second_schedulers import RELEASES, enabling, generate, head, objects, of_kind, plain
from tests.kubernetes_shapes import check_shape

WISHES = {
    "plain": Options(),
    "elsewhere": Options(name="packer", namespace="batch-system", image="example.com/scheduler:1", replicas=3),
}


def deployment(generation: Generation) -> dict:
    return of_kind("Deployment", objects(generation))


def pod(generation: Generation) -> dict:
    return deployment(generation)["spec"]["template"]["spec"]


def container(generation: Generation) -> dict:
    (one,) = pod(generation)["containers"]
    return one


def configuration(generation: Generation) -> str:
    (text,) = of_kind("ConfigMap", objects(generation))["data"].values()
    return text


def view(text: str, release: str) -> dict:
    found = schedcfg.effective_configuration(text, release).documents[0].view
    assert found is not None
    return dict(found.configuration)


@pytest.mark.parametrize("files", [None, kustomization])
@pytest.mark.parametrize("chosen_options", WISHES.values())
@pytest.mark.parametrize("release", RELEASES)
def test_all_objects_have_the_shapes_of_kubernetes(release: str, chosen_options: Options, files: object) -> None:
    text = enabling(release, "NodeResourceTopologyMatch", "filter")
    chosen_options = chosen_options._replace(image="example.com/scheduler:1")
    found = objects(generate(text, release, chosen_options, *([files] if files else [])))
    assert {"Deployment", "ClusterRole", "Role"} <= {data["kind"] for data in found}
    for data in found:
        check_shape(data, releases.at(release))


def test_another_shape_would_be_noticed() -> None:
    made = deployment(generate(plain("1.29"), "1.29"))
    made["spec"]["template"]["spec"]["containers"][0]["probe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        check_shape(made, releases.at("1.29"))


@pytest.mark.parametrize("release", RELEASES)
def test_the_release_knows_the_flags_and_needs_no_others(release: str) -> None:
    gate = next(name for name, gate in sorted(releases.at(release).feature_gates.items()) if gate.stage == "BETA")
    on = str(not releases.at(release).feature_gates[gate].default).lower()
    program, *flags = container(generate(plain(release), release, gates=(f"{gate}={on}",)))["command"]
    assert program == "kube-scheduler"
    assert [flag.removeprefix("--").partition("=")[0] for flag in flags] == ["config", "feature-gates"]
    assert flags[1] == f"--feature-gates={gate}={on}"
    assert {"config", "feature-gates"} <= set(releases.at(release).flags)


@pytest.mark.parametrize("chosen_options", WISHES.values())
@pytest.mark.parametrize("release", RELEASES)
def test_the_objects_fit_together(release: str, chosen_options: Options) -> None:
    found = objects(generate(plain(release), release, chosen_options))
    made, account, config = (of_kind(kind, found) for kind in ("Deployment", "ServiceAccount", "ConfigMap"))
    assert {one["metadata"]["namespace"] for one in (made, account, config)} == {chosen_options.namespace}
    spec = made["spec"]["template"]["spec"]
    assert spec["serviceAccountName"] == account["metadata"]["name"] == (chosen_options.name or "batch")
    assert made["spec"]["selector"]["matchLabels"].items() <= made["spec"]["template"]["metadata"]["labels"].items()
    assert made["spec"]["replicas"] == chosen_options.replicas
    (volume,), (mount,) = spec["volumes"], spec["containers"][0]["volumeMounts"]
    assert volume["name"] == mount["name"]
    assert volume["configMap"]["name"] == config["metadata"]["name"]
    file = spec["containers"][0]["command"][1].removeprefix("--config=")
    assert dirname(file) == mount["mountPath"]
    assert [basename(file)] == list(config["data"])


@pytest.mark.parametrize("release", RELEASES)
def test_the_copy_means_the_same_but_for_its_lease(release: str) -> None:
    text = plain(release)
    copy = configuration(generate(text, release))
    assert copy.startswith(text)
    before, after = (view(one, release) for one in (text, copy))
    assert before.pop("leaderElection") | {"resourceName": "batch"} == after.pop("leaderElection")
    assert before == after


@pytest.mark.parametrize("release", RELEASES)
def test_probes_ask_the_secure_port_for_what_everybody_may_get(release: str) -> None:
    made = container(generate(plain(release), release))
    flags = releases.at(release).flags
    open_to_all = flags["authorization-always-allow-paths"].default.strip("[]").split(",")
    for name in ("livenessProbe", "readinessProbe"):
        get = made[name]["httpGet"]
        assert get["scheme"] == "HTTPS"
        assert get["path"] in open_to_all
        (port,) = (one for one in made["ports"] if one["name"] == get["port"])
        assert str(port["containerPort"]) == flags["secure-port"].default


@pytest.mark.parametrize(
    ("release", "delays", "paths"),
    [
        ("1.30", False, ("/healthz", "/healthz")),
        ("1.30", True, ("/healthz", "/healthz")),
        ("1.31", False, ("/livez", "/readyz")),
        ("1.31", True, ("/livez", "/livez")),
    ],
)
def test_who_waits_for_the_lease_is_ready(release: str, delays: bool, paths: tuple[str, str]) -> None:
    text = plain(release) + f"delayCacheUntilActive: {json.dumps(delays)}\n"
    made = container(generate(text, release))
    assert tuple(made[name]["httpGet"]["path"] for name in ("livenessProbe", "readinessProbe")) == paths


@pytest.mark.parametrize("release", RELEASES)
def test_the_pod_is_confined(release: str) -> None:
    made = deployment(generate(plain(release), release))["spec"]["template"]
    security = made["spec"]["securityContext"]
    assert "hostNetwork" not in made["spec"]
    assert security["runAsNonRoot"] is True
    assert security["runAsUser"] > 0
    annotation = made["metadata"]["annotations"].get("seccomp.security.alpha.kubernetes.io/pod")
    assert (security.get("seccompProfile"), annotation) == (
        (None, "runtime/default") if release == "1.18" else ({"type": "RuntimeDefault"}, None)
    )


def test_another_configuration_starts_other_pods() -> None:
    texts = (plain("1.29"), plain("1.29").replace("Ours", "Theirs"))
    templates = [deployment(generate(text, "1.29"))["spec"]["template"] for text in texts]
    annotations = [template["metadata"].pop("annotations") for template in templates]
    assert annotations[0] != annotations[1]
    assert templates[0] == templates[1]


def test_replicas_prefer_nodes_of_their_own() -> None:
    assert "affinity" not in pod(generate(plain("1.29"), "1.29"))
    made = deployment(generate(plain("1.29"), "1.29", Options(replicas=2)))
    (term,) = made["spec"]["template"]["spec"]["affinity"]["podAntiAffinity"].popitem()[1]
    assert term["podAffinityTerm"]["labelSelector"] == made["spec"]["selector"]


def test_without_election_there_are_never_two() -> None:
    text = plain("1.29") + "leaderElection:\n  leaderElect: false\n"
    found = objects(generate(text, "1.29"))
    assert of_kind("Deployment", found)["spec"]["strategy"] == {"type": "Recreate"}
    assert "Role" not in {data["kind"] for data in found}
    assert of_kind("ConfigMap", found)["data"] == {"scheduler-config.yaml": text}


TLS = """\
extenders:
  - urlPrefix: https://extender.example.com/
    filterVerb: filter
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/extender/ca.crt
      certFile: /etc/extender/client/tls.crt
      keyFile: /etc/extender/client/tls.key
"""


@pytest.mark.parametrize("release", RELEASES)
def test_certificates_come_from_a_secret(release: str) -> None:
    made = pod(generate(plain(release) + TLS, release, Options(tls_secret="extender-tls")))
    assert {"name": "tls", "secret": {"secretName": "extender-tls"}} in made["volumes"]
    mounts = [mount["mountPath"] for mount in made["containers"][0]["volumeMounts"] if mount["name"] == "tls"]
    assert mounts == ["/etc/extender", "/etc/extender/client"]


def test_the_same_text_each_time() -> None:
    chosen_options = Options(replicas=2, image="a")
    text = enabling("1.29", "Coscheduling", "permit")
    assert generate(text, "1.29", chosen_options).files == generate(text, "1.29", chosen_options).files
    assert (
        generate(text, "1.29", chosen_options, kustomization).files
        == generate(text, "1.29", chosen_options, kustomization).files
    )


def test_json_is_taken_as_it_is() -> None:
    text = json.dumps(
        {
            "apiVersion": "kubescheduler.config.k8s.io/v1",
            "kind": "KubeSchedulerConfiguration",
            "leaderElection": {"resourceName": "mine"},
            "profiles": [{"schedulerName": "batch"}],
        }
    )
    assert configuration(generate(text, "1.29")) == text
    assert head("1.29") not in text


def test_keys_come_as_people_write_them() -> None:
    found = objects(generate(plain("1.33"), "1.33", Options(replicas=2)))
    for one in found:
        assert list(one)[:3] == ["apiVersion", "kind", "metadata"]
        assert next(iter(one["metadata"])) == "name"
    pod = of_kind("Deployment", found)["spec"]["template"]["spec"]
    assert list(pod["containers"][0])[:4] == ["name", "image", "command", "ports"]
    assert all(next(iter(one)) == "name" for one in (*pod["volumes"], *pod["containers"][0]["volumeMounts"]))
