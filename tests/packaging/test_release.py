"""What is published: who may do what in release.yml, and that nothing without a hash is run or installed for it."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.paths import ROOT
from tools import requirements

RELEASE = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
JOBS: dict[str, Any] = RELEASE["jobs"]
AGAIN = "run `python -m tools.requirements --write`"

PUBLISHERS = {name for name, job in JOBS.items() if job["permissions"] != {"contents": "read"}}
"""Jobs that have rights."""

TRUSTED = (
    "actions/attest",
    "actions/download-artifact",
    "docker/login-action",
    "docker/metadata-action",
    "pypa/gh-action-pypi-publish",
)
"""What is used with rights: nothing that runs a file of the repository."""


def _steps(name: str) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = JOBS[name]["steps"]
    return steps


def test_jobs_with_rights_only_take_what_was_built() -> None:
    assert {"attest", "pypi", "image", "release"} == PUBLISHERS
    for name in PUBLISHERS:
        used = [step["uses"].partition("@")[0] for step in _steps(name) if "uses" in step]
        assert used[0] == "actions/download-artifact"
        assert set(used) <= set(TRUSTED)
        commands = "".join(step.get("run", "") for step in _steps(name))
        assert not re.search(r"\bpython|\bpip|\.ci/|docker build", commands)


def test_jobs_that_run_code_have_no_rights() -> None:
    for name in JOBS.keys() - PUBLISHERS:
        (checkout,) = (step for step in _steps(name) if step.get("uses", "").startswith("actions/checkout@"))
        assert checkout["with"] == {"persist-credentials": False}
        assert "secrets." not in json.dumps(JOBS[name])


def test_what_is_published_is_not_built_where_tests_ran_and_only_after_them() -> None:
    builders = [name for name in JOBS if any("upload-artifact" in step.get("uses", "") for step in _steps(name))]
    assert builders == ["build", "build-programs", "build-extension", "build-schedulers", "build-image"]
    for name in builders:
        assert ".ci/run" not in json.dumps(_steps(name))
    for name in PUBLISHERS:
        assert {"test", *builders} <= _before(name)


def test_what_leaves_leaves_in_turn() -> None:
    """Where one of them fails, what comes behind it is not out."""
    order = sorted(PUBLISHERS, key=lambda name: len(_before(name) & PUBLISHERS))
    assert order == ["attest", "pypi", "image", "release"]
    assert [len(_before(name) & PUBLISHERS) for name in order] == [0, 1, 2, 3]


def _published(name: str) -> set[str]:
    """Return the folders of which a job takes every file."""
    texts = [step.get("run", "") + step.get("with", {}).get("subject-path", "") for step in _steps(name)]
    return set(re.findall(r"\b(\w+)/\*", " ".join(texts)))


def test_everything_of_the_release_is_built_here_and_attested() -> None:
    """Each artifact is a folder of its own where it is downloaded; `dist` holds one, beside the notes."""
    published = _built_by(set(JOBS)) - {"image"}
    for name in ("attest", "release"):
        downloads = [step["with"] for step in _steps(name) if "download-artifact" in step.get("uses", "")]
        assert {one["name"] for one in downloads} == published
        assert [one for one in downloads if one.get("path", "dist") != one["name"]] == []
        assert _published(name) == published
        assert published <= _built_by(_before(name))


def _built_by(names: set[str]) -> set[str]:
    return {
        step["with"]["name"] for name in names for step in _steps(name) if "upload-artifact" in step.get("uses", "")
    }


def _before(name: str) -> set[str]:
    """Return the jobs that have to succeed before another one."""
    needed = JOBS[name].get("needs", [])
    direct = {needed} if isinstance(needed, str) else set(needed)
    return direct.union(*map(_before, direct))


INSTALLERS = [".ci/build", ".ci/install", "Dockerfile", "action.yml", ".github/workflows/release.yml"]


@pytest.mark.parametrize("name", INSTALLERS)
def test_nothing_is_installed_without_a_hash(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for line in re.findall(r"^(?!\s*#).*\b(?:pip (?:install|wheel|download)|pipx|uvx?) .*", text, re.MULTILINE):
        assert "--require-hashes" in line or "--no-index" in line, line
    # With a name of its own, as in `.ci/install`.
    for line in re.findall(r'^"\$@" .*', text, re.MULTILINE):
        assert "--require-hashes --only-binary :all:" in line or "--no-index" in line, line


def test_the_image_is_based_on_a_digest() -> None:
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    # Dependabot renews what is in such a line only.
    assert re.fullmatch(r"python:3\.\d+-slim@sha256:[0-9a-f]{64}", bases[0])
    assert bases[1:] == ["base", "base"]


def test_requirements_are_of_what_is_required_now() -> None:
    assert list(requirements.problems(ROOT)) == []


def test_what_a_library_requires_is_pinned_as_well() -> None:
    """So that pip does not refuse the file: it wants hashes for all or none."""
    from importlib.metadata import PackageNotFoundError, requires

    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    for path in requirements.files(ROOT):
        pinned = set(re.findall(r"^([a-z0-9-]+)==", path.read_text(encoding="utf-8"), re.MULTILINE))
        for name in sorted(pinned):
            try:
                needed = [Requirement(one) for one in requires(name) or ()]
            except PackageNotFoundError:
                continue
            wanted = {canonicalize_name(one.name) for one in needed if one.marker is None or one.marker.evaluate()}
            assert wanted <= pinned, f"{name} requires {wanted - pinned}: {AGAIN}"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a copy of what the pins follow from."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            "pyproject.toml",
            '"click>=8.1,<9"',
            '"click>=8.2,<9"',
            "runtime.txt is not of what",
        ),
        ("pyproject.toml", '"hatchling>=1.24"', '"flit-core"', "build.txt is not of what"),
        ("requirements/build.txt", r"(?<=pluggy==\S{5}) \\\n(?:    --hash.*\n)+", "\n", "pluggy has no hash"),
        ("requirements/build.txt", r"hatchling==\S+", "hatchling==1.23", "hatchling>=1.24 is not met by 1.23"),
        ("requirements/build.txt", r"\Z", "--index-url https://example.com\n", "is neither a version nor a hash"),
        ("requirements/build.txt", r"sha256:(\w{63})\w", r"sha256:\1", "is neither a version nor a hash"),
    ],
)
def test_what_is_out_of_date_or_unhashed_is_reported(
    project: Path, file: str, old: str, new: str, problem: str
) -> None:
    path = project / file
    text = path.read_text(encoding="utf-8")
    changed = text.replace(old, new) if file == "pyproject.toml" else re.sub(old, new, text, count=1)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    (found,) = requirements.problems(project)
    assert problem in found


def test_a_missing_file_is_reported(project: Path) -> None:
    (project / "requirements" / "runtime.txt").unlink()
    (found,) = requirements.problems(project)
    assert "requirements/runtime.txt" in found


@pytest.mark.skipif(shutil.which("sh") is None, reason="the scripts need sh")
@pytest.mark.parametrize("name", [".ci/build", ".ci/install"])
def test_scripts_are_shell_of_every_image(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8").startswith("#!/bin/sh\n")
    subprocess.run(["sh", "-n", ROOT / name], check=True)
