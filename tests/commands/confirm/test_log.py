"""What is read of the messages of kube-scheduler, and where in a file they lead."""

import pytest

from schedcfg.commands.confirm import answer, places
from schedcfg.document import parse

PREFIX = "E1122 20:33:34.572220   13283 run.go:72] "


@pytest.mark.parametrize(
    ("messages", "errors"),
    [
        (f'{PREFIX}"command failed" err="no kind \\"Pod\\" \\x1b\\a"\n', ('no kind "Pod" \x1b\a',)),
        (f"{PREFIX}\"command failed\" err=<\n\tObject 'Kind' is missing in 'a\n\t  b: 1\n\t'\n >\n", None),
        ("couldn't create resource lock: x\n", ("couldn't create resource lock: x",)),
        (f"W{PREFIX[1:]}deprecated\ncouldn't create scheduler: y\n", ("couldn't create scheduler: y",)),
        (
            '[a.b: Invalid value: "x, y": no, c[0]: Required value: must be set]\n',
            ('a.b: Invalid value: "x, y": no', None),
        ),
        ("Error: unknown flag: --x\nUsage:\n  kube-scheduler\n", ("unknown flag: --x",)),
        ("I1122 20:33:31.976179   13130 a.go:175] noise\n\nfatal error: all goroutines are asleep\n", None),
        ("", ()),
    ],
)
def test_errors_are_what_keeps_it_from_starting(messages: str, errors: tuple[str | None, ...] | None) -> None:
    found = answer.errors(messages)
    if errors is None:
        assert found in {("Object 'Kind' is missing in 'a\n  b: 1\n'",), ("fatal error: all goroutines are asleep",)}
    else:
        assert len(found) == len(errors)
        assert all(want is None or one == want for one, want in zip(found, errors, strict=True))


def test_plugins_are_read_from_the_log() -> None:
    line = (
        'I1122 framework.go:399] "the scheduler starts to work with those plugins" Plugins={"Score":{"Enabled":[]}}\n'
    )
    assert answer.plugins(line * 2) == ({"Score": {"Enabled": []}},) * 2
    assert answer.plugins(line[:-4]) == ()


TEXT = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: x
enableProfiling: maybe
profiles:
- schedulerName: a
- schedulerName: b
  plugins:
    score:
      enabled: [{name: Mine}]
    filter:
      enabled: [{name: Mine}]
  pluginConfig:
  - name: Fit
    args: {foo: 1}
extenders: [{enableHTTPS: []}]
"""


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("parallelism: Invalid value: 0: no", 3),
        ("profiles[1].plugins.score.enabled[7]: Invalid value: x", 10),
        ("json: cannot unmarshal string into Go struct field KubeSchedulerConfiguration.parallelism of type int32", 3),
        ("json: cannot unmarshal array into Go struct field Extender.extenders.enableHTTPS of type bool", 16),
        ("json: cannot unmarshal array into Go struct field .kind of type string", 2),
        ("v1beta1.KubeSchedulerConfiguration.DebuggingConfiguration: EnableProfiling: ReadBool: expect t or f", 4),
        (
            'strict decoding error: decoding .profiles[1].pluginConfig[0]: strict decoding error: unknown field "foo"',
            15,
        ),
        ('strict decoding error: unknown field "profiles[1].plugins.score.enabled[0].name"', 10),
        ('creating profile for scheduler name b: FilterPlugin "Mine" does not exist', 12),
        ('creating profile for scheduler name b: ReservePlugin "Mine" does not exist', 10),
        ('creating profile for scheduler name b: initializing plugin "Fit": wrong', 14),
        ('only one queue sort plugin required for profile with scheduler name "a", but got 0', 6),
        ('no kind "KubeSchedulerConfiguration" is registered for version "x/v9"', 1),
        ("couldn't build extenders: specifying a root certificates file", 16),
        ("json: unsupported value: NaN", None),
    ],
)
def test_a_message_leads_to_a_line(message: str, line: int | None) -> None:
    (document,) = parse(TEXT).documents
    path = places.path_of(message, document)
    found = None if path is None else document.locate(path)
    assert (None if found is None else (found.key or found.value).start.line) == line


def test_the_line_of_a_reader_is_read() -> None:
    assert places.line_of("yaml: line 12: did not find expected key") == 12
    assert places.line_of("no line") is None
