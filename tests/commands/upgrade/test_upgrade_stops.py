"""An upgrade stops where a scheduler would not start with its configuration: nothing later is planned or written."""

from collections.abc import Callable
from pathlib import Path

from tests.called import Result

Run = Callable[..., Result]

CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: second
data:
  config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1beta1
    kind: KubeSchedulerConfiguration
    leaderElection:
      leaderElect: false
    profiles:
    - schedulerName: second
      plugins:
        score:
          enabled:
          - name: {plugin}
"""
POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: second
spec:
  containers:
  - name: scheduler
    image: registry.k8s.io/kube-scheduler:v1.22.17
    command: [kube-scheduler, --config=/etc/scheduler/config.yaml]
    volumeMounts:
    - name: config
      mountPath: /etc/scheduler
  volumes:
  - name: config
    configMap:
      name: second
"""


def write(folder: Path, plugin: str) -> None:
    (folder / "config.yaml").write_text(CONFIG_MAP.format(plugin=plugin), encoding="utf-8")
    (folder / "pod.yaml").write_text(POD, encoding="utf-8")


def test_the_image_stays_where_the_configuration_cannot_be_kept(schedcfg: Run, tmp_path: Path) -> None:
    # It runs at score by default: up to v1beta1 it may not be enabled there again, so nothing migrates the file.
    write(tmp_path, "NodeResourcesLeastAllocated")
    result = schedcfg("upgrade", str(tmp_path), "--step", "1.23", "--write")
    assert result.status == 1
    assert "kube-scheduler:v1.22.17" in (tmp_path / "pod.yaml").read_text(encoding="utf-8")
    assert "`registry.k8s.io/kube-scheduler:v1.22.17` stays: kube-scheduler 1.23 would not start" in result.out
    assert "schedcfg migrate" not in result.out


def test_no_later_hop_is_planned(schedcfg: Run, tmp_path: Path) -> None:
    write(tmp_path, "NodeResourcesLeastAllocated")
    out = schedcfg("upgrade", str(tmp_path), "--from", "1.22", "--to", "1.26").out
    assert "v1.22.17` stays" in out
    assert "becomes `registry.k8s.io" not in out


def test_what_can_be_migrated_moves_on(schedcfg: Run, tmp_path: Path) -> None:
    write(tmp_path, "OneOfTheirOwn")
    schedcfg("upgrade", str(tmp_path), "--step", "1.23", "--write")
    assert "kube-scheduler:v1.23" in (tmp_path / "pod.yaml").read_text(encoding="utf-8")
    assert "kubescheduler.config.k8s.io/v1beta1" not in (tmp_path / "config.yaml").read_text(encoding="utf-8")
