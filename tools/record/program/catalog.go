package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	frameworkplugins "k8s.io/kubernetes/pkg/scheduler/framework/plugins"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"sigs.k8s.io/yaml"
)

// What a catalog's plugins add to the command, as the catalog's own main function does, and the path of its module.
// `tools/record/catalog.py` writes the file that sets them; without it the program has the plugins of Kubernetes alone.
var (
	catalog       []app.Option
	catalogModule string
)

// handle is the framework that constructors of the catalog are asked with.
var handle = sync.OnceValue(func() reflect.Value { return bare(context.Background()) })

// outOfTree gives the catalog's plugins. Constructors of several may serve at the same path of the process.
func outOfTree() frameworkruntime.Registry {
	found := frameworkruntime.Registry{}
	for _, add := range catalog {
		must(add(found))
	}
	for name, factory := range found {
		constructor := reflect.ValueOf(factory)
		found[name] = reflect.MakeFunc(constructor.Type(), func(given []reflect.Value) []reflect.Value {
			http.DefaultServeMux = http.NewServeMux()
			return constructor.Call(given)
		}).Interface().(frameworkruntime.PluginFactory)
	}
	return found
}

// catalogAnswer is what the catalog's plugins make of a configuration that can be read: the configuration as defaulting
// leaves it, and which plugins' constructors refuse their Args, those that a profile enables and those that none does.
type catalogAnswer struct {
	Defaulted json.RawMessage `json:"defaulted"`
	Refused   []problem       `json:"refused,omitempty"`
	Unused    []problem       `json:"unused,omitempty"`
}

func askCatalog(cfg *config.KubeSchedulerConfiguration) *catalogAnswer {
	if len(catalog) == 0 {
		return nil
	}
	encoded, err := encodeConfig(cfg)
	must(err)
	found := &catalogAnswer{}
	found.Defaulted, err = yaml.YAMLToJSON(encoded.Bytes())
	must(err)
	for i := range cfg.Profiles {
		found.askFor(&cfg.Profiles[i])
	}
	return found
}

// askFor asks the constructors of the plugins that a profile enables, and of those that it only has Args for.
func (found *catalogAnswer) askFor(profile *config.KubeSchedulerProfile) {
	enabled, args := map[string]bool{}, map[string]runtime.Object{}
	for _, set := range listed(profile.Plugins) {
		for _, one := range set {
			enabled[one.Name], args[one.Name] = true, nil
		}
	}
	for _, entry := range profile.PluginConfig {
		args[entry.Name] = entry.Args
	}
	factories := outOfTree()
	for _, name := range slices.Sorted(maps.Keys(args)) {
		factory, known := factories[name]
		if !known {
			continue
		}
		refusal := refusalOf(factory, args[name])
		one := problem{Profile: &profile.SchedulerName, Plugin: name, Message: refusal}
		if refusal != "" && enabled[name] {
			found.Refused = append(found.Refused, one)
		} else if refusal != "" {
			found.Unused = append(found.Unused, one)
		}
	}
}

func refusalOf(factory any, args runtime.Object) (refusal string) {
	defer func() {
		if reason := recover(); reason != nil {
			refusal = fmt.Sprint(reason)
		}
	}()
	_, err := construct(context.Background(), factory, args, handle())
	return message(err)
}

type catalogFacts struct {
	GroupVersions       map[string]map[string]argsFacts `json:"group_versions"`
	InTreePlugins       []string                        `json:"in_tree_plugins"`
	MinimalDecodeErrors map[string]string               `json:"minimal_decode_errors"`
	Plugins             map[string]catalogPlugin        `json:"plugins"`
	ServedVersions      []string                        `json:"served_versions"`
}

// argsFacts describe Args: as defaulting leaves them when nothing is written, and as they are after a way through the
// internal version, which the plugin's constructor gets.
type argsFacts struct {
	Default   runtime.Object `json:"default"`
	Check     string         `json:"default_args_check"`
	Roundtrip runtime.Object `json:"roundtrip,omitempty"`
	Types     structs        `json:"types"`
}

type catalogPlugin struct {
	ArgsKindVersions  []string `json:"args_kind_versions"`
	CheckWithoutArgs  string   `json:"check_without_args"`
	EnqueueExtensions bool     `json:"enqueue_extensions"`
	ExtensionPoints   []string `json:"extension_points"`
	GoPackage         string   `json:"go_package"`
	GoType            string   `json:"go_type"`
	OtherInterfaces   []string `json:"other_interfaces"`
}

func factsOfCatalog() catalogFacts {
	found := catalogFacts{
		GroupVersions:       map[string]map[string]argsFacts{},
		MinimalDecodeErrors: map[string]string{},
		Plugins:             map[string]catalogPlugin{},
	}
	for name := range frameworkplugins.NewInTreeRegistry() {
		found.InTreePlugins = append(found.InTreePlugins, name)
	}
	sort.Strings(found.InTreePlugins)
	for _, version := range candidates {
		if !strings.HasPrefix(version, group) || strings.HasSuffix(version, runtime.APIVersionInternal) {
			continue
		}
		_, err := load(minimal(version))
		found.MinimalDecodeErrors[version] = message(err)
		if err == nil {
			found.ServedVersions = append(found.ServedVersions, version)
			found.GroupVersions[version] = describeCatalogArgs(version)
		}
	}
	for name, factory := range outOfTree() {
		found.Plugins[name] = describeCatalogPlugin(name, factory, found.ServedVersions)
	}
	return found
}

func describeCatalogArgs(version string) map[string]argsFacts {
	found, factories := map[string]argsFacts{}, outOfTree()
	groupVersion, err := schema.ParseGroupVersion(version)
	must(err)
	for name, structure := range scheme.Scheme.KnownTypes(groupVersion) {
		if !strings.HasPrefix(structure.PkgPath(), catalogModule) {
			continue
		}
		gvk := groupVersion.WithKind(name)
		one := argsFacts{Default: defaulted(gvk), Types: structsOf(map[string]reflect.Type{name: structure})}
		internal, err := scheme.Scheme.ConvertToVersion(one.Default, config.SchemeGroupVersion)
		if err == nil {
			one.Roundtrip, err = scheme.Scheme.ConvertToVersion(internal, groupVersion)
		}
		one.Check = message(err)
		if factory, known := factories[strings.TrimSuffix(name, "Args")]; known && err == nil {
			one.Check = refusalOf(factory, internal)
		}
		found[name] = one
	}
	return found
}

func describeCatalogPlugin(name string, factory any, versions []string) catalogPlugin {
	described := describeArgs(name, versions)
	made := instance(context.Background(), factory, internalArgs(name, versions), handle())
	described.implements(made, handle().Elem().Type())
	kinds := []string{}
	for _, version := range slices.Backward(versions) {
		if described.DefaultArgs[version] != nil {
			kinds = append(kinds, version)
		}
	}
	for made.Kind() == reflect.Pointer {
		made = made.Elem()
	}
	return catalogPlugin{
		ArgsKindVersions:  kinds,
		CheckWithoutArgs:  refusalOf(factory, nil),
		EnqueueExtensions: described.EnqueueExtensions,
		ExtensionPoints:   described.ExtensionPoints,
		GoPackage:         strings.TrimPrefix(made.PkgPath(), catalogModule+"/"),
		GoType:            made.Name(),
		OtherInterfaces:   described.OtherInterfaces,
	}
}
