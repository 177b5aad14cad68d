//go:build since1.25 && !since1.28

package main

import (
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
)

func checkLogging(opts *options.Options) error {
	return logsapi.ValidateAndApply(opts.Logs, utilfeature.DefaultFeatureGate)
}
