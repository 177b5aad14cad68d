"""Go's own rules, each once and with its source: how it reads and writes JSON, numbers, durations, addresses, quotes.

Kubernetes is written in Go, so that what a file means is often what a function of its standard library returns.
"""
