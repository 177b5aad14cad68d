"""The API version and kind of a document, and which releases serve a version, for messages."""

from typing import NamedTuple

from schedcfg import models, releases
from schedcfg.cards import RuleCard, v1_configuration
from schedcfg.document.span import Path
from schedcfg.findings import FILE, FindingClass, Problem, Severity
from schedcfg.releases.release import GROUP, Release
from schedcfg.sources import other_kinds
from schedcfg.spelling import nearest

KIND = "KubeSchedulerConfiguration"
"""The kind of every configuration, in all API versions."""

INTERNAL = "__internal"
"""The version that only upstream's own code speaks; it is registered, so files can name it."""

POLICY_KIND = "Policy"
"""The kind of the legacy Policy."""

UNSERVED = "unserved-api-version"
"""The rule by which a release does not serve an API version."""

POLICY_VERSIONS = frozenset({"", "v1", f"{GROUP}/v1"})
"""What a Policy may have written as its `apiVersion`."""

POLICY_KEYS = frozenset({"predicates", "priorities", "alwaysCheckAllPredicates", "hardPodAffinitySymmetricWeight"})
"""Keys that identify a Policy without a `kind`."""


class TypeMeta(NamedTuple):
    """The API version and kind of a document."""

    api_version: str  # As written; empty where it is missing or no text
    kind: str  # As written; empty where it is missing or no text
    problems: tuple[Problem, ...] = ()

    @property
    def version(self) -> str | None:
        """The short version (`v1beta3`) if the document is of the scheduler's API group, else None."""
        group, _, version = self.api_version.rpartition("/")
        return version if group == GROUP else None

    @property
    def is_configuration(self) -> bool:
        """Whether this is, or is plainly meant as, a kube-scheduler configuration."""
        if self.kind.lower() == KIND.lower():
            return True
        is_other = self.kind.endswith("Args") or self.is_policy
        return self.api_version.startswith(GROUP) and not is_other

    @property
    def is_policy(self) -> bool:
        """Whether this is a legacy Policy by its kind; its API version may be one of the scheduler's group."""
        return self.kind == POLICY_KIND and self.api_version in POLICY_VERSIONS


def read_type_meta(data: object) -> TypeMeta:
    """Read `apiVersion` and `kind` as upstream sniffs them: any case, text or nothing.

    Upstream: `json.SimpleMetaFactory.Interpret` in apimachinery's `runtime/serializer/json`.
    """
    if data is None:
        data = {}
    if not isinstance(data, dict):
        found = "a list" if isinstance(data, list) else "a single value"
        problem = Problem(
            "not-a-mapping",
            (),
            f"the document is {found}, not a mapping with `apiVersion` and `kind`",
            f"Begin the file with `apiVersion: {GROUP}/v1` and `kind: {KIND}`.",
        )
        return TypeMeta("", "", (problem,))
    problems: list[Problem] = []
    api_version = _text(data, "apiVersion", problems)
    kind = _text(data, "kind", problems)
    if not problems:
        problems.extend(_missing(api_version, kind))
    return TypeMeta(api_version, kind, tuple(problems))


def _text(data: dict[str, object], key: str, problems: list[Problem]) -> str:
    written = spelling(data, key)
    value = data.get(written)
    if value is None:
        return ""
    if not isinstance(value, str):
        problems.append(
            Problem("wrong-type", (written,), f"`{written}` must be a string, found `{value}`", "Put it in quotes.")
        )
        return ""
    return value


def spelling(data: dict[str, object], key: str) -> str:
    """Return how a key is written whose case does not matter; as it should be where it is missing.

    Of several spellings the last in byte order counts: upstream sorts the keys, and null changes nothing.
    """
    wanted = key.lower()
    found = [name for name, value in data.items() if value is not None and name.lower() == wanted]
    return max(found) if found else key


def _missing(api_version: str, kind: str) -> list[Problem]:
    versions = f"v1 is served since Kubernetes 1.25; earlier releases serve {', '.join(models.API_VERSIONS[:-1])}"
    if not kind and not api_version:
        return [
            Problem(
                "missing-kind",
                (),
                "`kind` is missing or empty, and so is `apiVersion`",
                f"Begin with `apiVersion: {GROUP}/v1` and `kind: {KIND}` ({versions}).",
            )
        ]
    if not kind:
        return [Problem("missing-kind", (), "`kind` is missing or empty", f"Add `kind: {KIND}` at the top level.")]
    if not api_version:
        return [
            Problem(
                "missing-api-version",
                (),
                "`apiVersion` is missing or empty",
                f"Add `apiVersion: {GROUP}/v1` at the top level ({versions}).",
            )
        ]
    return []


def is_policy(data: object) -> bool:
    """Return whether a document is a Policy: by its kind, or, where that is missing, by its keys."""
    if not isinstance(data, dict):
        return False
    meta = read_type_meta(data)
    if meta.kind == POLICY_KIND:
        return meta.is_policy
    return meta.kind.lower() in {"", POLICY_KIND.lower()} and not POLICY_KEYS.isdisjoint(data)


