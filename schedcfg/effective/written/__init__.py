"""The completed configuration as `kube-scheduler --write-config-to` writes it.

1.18 writes v1alpha2 and 1.19 to 1.21 write v1beta1, whatever they read; from 1.22 on a release writes the version that
it read. Up to 1.19 profiles are written as they were read, later as their frameworks were built.
Upstream: `LogOrWriteConfig` in `cmd/kube-scheduler/app/options/configfile.go`.
"""

from schedcfg.effective.written.configuration import top_level, written, written_version

__all__ = ["top_level", "written", "written_version"]
