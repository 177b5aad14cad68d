"""`schedcfg krm`: a function for kustomize and kpt."""
