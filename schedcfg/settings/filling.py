"""What the command line leaves open, filled in from the project's settings."""

from schedcfg.operations.files import Settings
from schedcfg.selection.selection import EVERYTHING
from schedcfg.settings.reading import Project


def filled(said: Settings, project: Project) -> Settings:
    """Fill in everything but the release, for which `migrate` and others have another meaning."""
    values = project.values
    plugins = frozenset() if said.in_tree_only else said.plugins.union(values.plugins)
    catalogues = () if said.in_tree_only else said.catalogues or tuple(values.catalogs)
    return said._replace(
        feature_gates=said.feature_gates or project.feature_gates,
        # Whoever declares a plugin on the command line does not mean the stock scheduler, whatever the project says.
        in_tree_only=said.in_tree_only or (values.in_tree_only and not plugins and not catalogues),
        plugins=plugins,
        catalogues=catalogues,
        own=() if said.in_tree_only else project.own,
        # What options chose of the advice is filled in already.
        selection=project.selection if said.selection == EVERYTHING else said.selection,
        exclude=project.exclude if values.exclude else None,
    )


def with_releases(said: Settings, project: Project) -> Settings:
    """Fill in the release that judges, and those for some files only; one on the command line is for all."""
    if said.kubernetes is None:
        return said._replace(kubernetes=project.values.kubernetes, per_path=project.per_path)
    return said._replace(per_path=tuple(one._replace(kubernetes=None) for one in project.per_path))
