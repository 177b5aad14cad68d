"""The plugins of the stock kube-scheduler that take no Args and need no code of their own."""

from collections.abc import Mapping

from schedcfg.plugins.plugin import Plugin, PluginGate, Replacement

_SPREADS_BY_DEFAULT = Replacement(
    "PodTopologySpread",
    "score",
    "set its args to `defaultingType: List` without `defaultConstraints`; constraints in Pods still apply",
)


def _volume_limits(name: str, volumes: str) -> Plugin:
    """Describe a plugin that counts the volumes of one cloud; the four differ in nothing else."""
    return Plugin(
        name=name,
        summary=f"Excludes nodes that cannot attach as many more {volumes} as the Pod needs.",
        source="pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go",
        successor="`NodeVolumeLimits` counts the CSI driver's volumes instead: remove it.",
        replacement=Replacement("NodeVolumeLimits", "filter", "disable `NodeVolumeLimits`"),
    )


_PLUGINS = (
    _volume_limits("AzureDiskLimits", "Azure disks"),
    _volume_limits("CinderLimits", "Cinder volumes"),
    Plugin(
        name="DefaultBinder",
        summary="Binds a Pod to the chosen node through the API server.",
        source="pkg/scheduler/framework/plugins/defaultbinder/default_binder.go",
    ),
    Plugin(
        name="DefaultPodTopologySpread",
        summary="Spreads the Pods of a service or controller over nodes and zones, in 1.18.",
        source="pkg/scheduler/framework/plugins/defaultpodtopologyspread/default_pod_topology_spread.go",
        successor="It is called `SelectorSpread` in 1.19; since 1.20, `PodTopologySpread` replaces it by default.",
        replacement=_SPREADS_BY_DEFAULT,
    ),
    Plugin(
        name="DeferredPodScheduling",
        summary="Makes room on the node of a running Pod whose resize was deferred, if the node allows it.",
        source="pkg/scheduler/framework/plugins/deferredpodscheduling/deferred_pod_scheduling.go",
        gates=(PluginGate(("InPlacePodVerticalScalingSchedulerPreemption",)),),
    ),
    _volume_limits("EBSLimits", "EBS volumes"),
    Plugin(
        name="GangScheduling",
        summary="Holds back the Pods of a group until enough of them can run at the same time.",
        source="pkg/scheduler/framework/plugins/gangscheduling/gangscheduling.go",
        gates=(PluginGate(("GangScheduling", "GenericWorkload")),),
    ),
    _volume_limits("GCEPDLimits", "GCE persistent disks"),
    Plugin(
        name="ImageLocality",
        summary="Scores nodes by the size of the Pod's container images that they have already pulled.",
        favors="nodes that have the images",
        concerns="Pods of which some node already has an image of more than 23 MB",
        source="pkg/scheduler/framework/plugins/imagelocality/image_locality.go",
    ),
    Plugin(
        name="NodeDeclaredFeatures",
        summary="Excludes nodes that do not declare the features that the Pod needs.",
        source="pkg/scheduler/framework/plugins/nodedeclaredfeatures/nodedeclaredfeatures.go",
        gates=(PluginGate(("NodeDeclaredFeatures",)),),
    ),
    Plugin(
        name="NodeName",
        summary="Excludes all nodes but the one named in the Pod's spec.",
        concerns="Pods with `nodeName`",
        source="pkg/scheduler/framework/plugins/nodename/node_name.go",
    ),
    Plugin(
        name="NodePorts",
        summary="Excludes nodes where a host port of the Pod is in use.",
        concerns="Pods with a `hostPort`",
        source="pkg/scheduler/framework/plugins/nodeports/node_ports.go",
    ),
    Plugin(
        name="NodePreferAvoidPods",
        summary="Avoids nodes whose annotation `preferAvoidPods` names the Pod's controller.",
        source="pkg/scheduler/framework/plugins/nodepreferavoidpods/node_prefer_avoid_pods.go",
        successor="Taint such nodes with the effect `PreferNoSchedule` instead, which `TaintToleration` scores.",
    ),
    Plugin(
        name="NodeResourceLimits",
        summary="Scores nodes that have room for the Pod's limits, not only for its requests.",
        source="pkg/scheduler/framework/plugins/noderesources/resource_limits.go",
        successor="It has no replacement: remove it.",
    ),
    Plugin(
        name="NodeUnschedulable",
        summary="Excludes nodes that are marked unschedulable, unless the Pod tolerates it.",
        source="pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go",
    ),
    Plugin(
        name="NodeVolumeLimits",
        summary="Excludes nodes that cannot attach as many more CSI volumes as the Pod needs.",
        concerns="Pods with volumes",
        source="pkg/scheduler/framework/plugins/nodevolumelimits/csi.go",
    ),
    Plugin(
        name="PodGroupPodsCount",
        summary="Prefers the set of nodes on which more Pods of a group fit.",
        source="pkg/scheduler/framework/plugins/podgrouppodscount/podgroup_pods_count.go",
        gates=(PluginGate(("TopologyAwareWorkloadScheduling",)),),
    ),
    Plugin(
        name="PrioritySort",
        summary="Sorts Pods by priority, and those of equal priority by waiting time.",
        source="pkg/scheduler/framework/plugins/queuesort/priority_sort.go",
    ),
    Plugin(
        name="SchedulingGates",
        summary="Keeps a Pod out of the queue until its `schedulingGates` are empty.",
        concerns="Pods with `schedulingGates`",
        source="pkg/scheduler/framework/plugins/schedulinggates/scheduling_gates.go",
        gates=(PluginGate(("PodSchedulingReadiness",)),),
    ),
    Plugin(
        name="SelectorSpread",
        summary="Spreads the Pods of a service or controller over nodes and zones.",
        favors="nodes and zones with fewer Pods of the same workload",
        concerns="Pods of a Service, ReplicaSet, StatefulSet or ReplicationController, "
        "without constraints of their own",
        source="pkg/scheduler/framework/plugins/selectorspread/selector_spread.go",
        successor="Since 1.20, `PodTopologySpread` spreads Pods in the same way by default: remove it.",
        replacement=_SPREADS_BY_DEFAULT,
    ),
    Plugin(
        name="TaintToleration",
        summary="Excludes nodes with taints that the Pod does not tolerate, or prefers other nodes.",
        concerns="nodes with taints: it filters by NoSchedule and NoExecute, and scores by PreferNoSchedule",
        source="pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go",
    ),
    Plugin(
        name="TopologyPlacementGenerator",
        summary="Offers a group of Pods one set of nodes for each value of the topology label that the group names.",
        source="pkg/scheduler/framework/plugins/topologyaware/topology_placement.go",
        gates=(PluginGate(("TopologyAwareWorkloadScheduling",)),),
    ),
    Plugin(
        name="VolumeZone",
        summary="Excludes nodes outside of the zones of the Pod's bound volumes.",
        concerns="Pods with PersistentVolumeClaims",
        source="pkg/scheduler/framework/plugins/volumezone/volume_zone.go",
    ),
)

PLUGINS: Mapping[str, Plugin] = {plugin.name: plugin for plugin in _PLUGINS}
"""All of them, by name."""
