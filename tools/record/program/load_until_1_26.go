//go:build !since1.27

package main

import (
	_ "unsafe" // for go:linkname

	"k8s.io/kubernetes/pkg/scheduler/apis/config"
)

//go:linkname loadFile k8s.io/kubernetes/cmd/kube-scheduler/app/options.loadConfigFromFile
func loadFile(path string) (*config.KubeSchedulerConfiguration, error)
