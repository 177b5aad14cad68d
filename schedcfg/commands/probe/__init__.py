"""The requests that the scheduler would send to other servers, sent for real: the only package that opens sockets.

- `http` sends a `request` to its address through urllib3, within bounds; `prometheus` asks Prometheus.
- `network_traffic` does as the NetworkTraffic plugins do, and `extender` as kube-scheduler does with HTTP extenders.
- `inputs` validates the file that names the servers, and reads Pods and nodes; `findings` are what asking shows,
  `report_text` what both texts have in common, `report_json` both for programs. What servers send goes through
  `golang.text` first.
"""
