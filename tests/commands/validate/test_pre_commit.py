"""The hooks, run by the real `pre-commit` in commits of scratch repositories.

They are the definitions of this checkout, which call the schedcfg that is tested here. One commit that stops, and one
that is changed, are also made with hooks as pre-commit builds them at a tag, for which pip has to install packages; and
one with the hook that `schedcfg init` writes.
"""

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

import schedcfg
from schedcfg.cli import group
from tests.cli.installed_from import pretend
from tests.cli.scratch_repository import ROOT, Repository, copy_of_checkout, environment, template

pytestmark = pytest.mark.long

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
OLD = "# ours\n" + HEAD.replace("v1", "v1beta3") + "parallelism: 8  # kept\n"
BAD = HEAD + "parallelism: 0\n"
DEFINITIONS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))

OFFLINE = re.compile(
    "No matching distribution found|Could not find a version|Connection|Temporary failure|Network is unreachable"
)

TAG = f"v{schedcfg.__version__}"

Hook = dict[str, object]
Source = Callable[[Hook], dict[str, object]]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("git") is None:
        pytest.skip("pre-commit works with git, which is not installed")
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def built(home: Path) -> Source:
    """Hooks as users have them: pre-commit clones this checkout at a tag, and installs it."""
    around = environment(home)
    hooks = copy_of_checkout(home / "hooks", around)
    if hooks is None:
        pytest.skip("these tests are not run from a git checkout, from which a hook repository could be made")

    assert hooks.git("tag", TAG).returncode == 0

    def source(hook: Hook) -> dict[str, object]:
        return {"repo": hooks.folder.as_uri(), "rev": TAG, "hooks": [hook]}

    trial = Repository.made(home / "trial", around)
    trial.configure(source({"id": "schedcfg-validate"}))
    done = trial.pre_commit("install-hooks")
    if done.returncode and OFFLINE.search(done.stdout):
        pytest.skip("pip cannot install the packages of the hook's environment: no package index within reach")
    assert done.returncode == 0, done.stdout
    return source


def here(hook: Hook) -> dict[str, object]:
    """Hooks that call the schedcfg that is tested here; arguments and picking of files are those defined."""
    (defined,) = (definition for definition in DEFINITIONS if definition["id"] == hook["id"])
    program, _, arguments = str(hook.get("entry", defined["entry"])).partition(" ")
    assert program == "schedcfg"
    entry = f"env PYTHONPATH={ROOT} {sys.executable} -m schedcfg {arguments}"
    return {"repo": "local", "hooks": [{**defined, "language": "system", **hook, "entry": entry}]}


@pytest.fixture(params=["here", "built"])
def source(request: pytest.FixtureRequest) -> Source:
    return here if request.param == "here" else request.getfixturevalue("built")


@pytest.fixture(scope="module")
def installed(home: Path) -> str:
    return template(home / "template", environment(home))


@pytest.fixture
def repository(tmp_path: Path, home: Path, installed: str) -> Repository:
    return Repository.made(tmp_path / "work", environment(home), installed)


def test_a_bad_configuration_stops_the_commit(repository: Repository, source: Source) -> None:
    repository.configure(source({"id": "schedcfg-validate"}))
    repository.write({"some/thing.yml": BAD, "pod.yaml": "kind: Pod\n"})
    done = repository.commit()
    assert done.returncode == 1
    assert "some/thing.yml:3:14: refused[number-not-allowed]" in done.stdout
    assert "pod.yaml" not in done.stdout
    repository.write({"some/thing.yml": HEAD})
    assert repository.commit().returncode == 0


def test_the_documented_hook_without_a_network(repository: Repository) -> None:
    page = (ROOT / "docs/how-to/check-before-a-commit.md").read_text(encoding="utf-8")
    [offline] = (block for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL) if "repo: local" in block)
    [source] = yaml.safe_load(offline)["repos"]
    assert source["hooks"][0]["language"] == "system"
    repository.configure(here(source["hooks"][0]))
    repository.write({"some/thing.yml": BAD, "pod.yaml": "kind: Pod\n"})
    done = repository.commit()
    assert done.returncode == 1
    assert "some/thing.yml:3:14: refused[number-not-allowed]" in done.stdout


def test_settings_of_the_repository_count(repository: Repository) -> None:
    repository.configure(here({"id": "schedcfg-validate"}))
    settings = 'fail-on = "warning"\nplugins = ["OurPlugin"]\nexclude = ["vendor"]\n'
    ours = HEAD + "profiles:\n  - plugins:\n      score:\n        enabled:\n          - name: OurPlugin\n"
    repository.write({".schedcfg.toml": settings, "some/thing.yml": ours, "vendor/bad.yaml": BAD})
    assert repository.commit().returncode == 0
    repository.write({"some/thing.yml": ours.replace("OurPlugin", "TheirPlugin")})
    done = repository.commit()
    assert done.returncode == 1
    assert "some/thing.yml:7:19: refused[unknown-plugin]" in done.stdout


