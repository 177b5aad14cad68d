"""`schedcfg krm` run by the real kustomize, and by kpt where it is installed: no Go module of it can be built."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest
import yaml

from tests import go_programs
from tests.paths import ROOT

pytestmark = pytest.mark.long

KUSTOMIZE = "v5.8.1"

with_kustomize = pytest.mark.usefixtures("kustomize")
with_kpt = pytest.mark.skipif(shutil.which("kpt") is None, reason="kpt is not installed")

OLD = """\
# why it is so
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: one   # mine
"""
NEW = OLD.replace("v1beta3", "v1")
CONFIG_MAP = f"""\
# about it
apiVersion: v1
kind: ConfigMap
metadata:
  name: a # its name
  namespace: kube-system
data:
  scheduler.yaml: |
{indent(OLD, "    ")}"""


class Package:
    """A folder with manifests, and `schedcfg` on the path of whoever looks at it.

    Args:
        folder: An empty folder.
        monkeypatch: Sets the path.
    """

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder / "package"
        self.folder.mkdir()
        script = folder / "bin" / "schedcfg"
        script.parent.mkdir()
        text = f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m schedcfg "$@"\n'
        script.write_text(text, encoding="utf-8")
        script.chmod(0o755)
        monkeypatch.setenv("PATH", str(script.parent), prepend=os.pathsep)

    def write(self, name: str, text: str) -> None:
        """Write a file."""
        (self.folder / name).write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        """Read a file."""
        return (self.folder / name).read_text(encoding="utf-8")

    def run(self, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the folder."""
        around = {**os.environ, **variables}
        return subprocess.run(command, cwd=self.folder, env=around, capture_output=True, text=True, check=False)

    def build(self, kustomization: str) -> subprocess.CompletedProcess[str]:
        """Run kustomize with exec functions."""
        self.write("kustomization.yaml", kustomization)
        return self.run("kustomize", "build", "--enable-alpha-plugins", "--enable-exec")

    def render(self, pipeline: str) -> subprocess.CompletedProcess[str]:
        """Run kpt with exec functions."""
        self.write(
            "Kptfile", f"apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: package\npipeline:\n{pipeline}"
        )
        return self.run("kpt", "fn", "render", "--allow-exec", "--truncate-output=false")


