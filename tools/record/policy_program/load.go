package main

import (
	"context"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	clientset "k8s.io/client-go/kubernetes"

	"sigs.k8s.io/descheduler/pkg/api"
	"sigs.k8s.io/descheduler/pkg/descheduler"
	"sigs.k8s.io/descheduler/pkg/descheduler/evictions"
	podutil "sigs.k8s.io/descheduler/pkg/descheduler/pod"
	"sigs.k8s.io/descheduler/pkg/framework/pluginregistry"
	frameworkprofile "sigs.k8s.io/descheduler/pkg/framework/profile"
)

func load(path string, client clientset.Interface) (*api.DeschedulerPolicy, error) {
	return descheduler.LoadPolicyConfig(path, client, pluginregistry.PluginRegistry)
}

// buildable returns why the descheduler cannot build a profile. Its constructor has got a context at some time.
func buildable(profile api.DeschedulerProfile, policy *api.DeschedulerPolicy) error {
	client := client()
	assigned := func(string, podutil.FilterFunc) ([]*corev1.Pod, error) { return nil, nil }
	given := []any{
		profile,
		pluginregistry.PluginRegistry,
		frameworkprofile.WithClientSet(client),
		frameworkprofile.WithSharedInformerFactory(informers.NewSharedInformerFactory(client, 0)),
		frameworkprofile.WithPodEvictor(&evictions.PodEvictor{}),
		frameworkprofile.WithGetPodsAssignedToNodeFnc(assigned),
	}
	for _, option := range metrics(policy) {
		given = append(given, option)
	}
	constructor := reflect.ValueOf(frameworkprofile.NewProfile)
	if constructor.Type().NumIn() > 3 {
		given = append([]any{context.Background()}, given...)
	}
	values := []reflect.Value{}
	for _, one := range given {
		values = append(values, reflect.ValueOf(one))
	}
	if err, failed := constructor.Call(values)[1].Interface().(error); failed {
		return err
	}
	return nil
}
