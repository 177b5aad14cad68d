//go:build since1.27 && !since1.28

package main

import (
	_ "unsafe" // for go:linkname

	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
)

//go:linkname loadConfigFromFile k8s.io/kubernetes/cmd/kube-scheduler/app/options.loadConfigFromFile
func loadConfigFromFile(klog.Logger, string) (*config.KubeSchedulerConfiguration, error)

func loadFile(path string) (*config.KubeSchedulerConfiguration, error) {
	return loadConfigFromFile(klog.Background(), path)
}
