//go:build !since1.23

package main

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	restclient "k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/profile"
)

func newScheduler(ctx context.Context, _ *restclient.Config, client kubernetes.Interface, settings ...scheduler.Option) (*scheduler.Scheduler, error) {
	recorders := profile.NewRecorderFactory(events.NewBroadcaster(&events.EventSinkImpl{Interface: client.EventsV1()}))
	return scheduler.New(client, informers.NewSharedInformerFactory(client, 0), recorders, ctx.Done(), settings...)
}
