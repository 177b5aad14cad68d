"""The controller that is published beside the plugins: it writes what becomes of PodGroups and ElasticQuotas."""

from schedcfg.plugins.plugin import READ, ApiAccess

_OLDER, _NEWER = "scheduling.sigs.k8s.io", "scheduling.x-k8s.io"

ACCESS = (
    ApiAccess("", "pods", first=19),
    ApiAccess(_OLDER, "podgroups", (*READ, "patch"), first=19, last=23),
    ApiAccess(_OLDER, "elasticquotas", (*READ, "patch"), first=20, last=23),
    *(ApiAccess(_OLDER, kind, first=24, last=24) for kind in ("podgroups", "elasticquotas")),
    *(ApiAccess(_OLDER, f"{kind}/status", ("patch",), first=24, last=24) for kind in ("podgroups", "elasticquotas")),
    *(ApiAccess(_NEWER, kind, first=25) for kind in ("podgroups", "elasticquotas")),
    *(ApiAccess(_NEWER, f"{kind}/status", ("patch",), first=25) for kind in ("podgroups", "elasticquotas")),
)
"""What it does in the API server, whatever plugins run; by the release of Kubernetes that its own release is made for.

Upstream: `Reconcile` in pkg/controllers/podgroup_controller.go and elasticquota_controller.go; up to 0.24 `syncHandler`
in pkg/controller/podgroup.go and elasticquota.go, which patch the objects themselves up to 0.23.
"""
