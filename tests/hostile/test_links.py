"""A search writes only inside of the folders that were named, whatever links a repository has."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.called import Result

pytestmark = pytest.mark.skipif(os.name != "posix", reason="making links needs rights elsewhere")

OLD = "apiVersion: kubescheduler.config.k8s.io/v1beta2\nkind: KubeSchedulerConfiguration\n"
FIXABLE = OLD.replace("v1beta2", "v1") + "profiles: [{plugins: {filter: {enabled: [{name: NodeName, weight: 3}]}}}]\n"
POD = (
    "apiVersion: v1\nkind: Pod\nmetadata: {name: kube-scheduler}\nspec:\n  hostNetwork: true\n  containers:\n"
    "  - name: kube-scheduler\n    image: registry.k8s.io/kube-scheduler:v1.23.0\n"
    "    command: [kube-scheduler, --kubeconfig=/etc/kubernetes/scheduler.conf, --port=0]\n"
)
COMMANDS = {
    "validate --fix": FIXABLE,
    "migrate --to v1 --write": OLD,
    "upgrade --step 1.24 --write": POD,
}


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file outside of the repository in which the test works, which has links to it."""
    file = tmp_path / "outside.yaml"
    repository = tmp_path / "repository"
    (repository / "inside").mkdir(parents=True)
    (repository / "link.yaml").symlink_to("../outside.yaml")
    monkeypatch.chdir(repository)
    return file


@pytest.mark.parametrize("command", COMMANDS)
def test_a_link_out_of_the_folder_is_read_and_not_written(
    command: str, outside: Path, schedcfg: Callable[..., Result]
) -> None:
    outside.write_text(COMMANDS[command], encoding="utf-8")
    result = schedcfg(*command.split(), ".")
    assert outside.read_text(encoding="utf-8") == COMMANDS[command]
    assert "it is a link to a file outside of the folders that were named" in result.out + result.err
    assert result.status == 3


@pytest.mark.parametrize("command", COMMANDS)
def test_a_link_within_the_folder_or_one_that_is_named_is_followed(
    command: str, outside: Path, schedcfg: Callable[..., Result]
) -> None:
    for named, real in (("link.yaml", outside), (".", Path("inside/real.yaml"))):
        real.write_text(COMMANDS[command], encoding="utf-8")
        schedcfg(*command.split(), named)
        assert real.read_text(encoding="utf-8") != COMMANDS[command]
        Path("link.yaml").unlink()
        Path("link.yaml").symlink_to("inside/real.yaml")
    assert Path("link.yaml").is_symlink()


OUTPUTS = (
    "validate . --output json=link.yaml",
    "validate . --output text --output sarif=link.yaml",
    "validate . --write-baseline link.yaml",
    "effective inside/real.yaml --output json=link.yaml",
    "migrate inside/real.yaml --to v1 --output json=link.yaml",
    "upgrade inside/real.yaml --from 1.24 --to 1.25 --output markdown=link.yaml",
    "generate config --write-to link.yaml",
)


@pytest.mark.parametrize("command", OUTPUTS)
def test_an_output_goes_nowhere_but_where_it_was_named(
    command: str, outside: Path, schedcfg: Callable[..., Result]
) -> None:
    content = '{"version": 1, "findings": []}\n'
    outside.write_text(content, encoding="utf-8")
    Path("inside/real.yaml").write_text(OLD, encoding="utf-8")
    schedcfg(*command.split())
    assert outside.read_text(encoding="utf-8") == content
    assert not Path("link.yaml").is_symlink()
    assert Path("link.yaml").read_text(encoding="utf-8") != content


@pytest.mark.parametrize("folder", ["folder", "folder/new", "inside/../folder/.."])
@pytest.mark.parametrize("command", [*OUTPUTS, "schema v1 --write-to link.yaml", "init --yes link.yaml"])
def test_a_folder_that_leads_elsewhere_takes_no_output(
    command: str, folder: str, outside: Path, schedcfg: Callable[..., Result]
) -> None:
    Path("inside/real.yaml").write_text(OLD, encoding="utf-8")
    Path("link.yaml").unlink()
    elsewhere = outside.parent / "elsewhere"
    (elsewhere / "below").mkdir(parents=True)
    Path("folder").symlink_to("../elsewhere/below")
    before = sorted(outside.parent.rglob("*"))
    result = schedcfg(*command.replace("link.yaml", f"{folder}/link.yaml").split())
    assert result.status == 3
    assert "a link leads its folder to" in result.err
    assert sorted(outside.parent.rglob("*")) == before


def test_an_output_within_the_folder_or_where_it_was_named_is_written(
    outside: Path, schedcfg: Callable[..., Result]
) -> None:
    Path("inside/real.yaml").write_text(OLD, encoding="utf-8")
    Path("folder").symlink_to("inside")
    named = outside.parent / "named"
    named.symlink_to(outside.parent)
    for path in ("folder/report.json", str(named / "report.json"), "../report.json"):
        assert schedcfg("validate", "inside", "--output", f"json={path}").status == 0
        assert os.path.exists(path)  # noqa: PTH110 - as it is named
        os.unlink(path)  # noqa: PTH108 - likewise
