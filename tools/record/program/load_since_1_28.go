//go:build since1.28

package main

import (
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
)

func loadFile(path string) (*config.KubeSchedulerConfiguration, error) {
	return options.LoadConfigFromFile(klog.Background(), path)
}
