"""NetworkTraffic: what Prometheus has for its query, node by node, and one reason where that is nothing.

- `run` finds the profiles that run the plugin in a file, queries Prometheus and applies the plugin's formula.
- `prometheus` sends a query; `findings` lists what can be found; `results` are written by `text`.
"""
