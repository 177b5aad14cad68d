"""Whatever leaves the process: programs of the user, Git, a cluster through kubectl, servers that are probed.

- `programs` runs them within bounds; `git` and `kubectl` are two of them.
- `cluster_reading` calls kubectl's `get` and `version`, nothing else and never for Secrets, and keeps what has to do
  with schedulers: `cluster_objects`; `cluster_configurations` are the configurations among them.
- `rendering_tools` runs helm or kustomize without the network, after `kustomizations` looked at what would be fetched;
  `rendering_origins` finds where a line of the output comes from, and `rendered_files` validates it and puts findings
  where the user can edit what they are about.
- `http` sends a request within bounds of time and size, the only module that does; `extenders` is how kube-scheduler
  connects to an HTTP extender.
"""

TOOLS = ("helm", "kustomize")
"""What renders charts and overlays, as the command line names them."""
