package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
)

// HelloWorldPluginArgs are the arguments of HelloWorldPlugin.
type HelloWorldPluginArgs struct {
	metav1.TypeMeta `json:",inline"`
	Xxx             *string `json:"xxx,omitempty"`
	Yyy             *string `json:"yyy,omitempty"`
	Zzz             *int64  `json:"zzz,omitempty"`
}

// DeepCopyObject returns a copy.
func (a *HelloWorldPluginArgs) DeepCopyObject() runtime.Object {
	copied := *a
	return &copied
}

// The kind is the plugin's name with Args behind it: kube-scheduler looks it up by that.
func init() {
	for _, version := range []string{runtime.APIVersionInternal, "v1"} {
		scheme.Scheme.AddKnownTypes(schema.GroupVersion{Group: "kubescheduler.config.k8s.io", Version: version}, &HelloWorldPluginArgs{})
	}
	scheme.Scheme.AddTypeDefaultingFunc(&HelloWorldPluginArgs{}, func(found interface{}) {
		args := found.(*HelloWorldPluginArgs)
		if args.Xxx == nil {
			world := "world"
			args.Xxx = &world
		}
		if args.Zzz == nil {
			once := int64(1)
			args.Zzz = &once
		}
	})
}
