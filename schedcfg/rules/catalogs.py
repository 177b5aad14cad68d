"""Plugins that a catalog publishes, as rules speak of them: where they are, and which option chooses them."""

from schedcfg import plugins
from schedcfg.plugins.catalog import CatalogRelease, catalog_release, plugins_in, programs, publishing
from schedcfg.rules.rule import Subject


def published(name: str, subject: Subject) -> str | None:
    """Return where a catalog's plugin is, which the scheduler in question lacks; None for a name of no catalog."""
    catalog = publishing(name)
    if catalog is None:
        return None
    chosen = [release for release in subject.registry.catalogs if release.catalog is catalog]
    having = (chosen[0] if chosen else CatalogRelease(catalog)).periods(name)
    when = having[0] if len(having) == 1 else f"{having[0]} to {having[-1]}"
    choice = catalog_choice(name, subject)
    if not chosen:
        option = f"--catalog {choice}" if choice else f"--plugin {name}"
        return f"It is a plugin of {catalog.name} ({when}): if your scheduler contains it, use `{option}`."
    has = "has" if len(having) == 1 else "have"
    if choice is None:
        version = subject.configuration.api_version
        return (
            f"{catalog.name} {when} {has} it, and no Args of {version}. If you have ported it to your release, "
            f"declare it with `--plugin {name}` instead of the catalog."
        )
    return (
        f"{catalog.name} {when} {has} it; use `--catalog {catalog.name}@{having[-1]}` to validate against that release."
    )


def catalog_choice(name: str, subject: Subject) -> str | None:
    """Return the catalog of a published plugin, in a release that can be used with the document: `scheduler-plugins`.

    None where there is none: no catalog has the plugin, or its last release has no Args of the API version.
    """
    config, catalog = subject.configuration, publishing(name)
    if catalog is None:
        return None
    if CatalogRelease(catalog).plugin(name, config.release) is not None:
        return catalog.name
    last = f"{catalog.name}@{CatalogRelease(catalog).periods(name)[-1]}"
    plugin = catalog_release(last).plugin(name, config.release)
    kind = None if plugin is None else plugin.args
    usable = kind is None or not kind.typed_only or kind.is_served(config.api_version, config.release)
    return last if usable else None


def presumed_catalog(name: str, subject: Subject) -> str | None:
    """Return the catalog that an enabled plugin is probably of, where nobody has chosen any; None where that is open.

    It is that of the release, also where this release of it has dropped the plugin. Names that tell the program behind
    them have rules of their own.
    """
    if not subject.registry.open or name in plugins.RECOGNIZABLE:
        return None
    catalog = publishing(name)
    if catalog is not None and catalog.has(subject.configuration.release.number):
        return catalog.name
    return catalog_choice(name, subject)


def presumed_catalogs(subject: Subject) -> tuple[str, ...]:
    """List the catalogs that plugins are probably of that are enabled, or get Args, where nobody has chosen any."""
    named = (*(entry.ref.name for entry in subject.enabled), *(entry.args.name for entry in subject.written_args))
    found = (presumed_catalog(name, subject) for name in dict.fromkeys(named))
    return tuple(dict.fromkeys(one for one in found if one is not None))


def program_with(name: str) -> str | None:
    """Return the published program that has a plugin of which nothing else is known; None where there is none."""
    return next((one for one, versions in programs().items() if name in plugins_in([*versions.values()][-1])), None)
