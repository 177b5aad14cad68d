// The program reads policies with the descheduler's own code: a line of JSON for each, with its `id` and the `text`, is
// answered by a line with what keeps the descheduler from using it, or with the profiles that it runs.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"

	schedulingv1 "k8s.io/api/scheduling/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/klog/v2"

	"sigs.k8s.io/descheduler/pkg/descheduler"
)

type request struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

type answer struct {
	ID           string     `json:"id"`
	Error        string     `json:"error,omitempty"`
	NodeSelector *string    `json:"nodeSelector,omitempty"`
	Profiles     []answered `json:"profiles"`
}

// answered is a profile: which plugins it enables, the Args of those, and why it cannot be built.
type answered struct {
	Name    string              `json:"name"`
	Error   string              `json:"error,omitempty"`
	Plugins map[string][]string `json:"plugins"`
	Args    map[string]any      `json:"args"`
}

const evictor = "DefaultEvictor"

func main() {
	klog.InitFlags(nil)
	must(flag.Set("logtostderr", "false"))
	must(flag.Set("stderrthreshold", "FATAL"))
	klog.SetOutput(io.Discard)
	descheduler.SetupPlugins()
	folder, err := os.MkdirTemp("", "policy")
	must(err)
	defer os.RemoveAll(folder)
	lines, written := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var asked request
		must(json.Unmarshal(lines.Bytes(), &asked))
		path := filepath.Join(folder, "policy.yaml")
		must(os.WriteFile(path, []byte(asked.Text), 0o600))
		must(written.Encode(read(asked.ID, path)))
	}
	must(lines.Err())
}

// read answers what becomes of a policy.
func read(id, path string) answer {
	found := answer{ID: id, Profiles: []answered{}}
	policy, err := load(path, client())
	if err != nil {
		found.Error = err.Error()
		return found
	}
	found.NodeSelector = policy.NodeSelector
	for _, profile := range policy.Profiles {
		one := answered{Name: profile.Name, Plugins: map[string][]string{}, Args: map[string]any{}}
		if err := buildable(profile, policy); err != nil {
			one.Error = err.Error()
		}
		wanted := map[string]bool{evictor: true}
		enabled := map[string][]string{
			"deschedule": profile.Plugins.Deschedule.Enabled,
			"balance":    profile.Plugins.Balance.Enabled,
		}
		for point, set := range enabled {
			if len(set) > 0 {
				one.Plugins[point] = set
			}
			for _, name := range set {
				wanted[name] = true
			}
		}
		for _, config := range profile.PluginConfigs {
			if _, known := one.Args[config.Name]; wanted[config.Name] && !known {
				one.Args[config.Name] = config.Args
			}
		}
		found.Profiles = append(found.Profiles, one)
	}
	return found
}

// client stands for a cluster in which there is a PriorityClass of each name.
func client() *fake.Clientset {
	made := fake.NewSimpleClientset()
	made.PrependReactor("get", "priorityclasses", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, &schedulingv1.PriorityClass{Value: 10000}, nil
	})
	return made
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
