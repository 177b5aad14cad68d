package main

import (
	"context"
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// Name is what configurations call the plugin.
const Name = "HelloWorldPlugin"

// HelloWorld scores nodes by how friendly they are.
type HelloWorld struct {
	args HelloWorldPluginArgs
}

// New makes the plugin; its Args come decoded and with their defaults, see args.go.
func New(_ context.Context, given runtime.Object, _ framework.Handle) (framework.Plugin, error) {
	args, ok := given.(*HelloWorldPluginArgs)
	if !ok {
		return nil, fmt.Errorf("want args to be of type HelloWorldPluginArgs, got %T", given)
	}
	if args.Zzz != nil && (*args.Zzz < 0 || *args.Zzz > 100) {
		return nil, fmt.Errorf("zzz is %d; it must be from 0 to 100", *args.Zzz)
	}
	return &HelloWorld{args: *args}, nil
}

// Name returns the plugin's name.
func (*HelloWorld) Name() string {
	return Name
}

// Score gives every node the same.
func (h *HelloWorld) Score(context.Context, *framework.CycleState, *v1.Pod, *framework.NodeInfo) (int64, *framework.Status) {
	return *h.args.Zzz, nil
}

// ScoreExtensions returns nil: there is nothing to normalize.
func (*HelloWorld) ScoreExtensions() framework.ScoreExtensions {
	return nil
}
