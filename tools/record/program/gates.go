package main

import (
	"bytes"
	goflag "flag"
	"reflect"
	"sort"
	"strings"
	"unsafe"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
)

type gate struct {
	Default       bool   `json:"default"`
	LockToDefault bool   `json:"lockToDefault"`
	Prerelease    string `json:"prerelease"`
}

func gates() map[string]gate {
	found := map[string]gate{}
	for name, spec := range utilfeature.DefaultMutableFeatureGate.GetAll() {
		found[string(name)] = gate{spec.Default, spec.LockToDefault, string(spec.PreRelease)}
	}
	return found
}

// gateDependencies gives the gates that each gate needs, in releases whose gates know dependencies.
func gateDependencies() map[string][]string {
	found := map[string][]string{}
	method := reflect.ValueOf(utilfeature.DefaultMutableFeatureGate).MethodByName("Dependencies")
	if !method.IsValid() {
		return found
	}
	known := method.Call(nil)[0].MapRange()
	for known.Next() {
		for i := range known.Value().Len() {
			name := known.Key().String()
			found[name] = append(found[name], known.Value().Index(i).String())
		}
	}
	return found
}

// gateState is what a flag of feature gates makes of the gates: a refusal, or those that are switched away from their
// defaults and what is logged meanwhile.
type gateState struct {
	Refused  string          `json:"refused,omitempty"`
	Switched map[string]bool `json:"switched,omitempty"`
	Warned   []string        `json:"warned,omitempty"`
}

// parseGates reads arguments as the command does, up to the point where it would read the configuration.
func parseGates(arguments []string) gateState {
	var logged bytes.Buffer
	logging := goflag.NewFlagSet("klog", goflag.PanicOnError)
	klog.InitFlags(logging)
	must(logging.Set("logtostderr", "false"))
	klog.SetOutput(&logged)
	command := newCommand()
	err := command.ParseFlags(arguments)
	if err == nil && command.PersistentPreRunE != nil {
		err = command.PersistentPreRunE(command, nil)
	}
	klog.Flush()
	klog.SetOutput(discard{})
	if err != nil {
		return gateState{Refused: err.Error()}
	}
	state := gateState{Switched: map[string]bool{}}
	for name, spec := range gates() {
		if enabled(name) != spec.Default {
			state.Switched[name] = enabled(name)
		}
	}
	for line := range strings.Lines(logged.String()) {
		if _, text, found := strings.Cut(line, "] "); found {
			state.Warned = append(state.Warned, strings.TrimSuffix(text, "\n"))
		}
	}
	sort.Strings(state.Warned)
	return state
}

type discard struct{}

func (discard) Write(text []byte) (int, error) { return len(text), nil }

func enabled(name string) bool {
	for feature := range utilfeature.DefaultMutableFeatureGate.GetAll() {
		if string(feature) == name {
			return utilfeature.DefaultFeatureGate.Enabled(feature)
		}
	}
	return false
}

type flag struct {
	Default      string `json:"default"`
	Deprecated   string `json:"deprecated"`
	Hidden       bool   `json:"hidden"`
	Name         string `json:"name"`
	NoOptDefault string `json:"no_opt_default"`
	Section      string `json:"section"`
	Shorthand    string `json:"shorthand"`
	Type         string `json:"type"`
}

// optionsOf gives the options that the flags of a command set. They are the command's own, and nothing exports them.
func optionsOf(command *cobra.Command) *options.Options {
	field := reflect.ValueOf(command.Flags().Lookup("config").Value).UnsafePointer()
	return (*options.Options)(unsafe.Add(field, -int(unsafe.Offsetof(options.Options{}.ConfigFile))))
}

// sectionsOf gives the flags by section: from 1.23 on, and late in 1.22, options have them as a field.
func sectionsOf(opts *options.Options) cliflag.NamedFlagSets {
	made := reflect.ValueOf(opts)
	if method := made.MethodByName("Flags"); method.IsValid() {
		return method.Call(nil)[0].Interface().(cliflag.NamedFlagSets)
	}
	return *made.Elem().FieldByName("Flags").Interface().(*cliflag.NamedFlagSets)
}

func flags() []flag {
	section := map[string]string{}
	command := newCommand()
	for name, set := range sectionsOf(optionsOf(command)).FlagSets {
		set.VisitAll(func(one *pflag.Flag) { section[one.Name] = name })
	}
	found := []flag{}
	command.Flags().VisitAll(func(one *pflag.Flag) {
		described := flag{one.DefValue, one.Deprecated, one.Hidden, one.Name, one.NoOptDefVal, section[one.Name], one.Shorthand, one.Value.Type()}
		if described.Section == "" {
			described.Section = "global"
		}
		found = append(found, described)
	})
	sort.Slice(found, func(i, j int) bool { return found[i].Name < found[j].Name })
	return found
}
