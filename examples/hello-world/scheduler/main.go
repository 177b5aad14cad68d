// Command scheduler is kube-scheduler with HelloWorldPlugin compiled in. Its go.mod requires k8s.io/kubernetes v1.33 and
// replaces the staging modules by their releases; tools/record/module.py of this repository writes such a file.
package main

import (
	"os"

	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	os.Exit(cli.Run(app.NewSchedulerCommand(app.WithPlugin(Name, New))))
}
