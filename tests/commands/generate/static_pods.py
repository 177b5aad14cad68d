"""Configurations of several kinds for every release, and their static Pods."""

from typing import Any

from schedcfg import releases
from schedcfg.commands.generate.generation import Generation, Maker, generate_around
from schedcfg.commands.generate.static_pod import StaticPodOptions as Options
from schedcfg.commands.generate.static_pod import maker
from schedcfg.commands.generate.static_pod_fix import fix_existing
from tests import quick_yaml

PLAIN = """\
apiVersion: kubescheduler.config.k8s.io/{version}
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
"""

EXTENDER = """\
apiVersion: kubescheduler.config.k8s.io/{version}
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/my-scheduler.conf
extenders:
- urlPrefix: https://gpu.kube-system.svc:8443
  filterVerb: filter
  ignorable: true
  nodeCacheCapable: true
  enableHTTPS: true
  tlsConfig: {{caFile: /etc/gpu/ca.crt, certFile: /etc/gpu/tls.crt, keyFile: /etc/gpu/tls.key}}
- urlPrefix: https://10.0.0.1:8443
  filterVerb: filter
  ignorable: true
  nodeCacheCapable: true
  enableHTTPS: true
  tlsConfig: {{caFile: /etc/gpu/ca.crt}}
"""

# Queue sort is the same list of plugins in every version: `score` differs, and needs no sibling.
OUT_OF_TREE = """\
apiVersion: kubescheduler.config.k8s.io/{version}
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
profiles:
- schedulerName: default-scheduler
  plugins:
    score:
      enabled:
      - name: Quiet
"""

IMAGE = "registry.example.com/quiet-scheduler:7"
KINDS = {"plain": (PLAIN, None), "extender": (EXTENDER, None), "out-of-tree": (OUT_OF_TREE, IMAGE)}
"""Kind → its text, and the image that it needs."""


def text_of(kind: str, release: str) -> str:
    """Write a configuration in the newest version that a release serves."""
    return KINDS[kind][0].format(version=releases.at(release).api_versions[-1])


def options_of(kind: str, release: str, **chosen_options: Any) -> Options:
    return Options(**{"image": KINDS[kind][1], "kubernetes": release, **chosen_options})


def generated(text: str, chosen_options: Options) -> Generation:
    return generate_around(text, maker(chosen_options), chosen_options.kubernetes)


def fixed_around(existing: str, text: str, chosen_options: Options) -> Generation:
    def run(maker: Maker[Options], *, otherwise: str | None = None) -> Generation:
        return generate_around(text, maker, chosen_options.kubernetes or otherwise)

    return fix_existing(existing, "kube-scheduler.yaml", "kube-scheduler.yaml", chosen_options, run)


def only(generation: Generation) -> str:
    (file,) = generation.files
    return file.text


def pod(text: str) -> Any:
    return quick_yaml.load(text)


def container(text: str) -> Any:
    (found,) = pod(text)["spec"]["containers"]
    return found


def rules(generation: Generation) -> list[str]:
    reports = [report for report in (generation.report, generation.existing) if report is not None]
    return [finding.rule for report in reports for document in report.documents for finding in document.findings]
