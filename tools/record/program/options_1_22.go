//go:build !since1.23

package main

import (
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
)

func sections() cliflag.NamedFlagSets {
	made, err := options.NewOptions()
	must(err)
	return made.Flags()
}
