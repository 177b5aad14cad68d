//go:build !schedulerplugins

package main

import "k8s.io/kubernetes/cmd/kube-scheduler/app"

func outOfTree() []app.Option { return nil }
