"""The published fork of scheduler-plugins that has NetworkTraffic alone; it is made for Kubernetes 1.19."""
