"""Check, explain, migrate and generate kube-scheduler configuration, offline.

document    text -> located YAML            models      what may be written, per API version
decode      located YAML -> typed model     plugins     what each plugin takes       (a reference shelf)
effective   what it means: completed        releases    facts per Kubernetes release (a reference shelf)
rules       what is refused, what is unwise migrations  to another API version, proven
surroundings  what runs a scheduler         generate    new files, from intent or around a configuration
results     what the verbs return: frozen values
operations  the verbs, from text to result  output      results as text, JSON, pictures …
cli         the command `schedcfg`
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from schedcfg.effective.registry import IN_TREE_ONLY, OPEN, World, catalogue, declared
    from schedcfg.effective.view import FileMeaning, Meaning
    from schedcfg.errors import SchedcfgError, UnknownTarget, UnreadableInput, WrongFeatureGates, WrongSettings
    from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Severity, Verdict
    from schedcfg.operations import Role, validate
    from schedcfg.operations.difference import diff, diff_releases
    from schedcfg.operations.effective import effective_configuration
    from schedcfg.operations.explaining import explain
    from schedcfg.operations.generating.around import generate_around
    from schedcfg.operations.generating.configuration import generate_configuration
    from schedcfg.operations.mending import fix
    from schedcfg.operations.migration import migrate
    from schedcfg.operations.selecting import Selection
    from schedcfg.operations.shelves import list_plugins, list_releases
    from schedcfg.results.difference import Difference
    from schedcfg.results.explanation import Explanation
    from schedcfg.results.generation import GeneratedFile, Generation
    from schedcfg.results.migration import FileMigration
    from schedcfg.results.shelves import PluginShelf, ReleaseFacts

__version__ = "0.1.0"

_HOMES = {
    "Difference": "results.difference",
    "DocumentReport": "findings",
    "Explanation": "results.explanation",
    "FileMeaning": "effective.view",
    "FileMigration": "results.migration",
    "FileReport": "findings",
    "GeneratedFile": "results.generation",
    "Generation": "results.generation",
    "Finding": "findings",
    "FindingClass": "findings",
    "IN_TREE_ONLY": "effective.registry",
    "Meaning": "effective.view",
    "OPEN": "effective.registry",
    "PluginShelf": "results.shelves",
    "ReleaseFacts": "results.shelves",
    "Role": "operations",
    "SchedcfgError": "errors",
    "Selection": "operations.selecting",
    "Severity": "findings",
    "UnknownTarget": "errors",
    "UnreadableInput": "errors",
    "Verdict": "findings",
    "World": "effective.registry",
    "WrongFeatureGates": "errors",
    "WrongSettings": "errors",
    "catalogue": "effective.registry",
    "declared": "effective.registry",
    "diff": "operations.difference",
    "diff_releases": "operations.difference",
    "effective_configuration": "operations.effective",
    "explain": "operations.explaining",
    "fix": "operations.mending",
    "generate_around": "operations.generating.around",
    "generate_configuration": "operations.generating.configuration",
    "list_plugins": "operations.shelves",
    "list_releases": "operations.shelves",
    "migrate": "operations.migration",
    "validate": "operations",
}

__all__ = [
    "IN_TREE_ONLY",
    "OPEN",
    "Difference",
    "DocumentReport",
    "Explanation",
    "FileMeaning",
    "FileMigration",
    "FileReport",
    "Finding",
    "FindingClass",
    "GeneratedFile",
    "Generation",
    "Meaning",
    "PluginShelf",
    "ReleaseFacts",
    "Role",
    "SchedcfgError",
    "Selection",
    "Severity",
    "UnknownTarget",
    "UnreadableInput",
    "Verdict",
    "World",
    "WrongFeatureGates",
    "WrongSettings",
    "__version__",
    "catalogue",
    "declared",
    "diff",
    "diff_releases",
    "effective_configuration",
    "explain",
    "fix",
    "generate_around",
    "generate_configuration",
    "list_plugins",
    "list_releases",
    "migrate",
    "validate",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: `schedcfg --version` needs none of them."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib  # noqa: PLC0415 - only those who ask for a name pay for it

    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
