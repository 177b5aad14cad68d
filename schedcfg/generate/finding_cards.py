"""What `generate` reports under ids that are no rules of `validate`, or that mean something of their own here."""

from schedcfg.cards import FindingCard

_ERROR, _WARNING, _INFO = ("error",), ("warning",), ("info",)

_TITLES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("add-profile", _ERROR, "The profile cannot be added to this file"),
    ("as-asked", _ERROR, "The generated profile differs from the request"),
    (
        "coordinated-leader-election",
        _ERROR,
        "Coordinated leader election chooses among all kube-schedulers, whatever they serve",
    ),
    (
        "host-network-dns",
        ("error", "warning"),
        "Only the cluster's DNS knows the host, but the Pod uses the DNS of the node",
    ),
    ("image-without-patch", _ERROR, "kubeadm of this release cannot change the image: it has no patches"),
    (
        "kubeconfig-in-deployment",
        _ERROR,
        "The configuration names a kubeconfig, but a Deployment uses a service account",
    ),
    ("kubeconfig-replaced", _WARNING, "The product replaces the kubeconfig of the configuration"),
    ("leader-election", _ERROR, "The product gives its scheduler no permissions for a lease"),
    ("loopback-address", _WARNING, "A loopback address is the scheduler's own Pod"),
    ("lost-flag", _ERROR, "A flag has no effect with `--config`, and the configuration does not set its field"),
    ("missing-kubeconfig", _ERROR, "The configuration names no kubeconfig, so the scheduler finds no API server"),
    ("no-leader-election", _INFO, "Leader election is off: several control plane nodes would schedule the same Pods"),
    ("not-a-scheduler-pod", _ERROR, "The manifest to edit runs no kube-scheduler"),
    ("not-editable", _ERROR, "The manifest cannot be changed where it is necessary"),
    ("not-for-users", _WARNING, "The product does not allow users to set this field"),
    ("object-name", _ERROR, "The objects would have names that Kubernetes does not accept, or that are taken"),
    ("open-port", _WARNING, "A port without encryption or authentication would be open to the node's network"),
    ("overruled-flag", _WARNING, "A flag has no effect with `--config`, and the configuration has another value"),
    ("plugins-by-flag", _WARNING, "A flag selected the plugins, which the configuration does since this release"),
    ("preset-promise", _ERROR, "With these options, the profile does not do what its preset promises"),
    ("relative-file", _ERROR, "A relative path cannot be mounted"),
    ("replicas-without-election", _ERROR, "Several replicas without leader election schedule the same Pods"),
    ("reserved-profile", _ERROR, "The product reserves a profile of this name"),
    ("second-default-scheduler", _ERROR, "Two schedulers would serve `default-scheduler`"),
    ("shared-lease", _ERROR, "The lease is that of another scheduler"),
    (
        "stock-image-plugin",
        ("error", "warning"),
        "The stock kube-scheduler lacks a plugin that the configuration enables",
    ),
    ("taken-place", _ERROR, "There is already something at the path of the configuration"),
    ("too-old", _ERROR, "The product does not support configurations in this release"),
    ("unmounted-configured-file", _ERROR, "The Pod would not have access to a file in the configuration"),
    ("unserved-default-scheduler", _WARNING, "The default scheduler would not serve Pods without a `schedulerName`"),
    ("v1-only", _ERROR, "The product only accepts the API version v1"),
    ("wrong-kubeconfig", _ERROR, "The kubeconfig is not that of the product's scheduler"),
)

FINDING_CARDS = tuple(FindingCard(id_, "generate", title, weights) for id_, weights, title in _TITLES)
