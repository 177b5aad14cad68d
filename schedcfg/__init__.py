"""Check, explain, migrate and generate kube-scheduler configuration, offline.

What a file passes through, in this order:

sources        files and folders, and what is in them: ConfigMaps, manifests, the files of products
document       text -> YAML and JSON with positions, and edits back to text
configuration  what a document means: `decode` to a typed model, `effective` to what the scheduler would run
rules          what is refused, what is advised against, what is wrong with the manifests around it
validation     the walk through all of these; settings, and which findings are reported

Beside them: `models` (the fields of each API version), `plugins` (each plugin and its Args) and `releases` (each
Kubernetes release, and how it behaves). On top of them: `changes` (fixes, migrations, differences, upgrades),
`generate`, `show` (the effective configuration, the reference, what editors ask), `external` (programs, clusters, Git,
trials, probes), `output` (formats that several share) and `cli`, the command `schedcfg`.
"""

TYPE_CHECKING = False
"""As in `typing`, which is not imported here: `python -m schedcfg` must not import anything from where it is run."""

if TYPE_CHECKING:
    from schedcfg.changes.diff.diff import diff, diff_releases
    from schedcfg.changes.diff.differences import Difference
    from schedcfg.changes.fix import fix
    from schedcfg.changes.migrate.migrate import migrate
    from schedcfg.changes.migrate.results import FileMigration
    from schedcfg.configuration.effective.registry import IN_TREE_ONLY, OPEN, PluginRegistry, catalog, declared
    from schedcfg.configuration.effective.view import EffectiveView, FileView
    from schedcfg.errors import SchedcfgError, UnknownTarget, UnreadableInput, WrongFeatureGates, WrongSettings
    from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Severity, Verdict
    from schedcfg.generate.configuration import generate_configuration
    from schedcfg.generate.generation import GeneratedFile, Generation, generate_around
    from schedcfg.show.editor.analysis import Analysis, analyze
    from schedcfg.show.editor.completion import complete_at
    from schedcfg.show.editor.hover import hover_at
    from schedcfg.show.effective.effective import effective_configuration
    from schedcfg.show.reference.explain import explain
    from schedcfg.show.reference.explanation import Explanation
    from schedcfg.show.reference.facts import PluginReference, ReleaseFacts
    from schedcfg.show.reference.plugins import list_plugins
    from schedcfg.show.reference.releases import list_releases
    from schedcfg.sources.configurations import Role
    from schedcfg.validation.options import Options
    from schedcfg.validation.selection.selection import Selection
    from schedcfg.validation.text import validate

__version__ = "0.1.0"

_MODULES = {
    "Analysis": "show.editor.analysis",
    "Difference": "changes.diff.differences",
    "DocumentReport": "findings",
    "Explanation": "show.reference.explanation",
    "FileView": "configuration.effective.view",
    "FileMigration": "changes.migrate.results",
    "FileReport": "findings",
    "GeneratedFile": "generate.generation",
    "Generation": "generate.generation",
    "Finding": "findings",
    "FindingClass": "findings",
    "IN_TREE_ONLY": "configuration.effective.registry",
    "EffectiveView": "configuration.effective.view",
    "OPEN": "configuration.effective.registry",
    "Options": "validation.options",
    "PluginReference": "show.reference.facts",
    "ReleaseFacts": "show.reference.facts",
    "Role": "sources.configurations",
    "SchedcfgError": "errors",
    "Selection": "validation.selection.selection",
    "Severity": "findings",
    "UnknownTarget": "errors",
    "UnreadableInput": "errors",
    "Verdict": "findings",
    "PluginRegistry": "configuration.effective.registry",
    "WrongFeatureGates": "errors",
    "WrongSettings": "errors",
    "analyze": "show.editor.analysis",
    "catalog": "configuration.effective.registry",
    "complete_at": "show.editor.completion",
    "declared": "configuration.effective.registry",
    "diff": "changes.diff.diff",
    "diff_releases": "changes.diff.diff",
    "effective_configuration": "show.effective.effective",
    "explain": "show.reference.explain",
    "fix": "changes.fix",
    "generate_around": "generate.generation",
    "generate_configuration": "generate.configuration",
    "hover_at": "show.editor.hover",
    "list_plugins": "show.reference.plugins",
    "list_releases": "show.reference.releases",
    "migrate": "changes.migrate.migrate",
    "validate": "validation.text",
}

__all__ = [
    "IN_TREE_ONLY",
    "OPEN",
    "Analysis",
    "Difference",
    "DocumentReport",
    "EffectiveView",
    "Explanation",
    "FileMigration",
    "FileReport",
    "FileView",
    "Finding",
    "FindingClass",
    "GeneratedFile",
    "Generation",
    "Options",
    "PluginReference",
    "PluginRegistry",
    "ReleaseFacts",
    "Role",
    "SchedcfgError",
    "Selection",
    "Severity",
    "UnknownTarget",
    "UnreadableInput",
    "Verdict",
    "WrongFeatureGates",
    "WrongSettings",
    "__version__",
    "analyze",
    "catalog",
    "complete_at",
    "declared",
    "diff",
    "diff_releases",
    "effective_configuration",
    "explain",
    "fix",
    "generate_around",
    "generate_configuration",
    "hover_at",
    "list_plugins",
    "list_releases",
    "migrate",
    "validate",
]


def __dir__() -> list[str]:
    """Return the public names, those that are not imported yet, too."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    """Import a public name at its first use: `schedcfg --version` needs none of them."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib  # noqa: PLC0415 - only programs that use a name pay for it

    value: object = getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
