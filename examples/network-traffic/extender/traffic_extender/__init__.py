"""A scheduler extender that prefers nodes with little network traffic, as Prometheus measured it."""
