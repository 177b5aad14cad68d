"""Files as people have them: several profiles, extenders, Args, defaults spelt out, now and then a mistake."""

from pathlib import Path

HEAD = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
# Managed by the platform team
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
  qps: 100
  burst: 200
leaderElection:
  leaderElect: {elects}
parallelism: 16
profiles:
"""

PACKING = """\
  - schedulerName: packing-{number}
    plugins:
      score:
        enabled:
          - name: NodeResourcesFit
            weight: 20
        disabled:
          - name: NodeResourcesBalancedAllocation
          - name: ImageLocality
    pluginConfig:
      - name: NodeResourcesFit
        args:
          ignoredResources: [example.com/licence]
          scoringStrategy:
            type: RequestedToCapacityRatio
            resources:
              - name: nvidia.com/gpu
                weight: 10
              - name: cpu
                weight: 1
            requestedToCapacityRatio:
              shape:
                - utilization: 0
                  score: 0
                - utilization: 100
                  score: 10
"""

SPREADING = """\
  - schedulerName: default-scheduler
    percentageOfNodesToScore: 60
    plugins:
      multiPoint:
        enabled:
          - name: VolumeBinding
      score:
        disabled:
          - name: NodeAffinity
        enabled:
          - name: NodeAffinity
            weight: 7  # more than the default
    pluginConfig:
      - name: PodTopologySpread
        args:
          defaultingType: List
          defaultConstraints:
            - maxSkew: 1
              topologyKey: topology.kubernetes.io/zone
              whenUnsatisfiable: ScheduleAnyway
      - name: VolumeBinding
        args:
          bindTimeoutSeconds: 300
      - name: DefaultPreemption
        args:
          minCandidateNodesPercentage: 20
          minCandidateNodesAbsolute: 50
"""

EXTENDERS = """\
extenders:
  - urlPrefix: https://{number}.extender.example.com/scheduler
    filterVerb: filter
    prioritizeVerb: prioritize
    weight: 5
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/kubernetes/extender/ca.crt
    httpTimeout: 10s
    nodeCacheCapable: true
    ignorable: true
    managedResources:
      - name: example.com/licence
        ignoredByScheduler: true
"""

MISTAKES = (
    ("          - name: ImageLocality\n", "          - name: ImageLocalty\n"),
    ("    weight: 5\n", "    weight: 0\n"),
    ("          - name: VolumeBinding\n", "          - name: GpuShare\n"),
    ("scheduler.conf\n", "<your-kubeconfig>\n"),
)
"""What stands in a right file, and what some write there."""


def files(folder: Path, count: int, every: int = 5) -> Path:
    """Write files of about 85 lines.

    Args:
        folder: Where.
        count: How many.
        every: In one of how many there is a mistake.
    """
    for number in range(count):
        elects = "true" if number % 4 == 0 else "false"
        text = (HEAD + SPREADING + PACKING + EXTENDERS).format(number=number, elects=elects)
        if number % every == 0:
            text = text.replace(*MISTAKES[number // every % len(MISTAKES)])
        (folder / f"{number:05}.yaml").write_text(text, encoding="utf-8")
    return folder
