"""Properties of differences, on files whose acceptance by the real scheduler was recorded."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg import IN_TREE_ONLY, Difference, diff, diff_releases, releases
from schedcfg.commands.diff import FORMATS
from schedcfg.commands.diff.results import AnyChange, OrderChange
from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.document import yaml_writer
from schedcfg.output import load
from schedcfg.output.summary import Summary
from schedcfg.validation.options import Options
from tests import quick_yaml
from tests.conformance.recordings import read

READ_BACK = {"v1beta3", "v1"}
"""What these write keeps the disabled names. v1beta2 loses them, v1beta1 names defaults twice and is refused."""


@cache
def accepted() -> dict[str, list[str]]:
    """Release → texts that its real scheduler accepts."""
    found: dict[str, list[str]] = {name: [] for name in releases.names()}
    for case in read("named.verdicts"):
        for release, answer in case.answers.items():
            if answer["outcome"] == "ok":
                found[release].append(case.text)
    return found


in_a_release = st.sampled_from([name for name, texts in accepted().items() if texts])


def compared(left: str, right: str, release: str) -> Difference:
    difference = diff(left, right, release, options=Options(registry=IN_TREE_ONLY))
    assert difference.compared
    for output in FORMATS:
        rendered = "".join(load(FORMATS[output])(iter([difference]), Summary(), colored=False))
        assert bool(rendered) == (output != "text" or difference.differs)
    return difference


@given(st.data(), in_a_release)
def test_nothing_differs_from_itself(data: st.DataObject, release: str) -> None:
    text = data.draw(st.sampled_from(accepted()[release]))
    assert compared(text, text, release).changes == ()
    if not text.lstrip("\ufeff \n").startswith("{"):
        assert compared(text, f"{text}\n# a comment, which only JSON does not take\n", release).changes == ()


def mirrored(change: AnyChange) -> AnyChange:
    reason = replace(change.reason, left=change.reason.right, right=change.reason.left)
    other = replace(change, before=change.after, after=change.before, reason=reason)
    if isinstance(other, OrderChange):
        other = replace(other, moved=tuple(name for name in other.after if name in other.moved))
    return other


def by_subject(difference: Difference) -> dict[tuple[str, ...], AnyChange]:
    """A renamed profile and a moved extender are named as on the right side: leave that out."""
    found = {(change.profile, *change.subject): change for change in difference.changes}
    assert len(found) == len(difference.changes)
    return found


@given(st.data(), in_a_release)
def test_both_directions_say_the_same(data: st.DataObject, release: str) -> None:
    one, other = (data.draw(st.sampled_from(accepted()[release])) for _ in "ab")
    there, back = compared(one, other, release), compared(other, one, release)
    renamed = any(change.subject[0] in {"ProfileChange", "extender"} for change in there.changes)
    if renamed:
        assert len(there.changes) == len(back.changes)
    else:
        assert by_subject(there) == {key: mirrored(change) for key, change in by_subject(back).items()}


@given(st.data(), in_a_release, in_a_release)
def test_both_directions_between_releases(data: st.DataObject, one: str, other: str) -> None:
    text = data.draw(st.sampled_from(accepted()[one]))
    there, back = (
        diff_releases(text, *pair, options=Options(registry=IN_TREE_ONLY)) for pair in ((one, other), (other, one))
    )
    assert there.compared == back.compared == (text in accepted()[other])
    assert by_subject(there) == {key: mirrored(change) for key, change in by_subject(back).items()}


@given(st.data(), st.sampled_from(releases.names()[5:]))
def test_what_is_completed_means_the_same(data: st.DataObject, release: str) -> None:
    text = data.draw(st.sampled_from(accepted()[release]))
    view = effective_configuration(text, release, options=Options(registry=IN_TREE_ONLY)).view
    assert view is not None
    if view.api_version in READ_BACK:
        assert compared(text, yaml_writer.write(view.configuration), release).changes == ()


def shuffled(value: object, data: st.DataObject) -> object:
    """Reorder keys everywhere, and the entries of `pluginConfig`, which are unrelated."""
    if isinstance(value, dict):
        keys = data.draw(st.permutations(list(value)))
        return {
            key: data.draw(st.permutations(value[key]))
            if key == "pluginConfig" and isinstance(value[key], list)
            else shuffled(value[key], data)
            for key in keys
        }
    return [shuffled(one, data) for one in value] if isinstance(value, list) else value


@given(st.data(), st.sampled_from(releases.names()[4:]))
def test_the_order_of_unrelated_entries_does_not_matter(data: st.DataObject, release: str) -> None:
    text = data.draw(st.sampled_from(accepted()[release]))
    view = effective_configuration(text, release, options=Options(registry=IN_TREE_ONLY)).view
    assert view is not None
    if view.api_version in READ_BACK:
        # What the release itself would write has only plain values, which any YAML library reads alike.
        written = yaml_writer.write(view.configuration)
        reordered = quick_yaml.dump(shuffled(quick_yaml.load(written), data), sort_keys=False)
        assert compared(text, reordered, release).changes == ()


@pytest.mark.parametrize(
    ("release", "version", "found"),
    [("1.19", "v1beta1", 0), ("1.21", "v1beta1", None), ("1.24", "v1beta2", 1), ("1.24", "v1beta3", 0)],
)
def test_which_versions_can_be_read_back(release: str, version: str, found: int | None) -> None:
    """None: what is written is refused; else the number of plugins that come back."""
    text = (
        f"apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n"
        "profiles: [{plugins: {preScore: {disabled: [{name: TaintToleration}]}}}]\n"
    )
    view = effective_configuration(text, release).view
    assert view is not None
    difference = diff(text, yaml_writer.write(view.configuration), release)
    assert (len(difference.changes) if difference.compared else None) == found
