"""What the scheduler would ask other servers, asked for real: the only part of the house that opens sockets.

`exchange` speaks HTTP within bounds, `prometheus` asks Prometheus, `cluster` asks an API server for its nodes,
`network_traffic` does as the NetworkTraffic plugins do, and `extender` as kube-scheduler does with HTTP extenders.
"""
