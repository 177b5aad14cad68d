"""Which files of kubernetes/kubernetes decide what a configuration means, in each release."""

from schedcfg.releases.release import Release

REPOSITORY = "https://github.com/kubernetes/kubernetes"

REGISTRY = "pkg/scheduler/framework/plugins/registry.go"
"""Which plugins are compiled in."""

FRAMEWORK = "pkg/scheduler/framework/runtime/framework.go"
"""How plugin sets become what runs; `expandMultiPointPlugins` is in it since 1.23."""

FEATURE_GATES = "pkg/features/kube_features.go"
"""Which feature gates are on."""

POLICY = "pkg/scheduler/framework/plugins/legacy_registry.go"
"""What a legacy Policy turns into, up to 1.22."""


def address(path: str, release: Release) -> str:
    """Return where a file can be read as it is in a release."""
    tag = release.source_version.partition(" ")[0]
    return f"{REPOSITORY}/blob/{tag}/{path}"


def default_plugins(api_version: str, release: Release) -> str:
    """Return the file that lists the default plugins of an API version."""
    if release.algorithm_providers:
        return "pkg/scheduler/algorithmprovider/registry.go"
    return f"pkg/scheduler/apis/config/{api_version}/default_plugins.go"


def defaults(api_version: str) -> str:
    """Return the file that fills in what a configuration of an API version leaves out, Args among it (since 1.19)."""
    return f"pkg/scheduler/apis/config/{api_version}/defaults.go"


def types(api_version: str) -> str:
    """Return the file that defines the fields of an API version."""
    return f"staging/src/k8s.io/kube-scheduler/config/{api_version}/types.go"
