"""pre-commit's entry that validates each commit: where it installs schedcfg from, and its place in the repository."""

import json
import os
import shlex
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import schedcfg
from schedcfg.document import parse, yaml_writer
from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict, UnwritableOutput

PRE_COMMIT_FILE = ".pre-commit-config.yaml"

_HOOK = "schedcfg-validate"
_DISTRIBUTION = "schedcfg"
_PROJECT_FILE = "pyproject.toml"
_RELEASE_OPTIONS = ("--kubernetes", "-k")


class Installation(NamedTuple):
    """Where pre-commit can install this copy of schedcfg from."""

    # A Git repository that pre-commit clones, with its hooks; None: the entry says itself what to run
    repository: str | None = None
    revision: str | None = None
    # What pip installs; None, without a repository: the command is one that is installed already
    requirement: str | None = None
    remark: str | None = None  # What to know about it; None where it works on every machine


def hook_file(folder: str) -> Path:
    """Return pre-commit's file for a folder: at the top of its Git repository; in the folder, where it is in none.

    Args:
        folder: The folder; it may be one that does not exist yet. A relative one leads to a relative file.
    """
    here = Path(folder).resolve()
    root = next((one for one in (here, *here.parents) if os.path.lexists(one / ".git")), here)
    if root == here:
        return Path(folder, PRE_COMMIT_FILE)
    file = root / PRE_COMMIT_FILE
    return file if Path(folder).is_absolute() else Path(os.path.relpath(file, Path.cwd().resolve()))


def installation() -> Installation:
    """Return where this copy was installed from, as pip recorded it (PEP 610): a path, a Git repository, or an index.

    Code that runs from a checkout without being installed comes from the checkout. What is gone from where it was
    installed from can only be run as it is.
    """
    package = Path(schedcfg.__file__).resolve().parent
    try:
        found = distribution(_DISTRIBUTION)
    except PackageNotFoundError:
        return _from_source(package)
    origin = json.loads(found.read_text("direct_url.json") or "null")
    is_installed_here = Path(str(found.locate_file(_DISTRIBUTION))).resolve() == package
    if origin is None:
        requirement = f"{_DISTRIBUTION}=={schedcfg.__version__}"
        return Installation(requirement=requirement) if is_installed_here else _from_source(package)
    path = _local_path(origin["url"])
    if is_installed_here or (path is not None and package.is_relative_to(path.resolve())):
        return _from_origin(origin, path)
    return _from_source(package)


def with_hook(text: str | None, kubernetes: str | None, source: Installation) -> str:
    """Return pre-commit's configuration with the hook in it; one that is there already stays as it is.

    Args:
        text: The configuration as it is; None where there is none.
        kubernetes: The release to validate for; None: each file's own.
        source: Where the hook installs schedcfg from.

    Raises:
        UnwritableOutput: if the text cannot be edited safely.
    """
    entry = _entry(kubernetes, source)
    if text is None or not text.strip():
        return yaml_writer.write({"repos": [entry]})
    if has_hook(text):
        return text
    try:
        draft = Draft(text)
        repos = draft.get(("repos",)) if draft.has(("repos",)) else None
        draft.insert(("repos", len(repos) if isinstance(repos, list) else 0), entry)
    except EditConflict as conflict:
        raise UnwritableOutput(
            f"{PRE_COMMIT_FILE} cannot be edited safely: {conflict}",
            "Add this by hand:",
            example=yaml_writer.write([entry]),
        ) from None
    return draft.text


def has_hook(text: str) -> bool:
    """Check whether a hook of ours is there, from wherever it comes."""
    return next(_hooks(text), None) is not None


def hooked_release(text: str | None) -> str | None:
    """Return the release that the hook names; None where it names none, and each file is validated for its own."""
    args = next(_hooks(text or ""), {}).get("args")
    words = [part for word in args for part in str(word).split("=", 1)] if isinstance(args, list) else []
    return next((release for name, release in pairwise(words) if name in _RELEASE_OPTIONS), None)


