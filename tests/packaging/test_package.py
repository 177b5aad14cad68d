"""What is published is complete and readable: the packages as built, and the page that an index shows of them."""

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from importlib.util import find_spec
from pathlib import Path

import pytest

import schedcfg
from schedcfg.output.links import REPOSITORY, SITE
from tests.paths import ROOT
from tools.release import NotReady, current_version, release_notes

NEEDED = ("build", "hatchling", "hatch_fancy_pypi_readme", "twine")


def run(*command: str) -> str:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build both packages, the wheel from the source package."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    folder = tmp_path_factory.mktemp("dist")
    run("build", "--no-isolation", "--outdir", str(folder))
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> zipfile.ZipFile:
    (path,) = dist.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return message_from_bytes(wheel.read(name))


def test_an_index_takes_both_packages(dist: Path) -> None:
    done = run("twine", "check", "--strict", *map(str, dist.iterdir()))
    assert done.count("PASSED") == 2


def test_the_wheel_has_all_of_the_package(wheel: zipfile.ZipFile) -> None:
    there = {name for name in wheel.namelist() if name.startswith("schedcfg/")}
    ours = {path.relative_to(ROOT).as_posix() for path in (ROOT / "schedcfg").rglob("*") if path.is_file()}
    assert {name for name in ours if "__pycache__" not in name} == there
    assert "schedcfg/py.typed" in there


def test_the_source_package_has_what_it_is_built_from_and_no_more(dist: Path) -> None:
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        tops = {name.split("/")[1] for name in archive.getnames()}
    files = {"pyproject.toml", "README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE", "PKG-INFO", ".gitignore"}
    assert tops == files | {"schedcfg"}


def test_the_version_has_one_place(metadata: Message) -> None:
    assert metadata["Version"] == schedcfg.__version__ == current_version()
    assert "version" not in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_links_of_the_page_are_whole_and_lead_to_files_of_the_version(metadata: Message) -> None:
    page = metadata.get_payload()
    assert isinstance(page, str)
    found = re.findall(r"\]\(([^)]+)\)", page)
    assert len(found) > 10
    assert [link for link in found if not link.startswith("https://")] == []
    pattern = rf"(?:{REPOSITORY}/blob|https://raw\.githubusercontent\.com/schedcfg/schedcfg)/v{schedcfg.__version__}/"
    own = [re.sub(pattern, "", link).partition("#")[0] for link in found if re.match(pattern, link)]
    assert own
    assert [path for path in own if not (ROOT / path).exists()] == []


def test_addresses_are_those_of_the_reports(metadata: Message) -> None:
    urls = [line.split(", ")[1] for line in metadata.get_all("Project-URL", [])]
    assert urls[:2] == [SITE, REPOSITORY]
    assert [url for url in urls[2:] if not url.startswith(f"{REPOSITORY}/")] == []


def test_what_a_release_says(tmp_path: Path) -> None:
    (tmp_path / "schedcfg").mkdir()
    (tmp_path / "schedcfg" / "__init__.py").write_text('__version__ = "1.2.0"\n', encoding="utf-8")
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text(
        "# Changelog\n\n## 1.2.0 - 2026-12-01\n\n### Tool\n\n- new\n\n## 1.1.0 - 2026-01-01\n\n- old\n"
    )
    assert release_notes("v1.2.0", tmp_path) == "### Tool\n\n- new\n"
    with pytest.raises(NotReady, match=r"the version in schedcfg/__init__.py is 1\.2\.0"):
        release_notes("v1.1.0", tmp_path)
    changelog.write_text("## 1.2.0 - unreleased\n\n- new\n", encoding="utf-8")
    with pytest.raises(NotReady, match="write the day"):
        release_notes("v1.2.0", tmp_path)
