"""Blocks of Markdown and of scripts that are named are read in place: findings, fixes and migrations are the file's."""

from pathlib import Path

import pytest

from schedcfg.commands.migrate.migrate import migrate_file
from schedcfg.commands.validate.fix import fix_files
from schedcfg.document import parse
from schedcfg.findings import FileReport, Verdict
from schedcfg.sources import SearchTally
from schedcfg.sources.blocks import read_blocks
from schedcfg.sources.templates import UnreadKind
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options

GUIDE = """\
# Scheduling

Not a block: apiVersion: kubescheduler.config.k8s.io/v1

```yaml title="scheduler.yaml"
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profilez: []
```

1. Apply this:

   ~~~YAML
   apiVersion: v1
   kind: ConfigMap
   metadata: {name: a}
   ---
   apiVersion: v1
   kind: ConfigMap
   metadata: {name: b}
   data:
     config.yaml: |
       apiVersion: kubescheduler.config.k8s.io/v1
       kind: KubeSchedulerConfiguration
       parallelism: 0
   ~~~

```
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
percentageOfNodesToScore: 101
```

```
panic: kubescheduler.config.k8s.io/v1: not served: {
```

```sh
cat <<EOF
kind: $KIND
apiVersion: kubescheduler.config.k8s.io/v1
EOF
```

```yaml
apiVersion: kubescheduler.config.k8s.io/v1
"""


def validated(path: Path, text: str) -> FileReport:
    path.write_bytes(text.encode())
    [report] = validate_files([str(path)], Options())
    return report


def found(report: FileReport) -> list[tuple[str, int, int]]:
    return [
        (finding.rule, finding.start.line, finding.start.column)
        for document in report.documents
        for finding in document.findings
    ]


def test_blocks_are_read_in_their_places(tmp_path: Path) -> None:
    places = [("unknown-field", 8, 1), ("number-not-allowed", 25, 21), ("number-not-allowed", 31, 27)]
    assert found(validated(tmp_path / "guide.md", GUIDE)) == places
    assert found(validated(tmp_path / "guide.markdown", GUIDE.replace("\n", "\r\n"))) == places


def test_text_in_quotations_and_in_longer_fences(tmp_path: Path) -> None:
    block = (
        "```yaml\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nparallelism: 0\n```\n"
    )
    quoted = "".join(f"> {line}\n" for line in block.splitlines())
    assert found(validated(tmp_path / "a.md", f"{quoted}\n````md\n{block}````\n\n{block}")) == [
        ("number-not-allowed", 18, 14)
    ]


def test_a_block_is_fixed_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "guide.md"
    path.write_text(GUIDE.replace("parallelism: 0", "parallelism: 4"), encoding="utf-8")
    [report] = fix_files([str(path)], Options(), unsafe=True)
    assert report.text == GUIDE.replace("parallelism: 0", "parallelism: 4").replace("profilez", "profiles")


def test_blocks_are_migrated_in_place() -> None:
    old = "kubescheduler.config.k8s.io/v1beta3 # kept"
    text = GUIDE.replace("profilez", "profiles").replace("parallelism: 0", "parallelism: 4").replace("101", "10")
    before = text.replace("apiVersion: kubescheduler.config.k8s.io/v1\nkind", f"apiVersion: {old}\nkind").replace(
        "apiVersion: kubescheduler.config.k8s.io/v1\n       kind", f"apiVersion: {old}\n       kind"
    )
    file = migrate_file(read_blocks(parse(before), "guide.md"), Options(), path="guide.md", to="v1")
    assert file.after.decode() == before.replace("v1beta3 # kept", "v1 # kept")
    assert before.count("# kept") == 3


def test_a_configuration_that_is_a_part_of_a_document(tmp_path: Path) -> None:
    config = "apiVersion: kubescheduler.config.k8s.io/v1\n    kind: KubeSchedulerConfiguration\n    parallelism: 0\n"
    block = f"```yaml\nkind: ConfigMap\ndata:\n  config.yaml:\n    {config}```\n"
    report = validated(tmp_path / "a.md", f"# Two\n\n{block}\n{block}")
    assert found(report) == [
        ("config-map-value", 6, 3),
        ("number-not-allowed", 9, 18),
        ("config-map-value", 15, 3),
        ("number-not-allowed", 18, 18),
    ]


HERE = """\
cat <<%s | sudo tee /etc/kubernetes/config/kube-scheduler.yaml
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: "%s"
parallelism: 0
EOF
kube-scheduler --config=/etc/kubernetes/config/kube-scheduler.yaml
"""


