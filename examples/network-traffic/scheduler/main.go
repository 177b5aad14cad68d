// Command scheduler is kube-scheduler with NetworkTraffic compiled in, for k8s.io/kubernetes v1.33. In a clone of schedcfg,
// `python -m tools.build_scheduler 1.33 --with examples/network-traffic/scheduler` builds it as WebAssembly.
package main

import (
	"os"

	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	os.Exit(cli.Run(app.NewSchedulerCommand(app.WithPlugin(Name, New))))
}
