"""Args of plugins that no release has: their values are found once for all releases that read the document."""

from schedcfg.commands.effective.effective import effective_file
from schedcfg.configuration.effective.view import ArgsView
from schedcfg.document import parse
from schedcfg.validation.options import DEFAULT

TEXT = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {multiPoint: {enabled: [{name: Own}]}}
  pluginConfig:
  - {name: Own, args: {a: 1, b: {c: null}}}
  - {name: NodeResourcesFit, args: {ignoredResources: [example.com/x]}}
"""


def args_by(text: str, *names: str) -> list[dict[str, ArgsView]]:
    stream = parse(text)
    views = [effective_file(stream, DEFAULT.by(name), path="scheduler.yaml").view for name in names]
    return [{args.plugin: args for args in view.profiles[0].args} for view in views if view is not None]


def test_releases_share_what_is_the_same() -> None:
    older, newer = args_by(TEXT, "1.30", "1.37")
    assert older["Own"].settings is newer["Own"].settings
    assert [(one.path, one.value, str(one.origin)) for one in newer["Own"].settings] == [
        ("a", 1, "line 6"),
        ("b.c", None, "default of v1"),
    ]
    assert older["NodeResourcesFit"].settings is not newer["NodeResourcesFit"].settings


def test_documents_and_entries_share_nothing() -> None:
    (one,) = args_by(TEXT, "1.37")
    (other,) = args_by(TEXT.replace("a: 1", "a: 2"), "1.37")
    assert [args["Own"].settings[0].value for args in (one, other)] == [1, 2]
    both = TEXT + TEXT[TEXT.index("- plugins") :].replace("- plugins", "- schedulerName: b\n  plugins").replace(
        "a: 1", "a: 3"
    )
    view = effective_file(parse(both.replace("- plugins", "- schedulerName: a\n  plugins", 1)), DEFAULT, path="x").view
    assert view is not None
    values = [args.settings[0].value for profile in view.profiles for args in profile.args if args.plugin == "Own"]
    assert values == [1, 3]
