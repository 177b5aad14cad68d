"""No secret is shown: thirty names, in each place of a file, in every format of every command that reports."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest

from schedcfg.commands.confirm import scheduler
from schedcfg.commands.diff import FORMATS as DIFFERENCE_FORMATS
from schedcfg.commands.effective import FORMATS as VIEW_FORMATS
from schedcfg.commands.test import FORMATS as TESTED
from schedcfg.commands.upgrade.command import FORMATS as PLANS
from schedcfg.commands.why import FORMATS as WHY
from schedcfg.output import FORMATS
from tests.called import Result
from tests.commands.probe.extender_server import Reply, configuration, extender
from tests.hostile.planted_secrets import HEAD, NAMES, planted
from tests.output.html.pages import unfolded
from tests.searching import IS_SEARCHING

pytestmark = pytest.mark.long

USAGE = 2
BASELINE = "baseline.json"
RESOURCES = (
    "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig:\n  apiVersion: schedcfg.io/v1alpha1\n"
    "  kind: SchedulerConfig\n  metadata: {name: a}\n  spec: {kubernetes: '1.33'}\nitems:\n"
)
CONTENT = {"yaml"}
"""Formats of `effective` that are what kube-scheduler reads: SECURITY.md says that they show what is in the file."""


def _at_once(formats: Sequence[str]) -> tuple[str, ...]:
    """Return the options for several reports of one run: the first to standard output, others beside the folder."""
    files = (word for name in formats[1:] for word in ("--output", f"{name}=../{name}.report"))
    return ("--output", formats[0], *files)


def _halves(formats: Iterable[str]) -> tuple[Sequence[str], Sequence[str]]:
    names = tuple(formats)
    return names[::2], names[1::2]


def _commands() -> Iterator[tuple[str, ...]]:
    yield from (("validate", ".", "--output", name) for name in FORMATS)
    yield ("validate", ".", "-v")
    yield ("validate", ".", "--fix", "--unsafe-fixes")
    yield ("validate", ".", "--write-baseline", BASELINE)
    yield from (("effective", ".", "--output", name) for name in VIEW_FORMATS if name not in CONTENT)
    yield from (("why", "ImageLocality", ".", "--output", name) for name in WHY)
    yield from (("migrate", ".", "--to", version, "--check", "-v") for version in ("v1", "v1beta3"))
    # What takes long is found once for several formats, and with other names for the others.
    for formats in _halves(DIFFERENCE_FORMATS):
        yield ("diff", ".", "../other", *_at_once(formats))
        yield ("diff", "../other", ".", *_at_once(formats))
    for file, name in product(("args.yaml", "plugin.yaml"), DIFFERENCE_FORMATS):
        yield ("diff", file, "--from", "1.29", "--to", "1.33", "--output", name)
    for formats in _halves(PLANS):
        yield ("upgrade", ".", "--from", "1.29", "--to", "1.33", "-v", *_at_once(formats))
    yield ("validate", ".", "--cluster-release", "1.28", "--output", "json")
    yield ("validate", "./plan.json", "./marked-plan.json", "--output", "html")
    yield from (("test", ".", "--output", name) for name in TESTED if name != "json")


EVERY = 1 if IS_SEARCHING else 4
"""One of so many names is in each file; which ones differs from command to command, and from file to file."""


@pytest.mark.parametrize(
    ("number", "command"), [pytest.param(number, one, id=" ".join(one)) for number, one in enumerate(_commands())]
)
def test_no_command_shows_one(
    number: int,
    command: tuple[str, ...],
    schedcfg: Callable[..., Result],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, other = tmp_path / "here", tmp_path / "other"
    here.mkdir()
    other.mkdir()
    monkeypatch.chdir(here)
    secrets = {}
    for file in planted(number, EVERY):
        Path(file.name).write_text(file.text, encoding="utf-8")
        (other / file.name).write_text(HEAD, encoding="utf-8")
        secrets.update({value: f"{name} in {file.name}" for name, value in file.secrets.items()})
    done = schedcfg(*command)
    baseline = Path(BASELINE)
    reports = [unfolded(path.read_text(encoding="utf-8")) for path in sorted(tmp_path.glob("*.report"))]
    assert len(reports) == sum(word.endswith(".report") for word in command)
    first = unfolded(done.out) + done.err + (baseline.read_text(encoding="utf-8") if baseline.exists() else "")
    assert done.status != USAGE
    for shown in (first, *reports):
        assert ("schedtest" if command[0] == "test" else "profile") in shown
        assert [what for value, what in secrets.items() if value in shown] == []


def test_what_a_program_prints(
    schedcfg: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "scheduler"
    program.write_text(
        "#!/bin/sh\n"
        'case " $* " in *" --version "*) echo "Kubernetes v1.33.3"; exit;; esac\n'
        'for one; do case "$one" in --config=*) path="${one#*=}";; esac; done\n'
        'echo "Error: invalid:" $(tail -n 5 "$path") >&2\nexit 1\n'
    )
    program.chmod(0o755)
    monkeypatch.setattr(
        "schedcfg.commands.validate.confirming.scheduler_of", lambda *_: scheduler.binary("./scheduler", 9)
    )
    commands = (
        ("confirm", "scheduler.yaml", "--binary", "./scheduler", "--output", "json"),
        ("validate", "--confirm", "scheduler.yaml"),
    )
    for number, file in enumerate(planted(0, EVERY)):
        Path("scheduler.yaml").write_text(file.text, encoding="utf-8")
        # What a program printed is made of one text: by turns, where not all is asked for.
        for command in commands if EVERY == 1 else (commands[number % 2],):
            done = schedcfg(*command)
            assert [name for name, value in file.secrets.items() if value in done.out + done.err] == [], file.name


@pytest.mark.parametrize("way", [("static-pod", "--from"), ("kubeadm", "--from")], ids=" ".join)
def test_what_is_generated_of_a_manifest(
    way: tuple[str, str], schedcfg: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that are generated have what they are made of; what is said about them has not."""
    monkeypatch.chdir(tmp_path)
    Path("scheduler.yaml").write_text(
        f"{HEAD}clientConnection: {{kubeconfig: /etc/kubernetes/scheduler.conf}}\n", encoding="utf-8"
    )
    seen = set()
    for file in planted(0, EVERY):
        Path(file.name).write_text(file.text, encoding="utf-8")
        done = schedcfg("generate", way[0], "--config", "scheduler.yaml", way[1], file.name, "--write-to", "made")
        seen.add(done.status)
        assert [name for name, value in file.secrets.items() if value in done.out + done.err] == [], file.name
    assert 0 in seen


