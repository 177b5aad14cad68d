//go:build since1.23 && !since1.28

package main

import (
	"context"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	restclient "k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/profile"
)

func newScheduler(ctx context.Context, kubeConfig *restclient.Config, client kubernetes.Interface, settings ...scheduler.Option) (*scheduler.Scheduler, error) {
	recorders := profile.NewRecorderFactory(events.NewBroadcaster(&events.EventSinkImpl{Interface: client.EventsV1()}))
	dynamicInformers := dynamicinformer.NewDynamicSharedInformerFactory(dynamic.NewForConfigOrDie(kubeConfig), 0)
	return scheduler.New(client, informers.NewSharedInformerFactory(client, 0), dynamicInformers, recorders, ctx.Done(), settings...)
}
