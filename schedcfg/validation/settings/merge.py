"""What the command line leaves open, filled in from the project's settings."""

from dataclasses import replace

from schedcfg.configuration.effective.registry import IN_TREE_ONLY, OPEN, PluginRegistry, chosen
from schedcfg.sources import with_suffixes
from schedcfg.validation.options import Options
from schedcfg.validation.selection.selection import EVERYTHING
from schedcfg.validation.settings.reading import Project


def registry(project: Project, plugins: frozenset[str], catalogs: tuple[str, ...]) -> PluginRegistry:
    """Return which plugins exist.

    Args:
        project: The settings.
        plugins: Those that the command line declares.
        catalogs: Those that it chooses; they replace those of the settings.

    Raises:
        UnknownTarget: if a catalog is not known.
        UnreadableInput: if the file of a catalog cannot be read.
        WrongSettings: if the package that describes a declared plugin cannot be used.
    """
    values = project.values
    plugins, catalogs = plugins.union(values.plugins), catalogs or project.catalogs
    if plugins or catalogs:
        # A plugin declared on the command line excludes the stock scheduler, whatever the project's settings are.
        return chosen(plugins, catalogs, project.own)
    return IN_TREE_ONLY if values.in_tree_only else OPEN


def with_settings(options: Options, project: Project) -> Options:
    """Fill in feature gates, selection, and what a search looks at, skips and requires.

    The release is left: for `migrate` and others it has another meaning; see `with_releases`.
    """
    return replace(
        options,
        feature_gates=options.feature_gates or project.feature_gates,
        # What the command line chose of the advice is filled in already.
        selection=project.selection if options.selection == EVERYTHING else options.selection,
        exclude=project.exclude if project.values.exclude else None,
        suffixes=with_suffixes((*project.values.suffixes, *options.suffixes)),
        require=options.require or project.values.require,
        organization=project.organization,
    )


def with_releases(options: Options, project: Project) -> Options:
    """Fill in the release that validates, and those for some files only; one on the command line is for all."""
    if options.kubernetes is None:
        return replace(options, kubernetes=project.values.kubernetes, per_path=project.per_path)
    return replace(options, per_path=tuple(path_options._replace(kubernetes=None) for path_options in project.per_path))