def test_lists_of_resources(schedcfg: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for file in planted(0, EVERY):
        if file.name.endswith((".yaml", ".json")):
            items = "".join(f"- {one.strip()}\n".replace("\n", "\n  ").rstrip(" ") for one in file.text.split("---\n"))
            Path("list.yaml").write_text(f"{RESOURCES}{items}", encoding="utf-8")
            done = schedcfg("krm", "list.yaml")
            results = done.out.partition("\nresults:")[2] + done.err
            assert [name for name, value in file.secrets.items() if value in results] == [], file.name


@pytest.mark.parametrize("written", ["{}={}", "{}: {}", '{{"{}": "{}"}}', "--{} {}", "http://{}:{}@host/x"])
@pytest.mark.parametrize("output", ["text", "json"])
def test_what_a_server_answers(schedcfg: Callable[..., Result], tmp_path: Path, written: str, output: str) -> None:
    file = tmp_path / "scheduler.yaml"
    with extender({}) as server:
        file.write_bytes(configuration({"urlPrefix": server.url, "filterVerb": "filter", "nodeCacheCapable": True}))
        for number, name in enumerate(NAMES[::5]):
            secret = f"Zx9kQ{number:02}w"
            text = written.format(name, secret)
            for answer in (
                Reply(text.encode(), 500),
                Reply(text.encode(), 200),
                Reply(b"", 302, {"Location": f"/?{name}={secret}"}),
                {"Error": text},
                {"NodeNames": [text]},
                {"NodeNames": [], "FailedNodes": {"node-1": text}},
            ):
                server.answers["/filter"], before = answer, len(server.asked)
                done = schedcfg("probe", "extender", file, "--node", "node-1", "--output", output)
                assert len(server.asked) > before
                assert "filter" in done.out
                assert secret not in done.out + done.err, (name, answer)


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (("migrate", "scheduler.yaml", "--to", "v1"), "urlPrefix: http://u:Zx9kQ@host/?token=Zx9kQ"),
        (
            ("upgrade", "scheduler.yaml", "--from", "1.27", "--to", "1.28"),
            "urlPrefix: http://*******@host/?token=*****",
        ),
    ],
    ids=["migrate", "upgrade"],
)
def test_the_new_text_of_a_file_is_whole_where_it_is_what_was_asked_for(
    command: tuple[str, ...],
    shown: str,
    schedcfg: Callable[..., Result],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = "extenders:\n- urlPrefix: http://u:Zx9kQ@host/?token=Zx9kQ\n  filterVerb: f\n"
    Path("scheduler.yaml").write_text(HEAD.replace("/v1", "/v1beta2") + lines, encoding="utf-8")
    done = schedcfg(*command, "--output", "json")
    assert shown in done.out
    assert "v1beta3" in done.out or "/v1\\n" in done.out


def test_args_that_a_schema_does_not_take(
    schedcfg: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.json").write_text('{"properties": {"token": {"type": "integer"}}}', encoding="utf-8")
    Path("schedcfg.toml").write_text('[plugins.Own]\nargs-schema = "own.json"\n', encoding="utf-8")
    args = "profiles:\n- pluginConfig:\n  - name: Own\n    args: {token: Zx9kQ}\n"
    Path("scheduler.yaml").write_text(HEAD + args, encoding="utf-8")
    done = schedcfg("validate", "scheduler.yaml")
    assert '`token` must be a whole number, found the string "***"' in done.out
    assert "Zx9kQ" not in done.out


def test_settings_that_are_wrong(
    schedcfg: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("schedcfg.toml").write_text('[feature-gates]\nbearerToken = "Zx9kQ"\n', encoding="utf-8")
    Path("scheduler.yaml").write_text(HEAD, encoding="utf-8")
    done = schedcfg("validate", "scheduler.yaml")
    assert '`feature-gates.bearerToken` must be a boolean, found the string "***"' in done.err
