"""Values that are comments."""

import pytest

from schedcfg import Severity
from tests.rules.advice_about import advice, fixed

ARGS = """\
profiles:
  - plugins: {score: {enabled: [{name: NodeColor}]}}
    pluginConfig:
      - name: NodeColor
        args:
%s
"""


@pytest.mark.parametrize(
    ("args", "value"),
    [
        ("          color: #ff8800", "`#ff8800`"),
        ("          depth: 1\n          tag:    #1", "`#1`"),
        ("          colors:\n            - red\n            - #fff", "`#fff`"),
    ],
)
def test_a_value_that_begins_a_comment(args: str, value: str) -> None:
    (said,) = advice("empty-value", ARGS % args)
    assert said.severity is Severity.WARNING
    assert value in said.text
    assert advice("empty-value", fixed("empty-value", ARGS % args)) == []


@pytest.mark.parametrize(
    "profiles",
    [
        ARGS % "          # color: red",
        ARGS % "#          color: red",
        ARGS % "          #- red",
        "profiles:\n  - plugins:\n      score:\n        # disabled:\n        #   - name: ImageLocality\n",
    ],
)
def test_what_is_below_a_key_is_commented_out(profiles: str) -> None:
    (said,) = advice("empty-value", profiles)
    assert said.severity is Severity.INFO
    assert "has no value" in said.text


@pytest.mark.parametrize(
    "args",
    [
        "          color: '#ff8800'",
        "          color: red #ff8800",
        "          color: null #ff8800",
        "          color: # red",
        "          # nothing is set yet",
        "          {} # color: red",
        "      # - name: Next",
        "          #color",
    ],
)
def test_comments_that_hide_nothing(args: str) -> None:
    assert advice("empty-value", ARGS % args) == []
