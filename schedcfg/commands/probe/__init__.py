"""One request of each kind that the scheduler would send to its servers, sent for real.

- `extender` calls HTTP extenders; `network_traffic` queries Prometheus for the NetworkTraffic plugin.
- `inputs` validates the file that names the servers, and reads or makes the Pod and nodes that are sent.
- `findings` are what the responses show; `report_text` and `json_report` write them.

How servers are reached is in `schedcfg.integrations`: `http` and `extenders`. What servers send goes through
`golang.text` before it is shown.
"""