def test_here_documents(tmp_path: Path) -> None:
    script = "#!/bin/bash\nset -e\n" + HERE % ("EOF", "/a")
    assert found(validated(tmp_path / "a.sh", script)) == [("number-not-allowed", 8, 14)]
    assert found(validated(tmp_path / "a.md", f"# A\n\n```bash\n{HERE % ('EOF', '/a')}```\n")) == [
        ("number-not-allowed", 9, 14)
    ]
    listed = "".join(f"   {line}\n" for line in f"```\n{HERE % ('EOF', '/a')}```".splitlines())
    assert found(validated(tmp_path / "a.md", f"1. So:\n\n{listed}\nOr:\n\n{HERE % ('EOF', '/a')}")) == [
        ("number-not-allowed", 9, 17),
        ("number-not-allowed", 21, 14),
    ]
    assert ("number-not-allowed", 6, 14) in found(validated(tmp_path / "a.sh", HERE % ("'EOF'", "$HOME/a")))


UNIT = """\
cat <<EOF > /etc/systemd/system/kube-scheduler.service
[Service]
ExecStart=/usr/local/bin/kube-scheduler --kubeconfig=/a --v=x --bind-address=ADDRESS
EOF
"""


def test_units_in_which_the_shell_runs_commands_are_not_read(tmp_path: Path) -> None:
    for address in ("127.0.0.1", "$ADDRESS"):
        [(rule, line, _)] = found(validated(tmp_path / "a.md", UNIT.replace("ADDRESS", address)))
        assert (rule, line) == ("flag-value", 3)
    for address in ("$(hostname -i)", "`hostname`"):
        assert validated(tmp_path / "a.md", UNIT.replace("ADDRESS", address)).verdict is Verdict.SKIPPED


def test_commands_in_prose_and_in_here_documents_are_not_read(tmp_path: Path) -> None:
    command = "minikube start --extra-config=scheduler.v=x"
    prose = f"# A\n\nRun `{command}`:\n\n```yaml\na: 1\n```\n"
    assert validated(tmp_path / "a.md", prose).verdict is Verdict.SKIPPED
    script = f"#!/bin/sh\ncat <<'EOF' > ci.yaml\nrun: {command}\nEOF\n"
    assert found(validated(tmp_path / "a.sh", script)) == [("flag-value", 3, 6)]


def test_a_script_that_only_starts_a_scheduler_holds_no_configuration(tmp_path: Path) -> None:
    path = tmp_path / "a.sh"
    path.write_text("#!/bin/sh\nminikube start --extra-config=scheduler.v=2\n", encoding="utf-8")
    file = migrate_file(read_blocks(parse(path.read_text(encoding="utf-8")), "a.sh"), Options(), path="a.sh", to="v1")
    assert file.verdict is Verdict.SKIPPED


def test_here_documents_that_the_shell_fills_in_are_not_read(tmp_path: Path) -> None:
    [document] = validated(tmp_path / "a.sh", HERE % ("EOF", "$HOME/a")).documents
    [finding] = document.findings
    assert finding.rule == "unrendered-template"
    assert finding.message.startswith("this is a script: ")
    tally = SearchTally()
    assert list(validate_files([str(tmp_path)], Options(), tally=tally)) == []
    assert tally.unread == {UnreadKind.SCRIPT: [str(tmp_path / "a.sh")]}


@pytest.mark.parametrize(
    ("info", "is_read"),
    [
        ("scheduler-config.yaml", True),
        ("etc/kubernetes/scheduler.config.yml", True),
        ("sched-cc.conf", True),
        ("{.yaml .annotate}", True),
        ('title="a.go"', True),
        ("main.go", False),
        ("scheduler.yaml.j2", False),
    ],
)
def test_the_file_name_behind_a_fence_shows_the_language(tmp_path: Path, info: str, *, is_read: bool) -> None:
    block = (
        f"```{info}\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofils: []\n```\n"
    )
    assert (("unknown-field", 4, 1) in found(validated(tmp_path / "a.md", block))) is is_read


def test_fields_in_a_document_of_a_product(tmp_path: Path) -> None:
    block = "```yaml\napiVersion: v1alpha1\nkind: KubeSchedulerConfig\nconfig:\n  paralelism: 4\n```\n"
    assert found(validated(tmp_path / "a.md", block)) == [("unknown-field", 5, 3)]