def problems(meta: TypeMeta, release: Release) -> list[Problem]:
    """Report an API version that the release does not serve, or a kind that is not registered."""
    version = meta.version
    if version is None and other_kinds.is_other(meta.api_version, meta.kind):
        message = f"this is {other_kinds.called(meta.kind)}, not a {KIND}"
        return [Problem("unknown-kind", ("kind",), message, other_kinds.help_with(meta.kind))]
    if version == INTERNAL:
        return [
            Problem(
                "internal-version",
                ("apiVersion",),
                f"`{GROUP}/{INTERNAL}` is upstream's internal version: no defaults are set, so no such file passes "
                "validation",
                f"Write `apiVersion: {GROUP}/{release.api_versions[-1]}`.",
            )
        ]
    found = []
    if meta.kind == POLICY_KIND:
        message = f"a legacy Policy has no API version `{meta.api_version}`"
        return [Problem("unknown-kind", ("apiVersion",), message, "Write `apiVersion: v1`: then it can be migrated.")]
    is_served = version is not None and version in release.api_versions
    if not is_served:
        found.append(_unserved(meta, release))
    if meta.kind != KIND and (is_served or nearest(meta.kind, [KIND]) is not None):
        found.append(
            Problem(
                "unknown-kind",
                ("kind",),
                f"`{meta.kind}` is not a kind that kube-scheduler accepts as its configuration",
                f"Write `kind: {KIND}`.",
            )
        )
    return found


def meant_version(meta: TypeMeta, release: Release) -> str | None:
    """Return the version that a document is read as all the same; None where it is hardly a configuration.

    Args:
        meta: A type to which there are objections.
        release: By whose rules.
    """
    if not meta.is_configuration or meta.version == INTERNAL or meta.kind == POLICY_KIND:
        return None
    written = meta.api_version.rpartition("/")[2]
    known = written if written in models.API_VERSIONS else nearest(written, models.API_VERSIONS)
    return known or release.api_versions[-1]


def _unserved(meta: TypeMeta, release: Release) -> Problem:
    served, newest = " and ".join(release.api_versions), release.api_versions[-1]
    path: Path = ("apiVersion",)
    if meta.version in models.API_VERSIONS:
        return Problem(
            UNSERVED,
            path,
            f"Kubernetes {release.name} does not serve `{meta.version}` (served by "
            f"{releases.serving_span(meta.version)}); it serves {served}",
            f"Run `schedcfg migrate --to {newest} {FILE}`.",
        )
    known = nearest(meta.version or meta.api_version, models.API_VERSIONS)
    group = f"Write `apiVersion: {GROUP}/{known if known in release.api_versions else newest}`."
    if known is not None and known not in release.api_versions:
        group += f" If `{known}` is meant: it is served by {releases.serving_span(known)}."
    return Problem(
        "unknown-api-version",
        path,
        f"`{meta.api_version}` is not an API version of kube-scheduler's configuration; "
        f"Kubernetes {release.name} serves {served} of `{GROUP}`",
        group,
    )


CARDS = (
    RuleCard(
        id="not-a-mapping",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The document is not a mapping",
        why="`apiVersion` and `kind` identify a configuration; a list or a single value cannot have them.",
        source="k8s.io/apimachinery/pkg/runtime/serializer/json, meta.go, Interpret",
        bad="""\
- apiVersion: kubescheduler.config.k8s.io/v1
- kind: KubeSchedulerConfiguration
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
        options=("--as-config",),
    ),
    RuleCard(
        id="missing-kind",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="`kind` is missing",
        why="Without it, the scheduler exits with `Object 'Kind' is missing`.",
        source="k8s.io/apimachinery/pkg/runtime/serializer/json, meta.go and json.go",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
profiles:
  - schedulerName: batch
""",
        good=v1_configuration("""\
profiles:
  - schedulerName: batch
"""),
    ),
    RuleCard(
        id="missing-api-version",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="`apiVersion` is missing",
        why="The scheduler needs it to decode the fields, and does not guess.",
        source="k8s.io/apimachinery/pkg/runtime/scheme.go; pkg/scheduler/apis/config/scheme/scheme.go",
        bad="""\
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
""",
        good=v1_configuration("""\
profiles:
  - schedulerName: batch
"""),
    ),
    RuleCard(
        id="unknown-kind",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="This is another kind of object",
        why="`--config` names the wrong file, or the kind is misspelled; the scheduler accepts no other kind.",
        source="cmd/kube-scheduler/app/options/configfile.go, loadConfig",
        bad="""\
apiVersion: v1
kind: Config
clusters:
  - name: kubernetes
    cluster:
      server: https://10.0.0.1:6443
""",
        good=v1_configuration("""\
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
"""),
        options=("--as-config",),
    ),
    RuleCard(
        id="unknown-api-version",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="There is no such API version",
        why="No release serves it: it is misspelled, or the version of another component.",
        source="pkg/scheduler/apis/config/scheme/scheme.go",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta4
kind: KubeSchedulerConfiguration
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
    ),
    RuleCard(
        id="internal-version",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="`__internal` is not allowed in files",
        why="It is registered, so files can name it; but no defaults are set, and no such file passes validation.",
        source="pkg/scheduler/apis/config/scheme/scheme.go; pkg/scheduler/apis/config/register.go",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/__internal
kind: KubeSchedulerConfiguration
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
    ),
    RuleCard(
        id=UNSERVED,
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="This release does not serve the API version",
        why="Every API version is served by some releases only; after an upgrade to a release without it, the "
        "scheduler does not start.",
        source="pkg/scheduler/apis/config/scheme/scheme.go",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
""",
        good=v1_configuration("""\
profiles:
  - schedulerName: batch
"""),
        options=("--kubernetes", "1.29"),
    ),
)
