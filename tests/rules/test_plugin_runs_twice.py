"""What `plugin-runs-twice` reports is what `effective` shows."""

import json

from click.testing import CliRunner

from schedcfg.cli import group

TEXT = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins:
    score:
      enabled:
      - {name: NodeAffinity, weight: 2}
      - {name: ImageLocality, weight: 3}
      - {name: TaintToleration, weight: 4}
"""


def test_the_same_plugin_is_shown_twice() -> None:
    done = CliRunner().invoke(group, ["effective", "--kubernetes", "1.25", "--output", "json", "-"], input=TEXT)
    scores = json.loads(done.stdout)["files"][0]["plugins"]["default-scheduler"]["score"]
    names = [plugin["name"] for plugin in scores]
    assert [name for name in dict.fromkeys(names) if names.count(name) > 1] == ["TaintToleration"]
