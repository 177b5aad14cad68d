"""At every place of many texts, right, wrong and half typed: an outline, links and names, or nothing; no exception."""

from pathlib import Path

import pytest

from schedcfg.cards import files
from schedcfg.commands.server.analysis import Analysis, analyze
from schedcfg.commands.server.outline import folds, outline
from schedcfg.commands.server.references import definitions_at, references_at
from schedcfg.commands.server.renaming import renamable_range_at, renaming_at
from schedcfg.rules.cards import cards
from tests.commands.server.test_outline import check
from tests.commands.server.written_folder import CONFIG_MAP, DEPLOYMENT, PODS, look_at, write
from tests.example_files import example_files


def ask(analysis: Analysis, step: int = 1) -> int:
    """Ask everything at each place of a text, and return at how many something is renamed."""
    check(analysis)
    renamed = 0
    for offset in range(0, len(analysis.text) + 2, step):
        places = (*definitions_at(analysis, offset), *references_at(analysis, offset))
        assert all(0 <= place.start <= place.end for place in places)
        found = renamable_range_at(analysis, offset)
        if found is not None:
            assert found[0] <= offset <= found[1]
            renamed += 1
    return renamed


@pytest.mark.parametrize("group", sorted({card.group for card in cards().values()}))
def test_every_place_of_every_rule_example(group: str, tmp_path: Path) -> None:
    renamed = 0
    for card in cards().values():
        for name, example in (("bad", card.bad), ("good", card.good)) if card.group == group else ():
            folder = tmp_path / card.id / name
            texts = files(example)
            write(folder, {file: text.encode("utf-8", "replace").decode() for file, text in texts.items()})
            for file in texts:
                renamed += ask(look_at(folder / file))
    assert renamed > 0


def test_every_file_of_the_examples() -> None:
    for path in example_files():
        text = path.read_bytes().decode("utf-8", "replace")
        ask(look_at(path, text), max(1, len(text) // 200))


def test_every_beginning_of_a_text() -> None:
    text = f"{CONFIG_MAP}---\n{DEPLOYMENT}---\n{PODS}"
    for end in range(0, len(text), 31):
        analysis = analyze(text[:end])
        outline(analysis)
        folds(analysis)
        definitions_at(analysis, end)
        references_at(analysis, end // 2)
        renaming_at(analysis, end // 3, "other")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ufeff",
        "\ufeffapiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n",
        "kind: KubeSchedulerConfiguration\nprofiles: {a: 1}\nextenders: 7\n",
        "kind: KubeSchedulerConfiguration\nprofiles: [[], null, {plugins: [1], pluginConfig: {a: b}}]\n",
        "kind: KubeSchedulerConfiguration\nprofiles: &a [{plugins: *a}]\n",
        "kind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: [a]\n- schedulerName: |\n    text\n",
        'kind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: "\\u0000"\n- schedulerName: "\U0001f600"\n',
        "kind: KubeSchedulerConfiguration\nprofiles:\n- plugins: {score: {enabled: [{name: }, {name: 3}, 4]}}\n",
        "kind: ConfigMap\nmetadata: 3\ndata: {a: 'kind: KubeSchedulerConfiguration'}\n",
        "kind: Pod\nspec: {schedulerName: 3, containers: [{command: [kube-scheduler, --config]}]}\n",
        "kind: Pod\nspec: {containers: [{command: [kube-scheduler, '--config=x'], volumeMounts: [{}]}], volumes: 3}\n",
        "[Service]\nExecStart=/usr/bin/kube-scheduler --config=/etc/x.yaml\n",
    ],
)
def test_every_place_of_an_odd_text(text: str) -> None:
    ask(analyze(text))
