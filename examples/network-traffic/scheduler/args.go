package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	v1 "k8s.io/kube-scheduler/config/v1"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
)

// NetworkTrafficArgs are the arguments of NetworkTraffic, with the names and defaults of the published plugin.
type NetworkTrafficArgs struct {
	metav1.TypeMeta    `json:",inline"`
	PrometheusAddress  *string `json:"prometheusAddress,omitempty"`
	NetworkInterface   *string `json:"networkInterface,omitempty"`
	TimeRangeInMinutes *int64  `json:"timeRangeInMinutes,omitempty"`
}

// DeepCopyObject returns a copy.
func (a *NetworkTrafficArgs) DeepCopyObject() runtime.Object {
	copied := *a
	return &copied
}

// As in examples/hello-world: in the scheme that reads configurations, and with what makes the one that converts Args.
func init() {
	v1.SchemeBuilder.Register(addTo)
	config.SchemeBuilder.Register(addTo)
	utilruntime.Must(addTo(scheme.Scheme))
}

func addTo(to *runtime.Scheme) error {
	to.AddKnownTypes(v1.SchemeGroupVersion, &NetworkTrafficArgs{})
	to.AddKnownTypes(config.SchemeGroupVersion, &NetworkTrafficArgs{})
	to.AddTypeDefaultingFunc(&NetworkTrafficArgs{}, func(found interface{}) {
		args := found.(*NetworkTrafficArgs)
		if args.PrometheusAddress == nil {
			args.PrometheusAddress = new(string)
		}
		if args.NetworkInterface == nil || *args.NetworkInterface == "" {
			usual := "ens192"
			args.NetworkInterface = &usual
		}
		if args.TimeRangeInMinutes == nil {
			minutes := int64(5)
			args.TimeRangeInMinutes = &minutes
		}
	})
	return nil
}
