"""The entry in pre-commit's configuration by which each commit is judged."""

from typing import Any

import schedcfg
from schedcfg.document import parse, yaml_writer
from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict, UnwritableOutput

FILE = ".pre-commit-config.yaml"

_HOOK = "schedcfg-validate"


def with_hook(text: str | None, kubernetes: str | None) -> str:
    """Give pre-commit's configuration with the hook in it; one that is there already stays as it is.

    The hook is a local one that has this version of schedcfg installed, so that no repository has to be named.

    Args:
        text: The configuration as it is; None where there is none.
        kubernetes: The release to judge by; None: each file's own.

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
            f"{FILE} cannot be edited safely: {conflict}", f"Add to it by hand:\n{yaml_writer.write([entry])}"
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
    """Tell whether a hook of ours is there, from wherever it comes."""
    documents = parse(text).documents
    data = documents[0].data if documents else None
    repos = data.get("repos") if isinstance(data, dict) else None
    hooks = [hook for repo in repos or () if isinstance(repo, dict) for hook in repo.get("hooks") or ()]
    return any(isinstance(hook, dict) and hook.get("id") == _HOOK for hook in hooks)
