"""What is generated for a product has the product's shape, and gives its scheduler what was meant."""

import jsonschema
import pytest

import schedcfg
from schedcfg import releases
from schedcfg.commands.generate.generation import generate_around
from schedcfg.commands.generate.product_files import TargetOptions, find_target
from schedcfg.sources.products.target import ImageOption
from schedcfg.validation.options import Options
from tests import quick_yaml
from tests.commands.generate.configurations_given import IMAGE, files, generated, view
from tests.commands.generate.product_shapes import KUBEADM, POD, SHAPES, TALOS_DOCUMENT
from tests.commands.generate.products import EMBEDDED, READ, WHOLE, without_kubeconfig
from tests.conformance.recordings import read, read_effective
from tests.kubernetes_shapes import check_shape

KUBERNETES = "1.34"
RICH = """\
# A profile for bätch Pods.
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 8
enableProfiling: no   # CIS 1.4.1
percentageOfNodesToScore: null
leaderElection: {leaderElect: off, leaseDuration: "0", renewDeadline: 20s, resourceName: "123", retryPeriod: 5s}
clientConnection: {qps: 12.5, burst: 200, contentType: "yes", acceptContentTypes: ""}
profiles:
- schedulerName: batch
  percentageOfNodesToScore: 30
  plugins:
    score: {enabled: [{name: NodeResourcesFit, weight: 10}]}
  pluginConfig:
  - name: NodeAffinity
    args:
      addedAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
          - matchExpressions: [{key: batch, operator: In, values: ["true", "on", "1", "0x1F"]}]
extenders:
- urlPrefix: https://10.0.0.4:8443/
  filterVerb: filter
  enableHTTPS: true
  tlsConfig: {caFile: /etc/ssl/extender-ca.pem}
  managedResources: [{name: example.com/gpu, ignoredByScheduler: true}]
"""


def test_every_target_is_read_back() -> None:
    assert set(WHOLE) == set(READ) == set(SHAPES)


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("image", [None, IMAGE])
def test_the_files_have_the_shape_of_the_product(name: str, image: str | None) -> None:
    option = find_target(name).target.image
    if image is None and option is ImageOption.REQUIRED:
        image = IMAGE
    made = files(name, RICH, KUBERNETES, TargetOptions(image if option is not ImageOption.NONE else None))
    assert set(made) == set(SHAPES[name])
    for path, shape in SHAPES[name].items():
        if shape is None:
            assert made[path] == RICH
        elif shape is POD:
            check_shape(quick_yaml.load(made[path]), releases.at(KUBERNETES))
        else:
            jsonschema.validate(quick_yaml.load(made[path]), shape)


def test_the_patch_for_kubeadm_has_its_shape() -> None:
    cluster = quick_yaml.load(files("kind", RICH, KUBERNETES, TargetOptions())["kind.yaml"])
    (patch,) = cluster["kubeadmConfigPatches"]
    jsonschema.validate(quick_yaml.load(patch), KUBEADM)


WITH_KUBECONFIG = RICH.replace("clientConnection: {", "clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf, ")


def test_the_pod_of_minikube_is_of_the_release_that_minikube_starts() -> None:
    generation = generated("minikube", WITH_KUBECONFIG, "1.33.2")
    (pod,) = [file.text for file in generation.files if file.path.startswith("etc/kubernetes/manifests/")]
    assert "image: registry.k8s.io/kube-scheduler:v1.33.2\n" in pod
    assert any("--kubernetes-version=v1.33.2 " in remark for remark in generation.remarks)
    assert any("/etc/ssl/extender-ca.pem" in remark for remark in generation.remarks)


def test_feature_gates_are_a_flag_of_the_pod_of_minikube() -> None:
    options = Options(feature_gates=("SchedulerAsyncPreemption=false",))
    maker = find_target("minikube").maker(TargetOptions())
    generation = generate_around(WITH_KUBECONFIG, maker, "1.33", options=options)
    assert any("- --feature-gates=SchedulerAsyncPreemption=false\n" in file.text for file in generation.files)


def test_the_document_of_talos_has_its_shape_and_says_the_same() -> None:
    made = files("talos", RICH, KUBERNETES, TargetOptions(variant="document"))
    jsonschema.validate(quick_yaml.load(made["kube-scheduler-patch.yaml"]), TALOS_DOCUMENT)
    assert READ["talos"](made) == READ["talos"](files("talos", RICH, KUBERNETES, TargetOptions()))


@pytest.mark.parametrize("name", WHOLE)
def test_what_the_scheduler_reads_is_accepted_and_means_the_same(name: str) -> None:
    text = READ[name](files(name, RICH, KUBERNETES, TargetOptions(IMAGE)))
    report = schedcfg.validate(text, KUBERNETES, options=Options(role=schedcfg.Role.CONFIG))
    assert report.verdict is schedcfg.Verdict.ACCEPTED, report.documents[0].findings
    means_the_same(text, RICH)


@pytest.mark.parametrize("name", sorted(EMBEDDED))
@pytest.mark.parametrize("text", [RICH, RICH.replace("\n", "\r\n"), RICH.rstrip("\n"), RICH.replace("Pods.", "Pods. ")])
def test_a_text_stays_as_it_is(name: str, text: str) -> None:
    assert READ[name](files(name, text, KUBERNETES, TargetOptions(IMAGE))) == text


def means_the_same(text: str, given: str) -> None:
    configuration, running = view(text, KUBERNETES)
    wanted, meant_to_run = view(given, KUBERNETES)
    assert without_kubeconfig(configuration) == without_kubeconfig(wanted)
    assert running == meant_to_run


def test_recorded_configurations_keep_their_meaning() -> None:
    """All of API version v1 that the real scheduler of the release accepts, each for a third of the targets."""
    texts = {case.id: case.text for case in read("train.verdicts")}
    accepted = [case for case, kubernetes, _ in read_effective("train") if kubernetes == KUBERNETES]
    compared, wrong = 0, []
    for number, case in enumerate(accepted):
        wanted, running = view(texts[case], KUBERNETES)
        for name in WHOLE[number % 3 :: 3]:
            compared += 1
            text = READ[name](files(name, texts[case], KUBERNETES, TargetOptions(IMAGE)))
            got, runs = view(text, KUBERNETES)
            if (without_kubeconfig(got), runs) != (without_kubeconfig(wanted), running):
                wrong.append((case, name))
    assert compared > 400
    assert wrong == []


@pytest.mark.parametrize("name", WHOLE)
def test_the_same_text_each_time(name: str) -> None:
    assert files(name, RICH, KUBERNETES, TargetOptions(IMAGE)) == files(name, RICH, KUBERNETES, TargetOptions(IMAGE))


@pytest.mark.parametrize("name", ["kubespray", "kops", "talos"])
def test_lost_comments_are_reported(name: str) -> None:
    v1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    assert not any("comments" in remark for remark in generated(name, v1).remarks)
    assert any("comments" in remark for remark in generated(name, f"# mine\n{v1}").remarks)