def _hooks(text: str) -> Iterator[dict[str, Any]]:
    """Yield the hooks of ours in pre-commit's configuration."""
    documents = parse(text).documents
    data = documents[0].data if documents else None
    repos = data.get("repos") if isinstance(data, dict) else None
    hooks = [hook for repo in repos or () if isinstance(repo, dict) for hook in repo.get("hooks") or ()]
    yield from (hook for hook in hooks if isinstance(hook, dict) and hook.get("id") == _HOOK)


def installing_command(file: Path) -> str:
    """Return the command by which Git runs the hook of a file, from the working directory.

    Args:
        file: pre-commit's file, as `hook_file` returns it.
    """
    root = file.parent
    commands = ["pre-commit install"]
    if hook_file(os.curdir).resolve() != file.resolve():
        commands.insert(0, shlex.join(["cd", str(root)]))
    if not os.path.lexists(root / ".git"):
        commands.insert(0, shlex.join(["git", "init", str(root)] if root != Path() else ["git", "init"]))
    return " && ".join(commands)


def _from_origin(origin: dict[str, Any], path: Path | None) -> Installation:
    """Return the installation that a `direct_url.json` describes; see PEP 610.

    Args:
        origin: Its content.
        path: The file or folder that its address names; None where that is not one of this machine.
    """
    url = origin["url"]
    if path is not None and not path.exists():
        return _as_installed(f"{path}, from which it was installed, is gone")
    version_control = origin.get("vcs_info")
    if version_control is None:
        return Installation(requirement=f"{_DISTRIBUTION} @ {url}", remark=_local_remark(path))
    revision = version_control["commit_id"]
    if version_control.get("requested_revision") == f"v{schedcfg.__version__}":
        revision = version_control["requested_revision"]
    if version_control["vcs"] == "git" and not origin.get("subdirectory"):
        return Installation(repository=url, revision=revision, remark=_local_remark(path))
    subdirectory = f"#subdirectory={origin['subdirectory']}" if origin.get("subdirectory") else ""
    requirement = f"{_DISTRIBUTION} @ {version_control['vcs']}+{url}@{revision}{subdirectory}"
    return Installation(requirement=requirement, remark=_local_remark(path))


def _from_source(package: Path) -> Installation:
    checkout = package.parent
    if not (checkout / _PROJECT_FILE).is_file():
        return _as_installed("it was not installed by pip")
    return Installation(requirement=f"{_DISTRIBUTION} @ {checkout.as_uri()}", remark=_local_remark(checkout))


def _as_installed(reason: str) -> Installation:
    return Installation(
        remark=f"the hook runs the `schedcfg` of the search path: {reason}; other machines need it installed"
    )


def _local_remark(path: Path | None) -> str | None:
    if path is None:
        return None
    return (
        f"the hook works on this machine only, as schedcfg was installed from {path}: before you share it, replace "
        f"that folder in {PRE_COMMIT_FILE} with what others can install, e.g. `schedcfg @ git+https://HOST/REPOSITORY@TAG`"
    )


def _local_path(url: str) -> Path | None:
    """Return the file or folder of an address; on Windows, it begins with `/C:/`."""
    parts = urlsplit(url)
    path = unquote(parts.path)
    return Path(path.lstrip("/") if os.name == "nt" else path) if parts.scheme == "file" else None


def _entry(kubernetes: str | None, source: Installation) -> dict[str, Any]:
    args = {} if kubernetes is None else {"args": ["--kubernetes", kubernetes]}
    if source.repository is not None:
        return {"repo": source.repository, "rev": source.revision, "hooks": [{"id": _HOOK, **args}]}
    runs: dict[str, Any] = {"language": "system"}
    if source.requirement is not None:
        runs = {"language": "python", "additional_dependencies": [source.requirement]}
    hook = {
        "id": _HOOK,
        "name": "schedcfg validate",
        "entry": "schedcfg validate --skip-others",
        **runs,
        "types_or": ["yaml", "json"],
        **args,
    }
    return {"repo": "local", "hooks": [hook]}
