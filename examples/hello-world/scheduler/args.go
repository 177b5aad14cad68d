package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	v1 "k8s.io/kube-scheduler/config/v1"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
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

// The kind is the plugin's name with Args behind it: kube-scheduler looks it up by that. It is registered twice: in the
// scheme that reads configurations, which is made already, and with what makes the scheme that converts Args.
func init() {
	v1.SchemeBuilder.Register(addTo)
	config.SchemeBuilder.Register(addTo)
	utilruntime.Must(addTo(scheme.Scheme))
}

func addTo(to *runtime.Scheme) error {
	to.AddKnownTypes(v1.SchemeGroupVersion, &HelloWorldPluginArgs{})
	to.AddKnownTypes(config.SchemeGroupVersion, &HelloWorldPluginArgs{})
	to.AddTypeDefaultingFunc(&HelloWorldPluginArgs{}, func(found interface{}) {
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
	return nil
}
