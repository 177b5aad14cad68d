//go:build since1.23 && !since1.25

package main

import (
	"reflect"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
)

// checkLogging calls ValidateAndApply, which takes the feature gates since 1.24.
func checkLogging(opts *options.Options) error {
	method := reflect.ValueOf(opts.Logs).MethodByName("ValidateAndApply")
	given := []reflect.Value{reflect.ValueOf(utilfeature.DefaultFeatureGate)}
	err, _ := method.Call(given[:method.Type().NumIn()])[0].Interface().(error)
	return err
}
