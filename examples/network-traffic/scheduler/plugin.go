package main

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/api"
	prometheus "github.com/prometheus/client_golang/api/prometheus/v1"
	"github.com/prometheus/common/model"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// Name is what configurations call the plugin.
const Name = "NetworkTraffic"

// received is what Prometheus is asked about a node: the published query, which adds up samples of a counter.
const received = `sum_over_time(node_network_receive_bytes_total{kubernetes_node="%s",device="%s"}[%s])`

// NetworkTraffic prefers the nodes for which Prometheus has the lowest sum.
type NetworkTraffic struct {
	prometheus  prometheus.API
	networkCard string
	span        time.Duration
}

// New makes the plugin; its Args come decoded and with their defaults, see args.go.
func New(_ context.Context, given runtime.Object, _ framework.Handle) (framework.Plugin, error) {
	args, ok := given.(*NetworkTrafficArgs)
	if !ok {
		return nil, fmt.Errorf("want args to be of type NetworkTrafficArgs, got %T", given)
	}
	client, err := api.NewClient(api.Config{Address: *args.PrometheusAddress})
	if err != nil {
		return nil, fmt.Errorf("prometheusAddress: %w", err)
	}
	span := time.Duration(*args.TimeRangeInMinutes) * time.Minute
	return &NetworkTraffic{prometheus.NewAPI(client), *args.NetworkInterface, span}, nil
}

// Name returns the plugin's name.
func (*NetworkTraffic) Name() string {
	return Name
}

// Score returns the bytes of a node; NormalizeScore makes scores of them.
func (n *NetworkTraffic) Score(ctx context.Context, _ *framework.CycleState, _ *v1.Pod, node *framework.NodeInfo) (int64, *framework.Status) {
	name := node.Node().Name
	found, _, err := n.prometheus.Query(ctx, fmt.Sprintf(received, name, n.networkCard, n.span), time.Now())
	if err != nil {
		return 0, framework.AsStatus(fmt.Errorf("querying Prometheus about %s: %w", name, err))
	}
	samples, ok := found.(model.Vector)
	if !ok || len(samples) != 1 {
		return 0, framework.AsStatus(fmt.Errorf("Prometheus has not one sample of %s: %v", name, found))
	}
	return int64(samples[0].Value), nil
}

// ScoreExtensions returns the plugin itself.
func (n *NetworkTraffic) ScoreExtensions() framework.ScoreExtensions {
	return n
}

// NormalizeScore gives 0 to the node with the most bytes, and to the others 100 less their percentage of those.
func (*NetworkTraffic) NormalizeScore(_ context.Context, _ *framework.CycleState, _ *v1.Pod, scores framework.NodeScoreList) *framework.Status {
	var most int64
	for _, one := range scores {
		most = max(most, one.Score)
	}
	for at := range scores {
		if most == 0 {
			scores[at].Score = framework.MaxNodeScore
			continue
		}
		scores[at].Score = framework.MaxNodeScore - scores[at].Score*framework.MaxNodeScore/most
	}
	return nil
}
