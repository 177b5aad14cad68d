"""Random files in all styles, fixed: nothing is lost, nothing else changes, and a second run finds nothing to do."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedcfg import IN_TREE_ONLY, diff, fix, validate
from schedcfg.document import parse
from schedcfg.findings import FileReport, Verdict
from schedcfg.fixing import WhyLeft
from schedcfg.validation.options import Options
from tests.commands.migrate import random_texts
from tests.commands.migrate.checked import comments_of

seeds = st.integers(0, 2**32 - 1)
_NAMES = ("Nope", "ServiceAffinity", "EBSLimits", "CheckNodeCondition")


def with_work(data: Any, random: Random) -> Any:
    """Have every profile disable, here and there, plugins that are not there."""
    profiles = data.get("profiles") if isinstance(data, dict) else None
    for profile in profiles if isinstance(profiles, list) else ():
        plugins = profile.setdefault("plugins", {}) if isinstance(profile, dict) else None
        for point in ("filter", "score", *(plugins if isinstance(plugins, dict) else ())):
            plugin_set = plugins.setdefault(point, {}) if isinstance(plugins, dict) else None
            if isinstance(plugin_set, dict) and random.random() < 0.5:
                disabled = plugin_set.get("disabled") or []
                for name in random.choices(_NAMES, k=random.choice([1, 1, 2])):
                    disabled = [*disabled]
                    disabled.insert(random.randint(0, len(disabled)), {"name": name})
                plugin_set["disabled"] = disabled
    return data


@pytest.fixture(autouse=True, scope="module")
def _work() -> Iterator[None]:
    """Have the random files hold what can be fixed."""
    import json

    made = random_texts.configuration

    def configuration(random: Random) -> dict[str, Any]:
        found: dict[str, Any] = with_work(json.loads(json.dumps(made(random))), random)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(random_texts, "configuration", configuration)
        yield


def mended(text: str, *, unsafe: bool = False) -> FileReport:
    return fix(text, options=Options(registry=IN_TREE_ONLY), unsafe=unsafe)


@settings(max_examples=25)
@given(seeds)
def test_nothing_is_lost_and_nothing_else_changes(seed: int) -> None:
    text = random_texts.random_text(seed)
    for unsafe in (False, True):
        report = mended(text.text, unsafe=unsafe)
        assert report.text is not None
        assert report.fixing is not None
        assert comments_of(report.text) == comments_of(text.text)
        assert (parse(report.text).error is None) == (parse(text.text).error is None)
        assert report.text.count("\r") == report.text.count("\n") or "\r" not in text.text
        assert not [one for one in report.fixing.left if one.why is WhyLeft.FAULT]
        assert report.is_changed == bool(report.fixing.made)
        again = mended(report.text, unsafe=unsafe)
        assert again.text == report.text
        assert again.documents == report.documents


@settings(max_examples=25)
@given(seeds)
def test_what_is_safe_changes_no_behavior(seed: int) -> None:
    text = random_texts.random_text(seed)
    report = mended(text.text)
    assert report.text is not None
    before = validate(text.text, options=Options(registry=IN_TREE_ONLY))
    assert [document.verdict for document in report.documents] == [document.verdict for document in before.documents]
    if text.form in {"alone", "json"} and report.is_changed and before.documents[0].verdict is Verdict.ACCEPTED:
        release = before.documents[0].kubernetes
        assert release is not None
        found = diff(text.text, report.text, release, options=Options(registry=IN_TREE_ONLY))
        assert found.compared
        assert found.changes == ()


def test_random_files_hold_work_that_is_done() -> None:
    made = [mended(random_texts.random_text(seed).text).fixing for seed in range(30)]
    assert sum(bool(one.made) for one in made if one is not None) > 8
