"""The files that a repository begins with: a configuration, and pre-commit's entry that validates each commit."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import schedcfg
from schedcfg.document import parse, yaml_writer
from schedcfg.document.edit import Draft
from schedcfg.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.errors import EditConflict, UnreadableInput, UnwritableOutput
from schedcfg.generate.configuration import FILE, ReleaseTarget, generate_configuration
from schedcfg.generate.generation import GeneratedFile, Generation
from schedcfg.generate.profile.composing import ProfileRequest, TopLevelSettings
from schedcfg.generate.profile.preset import PresetOptions
from schedcfg.generate.profile.presets import find
from schedcfg.sources import Source
from schedcfg.sources.pending import sweep


class Beginning(NamedTuple):
    """What is wanted.

    Attributes:
        folder: Where the files go.
        preset: What kind of profile.
        scheduler_name: The profile's name; one of its own makes a second scheduler, with a lease of its own.
        kubernetes: The release that is to run it; None: the newest.
        kubeconfig: Path of the kubeconfig, as the scheduler sees it; None: it runs as a Pod with a service account.
        has_hook: Whether pre-commit is to validate it at each commit.
        options: The options of the preset.
    """

    folder: str = "."
    preset: str = "default"
    scheduler_name: str = DEFAULT_SCHEDULER
    kubernetes: str | None = None
    kubeconfig: str | None = None
    has_hook: bool = True
    options: PresetOptions = PresetOptions()


def begin(beginning: Beginning) -> Generation:
    """Make a commented configuration and, if wanted, pre-commit's entry; nothing that is there is lost.

    Args:
        beginning: What is wanted.

    Returns:
        The files, with what to do next as remarks; none where the configuration would be refused.

    Raises:
        UnwritableOutput: if the configuration is there already, or pre-commit's file cannot be edited.
        UnreadableInput: if pre-commit's file cannot be read.
        UnknownTarget: if the release is not known.
        WrongRequest: if there is no such preset, or it lacks something that it cannot do without.
    """
    path = Path(beginning.folder, FILE)
    if os.path.lexists(path):
        sweep(str(path))
        raise UnwritableOutput(
            f"{path} already exists", "Choose another folder; `schedcfg validate` checks the existing file."
        )
    made = generate_configuration(
        [ProfileRequest(beginning.scheduler_name, find(beginning.preset))],
        ReleaseTarget(beginning.kubernetes),
        beginning.options,
        _settings(beginning),
    )
    if not made.files:
        return made
    (configuration,) = made.files
    files = [GeneratedFile(FILE, _introduced(configuration.text, beginning))]
    if beginning.has_hook:
        hook = with_hook(_committed(beginning.folder), beginning.kubernetes)
        files.insert(0, GeneratedFile(PRE_COMMIT_FILE, hook))
    return replace(made, files=tuple(files), remarks=(*made.remarks, *_next(beginning)))


def _settings(beginning: Beginning) -> TopLevelSettings:
    """A second scheduler must not wait for the lease of the cluster's own one."""
    is_second = beginning.scheduler_name != DEFAULT_SCHEDULER
    return TopLevelSettings(
        kubeconfig=beginning.kubeconfig, leader_elect=True, lease=beginning.scheduler_name if is_second else None
    )


def _introduced(text: str, beginning: Beginning) -> str:
    """Write above the configuration what can be asked about it."""
    release = f" --kubernetes {beginning.kubernetes}" if beginning.kubernetes else ""
    return (
        f"# Would kube-scheduler start with it?      schedcfg validate {FILE}{release}\n# What would it run?          "
        f"            schedcfg effective {FILE}{release}\n# What does a field mean?                 schedcfg explain "
        f"profiles.plugins.score\n{text}"
    )


def _committed(folder: str) -> str | None:
    """Read pre-commit's file; None where there is none."""
    path = Path(folder, PRE_COMMIT_FILE)
    if not os.path.lexists(path):
        return None
    try:
        return Source(str(path)).read().decode()
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"{path} is not UTF-8 text", "Skip it with --no-pre-commit.") from error


def _next(beginning: Beginning) -> list[str]:
    where = Path(beginning.folder, FILE)
    if beginning.scheduler_name == DEFAULT_SCHEDULER:
        how = f"to run it in the default scheduler: `schedcfg generate kubeadm --config {where}`, or `static-pod`"
    else:
        how = f"to run it in a second scheduler: `schedcfg generate second-scheduler --config {where}`"
    return [how] + (["to validate it at each commit: `pre-commit install`"] if beginning.has_hook else [])


PRE_COMMIT_FILE = ".pre-commit-config.yaml"


_HOOK = "schedcfg-validate"


def with_hook(text: str | None, kubernetes: str | None) -> str:
    """Return pre-commit's configuration with the hook in it; one that is there already stays as it is.

    The hook is a local one that has this version of schedcfg installed, so that no repository has to be named.

    Args:
        text: The configuration as it is; None where there is none.
        kubernetes: The release to validate for; None: each file's own.

    Raises:
        UnwritableOutput: if the text cannot be edited safely.
    """
    entry = _entry(kubernetes)
    if text is None or not text.strip():
        return yaml_writer.write({"repos": [entry]})
    if _has_hook(text):
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


def _entry(kubernetes: str | None) -> dict[str, Any]:
    hook: dict[str, Any] = {
        "id": _HOOK,
        "name": "schedcfg validate",
        "entry": "schedcfg validate --skip-others",
        "language": "python",
        "additional_dependencies": [f"schedcfg=={schedcfg.__version__}"],
        "types_or": ["yaml", "json"],
    }
    if kubernetes is not None:
        hook["args"] = ["--kubernetes", kubernetes]
    return {"repo": "local", "hooks": [hook]}


def _has_hook(text: str) -> bool:
    """Check whether a hook of ours is there, from wherever it comes."""
    documents = parse(text).documents
    data = documents[0].data if documents else None
    repos = data.get("repos") if isinstance(data, dict) else None
    hooks = [hook for repo in repos or () if isinstance(repo, dict) for hook in repo.get("hooks") or ()]
    return any(isinstance(hook, dict) and hook.get("id") == _HOOK for hook in hooks)
