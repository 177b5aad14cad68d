"""The values above the profiles, and those that a profile can have of its own."""

from collections.abc import Iterator

from schedcfg.differences.results import SettingChange
from schedcfg.differences.values import differing, reason_of, same
from schedcfg.effective.view import Meaning, Profile, Setting

_PERCENTAGE = "percentageOfNodesToScore"

_UNSAID: dict[str, object] = {
    # pkg/scheduler/internal/parallelize: 16, before 1.20 made it a field
    "parallelism": 16,
    # true makes 1.28 and later wait for leadership before they fill their caches
    "delayCacheUntilActive": False,
    # up to 1.18; later releases leave out the plugin DefaultPreemption instead
    "disablePreemption": False,
    # up to 1.18; later releases have it in the Args of VolumeBinding, with the same default
    "bindTimeoutSeconds": 600,
    # v1beta3 no longer has them: nothing is served without TLS
    "healthzBindAddress": "",
    "metricsBindAddress": "",
}
"""How a release or API version behaves that does not know a field."""

_SWITCHES = {
    "leaderElection.": "leaderElection.leaderElect",
    "enableContentionProfiling": "enableProfiling",
}
"""Values that mean nothing while another one is false."""


def setting_changes(left: Meaning, right: Meaning) -> Iterator[SettingChange]:
    """Yield the values above the profiles that differ; what each profile goes by is told with the profile."""
    before, after = _by_path(left.settings), _by_path(right.settings)
    for path, one, other in differing(before, after):
        if path == _PERCENTAGE or _unused(path, before, after) or _as_if_unsaid(path, one, other):
            continue
        yield SettingChange(path=path, before=one, after=other, reason=reason_of(one, other))


def profile_setting_changes(left: Profile, right: Profile) -> Iterator[SettingChange]:
    """Yield the values that a profile can have of its own and that differ."""
    for path, one, other in differing(_by_path(left.settings), _by_path(right.settings)):
        yield SettingChange(profile=right.name, path=path, before=one, after=other, reason=reason_of(one, other))


def _by_path(settings: tuple[Setting, ...]) -> dict[str, Setting]:
    return {setting.path: setting for setting in settings}


def _as_if_unsaid(path: str, one: Setting | None, other: Setting | None) -> bool:
    said = one or other
    missing = one is None or other is None
    return missing and said is not None and path in _UNSAID and same(said.value, _UNSAID[path])


def _unused(path: str, before: dict[str, Setting], after: dict[str, Setting]) -> bool:
    for start, switch in _SWITCHES.items():
        if path.startswith(start) and path != switch:
            return not (before[switch].value or after[switch].value)
    return False
