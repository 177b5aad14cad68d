"""Check, explain, migrate and generate kube-scheduler configuration, offline.

What a file passes through, in this order:

sources        files and folders, and what is in them: ConfigMaps, manifests, the files of products
document       text -> YAML and JSON with positions, and edits back to text
configuration  what a document means: `decode` to a typed model, `effective` to what the scheduler would run
rules          what is refused, what is advised against, what is wrong with the manifests around it
validation     the walk through all of these; settings, and which findings are reported

Beside them: `models` (the fields of each API version), `plugins` (each plugin and its Args), `releases` (each
Kubernetes release, and how it behaves) and `output` (formats that several commands share). On top of them:
`integrations` (kubectl and clusters, Git, Helm and kustomize), `cli` (what all commands share) and `commands`, a folder
for each command.
"""

TYPE_CHECKING = False
"""As in `typing`, which is not imported here: `python -m schedcfg` must not import anything from where it is run."""

if TYPE_CHECKING:
    from schedcfg.commands.diff.diff import diff, diff_releases
    from schedcfg.commands.diff.differences import Difference
    from schedcfg.commands.effective.effective import effective_configuration
    from schedcfg.commands.explain.explain import explain
    from schedcfg.commands.explain.explanation import Explanation
    from schedcfg.commands.explain.facts import PluginReference, ReleaseFacts
    from schedcfg.commands.explain.plugins import list_plugins
    from schedcfg.commands.explain.releases import list_releases
    from schedcfg.commands.generate.configuration import generate_configuration
    from schedcfg.commands.generate.generation import GeneratedFile, Generation, generate_around
    from schedcfg.commands.migrate.migrate import migrate
    from schedcfg.commands.migrate.results import FileMigration
    from schedcfg.commands.server.analysis import Analysis, analyze
    from schedcfg.commands.server.completion import complete_at
    from schedcfg.commands.server.hover import hover_at
    from schedcfg.commands.validate.fix import fix
    from schedcfg.configuration.effective.registry import IN_TREE_ONLY, OPEN, PluginRegistry, catalog, declared
    from schedcfg.configuration.effective.view import EffectiveView, FileView
    from schedcfg.errors import SchedcfgError, UnknownTarget, UnreadableInput, WrongFeatureGates, WrongSettings
    from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Severity, Verdict
    from schedcfg.sources.configurations import Role
    from schedcfg.validation.options import Options
    from schedcfg.validation.selection.selection import Selection
    from schedcfg.validation.text import validate

__version__ = "0.1.0"

_MODULES = {
    "Analysis": "commands.server.analysis",
    "Difference": "commands.diff.differences",
    "DocumentReport": "findings",
    "Explanation": "commands.explain.explanation",
    "FileView": "configuration.effective.view",
    "FileMigration": "commands.migrate.results",
    "FileReport": "findings",
    "GeneratedFile": "commands.generate.generation",
    "Generation": "commands.generate.generation",
    "Finding": "findings",
    "FindingClass": "findings",
    "IN_TREE_ONLY": "configuration.effective.registry",
    "EffectiveView": "configuration.effective.view",
    "OPEN": "configuration.effective.registry",
    "Options": "validation.options",
    "PluginReference": "commands.explain.facts",
    "ReleaseFacts": "commands.explain.facts",
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
    "analyze": "commands.server.analysis",
    "catalog": "configuration.effective.registry",
    "complete_at": "commands.server.completion",
    "declared": "configuration.effective.registry",
    "diff": "commands.diff.diff",
    "diff_releases": "commands.diff.diff",
    "effective_configuration": "commands.effective.effective",
    "explain": "commands.explain.explain",
    "fix": "commands.validate.fix",
    "generate_around": "commands.generate.generation",
    "generate_configuration": "commands.generate.configuration",
    "hover_at": "commands.server.hover",
    "list_plugins": "commands.explain.plugins",
    "list_releases": "commands.explain.releases",
    "migrate": "commands.migrate.migrate",
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
