"""A run that found nothing to look into says so, whatever the command, and fails where something is required."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

CONFIGURATION = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: nginx}]}\n"
WORKLOAD = POD.replace("spec: {", "spec: {schedulerName: batch, ")
STATIC_POD = POD.replace("image: nginx", "image: registry.k8s.io/kube-scheduler:v1.29.0, command: [kube-scheduler]")

COMMANDS = {
    "validate": ("validate",),
    "validate --fix": ("validate", "--fix"),
    "validate --diff": ("validate", "--diff"),
    "effective": ("effective",),
    "why": ("why", "ImageLocality"),
    "migrate": ("migrate", "--to", "v1"),
    "upgrade": ("upgrade", "--step", "1.30"),
    "migrate --check": ("migrate", "--to", "v1", "--check"),
    "migrate --write": ("migrate", "--to", "v1", "--write"),
}

Command = Callable[..., "Result"]  # noqa: F821


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deploy").mkdir()


def put(**files: str) -> None:
    for name, text in files.items():
        path = Path("deploy", name.replace("_", "."))
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_every_command_says_that_nothing_was_found(schedcfg: Command, command: tuple[str, ...]) -> None:
    found = schedcfg(*command, "deploy")
    assert (found.status, found.out) == (0, "")
    assert found.err == (
        "no scheduler configuration found: 0 files read\n"
        "  help: A search reads names that end in .yaml, .yml, .json, .conf, .cfg, .service; `--suffix` adds others.\n"
    )
    put(pod_yaml=POD, pod_json="{}", notes_md="kubescheduler.config.k8s.io/v1")
    found = schedcfg(*command, "deploy")
    assert (found.status, found.out) == (0, "")
    assert found.err.startswith("no scheduler configuration found: 2 files read, and none contains one\n")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_required_it_fails(schedcfg: Command, command: tuple[str, ...]) -> None:
    put(pod_yaml=POD)
    found = schedcfg(*command, "deploy", "--require")
    assert found.status == 1
    assert found.err.startswith("no scheduler configuration found: 1 file read, and it does not contain one\n")
    Path("schedcfg.toml").write_text("require = true\n", encoding="utf-8")
    assert schedcfg(*command, "deploy").status == 1
    put(scheduler_yaml=CONFIGURATION)
    found = schedcfg(*command, "deploy", "--require")
    assert found.status == 0
    assert "no scheduler configuration found" not in found.err


@pytest.mark.parametrize("command", [("validate",), ("effective",), ("migrate", "--to", "v1")], ids=lambda one: one[0])
def test_data_on_standard_output_stays_data(schedcfg: Command, command: tuple[str, ...]) -> None:
    found = schedcfg(*command, "deploy", "--output", "json")
    assert json.loads(found.out)["files"] == []
    assert "no scheduler configuration found" in found.err


@pytest.mark.parametrize("command", [("validate",), ("effective",), ("migrate", "--to", "v1")], ids=lambda one: one[0])
def test_several_processes_count_the_same(schedcfg: Command, command: tuple[str, ...]) -> None:
    put(a_yaml=POD, b_yaml=POD)
    assert "2 files read, and none contains one" in schedcfg(*command, "deploy", "--jobs", 2).err


def test_a_manifest_that_runs_a_scheduler_is_something_one_that_names_it_is_not(schedcfg: Command) -> None:
    put(workload_yaml=WORKLOAD)
    assert schedcfg("validate", "deploy", "--require").status == 1
    put(scheduler_yaml=STATIC_POD)
    found = schedcfg("validate", "deploy", "--require", "--fail-on", "never")
    assert (found.status, "no scheduler configuration found" in found.err) == (0, False)


def test_a_kustomization_alone_takes_what_it_has_from_elsewhere(schedcfg: Command) -> None:
    put(kustomization_yaml="resources: [../base]\n")
    assert schedcfg("validate", "deploy").err == (
        "no scheduler configuration found: 1 file read, and it does not contain one\n"
        "  help: deploy/kustomization.yaml may take one from another folder: name that folder, or run "
        "`kubectl kustomize deploy | schedcfg validate -`.\n"
    )


@pytest.mark.parametrize(("name", "suffix"), [("scheduler.config", ".config"), ("config", "''"), ("a.b.txt", ".txt")])
def test_files_under_other_names_are_named_and_can_be_searched(schedcfg: Command, name: str, suffix: str) -> None:
    Path("deploy", name).write_text(CONFIGURATION + "parallelism: 0\n", encoding="utf-8")
    Path("deploy", "other.config").write_text("predicates: kubescheduler.config.k8s.io/v1\n", encoding="utf-8")
    said = f"not read because of the name: deploy/{name}; name it, or search such files: --suffix {suffix}\n"
    assert schedcfg("validate", "deploy").err == said + "no scheduler configuration found: 0 files read\n"
    asked = suffix.strip("'")
    assert "number-not-allowed" in schedcfg("validate", "deploy", "--suffix", asked).out
    assert "number-not-allowed" in schedcfg("validate", "deploy", "--suffix", asked.strip(".").upper()).out
    Path("schedcfg.toml").write_text(f'suffixes = ["{asked}"]\n', encoding="utf-8")
    assert "number-not-allowed" in schedcfg("validate", "deploy").out
    Path("schedcfg.toml").write_text(f'exclude = ["{name}"]\n', encoding="utf-8")
    assert "not read because" not in schedcfg("validate", "deploy").err
    put(good_yaml=CONFIGURATION)
    Path("schedcfg.toml").unlink()
    assert schedcfg("validate", "deploy").err.startswith(said)


def test_files_of_products_with_marks_of_policies_are_no_hint(schedcfg: Command) -> None:
    volcano = "actions: enqueue\ntiers:\n- plugins: [{name: predicates}]\n"
    put(volcano_conf=volcano, volcano_config=volcano, descheduler_yaml="kind: DeschedulerPolicy\n")
    err = schedcfg("validate", "deploy").err
    assert [line for line in err.splitlines() if "volcano" in line or "descheduler" in line] == []


@pytest.mark.parametrize("suffix", [".conf", ".cfg"])
def test_names_of_configurations_are_searched(schedcfg: Command, suffix: str) -> None:
    Path("deploy", f"scheduler{suffix}").write_text(CONFIGURATION + "parallelism: 0\n", encoding="utf-8")
    assert "number-not-allowed" in schedcfg("validate", "deploy").out


def test_suffixes_are_searched_beside_the_usual_ones(schedcfg: Command) -> None:
    put(a_config=CONFIGURATION + "parallelism: 0\n", b_YAML=CONFIGURATION + "parallelism: -1\n")
    out = schedcfg("validate", "deploy", "--suffix", ".config", "--output", "concise").out
    assert [line.partition(":")[0] for line in out.splitlines()] == ["deploy/a.config", "deploy/b.YAML"]


def test_a_file_beside_a_manifest_is_read_under_such_a_name(schedcfg: Command) -> None:
    put(scheduler_config=CONFIGURATION + "leaderElection: {leaderElect: false}\n")
    flags = "--config=/etc/kubernetes/scheduler.config, --leader-elect=true"
    mounted = (
        STATIC_POD.replace("[kube-scheduler]", f"[kube-scheduler, {flags}]").replace(
            "}]}\n", ", volumeMounts: [{name: c, mountPath: /etc/kubernetes/scheduler.config}]}], "
        )
        + "  volumes: [{name: c, hostPath: {path: /etc/kubernetes/scheduler.config}}]}\n"
    )
    put(pod_yaml=mounted)
    assert "overriding-flag" not in schedcfg("validate", "deploy").out
    for jobs in (1, 2):
        assert "overriding-flag" in schedcfg("validate", "deploy", "--suffix", ".config", "--jobs", jobs).out


def test_what_is_excluded_is_counted_apart(schedcfg: Command) -> None:
    put(scheduler_yaml=CONFIGURATION, pod_yaml=POD)
    Path("schedcfg.toml").write_text('exclude = ["scheduler.yaml"]\n', encoding="utf-8")
    err = schedcfg("validate", "deploy").err
    assert err.startswith(
        "no scheduler configuration found: 1 file read, and it does not contain one; `exclude` skips 1\n"
    )


def test_hooks_expect_files_without_one(schedcfg: Command) -> None:
    put(pod_yaml=POD)
    quiet = schedcfg("validate", "deploy/pod.yaml", "--skip-others")
    assert (quiet.status, quiet.err) == (0, "")
    required = schedcfg("validate", "deploy/pod.yaml", "--skip-others", "--require")
    assert (required.status, "1 file read" in required.err) == (1, True)


def test_a_file_that_cannot_be_read_is_another_matter(schedcfg: Command) -> None:
    Path("deploy", "gone.yaml").symlink_to("nowhere.yaml")
    found = schedcfg("validate", "deploy", "--require")
    assert (found.status, "no scheduler configuration found" in found.err) == (3, False)


def test_a_baseline_that_is_not_written_says_so_as_well(schedcfg: Command) -> None:
    found = schedcfg("validate", "deploy", "--write-baseline", "known.json", "--require")
    assert (found.status, "0 files read" in found.err, Path("known.json").exists()) == (3, True, False)


def test_names_are_escaped(schedcfg: Command) -> None:
    Path("deploy", "a\x1b[31m.config").write_text(CONFIGURATION, encoding="utf-8")
    err = schedcfg("validate", "deploy").err
    assert ("\x1b" in err, "the name: deploy/a\\x1b[31m.config" in err) == (False, True)
