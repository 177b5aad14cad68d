"""What `generate` reports under ids that are no rules of `validate`, or that mean something of their own here."""

from schedcfg.rule_card import FindingCard

_ERROR, _WARNING, _INFO = ("error",), ("warning",), ("info",)

_TITLES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("add-profile", _ERROR, "The profile cannot be added to this file"),
    ("as-asked", _ERROR, "The profile that was made differs from what was requested"),
    (
        "coordinated-leader-election",
        _ERROR,
        "Coordinated leader election chooses among kube-schedulers, whatever they serve",
    ),
    (
        "host-network-dns",
        ("error", "warning"),
        "Only the cluster's DNS knows the host, and the Pod asks that of the node",
    ),
    ("image-without-patch", _ERROR, "kubeadm of this release cannot change the image: it takes no patches"),
    (
        "kubeconfig-in-deployment",
        _ERROR,
        "The configuration names a kubeconfig; in a Deployment, a service account serves",
    ),
    ("kubeconfig-replaced", _WARNING, "The product replaces the kubeconfig of the configuration by its own"),
    ("leader-election", _ERROR, "The product gives its scheduler no right to a lease"),
    ("loopback-address", _WARNING, "A loopback address is the scheduler's own Pod"),
    ("lost-flag", _ERROR, "A flag has no effect beside `--config`, and the configuration does not say what it says"),
    ("missing-kubeconfig", _ERROR, "The configuration names no kubeconfig, so that the scheduler finds no API server"),
    ("no-leader-election", _INFO, "Leader election is off: several control plane nodes would schedule the same Pods"),
    ("not-a-scheduler-pod", _ERROR, "The manifest that is to be edited runs no kube-scheduler"),
    ("not-editable", _ERROR, "The manifest cannot be changed where it would have to be"),
    ("not-for-users", _WARNING, "The product does not leave this field to its users"),
    ("object-name", _ERROR, "The objects would have names that Kubernetes does not accept, or that are taken"),
    ("open-port", _WARNING, "A port without encryption or login would be open to the node's network"),
    ("overruled-flag", _WARNING, "A flag has no effect beside `--config`, and the configuration says something else"),
    ("plugins-by-flag", _WARNING, "A flag chose the plugins, which the configuration does from this release on"),
    ("preset-promise", _ERROR, "With these options, the profile does not do what its preset promises"),
    ("relative-file", _ERROR, "A relative path cannot be mounted"),
    ("replicas-without-election", _ERROR, "Several replicas without leader election schedule the same Pods"),
    ("reserved-profile", _ERROR, "The product keeps a profile of this name for itself"),
    ("second-default-scheduler", _ERROR, "Two schedulers would serve `default-scheduler`"),
    ("shared-lease", _ERROR, "The lease is that of another scheduler"),
    (
        "stock-image-plugin",
        ("error", "warning"),
        "The stock kube-scheduler lacks a plugin that the configuration enables",
    ),
    ("taken-place", _ERROR, "Something else is where the configuration would be"),
    ("too-old", _ERROR, "The product does not take configurations in this release"),
    ("unmounted-configured-file", _ERROR, "The Pod would not see a file that the configuration names"),
    ("unserved-default-scheduler", _WARNING, "The cluster's own scheduler would not serve Pods that name no scheduler"),
    ("v1-only", _ERROR, "The product takes the API version v1 only"),
    ("wrong-kubeconfig", _ERROR, "The kubeconfig is not where the product has that of its scheduler"),
)

FINDING_CARDS = tuple(FindingCard(id_, "generate", title, weights) for id_, weights, title in _TITLES)
