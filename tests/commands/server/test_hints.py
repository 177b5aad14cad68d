"""What is shown within a text: shares behind weights, and what counts in place of a null."""

from schedcfg.commands.server.analysis import analyze
from schedcfg.commands.server.hints import hints
from tests.commands.server.marked_text import V1


def _shown(text: str, kubernetes: str | None = None) -> list[tuple[str, str]]:
    """Return the last word before each hint, and its label."""
    return [(text[: hint.offset].rsplit(maxsplit=1)[-1], hint.label) for hint in hints(analyze(text, kubernetes))]


def test_each_written_weight_has_its_share() -> None:
    text = f"""{V1}profiles:
  - plugins:
      score:
        disabled: [{{name: "*"}}]
        enabled:
          - name: NodeResourcesFit
            weight: 5
          - name: ImageLocality
            weight: 3
          - name: NodeAffinity
"""
    assert _shown(text) == [("5", "55.6%"), ("3", "33.3%")]
    (first, _) = hints(analyze(text))
    assert first.tooltip == "5 of 9 at score: 55.6% of the score is NodeResourcesFit's."


def test_a_weight_that_another_entry_replaces_has_none() -> None:
    text = f"""{V1}profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: NodeAffinity
            weight: 9
      score:
        disabled: [{{name: "*"}}]
        enabled:
          - name: NodeAffinity
            weight: 4
      filter:
        enabled:
          - name: NodeName
            weight: 7
"""
    assert _shown(text) == [("4", "100.0%")]


def test_each_profile_has_shares_of_its_own() -> None:
    profile = "    plugins:\n      score:\n        disabled: [{name: '*'}]\n        enabled:\n"
    entry = "          - name: ImageLocality\n            weight: 3\n"
    other = "          - name: NodeAffinity\n            weight: 1\n"
    text = f"{V1}profiles:\n  - schedulerName: a\n{profile}{entry}  - schedulerName: b\n{profile}{entry}{other}"
    assert _shown(text) == [("3", "100.0%"), ("3", "75.0%"), ("1", "25.0%")]


def test_null_shows_what_counts() -> None:
    text = f"{V1}parallelism:\nenableProfiling: null\nprofiles: null\nleaderElection:\n  resourceName: ~\n"
    assert _shown(text) == [("parallelism:", "16"), ("null", "true"), ("~", "kube-scheduler")]


def test_null_in_args_shows_what_counts() -> None:
    args = "        args:\n          hardPodAffinityWeight: null\n"
    assert _shown(f"{V1}profiles:\n  - pluginConfig:\n      - name: InterPodAffinity\n{args}") == [("null", "1")]


def test_a_refused_configuration_has_none() -> None:
    assert _shown(f"{V1}parallelism: null\nunknown: 1\n") == []
    assert _shown("parallelism: null\n") == []
    assert _shown("a: [") == []
