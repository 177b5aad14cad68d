//go:build since1.23

package main

import (
	"net"

	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
)

// Dashes and underscores mean the same.
const normalizes = true

// listen gives the server a port that is free, in place of the one that a flag names.
func listen(opts *options.Options) (made []net.Listener) {
	if one := listenAnywhere(opts.SecureServing.BindPort); one != nil {
		opts.SecureServing.Listener = one
		made = append(made, one)
	}
	return made
}
