"""The files of a second scheduler: one stream of objects, or a folder for kustomize."""

from collections.abc import Iterator

from schedcfg.generate.given import Given
from schedcfg.generate.objects import Object, stream
from schedcfg.generate.results import GeneratedFile
from schedcfg.generate.second_scheduler import access
from schedcfg.generate.second_scheduler.deployment import CONFIG_KEY, deployment, without_checksum
from schedcfg.generate.second_scheduler.metadata import config_map_name, namespaced
from schedcfg.generate.second_scheduler.plan import Plan, Wishes, plan


def manifest(given: Given, wishes: Wishes) -> Iterator[GeneratedFile]:
    """Make one file with all objects, in the order in which they need each other.

    Raises:
        EditConflict: where the configuration needs a lease of its own, and cannot be edited safely.
    """
    planned = plan(given, wishes)
    objects = (access.account(planned), *access.roles(planned), _config_map(planned), deployment(planned))
    yield GeneratedFile(f"{planned.name}.yaml", stream(objects))


def kustomization(given: Given, wishes: Wishes) -> Iterator[GeneratedFile]:
    """Make a folder for kustomize, the configuration in a file of its own.

    Raises:
        EditConflict: as `manifest`.
    """
    planned = plan(given, wishes)
    resources = {
        "deployment.yaml": (without_checksum(planned),),
        "rbac.yaml": tuple(access.roles(planned)),
        "serviceaccount.yaml": (access.account(planned),),
    }
    for name, objects in resources.items():
        yield GeneratedFile(name, stream(objects))
    yield GeneratedFile(_config_file(planned), planned.own_copy.text)
    yield GeneratedFile("kustomization.yaml", _kustomization(planned, sorted(resources)).write())


def _config_map(planned: Plan) -> Object:
    return Object(
        {
            "apiVersion": "v1",
            "data": {CONFIG_KEY: planned.own_copy.text},
            "kind": "ConfigMap",
            "metadata": namespaced(planned, config_map_name(planned), planned.namespace),
        }
    )


def _config_file(planned: Plan) -> str:
    """Name the copy in the folder: not as a user would name the original, which a copy must not replace."""
    return f"{config_map_name(planned)}.generated.yaml"


def _kustomization(planned: Plan, resources: list[str]) -> Object:
    generator = {
        "files": [f"{CONFIG_KEY}={_config_file(planned)}"],
        "name": config_map_name(planned),
        "namespace": planned.namespace,
    }
    return Object(
        {
            "apiVersion": "kustomize.config.k8s.io/v1beta1",
            "configMapGenerator": [generator],
            "kind": "Kustomization",
            "resources": resources,
        },
        {
            (): "No `namespace` here: it would move what has to be in another one, as the binding in kube-system is.",
            ("configMapGenerator",): "Its name gets a hash of its content, so that a changed configuration rolls out.",
        },
    )
