"""Where a configuration is on control plane nodes, and what is there already."""

import posixpath
from collections.abc import Iterator

from schedcfg.document.path import render
from schedcfg.effective.needs import files
from schedcfg.findings import Problem
from schedcfg.generate.given import Given
from schedcfg.generate.obstacles import obstacle

KUBERNETES = "/etc/kubernetes"
"""kubeadm's folder: `KubernetesDir` in cmd/kubeadm/app/constants/constants.go."""

MANIFESTS = f"{KUBERNETES}/manifests"
"""The folder from which the kubelet runs static Pods: every file in it is taken for one."""

_FOLDERS = frozenset({MANIFESTS, f"{KUBERNETES}/pki"})
"""`DefaultManifestsDir` and `DefaultCertificatesDir` in cmd/kubeadm/app/apis/kubeadm/<version>/defaults.go."""

_ELSEWHERE = "Name another place for it with --config-path."


def place_of(given: Given, wished: str | None) -> str:
    """Tell where a configuration is: where it was asked for, else in `/etc/kubernetes`, by its own name."""
    return wished or f"{KUBERNETES}/{given.name}"


def taken_place(given: Given, place: str, kubeconfig: str) -> Iterator[Problem]:
    """Yield what is where the configuration would be.

    Args:
        given: The configuration.
        place: Where it would be, absolute.
        kubeconfig: The credentials that the control plane has for the scheduler.
    """
    wanted = posixpath.normpath(place)
    if wanted in _FOLDERS:
        yield obstacle("taken-place", (), f"the configuration would be at {wanted}, which is a folder", _ELSEWHERE)
    named = [file for file in files(given.configuration) if posixpath.normpath(file.name) == wanted]
    if named:
        path = named[0].path
        message = f"the configuration would be at {wanted}, which is what `{render(path)}` names"
        yield obstacle("taken-place", path, message, _ELSEWHERE)
    elif wanted == kubeconfig:
        message = f"the configuration would be at {wanted}, and that is where the kubeconfig is"
        yield obstacle("taken-place", (), message, _ELSEWHERE)