@pytest.fixture
def kustomize(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put kustomize on the path, or skip."""
    program = go_programs.installed(request.config, "sigs.k8s.io/kustomize/kustomize/v5", KUSTOMIZE)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    package = Package(tmp_path, monkeypatch)
    package.write("cm.yaml", CONFIG_MAP)
    return package


def function(spec: str) -> str:
    """Write a `SchedulerConfig` that says how it is run."""
    run = "config.kubernetes.io/function: |\n      exec: {path: schedcfg, args: [krm]}"
    head = "apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerConfig\nmetadata:\n  name: fn\n  annotations:\n    "
    return f"{head}{run}\nspec:\n{indent(spec, '  ')}"


GENERATE = f"generate:\n- kind: ConfigMap\n  name: second\n  configuration: |\n{indent(NEW, '    ')}"
GENERATED = f"""\
apiVersion: v1
data:
  scheduler-config.yaml: |
{indent(NEW, "    ")}\
kind: ConfigMap
metadata:
  name: second
"""
"""As kustomize writes it, which sorts the keys."""

GENERATED_IN_API_ORDER = f"""\
apiVersion: v1
kind: ConfigMap
metadata:
  name: second
data:
  scheduler-config.yaml: |
{indent(NEW, "    ")}"""
"""As `schedcfg krm` writes it; kpt leaves that."""


@with_kustomize
def test_a_transformer_of_kustomize_carries_over(package: Package) -> None:
    package.write("fn.yaml", function("migrateTo: v1\n"))
    done = package.build("resources: [cm.yaml]\ntransformers: [fn.yaml]\n")
    assert done.returncode == 0, done.stderr
    assert f"  scheduler.yaml: |\n{indent(NEW, '    ')}" in done.stdout
    assert "migrated from v1beta3 to v1" in done.stderr


@with_kustomize
@pytest.mark.parametrize("field", ["transformers", "validators"])
def test_what_is_refused_stops_the_build(package: Package, field: str) -> None:
    package.write("fn.yaml", function('kubernetes: "1.29"\n'))
    done = package.build(f"resources: [cm.yaml]\n{field}: [fn.yaml]\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert "error: ConfigMap kube-system/a data[scheduler.yaml]: line 2, column 13: Kubernetes 1.29 does" in done.stderr


@with_kustomize
def test_what_is_accepted_passes_unchanged(package: Package) -> None:
    # As a validator nothing passes: kustomize itself annotates what a function returns, and takes that for a change.
    package.write("fn.yaml", function('kubernetes: "1.28"\n'))
    plain = package.build("resources: [cm.yaml]\n")
    done = package.build("resources: [cm.yaml]\ntransformers: [fn.yaml]\n")
    assert (done.returncode, done.stdout) == (0, plain.stdout), done.stderr
    validating = package.build("resources: [cm.yaml]\nvalidators: [fn.yaml]\n")
    assert validating.returncode == 1
    assert "validator shouldn't modify the resource map" in validating.stderr


@with_kustomize
@pytest.mark.parametrize(
    "kustomization", ["generators: [fn.yaml]\n", "resources: []\ngenerators: [fn.yaml]\ntransformers: [fn.yaml]\n"]
)
def test_a_generator_of_kustomize_generates_once(package: Package, kustomization: str) -> None:
    package.write("fn.yaml", function(GENERATE))
    done = package.build(kustomization)
    assert (done.returncode, done.stdout) == (0, GENERATED), done.stderr


@with_kustomize
def test_only_what_a_generator_makes_gets_a_namespace(package: Package) -> None:
    package.write("fn.yaml", function(GENERATE))
    made = package.build("namespace: mine\ngenerators: [fn.yaml]\n")
    assert made.stdout == GENERATED + "  namespace: mine\n"
    added = package.build("namespace: mine\nresources: [cm.yaml]\ntransformers: [fn.yaml]\n")
    assert added.stdout.endswith(f"---\n{GENERATED}")


@with_kustomize
def test_a_configuration_is_no_resource_for_kustomize(package: Package) -> None:
    package.write("scheduler.yaml", NEW)
    done = package.build("resources: [scheduler.yaml]\n")
    assert done.returncode != 0


@with_kpt
def test_kpt_changes_only_what_has_to(package: Package) -> None:
    package.write(
        "second.yaml",
        function(GENERATE).replace("    config.k", "    config.kubernetes.io/local-config: 'true'\n    config.k"),
    )
    asking = package.read("second.yaml")
    pipeline = "  mutators:\n  - exec: schedcfg krm\n    configMap:\n      migrateTo: v1\n"
    done = package.render(pipeline)
    assert done.returncode == 0, done.stderr
    assert package.read("cm.yaml") == CONFIG_MAP.replace("v1beta3", "v1")
    assert package.read("configmap_second.yaml") == GENERATED_IN_API_ORDER
    assert package.read("second.yaml") == asking
    files = {file.name: file.read_bytes() for file in package.folder.iterdir()}
    assert package.render(pipeline).returncode == 0
    assert {file.name: file.read_bytes() for file in package.folder.iterdir()} == files


@with_kpt
def test_kpt_shows_the_results_of_a_validator(package: Package) -> None:
    done = package.render("  validators:\n  - exec: schedcfg krm\n    configMap:\n      kubernetes: '1.29'\n")
    assert done.returncode != 0
    assert "[error] v1/ConfigMap/kube-system/a data[scheduler.yaml]: line 2, column 13: Kubernetes 1.29" in (
        done.stdout + done.stderr
    )
    assert package.read("cm.yaml") == CONFIG_MAP


PAGE = ROOT / "docs" / "generate" / "krm.md"

AROUND = {
    "ARGOCD_APP_NAME": "batch-scheduler",
    "ARGOCD_APP_NAMESPACE": "kube-system",
    "ARGOCD_APP_SOURCE_PATH": "package",
    "KUBE_VERSION": "1.29.3",
    "KUBE_API_VERSIONS": "v1,apps/v1",
}
"""Some of what a plugin finds around it. Upstream: argo-cd, `getPluginEnvs` in reposerver/repository/repository.go."""


def compared(package: Package) -> subprocess.CompletedProcess[str]:
    """Do what Argo CD does with the page's plugin: no shell, in the Application's folder; what it prints are objects.

    Upstream: argo-cd, cmpserver/plugin/config.go (`PluginConfigSpec`) and plugin.go (`generateManifest`).
    """
    [block] = re.findall(r"```yaml\n([^`]*ConfigManagementPlugin\n[^`]*)```", PAGE.read_text(encoding="utf-8"))
    plugin = yaml.safe_load(block)
    assert (plugin["apiVersion"], plugin["kind"]) == ("argoproj.io/v1alpha1", "ConfigManagementPlugin")
    assert plugin["metadata"]["name"]
    assert set(plugin["spec"]) <= {"version", "init", "generate", "discover", "parameters"}
    generate = plugin["spec"]["generate"]
    return package.run(*generate["command"], *generate.get("args", ()), **AROUND)


@with_kustomize
def test_argo_cd_applies_what_the_function_made(package: Package) -> None:
    package.write("kustomization.yaml", "resources: [cm.yaml]\ntransformers: [fn.yaml]\n")
    package.write("fn.yaml", function(f"migrateTo: v1\n{GENERATE}"))
    done = compared(package)
    assert done.returncode == 0, done.stderr
    objects = {one["metadata"]["name"]: one for one in yaml.safe_load_all(done.stdout)}
    assert {name: one["data"] for name, one in objects.items()} == {
        "a": {"scheduler.yaml": NEW},
        "second": {"scheduler-config.yaml": NEW},
    }


@with_kustomize
def test_argo_cd_applies_nothing_and_shows_why_if_something_is_refused(package: Package) -> None:
    package.write("kustomization.yaml", "resources: [cm.yaml]\ntransformers: [fn.yaml]\n")
    package.write("fn.yaml", function('kubernetes: "1.29"\n'))
    done = compared(package)
    assert (done.returncode, done.stdout) == (1, "")
    # What Argo CD adds to its own message: all of standard error.
    assert "ConfigMap kube-system/a data[scheduler.yaml]: line 2, column 13: Kubernetes 1.29 does" in done.stderr
