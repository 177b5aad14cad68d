"""The requests that the scheduler would send to other servers, sent for real: the only package that opens sockets.

- `http` sends a `request` to its address through urllib3, with the settings of `tls`, within bounds.
- `prometheus` asks Prometheus.
- `network_traffic` does as the NetworkTraffic plugins do, and `extender` as kube-scheduler does with HTTP extenders.
- `configuration` validates the file that names the servers; `findings` are what asking them shows, and `report_text`
  and `report_json` what both reports have in common. What servers send goes through `golang.text` first.
"""
