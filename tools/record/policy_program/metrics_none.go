//go:build !metrics

package main

import (
	"sigs.k8s.io/descheduler/pkg/api"
	frameworkprofile "sigs.k8s.io/descheduler/pkg/framework/profile"
)

// metrics gives nothing: these releases look at requests only.
func metrics(*api.DeschedulerPolicy) []frameworkprofile.Option {
	return nil
}