def test_other_files_are_passed_over_silently(repository: Repository) -> None:
    repository.configure(here({"id": "schedcfg-validate"}))
    others = {
        "pod.yaml": "kind: Pod\n",
        "broken.yaml": "a: [\n",
        "template.yaml": "{{ if }}\n",
        "a.json": "[",
        "b": BAD,
    }
    repository.write(others)
    done = repository.commit()
    assert done.returncode == 0
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("schedcfg"))
    assert re.fullmatch(r"schedcfg validate\.+Passed", line)
    assert not any(re.search(rf"^{re.escape(name)}:", done.stdout, re.MULTILINE) for name in others)


def test_files_are_found_wherever_they_are(repository: Repository) -> None:
    repository.configure(here({"id": "schedcfg-validate"}))
    config_map = "kind: ConfigMap\ndata:\n  c: |\n" + "".join(f"    {line}\n" for line in BAD.splitlines())
    found = [".hidden/.dotted.yaml", "with space/é.yaml", "one.json"]
    repository.write({"gone.yaml": HEAD, found[0]: BAD, found[1]: config_map, found[2]: '{"kind": "Policy", "x": 1}'})
    repository.git("commit", "--no-verify", "--message", "before")
    (repository.folder / "gone.yaml").unlink()
    (repository.folder / "link.yaml").symlink_to(found[0])
    (repository.folder / "dead.yaml").symlink_to("nowhere.yaml")
    repository.write({name: (repository.folder / name).read_text(encoding="utf-8") + "\n" for name in found})
    done = repository.commit()
    assert done.returncode == 1
    assert [name for name in found if f"{name}:" not in done.stdout] == []
    assert [name for name in ("gone.yaml", "link.yaml", "dead.yaml") if name in done.stdout] == []


def test_arguments_of_the_user(repository: Repository) -> None:
    repository.configure(here({"id": "schedcfg-validate", "args": ["--kubernetes", "1.29"]}))
    repository.write({"old.yaml": OLD, "pod.yaml": "kind: Pod\n"})
    done = repository.commit()
    assert done.returncode == 1
    assert "(1.29)" in done.stdout


def test_one_of_many_files(repository: Repository) -> None:
    repository.configure(here({"id": "schedcfg-validate"}))
    repository.write({f"{number}.yaml": BAD if number == 250 else HEAD for number in range(400)})
    done = repository.commit()
    assert done.returncode == 1
    assert re.findall(r"^(\S+):3:14: refused", done.stdout, re.MULTILINE) == ["250.yaml"]


@pytest.mark.parametrize("arguments", [{}, {"args": ["--kubernetes", "1.29"]}])
def test_an_old_file_is_changed_and_the_next_commit_passes(repository: Repository, arguments: Hook) -> None:
    repository.configure(here({"id": "schedcfg-migrate", **arguments}))
    pod = "kind: Pod  \n"
    repository.write({"old.yaml": OLD, "pod.yaml": pod})
    done = repository.commit()
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    assert (repository.folder / "old.yaml").read_text(encoding="utf-8") == OLD.replace("v1beta3", "v1")
    assert (repository.folder / "pod.yaml").read_text(encoding="utf-8") == pod
    repository.git("add", "--all")
    again = repository.commit()
    assert again.returncode == 0, again.stdout


def test_what_can_be_fixed_is_changed_and_the_next_commit_passes(repository: Repository, source: Source) -> None:
    repository.configure(source({"id": "schedcfg-fix", "args": ["--kubernetes", "1.30"]}))
    pod = "kind: Pod  \n"
    plugins = "profiles:\n- plugins:\n    score:\n      disabled:\n      - name: ImageLocality\n"
    gone = "      - name: ServiceAffinity\n"
    repository.write({"a.yaml": HEAD + plugins + gone, "right.yaml": HEAD, "pod.yaml": pod})
    done = repository.commit()
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    assert "a.yaml:8: fixed[ineffective-disable]" in done.stdout
    assert (repository.folder / "a.yaml").read_text(encoding="utf-8") == HEAD + plugins
    assert (repository.folder / "pod.yaml").read_text(encoding="utf-8") == pod
    repository.git("add", "--all")
    again = repository.commit()
    assert again.returncode == 0, again.stdout


def test_the_hook_that_init_writes_stops_a_commit(
    repository: Repository, built: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(
        {
            "url": built({})["repo"],
            "vcs_info": {"vcs": "git", "requested_revision": TAG, "commit_id": "0" * 40},
        },
        monkeypatch,
    )
    monkeypatch.chdir(repository.folder)
    done = CliRunner().invoke(group, ["init", "clusters/batch", "--yes"])
    assert done.exit_code == 0, done.output
    repository.write({})
    first = repository.commit()
    assert first.returncode == 0, first.stdout
    repository.write({"clusters/batch/scheduler-config.yaml": BAD})
    again = repository.commit()
    assert again.returncode == 1
    assert "clusters/batch/scheduler-config.yaml:3:14: refused[number-not-allowed]" in again.stdout
