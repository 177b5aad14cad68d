"""Looking releases up, and what is said where none is found."""

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from schedcfg import releases
from schedcfg.errors import UnknownTarget
from schedcfg.releases import NEWEST
from tools.record.facts import PROJECT


@pytest.mark.parametrize(
    "written",
    [
        "1.29",
        "v1.29",
        "1.29.3",
        "v1.29.3",
        "1.29.3-eks-abc",
        "v1.29.3-eks-508b6b3",
        "v1.29.3+k3s1",
        "1.29+",
        "v1.29.0-rc.1",
        "v1.29.1-gke.1589000",
        "v1.29.4+rke2r1",
    ],
)
def test_at_takes_what_people_write(written: str) -> None:
    found, plain = releases.at(written), releases.at("1.29")
    assert found is releases.at(written)
    assert found.number == 29
    names = [field.name for field in fields(found) if field.name != "patch"]
    assert all(getattr(found, name) is getattr(plain, name) for name in names)


@pytest.mark.parametrize(("written", "patch"), [("1.29", None), ("1.29+", None), ("v1.29.4+rke2r1", 4), ("1.29.0", 0)])
def test_the_patch_release_is_noted(written: str, patch: int | None) -> None:
    assert releases.at(written).patch == patch


@pytest.mark.parametrize(
    "written",
    ["", "29", "1", "stable", "1.x", "v1.29.3.4", "1.29 ", " 1.29", "1.-29", "1.٢٩", "vv1.29"],
)
def test_what_is_no_release(written: str) -> None:
    with pytest.raises(UnknownTarget) as caught:
        releases.at(written)
    assert str(caught.value) == f"`{written}` is not a Kubernetes release"
    near = "Did you mean `1.29`? " if written in {"1.29 ", " 1.29", "1.-29", "vv1.29"} else ""
    advice = f"Write it as `{NEWEST}` or `v{NEWEST}.0`, or `newest`. Known releases: 1.18 to {NEWEST}."
    assert caught.value.help == f"{near}{advice}"


def test_newest_is_a_release() -> None:
    assert releases.at("newest") is releases.at("latest") is releases.at(NEWEST)


@pytest.mark.parametrize("written", ["1.17", "v1.9.3", "0.4", "1.0"])
def test_too_old(written: str) -> None:
    with pytest.raises(UnknownTarget, match=r"is older than the oldest release known here") as caught:
        releases.at(written)
    assert caught.value.help == (
        f"Known releases: 1.18 to {NEWEST}. Validate against `1.18`, the nearest, or the release that you upgrade to."
    )


@pytest.mark.parametrize("written", [f"1.{releases.at(NEWEST).number + 1}", "v1.99.1", "2.0", "1.999999999"])
def test_too_new(written: str) -> None:
    with pytest.raises(UnknownTarget, match=r"is newer than the newest release known here") as caught:
        releases.at(written)
    assert (
        caught.value.help
        == f"Known releases: 1.18 to {NEWEST}. Update schedcfg, or validate against `newest`, which is {NEWEST}."
    )


def test_the_message_names_the_minor() -> None:
    with pytest.raises(UnknownTarget, match=r"^Kubernetes 1\.17 is older"):
        releases.at("v1.17.3-eks-1")


def test_names_are_in_order() -> None:
    assert releases.names()[0] == releases.OLDEST == "1.18"
    assert releases.names() == tuple(PROJECT.releases())
    assert releases.names()[-1] == NEWEST
    assert [release.name for release in releases.all_releases()] == list(releases.names())


@pytest.mark.parametrize(
    ("version", "first", "last"),
    [
        ("v1alpha1", "1.18", "1.18"),
        ("v1alpha2", "1.18", "1.18"),
        ("v1beta1", "1.19", "1.22"),
        ("v1beta2", "1.22", "1.27"),
        ("v1beta3", "1.23", "1.28"),
        ("v1", "1.25", NEWEST),
    ],
)
def test_serving(version: str, first: str, last: str) -> None:
    serving = releases.serving(version)
    names = releases.names()
    assert serving == names[names.index(first) : names.index(last) + 1]
    assert releases.newest_serving(version) == last


def test_nothing_serves_what_does_not_exist() -> None:
    assert releases.serving("v2") == ()
    assert releases.newest_serving("v2") is None
    assert releases.newest_serving("") is None


def test_having() -> None:
    assert releases.having("NodeName") == releases.names()
    assert releases.having("NodeResourceLimits") == ("1.18",)
    assert releases.having("EBSLimits")[-1] == "1.31"
    assert releases.having("SelectorSpread")[0] == "1.19"
    assert releases.having("Coscheduling") == ()


def test_releases_are_compared_by_identity() -> None:
    assert len(set(releases.all_releases())) == len(releases.names())
    assert repr(releases.at("1.29")) == "Release(1.29)"


def test_enables() -> None:
    assert not releases.at("1.33").enables("SchedulerAsyncAPICalls")
    assert not releases.at("1.26").enables("PodSchedulingReadiness")
    assert releases.at("1.27").enables("PodSchedulingReadiness")


def test_importing_reads_no_table_and_asking_reads_those_of_one_release() -> None:
    code = (
        "from schedcfg import releases\n"
        "from schedcfg.releases import recorded\n"
        "releases.names()\n"
        "assert recorded.tables.cache_info().currsize == 0\n"
        "releases.at('1.19')\n"
        "assert recorded.tables.cache_info().currsize == 1\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(releases.__file__).parents[2])


def test_the_first_release_that_does_something() -> None:
    assert releases.first(lambda release: release.answers_livez).name == "1.31"
    assert releases.first(lambda release: not release.serves_insecure_port).name == "1.23"
