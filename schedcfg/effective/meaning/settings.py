"""The values above the profiles, each with its origin."""

from collections.abc import Iterator

from schedcfg.document.path import Path, render
from schedcfg.effective.meaning.leaves import leaves, value_at
from schedcfg.effective.meaning.scene import Scene, derived
from schedcfg.effective.written import top_level
from schedcfg.results.effective import Origin, Setting

_OTHER_NAMES: dict[str, Path] = {
    "leaderElection.resourceName": ("leaderElection", "lockObjectName"),
    "leaderElection.resourceNamespace": ("leaderElection", "lockObjectNamespace"),
}
"""Values that v1alpha1 can give under a name of its own, which goes before the newer one."""

_FOLLOWS = {"enableContentionProfiling": "enableProfiling"}
"""Values whose default depends on another one."""


def settings(scene: Scene) -> Iterator[Setting]:
    """Yield every value above the profiles."""
    values = top_level(scene.configuration)
    in_others = [top_level(other) for other in scene.in_others]
    nothing = top_level(scene.completion.of_nothing(scene.configuration.release))
    for path, value in leaves(values):
        written_at = _written_at(scene, path)
        name = render(path)
        if written_at is not None:
            written = scene.written(written_at)
            yield Setting(name, value, scene.in_file(written_at), None if written == value else written, path)
        else:
            yield Setting(name, value, _default(scene, path, value, in_others, nothing), steps=path)


def _written_at(scene: Scene, path: Path) -> Path | None:
    other = _OTHER_NAMES.get(render(path))
    if other is not None and scene.written(other) not in {None, ""}:
        return other
    return path if scene.written(path) is not None else None


def _default(scene: Scene, path: Path, value: object, in_others: list[dict[str, object]], nothing: object) -> Origin:
    name = render(path)
    if name in _FOLLOWS and value_at(nothing, path) != value:
        return derived(_FOLLOWS[name])
    return scene.default(value, path, in_others)
