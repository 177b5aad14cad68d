"""Terraform's plans: what is planned is validated once, at the address of its resource."""

import json

import pytest

from schedcfg import Finding, effective_configuration, validate
from schedcfg.sources.terraform import planned_objects

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
WRONG = f"{HEAD}paralelism: 4\n"
METADATA = [{"annotations": None, "labels": {"app": "packer"}, "name": "packer", "namespace": "kube-system"}]
POD = {
    "container": [
        {
            "name": "scheduler",
            "image": "registry.k8s.io/kube-scheduler:v1.29.3",
            "command": ["kube-scheduler", "--config=/etc/packer/config.yaml", "--leader-elekt=true"],
            "env": [],
            "volume_mount": [{"mount_path": "/etc/packer", "name": "config", "read_only": True}],
        }
    ],
    "service_account_name": "packer",
    "volume": [{"name": "config", "config_map": [{"name": "packer", "items": []}], "host_path": []}],
}
SPEC = [
    {
        "replicas": "1",
        "selector": [{"match_labels": {"app": "packer"}}],
        "template": [{"metadata": [{"labels": {"app": "packer"}}], "spec": [POD]}],
    }
]
DEPLOYMENT = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "second", "namespace": "kube-system"},
    "spec": {
        "template": {
            "spec": {
                "serviceAccountName": "second",
                "containers": [
                    {
                        "name": "s",
                        "image": "registry.k8s.io/kube-scheduler:v1.29.3",
                        "command": ["kube-scheduler", "--bind-adress=0.0.0.0", "--leader-elect=false"],
                    }
                ],
            }
        }
    },
}
TALOS = (
    "cluster:\n  scheduler:\n    image: registry.k8s.io/kube-scheduler:v1.29.3\n    extraArgs: {bind-adress: 0.0.0.0}\n"
)

VALUES: dict[str, dict[str, object]] = {
    "kubernetes_config_map.packer": {"data": {"config.yaml": WRONG}, "metadata": METADATA},
    "kubernetes_deployment_v1.packer": {"metadata": METADATA, "spec": SPEC},
    "kubernetes_manifest.second": {"manifest": DEPLOYMENT},
    "kubectl_manifest.second": {"yaml_body": json.dumps(DEPLOYMENT).replace("second", "third")},
    "module.nodes.local_file.config[0]": {"filename": "./config.yaml", "content": WRONG},
    "module.nodes.talos_machine_configuration_apply.first": {"config_patches": [TALOS]},
}
FOUND = {
    "kubernetes_config_map.packer": "unknown field `paralelism`",
    "kubernetes_deployment_v1.packer": "it does not know the flag `--leader-elekt`",
    "kubernetes_manifest.second": "it does not know the flag `--bind-adress`",
    "kubectl_manifest.second": "it does not know the flag `--bind-adress`",
    "module.nodes.local_file.config[0]": "unknown field `paralelism`",
    "module.nodes.talos_machine_configuration_apply.first": "it does not know the flag `--bind-adress`",
}


def resource(address: str, mode: str = "managed") -> dict[str, object]:
    kind, _, name = address.removeprefix("module.nodes.").partition(".")
    return {"address": address, "mode": mode, "type": kind, "name": name, "values": VALUES[address]}


def module(addresses: list[str]) -> dict[str, object]:
    """Return a root module, and one in it, with resources."""
    inner = [one for one in addresses if one.startswith("module.")]
    child = {"address": "module.nodes", "resources": [resource(one) for one in inner]}
    return {"resources": [resource(one) for one in addresses if one not in inner], "child_modules": [child]}


def plan(*addresses: str) -> str:
    """Return what `terraform show -json` prints of a plan: each value is there as it was, will be, and is written."""
    root = {"root_module": module(list(addresses))}
    changes = [
        {"address": one, "change": {"actions": ["update"], "before": VALUES[one], "after": VALUES[one]}}
        for one in addresses
    ]
    written = [
        {"address": one, "expressions": {key: {"constant_value": value} for key, value in VALUES[one].items()}}
        for one in addresses
    ]
    return json.dumps(
        {
            "format_version": "1.2",
            "terraform_version": "1.9.5",
            "planned_values": root,
            "resource_changes": changes,
            "prior_state": {"format_version": "1.0", "values": root},
            "configuration": {"root_module": {"resources": written}},
        }
    )


def refused(text: str) -> list[Finding]:
    report = validate(text, path="plan.json")
    return [one for document in report.documents for one in document.findings if one.finding_class == "refused"]


@pytest.mark.parametrize("address", VALUES)
def test_a_resource_is_validated_once_at_its_address(address: str) -> None:
    (finding,) = refused(plan(address))
    assert finding.message.startswith(f"{address}: ")
    assert FOUND[address] in finding.message


def test_resources_are_read_together() -> None:
    """A Deployment of Terraform's own form runs the ConfigMap of another resource, by its image's release."""
    report = validate(plan(*VALUES), path="plan.json")
    config_map = next(one for one in report.documents if "kubernetes_config_map" in one.findings[0].message)
    assert config_map.kubernetes == "1.29"
    assert len(refused(plan(*VALUES))) == len(VALUES)


def test_a_state_is_read_as_a_plan_is() -> None:
    state = {
        "format_version": "1.0",
        "terraform_version": "1.9.5",
        "values": {"root_module": module(["kubernetes_config_map.packer"])},
    }
    (finding,) = refused(json.dumps(state))
    assert "unknown field `paralelism`" in finding.message


def test_what_data_sources_have_read_counts_too() -> None:
    """The provider of Talos makes the machine configuration in a data source."""
    address = "module.nodes.talos_machine_configuration_apply.first"
    read = {"root_module": {"resources": [resource(address, "data")]}}
    known = {"format_version": "1.2", "planned_values": {"root_module": {}}, "prior_state": {"values": read}}
    (finding,) = refused(json.dumps(known))
    assert FOUND[address] in finding.message


def test_nothing_offers_to_fix_a_plan() -> None:
    findings = refused(plan(*VALUES))
    assert all(finding.fix is None for finding in findings)
    assert any(finding.fix for finding in refused(WRONG)), "the same would be fixed in a file of its own"


def test_its_configuration_is_shown() -> None:
    text = plan("kubernetes_config_map.packer").replace("paralelism", "parallelism")
    (document,) = effective_configuration(text).documents
    assert document.view is not None
    assert document.view.configuration["parallelism"] == 4


def test_the_names_of_the_api_are_made_of_those_of_the_provider() -> None:
    (found,) = planned_objects(json.loads(plan("kubernetes_deployment_v1.packer")))
    spec = found.data["spec"]["template"]["spec"]  # type: ignore[index]
    assert found.data["kind"] == "Deployment"
    assert found.data["metadata"] == {"name": "packer", "namespace": "kube-system", "labels": {"app": "packer"}}
    assert spec["serviceAccountName"] == "packer"
    assert spec["containers"][0]["volumeMounts"] == [{"mountPath": "/etc/packer", "name": "config", "readOnly": True}]
    assert spec["volumes"] == [{"name": "config", "configMap": {"name": "packer"}}]


BROKEN = {
    "no module": {"planned_values": None},
    "no resources": {"planned_values": {"root_module": {"resources": [1, {"values": 2}], "child_modules": 3}}},
    "no type": {"values": {"root_module": {"resources": [{"type": 1, "values": {}}]}}},
    "no block": {"values": {"root_module": {"resources": [{"type": "kubernetes_pod", "values": {"spec": [[]]}}]}}},
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_one_holds_nothing(broken: dict[str, object]) -> None:
    assert validate(json.dumps({"format_version": "1.2", **broken})).documents == ()
