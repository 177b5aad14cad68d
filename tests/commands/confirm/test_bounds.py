"""What a program may take, see and leave behind, with programs that misbehave."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.commands.confirm import images, scheduler
from schedcfg.commands.confirm.scheduler import NoScheduler
from schedcfg.integrations.programs import Bounds, run
from tests.called import Result
from tests.commands.confirm.stand_ins import Scripts
from tests.processes import wait_until

Command = Callable[..., Result]
V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


@pytest.fixture
def outcome(schedcfg: Command, scripts: Scripts, tmp_path: Path) -> Callable[..., tuple[int, str]]:
    def ask(code: str, *options: str) -> tuple[int, str]:
        (tmp_path / "a.yaml").write_text(V1, encoding="utf-8")
        done = schedcfg("confirm", tmp_path / "a.yaml", "--binary", scripts(code), "--output", "json", *options)
        (file,) = done.report["files"]
        return done.status, " ".join(error["message"] for error in file["errors"])

    return ask


def test_one_that_never_ends_is_killed_with_its_children(
    outcome: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    code = f'os.fork()\nopen("{tmp_path}/" + str(os.getpid()), "w")\ntime.sleep(3600)'
    assert outcome(code, "--timeout", "1") == (3, "it does not exit within 1 s")
    assert wait_until(lambda: not any(str(tmp_path / "scheduler") in line for line in _command_lines()))


def _command_lines() -> list[str]:
    marks = [path / "cmdline" for path in Path("/proc").iterdir() if path.name.isdigit()]
    found = []
    for mark in marks:
        try:
            found.append(mark.read_text(encoding="utf-8", errors="replace"))
        except OSError:
            continue
    return found


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("while True: os.write(2, b'x' * 4_000_000)", "it writes more messages than are read"),
        ("sys.exit(0)", "it exits without an error, and writes no completed configuration"),
        ("sys.exit(1)", "it exits with status 1, without a message"),
        ("sys.stderr.write('E1128 a message\\n')\nimport ctypes; ctypes.string_at(0)", "it was killed by SIGSEGV"),
        ('sys.exit("open /etc/tls.crt: no such file or directory")', "open /etc/tls.crt: no such file or directory"),
        # An address of the node on which the scheduler runs.
        (
            'sys.exit("listen tcp 192.0.2.1:10251: bind: cannot assign requested address")',
            "listen tcp 192.0.2.1:10251: bind: cannot assign requested address",
        ),
        (
            'path = next(one for one in sys.argv if "write-config" in one).partition("=")[2]\n'
            'open(path, "w").write("[1")',
            "it exits without an error, and writes no completed configuration",
        ),
    ],
)
def test_what_is_no_answer_is_no_verdict(outcome: Callable[..., tuple[int, str]], code: str, reason: str) -> None:
    status, said = outcome(code)
    assert status == 3
    assert said.startswith(reason)


def test_messages_are_escaped(outcome: Callable[..., tuple[int, str]]) -> None:
    status, said = outcome(r'sys.exit("\x1b[31m::error::no\u202e")')
    assert status == 4
    assert "\x1b" not in said
    assert "\u202e" not in said


@pytest.mark.parametrize("text", ["", "\n", "o"])
def test_a_small_file_is_not_what_a_message_repeats(
    text: str, schedcfg: Command, scripts: Scripts, tmp_path: Path
) -> None:
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    done = schedcfg("confirm", tmp_path / "a.yaml", "--binary", scripts('sys.exit("no good")'), "--output", "json")
    (file,) = done.report["files"]
    assert [error["message"] for error in file["errors"]] == ["no good"]


def test_a_crash_of_go_is_a_refusal(outcome: Callable[..., tuple[int, str]]) -> None:
    code = 'sys.stderr.write("panic: runtime error: index out of range\\n\\ngoroutine 1 [running]:\\n"); sys.exit(2)'
    assert outcome(code) == (4, "panic: runtime error: index out of range")


def test_it_sees_a_folder_of_its_own_and_little_of_the_environment(
    outcome: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "secret")
    seen = tmp_path / "seen"
    outcome(f'open("{seen}", "w").write(json.dumps([dict(os.environ), os.getcwd(), sys.argv, sys.stdin.read()]))')
    environment, folder, arguments, given = json.loads(seen.read_text(encoding="utf-8"))
    assert {"PATH", "HOME", "TMPDIR"} <= set(environment) <= {"PATH", "HOME", "TMPDIR", "LC_ALL", "LC_CTYPE"}
    assert environment["HOME"] == folder
    assert {"--master=http://127.0.0.1:1", "--secure-port=0"} <= set(arguments)
    assert given == ""
    assert not Path(folder).exists()


def test_it_has_no_network_where_the_system_allows_that(scripts: Scripts, tmp_path: Path) -> None:
    code = f'open("{tmp_path}/links", "w").write(open("/proc/self/net/dev").read())\nsys.exit("no")'
    program = scheduler.binary(str(scripts(code)), 10)
    if not program.is_isolated:
        pytest.skip("this system has no namespaces for everybody")
    scheduler.run(program, scheduler.Request(lambda _kubeconfig: b""))
    names = [line.split(":")[0].strip() for line in (tmp_path / "links").read_text().splitlines()[2:]]
    assert "lo" in names
    assert not [name for name in names if name.startswith(("eth", "en", "wl"))]


def test_large_files_are_not_written(tmp_path: Path) -> None:
    target = tmp_path / "large"
    ended = run(["/bin/sh", "-c", f"head -c 100000 /dev/zero > {target}"], Bounds(10, 1000, 4096))
    assert ended.status != 0
    assert target.stat().st_size <= 4096


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("print('hello')", "does not respond to `--version`"),
        ("sys.exit('unknown flag')", ": unknown flag"),
        ("import ctypes; ctypes.string_at(0)", ": it was killed by SIGSEGV"),
        ("print('Kubernetes v1.' + '9' * 5000)", "does not show its Kubernetes release: its version is v1.9{97}$"),
        ("print('Kubernetes v1.٣٣.3')", "does not show its Kubernetes release"),
    ],
)
def test_other_programs_are_no_schedulers(tmp_path: Path, code: str, message: str) -> None:
    script = tmp_path / "other"
    script.write_text(f"#!{sys.executable}\nimport sys\n{code}\n", encoding="utf-8")
    script.chmod(0o755)
    with pytest.raises(NoScheduler, match=message):
        scheduler.release(scheduler.binary(str(script), 10))


def test_a_version_of_ones_own_needs_a_release(schedcfg: Command, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(V1, encoding="utf-8")
    script = tmp_path / "other"
    script.write_text("#!/bin/sh\necho Kubernetes v20240101-mine\n", encoding="utf-8")
    script.chmod(0o755)
    done = schedcfg("confirm", tmp_path / "a.yaml", "--binary", script)
    assert done.status == 2
    assert "does not show its Kubernetes release" in done.err
    assert "--kubernetes 1.29" in done.err


@pytest.mark.parametrize(
    "options", [[], ["--binary", "a", "--image", "b"], ["--binary", "nowhere"], ["--image", "--privileged"]]
)
def test_wrong_usage(schedcfg: Command, tmp_path: Path, options: list[str]) -> None:
    (tmp_path / "a.yaml").write_text(V1, encoding="utf-8")
    assert schedcfg("confirm", tmp_path / "a.yaml", *options).status == 2


TOOL = """#!/bin/sh
echo "$@" >> {folder}/calls
[ "$1" = run ] || exit 0
for one in "$@"; do
  case "$one" in
    --volume=*:/schedcfg-in:ro) given=${{one#--volume=}}; given=${{given%%:*}};;
    *) last=$one;;
  esac
done
case "$last" in --version) echo "Kubernetes v1.33.3"; exit;; esac
grep -q "parallelism: 0" "$given/config.yaml" && echo "parallelism: Invalid value: 0: must be positive" >&2; exit 1
"""


def test_an_image_is_run_without_network_and_pull(
    schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "podman"
    tool.write_text(TOOL.format(folder=tmp_path), encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(images, "TOOLS", ("podman",))
    (tmp_path / "a.yaml").write_text(V1 + "parallelism: 0\n", encoding="utf-8")
    done = schedcfg("confirm", tmp_path / "a.yaml", "--image", "example.com/scheduler:1")
    assert done.status == 1, done.err
    calls = (tmp_path / "calls").read_text(encoding="utf-8").splitlines()
    runs = [call.split() for call in calls if call.startswith("run ")]
    assert len(runs) == 2
    for call in runs:
        assert {"--network=none", "--pull=never", "--read-only", "--cap-drop=ALL", "--rm"} <= set(call)
    assert "--config=/schedcfg-in/config.yaml" in runs[1]
