//go:build !since1.23

// The command of 1.22, cmd/kube-scheduler/scheduler.go, which does itself what later ones leave to a package.
package main

import (
	"math/rand"
	"os"
	"time"

	"github.com/spf13/pflag"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/logs"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	if os.Getenv(seed) == "" {
		rand.Seed(time.Now().UnixNano())
	}
	pflag.CommandLine.SetNormalizeFunc(cliflag.WordSepNormalizeFunc)
	command := app.NewSchedulerCommand()
	logs.InitLogs()
	defer logs.FlushLogs()
	if command.Execute() != nil {
		os.Exit(1)
	}
}
