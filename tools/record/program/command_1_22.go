//go:build !since1.23

package main

import (
	"net"

	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
)

// In 1.22 the main function has names normalized for flags that the command does not read.
const normalizes = false

// checkLogging leaves it to Validate of the options.
func checkLogging(*options.Options) error { return nil }

// listen gives the servers ports that are free, in place of those that flags name.
func listen(opts *options.Options) (made []net.Listener) {
	if one := listenAnywhere(opts.SecureServing.BindPort); one != nil {
		opts.SecureServing.Listener = one
		made = append(made, one)
	}
	insecure := listenAnywhere(10251) // whichever port flags or a file name, if any
	opts.CombinedInsecureServing.Healthz.Listener, opts.CombinedInsecureServing.Metrics.Listener = insecure, insecure
	return append(made, insecure)
}
