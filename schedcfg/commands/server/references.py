"""What names each other in a text and the files beside it: where a thing is defined, and where it is named.

Three kinds of things have a name: a plugin in its profile, the file that a scheduler is started with, and a scheduler
by the name that Pods choose it by.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from schedcfg.commands.server.analysis import Analysis
from schedcfg.commands.server.beside import FilesBeside, LocatedValue, Location, files_beside
from schedcfg.configuration.effective.model import Profile
from schedcfg.document import Document, Path
from schedcfg.errors import UnreadableInput
from schedcfg.sources import Text
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.files import FILES, ConfigMapKey, Kustomization
from schedcfg.sources.manifests.pod import fields, may_be_same
from schedcfg.sources.manifests.reading import ConfigurationText, LocatedManifest
from schedcfg.sources.manifests.running import RunningScheduler


class _Named(NamedTuple):
    """One thing: where it is defined, and where it is named."""

    definitions: tuple[Location, ...]
    references: tuple[Location, ...]

    def is_at(self, path: str, offset: int) -> bool:
        """Return whether it is defined or named at a place."""
        places = (*self.definitions, *self.references)
        return any(place.path == path and place.start <= offset <= place.end for place in places)


def definitions_at(analysis: Analysis, offset: int) -> tuple[Location, ...]:
    """Return where that is defined which is named, or defined, at an offset; none where nothing is.

    A plugin is defined by its entry of `pluginConfig`; the file of `--config` by the key of a ConfigMap, or by the
    first line of the file beside it; a scheduler by the `schedulerName` of its profile or, where none is written, by
    the profile.
    """
    return tuple(dict.fromkeys(place for named in _named_at(analysis, offset) for place in named.definitions))


def references_at(analysis: Analysis, offset: int) -> tuple[Location, ...]:
    """Return where that is named which is named, or defined, at an offset, without its definitions.

    A plugin is named where its profile enables or disables it; a file by flags, by mounts and volumes, and by what
    kustomize makes a ConfigMap of; a scheduler by Pods, and by what makes Pods.
    """
    return tuple(dict.fromkeys(place for named in _named_at(analysis, offset) for place in named.references))


def _named_at(analysis: Analysis, offset: int) -> Iterator[_Named]:
    def at_offset(found: Iterable[_Named]) -> list[_Named]:
        return [named for named in found if named.is_at(analysis.path, offset)]

    with suppress(UnreadableInput):
        # What is a plugin's name is nothing else, and needs no other file.
        yield from at_offset(_plugins(analysis)) or at_offset(_files_and_schedulers(analysis))


@lru_cache(maxsize=4)
def _plugins(analysis: Analysis) -> tuple[_Named, ...]:
    """Return the plugins that the profiles of the text in question name."""
    found: list[_Named] = []
    for one in analysis.configurations:
        configuration = one.validated.configuration
        for profile in () if configuration is None else configuration.profiles:
            found += _plugins_of(profile, one.document, analysis)
    return tuple(found)


@lru_cache(maxsize=4)
def _files_and_schedulers(analysis: Analysis) -> tuple[_Named, ...]:
    """Return what is named across the text in question and the files beside it."""
    beside = files_beside(analysis)
    return (*_files(beside), *_schedulers(beside))


def _plugins_of(profile: Profile, document: Document, analysis: Analysis) -> Iterator[_Named]:
    text = Text(analysis.path, analysis.stream)

    def places(paths: Sequence[Path]) -> tuple[Location, ...]:
        values = (LocatedValue(text, document, (*path, "name")) for path in paths)
        return tuple(Location(analysis.path, *value.span) for value in values)

    args: defaultdict[str, list[Path]] = defaultdict(list)
    named: defaultdict[str, list[Path]] = defaultdict(list)
    for entry in profile.plugin_config:
        # What v1alpha1 has at the top level is no entry.
        if entry.path[-2:-1] == ("pluginConfig",):
            args[entry.name].append(entry.path)
    for at in profile.written.values():
        for ref in (*at.enabled, *at.disabled):
            named[ref.name] += [] if ref.path is None else [ref.path]
    for name in {**args, **named}:
        if name:
            yield _Named(places(args[name]), places(named[name]))


def _files(beside: FilesBeside) -> Iterator[_Named]:
    """Yield the files that schedulers are started with, each with all that leads to it."""
    leading: defaultdict[Location, list[Location]] = defaultdict(list)
    for text, one, context in beside.manifests:
        running = context.running
        flag = None if running is None else running.flag("config")
        if running is not None and flag is not None and flag.value and flag.is_known:
            found = beside.folder.named.configuration_of(one, running)
            links = list(_links(beside, text, one, running, flag, found))
            target = _place_of(found, beside)
            if target is None and len(links) > 1:
                # Where the file is not here, the last that leads to it is the nearest.
                target = links.pop()
            if target is not None:
                leading[target] += links
    yield from (_Named((target,), tuple(links)) for target, links in leading.items())


def _place_of(found: ConfigurationText | None, beside: FilesBeside) -> Location | None:
    """Return where a configuration is; None where it is not here."""
    for one in beside.configurations if found is not None else ():
        if found is not None and (one.text.name, one.found.within) == (found.place[0], found.within):
            return Location(beside.path_of(one.text), *one.span)
    return None


def _links(
    beside: FilesBeside,
    text: Text,
    one: LocatedManifest,
    running: RunningScheduler,
    flag: CommandLineFlag,
    found: ConfigurationText | None,
) -> Iterator[Location]:
    """Yield what leads to the file of a scheduler: its flag, the mount, the volume, what a ConfigMap is made of."""
    value = flag.value or ""
    yield beside.location(LocatedValue(text, one.document, flag.value_path, part=value))
    mount = running.mount_of(value)
    if mount is None:
        return
    paths = [mount.path] if mount.volume is None else [mount.path, mount.volume.path]
    yield from (beside.location(LocatedValue(text, one.document, path)) for path in dict.fromkeys(paths))
    if found is not None and not found.key:
        keys = mount.config_map_keys(value)
        yield from map(beside.location, _generators(beside, keys, running.namespace))


def _generators(beside: FilesBeside, keys: list[ConfigMapKey], namespace: str) -> Iterator[LocatedValue]:
    """Yield where a kustomization makes a key of a ConfigMap from a file."""
    hosts = [text for name, text in beside.texts.items() if name in FILES]
    for text, document in ((host, document) for host in hosts for document in host.stream.documents):
        for made in Kustomization((fields(document.data),)).generated():
            for key in keys if may_be_same(made.namespace, namespace) else ():
                if made.makes(key):
                    yield LocatedValue(text, document, made.places[key.key])


def _schedulers(beside: FilesBeside) -> Iterator[_Named]:
    """Yield the schedulers by their names."""
    for name in beside.scheduler_names.values():
        definitions = tuple(map(beside.location, (*name.profiles, *name.flags)))
        yield _Named(definitions, tuple(map(beside.location, name.workloads)))
