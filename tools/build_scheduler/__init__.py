"""The real kube-scheduler as WebAssembly."""
