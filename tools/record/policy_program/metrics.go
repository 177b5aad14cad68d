//go:build metrics

package main

import (
	promapi "github.com/prometheus/client_golang/api"

	"sigs.k8s.io/descheduler/pkg/api"
	"sigs.k8s.io/descheduler/pkg/descheduler/metricscollector"
	frameworkprofile "sigs.k8s.io/descheduler/pkg/framework/profile"
)

type prometheus struct{ promapi.Client }

// metrics gives what the descheduler has by a policy: a collector and a client of Prometheus, where these are set up.
func metrics(policy *api.DeschedulerPolicy) (found []frameworkprofile.Option) {
	collects := policy.MetricsCollector != nil && policy.MetricsCollector.Enabled
	for _, provider := range policy.MetricsProviders {
		collects = collects || provider.Source == api.KubernetesMetrics
		if provider.Source == api.PrometheusMetrics {
			client := func() promapi.Client { return prometheus{} }
			found = append(found, frameworkprofile.WithPrometheusClient(client))
		}
	}
	if collects {
		found = append(found, frameworkprofile.WithMetricsCollector(&metricscollector.MetricsCollector{}))
	}
	return found
}
