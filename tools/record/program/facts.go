package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
)

const (
	group = "kubescheduler.config.k8s.io/"
	kind  = "KubeSchedulerConfiguration"
)

// Each API version that there has been or may be, in the order in which facts list them.
var candidates = []string{
	"", "componentconfig/v1alpha1", "v1", group + "v1alpha1", group + "v1alpha2", group + "v1beta1", group + "v1beta2",
	group + "v1beta3", group + "v1beta4", group + "v1", group + "v2", group + runtime.APIVersionInternal,
}

type tables struct {
	Decodable               []string                   `json:"decodable"`
	MinimalDecodeErrors     map[string]string          `json:"minimal_decode_errors"`
	Kinds                   map[string][]string        `json:"kinds"`
	Types                   map[string]structs         `json:"types"`
	Defaults                map[string]runtime.Object  `json:"defaults"`
	WrittenDefaults         map[string]json.RawMessage `json:"written_defaults"`
	Plugins                 map[string]pluginFacts     `json:"plugins"`
	DefaultPlugins          map[string]pluginSets      `json:"default_plugins"`
	DefaultEffectivePlugins map[string]pluginSets      `json:"default_effective_plugins"`
	FeatureGates            map[string]gate            `json:"feature_gates"`
	GateDependencies        map[string][]string        `json:"feature_gate_dependencies"`
	Flags                   []flag                     `json:"flags"`
	CipherSuites            []string                   `json:"cipher_suites"`
}

func facts() tables {
	found := tables{
		MinimalDecodeErrors:     map[string]string{},
		Kinds:                   map[string][]string{},
		Types:                   map[string]structs{},
		Defaults:                map[string]runtime.Object{},
		WrittenDefaults:         map[string]json.RawMessage{},
		DefaultPlugins:          map[string]pluginSets{},
		DefaultEffectivePlugins: map[string]pluginSets{},
		FeatureGates:            gates(),
		GateDependencies:        gateDependencies(),
		Flags:                   flags(),
		CipherSuites:            cliflag.TLSCipherPossibleValues(),
	}
	for _, version := range candidates {
		_, err := load(minimal(version))
		found.MinimalDecodeErrors[version] = message(err)
		if err == nil {
			found.Decodable = append(found.Decodable, version)
		}
		if err == nil && version != group+runtime.APIVersionInternal {
			found.describeDefaults(version)
		}
	}
	for _, version := range scheme.Scheme.PrioritizedVersionsAllGroups() {
		found.describeKinds(version)
		found.describeKinds(schema.GroupVersion{Group: version.Group, Version: runtime.APIVersionInternal})
	}
	found.Plugins = registry(found.Decodable)
	return found
}

func minimal(version string) []byte {
	return fmt.Appendf(nil, "apiVersion: %s\nkind: %s\n", version, kind)
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// describeDefaults records what a minimal document of an API version becomes.
func (found *tables) describeDefaults(version string) {
	cfg, err := load(minimal(version))
	must(err)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	made, err := build(ctx, cfg, cfg.Profiles)
	must(err)
	found.Defaults[version] = defaulted(schema.FromAPIVersionAndKind(version, kind))
	found.WrittenDefaults[version] = written(cfg, made)
	found.DefaultPlugins[version] = listed(cfg.Profiles[0].Plugins)
	for _, sets := range running(made) {
		found.DefaultEffectivePlugins[version] = sets
	}
}

// defaulted makes an object of a kind and fills in its defaults.
func defaulted(gvk schema.GroupVersionKind) runtime.Object {
	object, err := scheme.Scheme.New(gvk)
	must(err)
	scheme.Scheme.Default(object)
	object.GetObjectKind().SetGroupVersionKind(gvk)
	return object
}

func (found *tables) describeKinds(version schema.GroupVersion) {
	known := scheme.Scheme.KnownTypes(version)
	var names []string
	for name := range known {
		names = append(names, name)
	}
	sort.Strings(names)
	found.Kinds[version.String()] = names
	if version.Group == config.GroupName && version.Version != runtime.APIVersionInternal {
		found.Types[version.String()] = structsOf(known)
	}
}
