"""Configurations that are a part of another document: as a whole, or as fields that a product puts together.

Where a product leaves out what the fields are of, the table says it. Sources:

- Talos, in github.com/siderolabs/talos: pkg/machinery/config/types/v1alpha1/v1alpha1_types.go (`SchedulerConfig`), the
  document `KubeSchedulerConfig` since 1.14, and internal/app/machined/pkg/controllers/k8s/control_plane_final.go, which
  sets `apiVersion` and `kind`.
- kubespray, in github.com/kubernetes-sigs/kubespray below roles/kubernetes/control-plane:
  templates/kubescheduler-config.yaml.j2, which prints single values as they are.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.excerpt import Part, Parts
from schedcfg.document.path import Path, follow
from schedcfg.document.texts import texts
from schedcfg.models import v1
from schedcfg.releases.release import GROUP
from schedcfg.sources.type_meta import KIND, read_type_meta

_V1 = {"apiVersion": f"{GROUP}/v1", "kind": KIND}
_FIELDS = frozenset(field.alias or name for name, field in v1.KubeSchedulerConfiguration.model_fields.items()) - {*_V1}
_TEMPLATE = "{{"
"""What begins a value that Ansible, Helm or another tool fills in later."""
_PATCH = "$patch"
"""The key by which a strategic merge patch deletes or replaces."""


class ProductFields(NamedTuple):
    """Where a product keeps the fields of a configuration of v1, without saying what they are.

    Attributes:
        product: Its name, as messages have it.
        kind: The kind of its documents; empty where they have none.
        parts: Where the fields are.
        unmistakable: A key at the top of its documents that nothing else has; empty: its parts' names are enough.
    """

    product: str
    kind: str
    parts: tuple[Part, ...]
    unmistakable: str = ""

    def parts_in(self, data: dict[str, object]) -> Parts | None:
        """Return the parts that a document has; None where it has none, or is of something else."""
        kind = data.get("kind", "")
        if kind != self.kind:
            return None
        values = {part: follow(data, part.host) for part in self.parts}
        unknown = frozenset(
            part.own
            for part, value in values.items()
            if _is_filled_in_later(value) or not (value or self._is_one(value))
        )
        written = [value for part, value in values.items() if part.own not in unknown]
        if not written or not self._is_meant(data, written):
            return None
        return Parts(self.parts, _V1, unknown)

    def _is_one(self, value: object) -> bool:
        """Return whether a value without fields is a configuration: one that is all in one place."""
        return len(self.parts) == 1 and value == {}

    def _is_meant(self, data: dict[str, object], written: list[object]) -> bool:
        if len(self.parts) > 1 or self.kind or self.unmistakable in data:
            return True
        return any(isinstance(value, dict) and not (value and _FIELDS.isdisjoint(value)) for value in written)


PRODUCTS = (
    ProductFields("Talos", "", (Part((), ("cluster", "scheduler", "config")),), "machine"),
    ProductFields("Talos", "KubeSchedulerConfig", (Part((), ("config",)),)),
    ProductFields(
        "kubespray",
        "",
        (
            Part((), ("kube_scheduler_config_extra_opts",), is_printed=True),
            Part(("profiles",), ("kube_scheduler_profiles",)),
            Part(("extenders",), ("kube_scheduler_extenders",)),
            Part(("clientConnection",), ("kube_scheduler_client_conn_extra_opts",), is_printed=True),
            Part(("leaderElection",), ("kube_scheduler_leader_elect_extra_opts",), is_printed=True),
            Part(("leaderElection", "leaseDuration"), ("kube_scheduler_leader_elect_lease_duration",), is_printed=True),
            Part(("leaderElection", "renewDeadline"), ("kube_scheduler_leader_elect_renew_deadline",), is_printed=True),
        ),
    ),
)
"""Products of which a document holds fields; what holds whole configurations needs no entry."""


class FoundMapping(NamedTuple):
    """A configuration that is a mapping inside a document.

    Attributes:
        path: Where it is, or the first part of it.
        parts: Which parts of the document it is made of.
    """

    path: Path
    parts: Parts


class FoundText(NamedTuple):
    """A text inside a document that may be a configuration.

    Attributes:
        path: Where it is.
        text: The text.
    """

    path: Path
    text: str


def of_product(data: object) -> FoundMapping | None:
    """Return the configuration that a product makes of a document's fields; None where there is none."""
    if not isinstance(data, dict):
        return None
    for product in PRODUCTS:
        parts = product.parts_in(data)
        if parts is not None:
            known = (part.host for part in parts.parts if part.own not in parts.omitted)
            return FoundMapping(next(known), parts)
    return None


def inside(data: object, path: Path) -> Iterator[FoundMapping | FoundText]:
    """Yield the mappings below a value that are whole configurations, and the texts that name their kind."""
    yield from _inside(data, path, set())


def _inside(data: object, path: Path, seen: set[int]) -> Iterator[FoundMapping | FoundText]:
    if isinstance(data, str):
        if KIND in data and _TEMPLATE not in data:
            yield FoundText(path, data)
        return
    if not isinstance(data, dict | list) or id(data) in seen:
        return
    seen.add(id(data))
    entries = data.items() if isinstance(data, dict) else enumerate(data)
    for step, value in entries:
        if isinstance(value, dict) and _is_whole(value):
            yield FoundMapping((*path, step), Parts((Part((), (*path, step)),), {}))
        else:
            yield from _inside(value, (*path, step), seen)


def _is_whole(data: dict[str, object]) -> bool:
    if data.get("kind") != KIND or _is_filled_in_later(data):
        return False
    return read_type_meta(data).is_configuration


def _is_filled_in_later(data: object) -> bool:
    """Return whether a text in it is a template, or it is a patch of something else."""
    found = (_TEMPLATE in text or (bool(path) and path[-1] == _PATCH) for text, path in texts(data))
    return any(found)
