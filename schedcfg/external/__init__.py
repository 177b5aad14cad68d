"""Whatever leaves the process: programs of the user, clusters, Git, and the servers that `probe` tests."""
