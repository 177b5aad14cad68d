"""What an organization requires of its configurations: the standard in the settings, checked against what runs."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from typing import NamedTuple
from urllib.parse import urlsplit

from schedcfg.cards import RuleCard, RuleGroup
from schedcfg.configuration.effective.model import EMPTY_SET, WEIGHTED, Configuration, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, running_in
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.written import top_level
from schedcfg.document.golang import duration
from schedcfg.document.span import Path
from schedcfg.document.texts import printable
from schedcfg.findings import FILE, FindingClass, Problem, Severity, Standard

PLUGIN = "org-plugin"
WEIGHT = "org-weight"
LEASE = "org-lease"
EXTENDER_HOST = "org-extender-host"
RELEASE = "org-release"


class Ran(NamedTuple):
    """A configuration, and what else requirements are checked against."""

    configuration: Configuration
    registry: PluginRegistry
    accepts: Callable[[str], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One requirement of the standard."""

    standard: Standard  # What findings about it show: the team's own id, reason and link
    severity: Severity = Severity.ERROR

    def problems(self, ran: Ran) -> Iterator[Problem]:
        """Yield where a configuration does not meet it."""
        raise NotImplementedError

    def _placed(self, problem: Problem) -> Problem:
        """Add to a problem what it shows of the requirement."""
        standard = self.standard
        named = f"{standard.id}: " if standard.id else ""
        why = f" ({standard.reason})" if standard.reason else ""
        return problem._replace(
            message=f"{named}{problem.message}{why}",
            help=f"{problem.help} See {standard.link}" if standard.link else problem.help,
            finding_class=FindingClass.ADVISED,
            severity=self.severity,
            standard=standard,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginRequirement(Requirement):
    """Which plugins may run, and which must; names may have `*` and `?`."""

    allowed: tuple[str, ...] | None = None  # Those that may besides the default plugins; None: any
    forbidden: tuple[str, ...] = ()  # Those that may not
    required: tuple[str, ...] = ()

    def problems(self, ran: Ran) -> Iterator[Problem]:
        """Yield each plugin that runs and may not, and each that has to and does not."""
        default = _default_plugins(ran.configuration)
        for profile in ran.configuration.profiles:
            refs = _running(profile, ran)
            for name, ref in refs.items():
                if _fits(name, self.forbidden):
                    yield self._wrong(profile, ref, "is forbidden", f"Disable or remove `{name}`.")
                elif self.allowed is not None and name not in default and not _fits(name, self.allowed):
                    allowed = ", ".join(self.allowed) or "default plugins only"
                    yield self._wrong(profile, ref, "is not allowed", f"Allowed: {allowed}.")
            for name in self.required:
                if not any(fnmatchcase(one, name) for one in refs):
                    path = _disabling(name, profile)
                    message = f"profile {profile.label} does not run `{name}`, which is required"
                    yield self._placed(Problem(PLUGIN, path, message, f"Enable `{name}`."))

    def _wrong(self, profile: Profile, ref: PluginRef, what: str, help_: str) -> Problem:
        path = profile.path if ref.path is None else (*ref.path, "name")
        by = "" if ref.path else ", and runs by default"
        return self._placed(Problem(PLUGIN, path, f"plugin `{ref.name}` {what}{by}", help_))


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightRequirement(Requirement):
    """What a plugin may weigh where it scores."""

    plugin: str  # Its name; may have `*` and `?`
    minimum: int | None = None  # The least that it may weigh; None: any
    maximum: int | None = None  # The most

    def problems(self, ran: Ran) -> Iterator[Problem]:
        """Yield each weight out of bounds, of default plugins, too."""
        for profile in ran.configuration.profiles:
            found = running_in(ran.configuration, profile.index, ran.registry)
            for point in sorted(WEIGHTED & found.keys(), reverse=True):
                for ref in found[point]:
                    weight = ref.weight_at(point)
                    if fnmatchcase(ref.name, self.plugin) and not self._fits(weight):
                        yield self._wrong(profile, ref, f"`{ref.name}` weighs {weight} at `{point}`")

    def _fits(self, weight: int) -> bool:
        least, most = self.minimum, self.maximum
        return (least is None or least <= weight) and (most is None or weight <= most)

    def _wrong(self, profile: Profile, ref: PluginRef, message: str) -> Problem:
        bounds = ((self.minimum, "at least"), (self.maximum, "at most"))
        allowed = " and ".join(f"{words} {bound}" for bound, words in bounds if bound is not None)
        path = profile.path if ref.path is None else (*ref.path, "weight" if ref.weight else "name")
        return self._placed(Problem(WEIGHT, path, message, f"Allowed: {allowed}."))


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseRequirement(Requirement):
    """Values that fields of `leaderElection` must have."""

    required: tuple[tuple[str, object], ...]  # Field, as files write it → its value

    def problems(self, ran: Ran) -> Iterator[Problem]:
        """Yield each field that has another value, by default, too."""
        found = top_level(ran.configuration)["leaderElection"]
        assert isinstance(found, Mapping)
        for field, value in self.required:
            if not _same(found.get(field), value):
                shown = printable(str(found.get(field)).lower() if isinstance(value, bool) else str(found.get(field)))
                wanted = str(value).lower() if isinstance(value, bool) else str(value)
                message = f"`leaderElection.{field}` is {shown}; {wanted} is required"
                yield self._placed(Problem(LEASE, ("leaderElection", field), message, f"Write `{field}: {wanted}`."))


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRequirement(Requirement):
    """The hosts that extenders may be at."""

    allowed: tuple[str, ...]  # Their names; may have `*` and `?`

    def problems(self, ran: Ran) -> Iterator[Problem]:
        """Yield each extender at another host."""
        for index, extender in enumerate(ran.configuration.extenders):
            host = _host(extender.url_prefix)
            if not _fits(host, self.allowed):
                message = f"extenders may not be at `{host}`" if host else "the URL of this extender has no host"
                path: Path = ("extenders", index, "urlPrefix")
                yield self._placed(Problem(EXTENDER_HOST, path, message, f"Allowed: {', '.join(self.allowed)}."))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseRequirement(Requirement):
    """The releases that have to start with a configuration."""

    required: tuple[str, ...]

    def problems(self, ran: Ran) -> Iterator[Problem]:
        """Yield the releases that do not start with it."""
        refusing = [name for name in self.required if not ran.accepts(name)]
        if refusing:
            named, do = ", ".join(refusing), "does" if len(refusing) == 1 else "do"
            message = f"Kubernetes {named} {do} not start with this file, as the organization requires"
            shows, changes = f"validate -k {refusing[-1]} {FILE}", f"migrate -k {refusing[-1]} {FILE}"
            help_ = f"`schedcfg {shows}` shows why; `schedcfg {changes}` changes the API version."
            yield self._placed(Problem(RELEASE, ("apiVersion",), message, help_))


def problems(requirements: Iterable[Requirement], ran: Ran) -> Iterator[Problem]:
    """Yield where a configuration does not meet the requirements."""
    for requirement in requirements:
        yield from requirement.problems(ran)


def _running(profile: Profile, ran: Ran) -> dict[str, PluginRef]:
    """Return the plugins that run in a profile, or may, each with the entry that brings it."""
    found: dict[str, PluginRef] = {}
    for refs in running_in(ran.configuration, profile.index, ran.registry).values():
        for ref in refs:
            if ref.name not in found or (found[ref.name].path is None and ref.path is not None):
                found[ref.name] = ref
    known = partial(ran.registry.known, release=ran.configuration.release)
    unplaced = (ref for ref in profile.merged.get(MULTI_POINT, EMPTY_SET).enabled if known(ref.name) is None)
    return {ref.name: ref for ref in unplaced} | found


def _default_plugins(configuration: Configuration) -> frozenset[str]:
    points = configuration.release.default_plugins.get(configuration.api_version, {})
    return frozenset(name for refs in points.values() for name, _ in refs)


def _disabling(name: str, profile: Profile) -> Path:
    """Return the entry that disables a plugin, else the profile."""
    entries = (ref for at in profile.written.values() for ref in at.disabled)
    return next(((*ref.path, "name") for ref in entries if ref.path and ref.name in {name, "*"}), profile.path)


def _fits(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _host(url: str) -> str:
    try:
        return urlsplit(url if "//" in url else f"//{url}").hostname or ""
    except ValueError:
        return ""


def _same(value: object, required: object) -> bool:
    """Return whether two values are the same; durations may be written in different ways."""
    if isinstance(value, str) and isinstance(required, str) and value != required:
        try:
            return duration.parse(value) == duration.parse(required)
        except ValueError:
            return False
    return type(value) is type(required) and value == required


_SETTINGS = ("--settings", "examples/organization/schedcfg.toml")
_SOURCE = "the settings: `[organization]`"
_HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
_LEASES = "leaderElection: {leaderElect: true, resourceNamespace: kube-system}\n"


def _card(rule: str, title: str, why: str, bad: str, good: str) -> RuleCard:
    return RuleCard(
        id=rule,
        finding_class=FindingClass.ADVISED,
        severity=Severity.ERROR,
        title=title,
        why=f"{why} The finding shows the reason and the link that the settings give.",
        source=_SOURCE,
        bad=bad,
        good=good,
        options=_SETTINGS,
        group=RuleGroup.ADVISED,
        lighter=(Severity.WARNING, Severity.INFO),
    )


CARDS = (
    _card(
        EXTENDER_HOST,
        "An extender is at a host that the organization does not allow",
        "The settings list the hosts of extenders: whoever answers there decides where Pods go.",
        f"{_HEAD}{_LEASES}extenders:\n- {{urlPrefix: 'http://example.com/filter', filterVerb: filter}}\n",
        f"{_HEAD}{_LEASES}extenders:\n- {{urlPrefix: 'http://gpu.kube-system.svc/', filterVerb: filter}}\n",
    ),
    _card(
        LEASE,
        "Leader election is not as the organization requires",
        "The settings require values of fields of `leaderElection`, be they written or defaults.",
        f"{_HEAD}leaderElection: {{leaderElect: false}}\n",
        f"{_HEAD}{_LEASES}",
    ),
    _card(
        PLUGIN,
        "A plugin is not allowed by the organization, or a required one does not run",
        "The settings list the plugins that may run, that may not, or that every profile has to run.",
        f"{_HEAD}{_LEASES}profiles:\n- plugins: {{multiPoint: {{disabled: [{{name: PodTopologySpread}}]}}}}\n",
        f"{_HEAD}{_LEASES}",
    ),
    _card(
        RELEASE,
        "A release that the organization requires does not start with the file",
        "The settings list releases that have to start with the files of some folders.",
        f"{_HEAD.replace('/v1', '/v1beta3')}{_LEASES}",
        f"{_HEAD}{_LEASES}",
    ),
    _card(
        WEIGHT,
        "A weight is not within the bounds of the organization",
        "The settings bound the weights of plugins that score, be they written or defaults.",
        f"{_HEAD}{_LEASES}profiles:\n- plugins: {{score: {{enabled: [{{name: ImageLocality, weight: 90}}]}}}}\n",
        f"{_HEAD}{_LEASES}profiles:\n- plugins: {{score: {{enabled: [{{name: ImageLocality, weight: 9}}]}}}}\n",
    ),
)
"""What the standard of an organization finds; the examples are checked against the one of `examples/organization`."""
