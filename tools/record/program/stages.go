package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	_ "unsafe" // for go:linkname

	"k8s.io/client-go/kubernetes"
	restclient "k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/record"
	componentbaseconfig "k8s.io/component-base/config"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
)

// Nothing listens here, and nothing is asked: clients are made, but no informer is started. Plugins of a catalog start
// informers of their own; then it is the address of a server that has nothing (cluster.go).
var server = "http://127.0.0.1:1"

// Three steps of Options.Config and LogOrWriteConfig that upstream does not export, in cmd/kube-scheduler/app/options.

//go:linkname createKubeConfig k8s.io/kubernetes/cmd/kube-scheduler/app/options.createKubeConfig
func createKubeConfig(componentbaseconfig.ClientConnectionConfiguration, string) (*restclient.Config, error)

//go:linkname makeLeaderElectionConfig k8s.io/kubernetes/cmd/kube-scheduler/app/options.makeLeaderElectionConfig
func makeLeaderElectionConfig(componentbaseconfig.LeaderElectionConfiguration, *restclient.Config, record.EventRecorder) (*leaderelection.LeaderElectionConfig, error)

//go:linkname encodeConfig k8s.io/kubernetes/cmd/kube-scheduler/app/options.encodeConfig
func encodeConfig(*config.KubeSchedulerConfiguration) (*bytes.Buffer, error)

var folder, _ = os.MkdirTemp("", "record")

// load reads and decodes a text as the command reads the file named by --config.
func load(text []byte) (*config.KubeSchedulerConfiguration, error) {
	path := filepath.Join(folder, "config.yaml")
	must(os.WriteFile(path, text, 0o600))
	return loadFile(path)
}

// connect makes the clients' settings; the kubeconfig that a configuration names is taken for granted.
func connect(cfg *config.KubeSchedulerConfiguration) (*restclient.Config, kubernetes.Interface, error) {
	connection := cfg.ClientConnection
	connection.Kubeconfig = ""
	kubeConfig, err := createKubeConfig(connection, server)
	if err != nil {
		return nil, nil, err
	}
	client, err := kubernetes.NewForConfig(kubeConfig)
	return kubeConfig, client, err
}

// built is a scheduler, with the profiles as its frameworks completed them.
type built struct {
	scheduler *scheduler.Scheduler
	profiles  []config.KubeSchedulerProfile
}

// build makes the scheduler of some profiles of a configuration, as Setup of cmd/kube-scheduler/app does. A panic
// while it is built is an error like others.
func build(ctx context.Context, cfg *config.KubeSchedulerConfiguration, profiles []config.KubeSchedulerProfile) (made *built, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("PANIC: %v", reason)
		}
	}()
	kubeConfig, client, err := connect(cfg)
	if err != nil {
		return nil, err
	}
	made = &built{}
	made.scheduler, err = newScheduler(ctx, kubeConfig, client,
		scheduler.WithComponentConfigVersion(cfg.TypeMeta.APIVersion),
		scheduler.WithKubeConfig(kubeConfig),
		scheduler.WithProfiles(profiles...),
		scheduler.WithFrameworkOutOfTreeRegistry(outOfTree()),
		scheduler.WithPercentageOfNodesToScore(cfg.PercentageOfNodesToScore),
		scheduler.WithPodMaxBackoffSeconds(cfg.PodMaxBackoffSeconds),
		scheduler.WithPodInitialBackoffSeconds(cfg.PodInitialBackoffSeconds),
		scheduler.WithExtenders(cfg.Extenders...),
		scheduler.WithParallelism(cfg.Parallelism),
		scheduler.WithBuildFrameworkCapturer(func(profile config.KubeSchedulerProfile) {
			made.profiles = append(made.profiles, profile)
		}),
	)
	return made, err
}

// lock makes the lock of the leader election, and nil where there is no election.
func lock(cfg *config.KubeSchedulerConfiguration) (*leaderelection.LeaderElectionConfig, error) {
	if !cfg.LeaderElection.LeaderElect {
		return nil, nil
	}
	kubeConfig, _, err := connect(cfg)
	if err != nil {
		return nil, err
	}
	return makeLeaderElectionConfig(cfg.LeaderElection, kubeConfig, record.NewFakeRecorder(1))
}

// elect makes the elector, as Run of cmd/kube-scheduler/app does.
func elect(election *leaderelection.LeaderElectionConfig) error {
	if election == nil {
		return nil
	}
	election.Callbacks = leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) {}, OnStoppedLeading: func() {}}
	if _, err := leaderelection.NewLeaderElector(*election); err != nil {
		return fmt.Errorf("couldn't create leader elector: %v", err)
	}
	return nil
}
