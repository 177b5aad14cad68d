package main

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	frameworkplugins "k8s.io/kubernetes/pkg/scheduler/framework/plugins"
)

// Interfaces that are no extension points are recorded where plugins outside of Kubernetes can implement them.
const public = "k8s.io/kube-scheduler/"

type pluginFacts struct {
	DefaultArgs       map[string]runtime.Object `json:"default_args"`
	EnqueueExtensions bool                      `json:"enqueue_extensions"`
	ExtensionPoints   []string                  `json:"extension_points"`
	HasArgs           bool                      `json:"has_args"`
	OtherInterfaces   []string                  `json:"other_interfaces"`
}

// registry describes each plugin of the in-tree registry, made as a framework makes it.
func registry(versions []string) map[string]pluginFacts {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	framework := bare(ctx)
	found := map[string]pluginFacts{}
	for name, factory := range frameworkplugins.NewInTreeRegistry() {
		described := describeArgs(name, versions)
		described.implements(instance(ctx, factory, internalArgs(name, versions), framework), framework.Elem().Type())
		found[name] = described
	}
	return found
}

// bare makes a framework that has no more plugins than it has to have: some constructors may run only once for one.
func bare(ctx context.Context) reflect.Value {
	profile := config.KubeSchedulerProfile{SchedulerName: "bare", Plugins: &config.Plugins{
		QueueSort: config.PluginSet{Enabled: []config.Plugin{{Name: "PrioritySort"}}},
		Bind:      config.PluginSet{Enabled: []config.Plugin{{Name: "DefaultBinder"}}},
	}}
	var cfg *config.KubeSchedulerConfiguration
	for _, version := range candidates {
		if read, err := load(minimal(version)); err == nil && version != group+runtime.APIVersionInternal {
			cfg = read
		}
	}
	made, err := build(ctx, cfg, []config.KubeSchedulerProfile{profile})
	must(err)
	return reflect.ValueOf(made.scheduler.Profiles[profile.SchedulerName])
}

func describeArgs(name string, versions []string) pluginFacts {
	described := pluginFacts{DefaultArgs: map[string]runtime.Object{}, ExtensionPoints: []string{}, OtherInterfaces: []string{}}
	for _, version := range versions {
		gvk := schema.FromAPIVersionAndKind(version, name+"Args")
		if !scheme.Scheme.Recognizes(gvk) {
			continue
		}
		described.HasArgs = true
		if gvk.Version != runtime.APIVersionInternal {
			described.DefaultArgs[version] = defaulted(gvk)
		}
	}
	return described
}

// internalArgs gives what the plugin's constructor takes where a configuration says nothing of it.
func internalArgs(name string, versions []string) (args runtime.Object) {
	for _, version := range versions {
		gvk := schema.FromAPIVersionAndKind(version, name+"Args")
		if gvk.Version != runtime.APIVersionInternal && scheme.Scheme.Recognizes(gvk) {
			var err error
			args, err = scheme.Scheme.ConvertToVersion(defaulted(gvk), config.SchemeGroupVersion)
			must(err)
		}
	}
	return args
}

// instance gives the type of a plugin. Where its constructor refuses the default Args, some of the fields that are
// empty need something.
func instance(ctx context.Context, factory any, args runtime.Object, framework reflect.Value) reflect.Type {
	var refusal error
	for _, one := range append([]runtime.Object{args}, withItems(args)...) {
		made, err := construct(ctx, factory, one, framework)
		if err == nil {
			return reflect.TypeOf(made)
		}
		refusal = err
	}
	fail(fmt.Errorf("no Args that a plugin takes: %w", refusal))
	return nil
}

// construct calls a plugin's constructor, which takes a context since Kubernetes 1.29.
func construct(ctx context.Context, factory any, args runtime.Object, framework reflect.Value) (any, error) {
	constructor := reflect.ValueOf(factory)
	given := []reflect.Value{reflect.ValueOf(ctx), reflect.Zero(reflect.TypeFor[runtime.Object]()), framework}
	if args != nil {
		given[1] = reflect.ValueOf(args)
	}
	made := constructor.Call(given[len(given)-constructor.Type().NumIn():])
	err, _ := made[1].Interface().(error)
	return made[0].Interface(), err
}

// withItems gives copies of Args: with an item in one of the lists that are empty, and with something in every field.
func withItems(args runtime.Object) (found []runtime.Object) {
	if args == nil {
		return nil
	}
	filled := args.DeepCopyObject()
	fields := reflect.ValueOf(filled).Elem()
	for i := range fields.NumField() {
		field := fields.Field(i)
		switch kind := field.Kind(); {
		case kind == reflect.String && field.Len() == 0:
			field.SetString("something")
		case kind == reflect.Map && field.Len() == 0:
			field.Set(reflect.MakeMap(field.Type()))
			field.SetMapIndex(reflect.New(field.Type().Key()).Elem(), reflect.New(field.Type().Elem()).Elem())
		case kind == reflect.Slice && field.Len() == 0:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
			other := args.DeepCopyObject()
			reflect.ValueOf(other).Elem().Field(i).Set(field)
			found = append(found, other)
		}
	}
	return append(found, filled)
}

// implements records the interfaces of a plugin's type that the framework collects plugins of: a field
// `preFilterPlugins` holds those of the extension point `preFilter` (pkg/scheduler/framework/runtime/framework.go).
func (described *pluginFacts) implements(plugin, framework reflect.Type) {
	points := reflect.TypeFor[config.Plugins]()
	collected := map[string]bool{}
	for i := range points.NumField() {
		point := lowerFirst(points.Field(i).Name)
		field, known := framework.FieldByName(point + "Plugins")
		if !known {
			if point == "multiPoint" {
				continue
			}
			fail(fmt.Errorf("the framework has no field %sPlugins", point))
		}
		collected[field.Name] = true
		if plugin.Implements(field.Type.Elem()) {
			described.ExtensionPoints = append(described.ExtensionPoints, point)
		}
	}
	for i := range framework.NumField() {
		field := framework.Field(i)
		if field.Type.Kind() != reflect.Slice || field.Type.Elem().Kind() != reflect.Interface || collected[field.Name] {
			continue
		}
		name, isPlugin := strings.CutSuffix(field.Type.Elem().Name(), "Plugin")
		if isPlugin && strings.HasPrefix(field.Type.Elem().PkgPath(), public) && plugin.Implements(field.Type.Elem()) {
			described.OtherInterfaces = append(described.OtherInterfaces, lowerFirst(name))
		}
	}
	_, described.EnqueueExtensions = plugin.MethodByName("EventsToRegister")
}
