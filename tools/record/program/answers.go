package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/validation"
	"sigs.k8s.io/yaml"
)

type testCase struct {
	ID   string `json:"id"`
	Text []byte `json:"text"` // base64
}

// problem has the keys that its stage gives it: decode and startup the message, validation the type and the field
// too, framework the profile (empty where all profiles are built together), Args of a catalog profile and plugin.
type problem struct {
	Type    *string `json:"type,omitempty"`
	Field   *string `json:"field,omitempty"`
	Profile *string `json:"profile,omitempty"`
	Plugin  string  `json:"plugin,omitempty"`
	Stage   string  `json:"stage,omitempty"`
	Message string  `json:"message"`
}

type plugin struct {
	Name   string `json:"name"`
	Weight int32  `json:"weight"`
}

// pluginSets are the plugins of each extension point that has any, in running order.
type pluginSets map[string][]plugin

type answer struct {
	ID      string                `json:"id"`
	Outcome string                `json:"outcome"`
	Errors  []problem             `json:"errors,omitempty"`
	Written json.RawMessage       `json:"written,omitempty"`
	Plugins map[string]pluginSets `json:"plugins,omitempty"`
	Catalog *catalogAnswer        `json:"catalog,omitempty"`
}

func answerAll(input io.Reader) {
	for one := range casesOf(input) {
		found := answerOne(one.Text)
		found.ID = one.ID
		write(found)
	}
}

// casesOf reads a case from each line.
func casesOf(input io.Reader) iter.Seq[testCase] {
	return func(yield func(testCase) bool) {
		lines := bufio.NewReader(input)
		for {
			line, err := lines.ReadBytes('\n')
			if len(line) > 0 {
				var one testCase
				must(json.Unmarshal(line, &one))
				if !yield(one) {
					return
				}
			}
			if errors.Is(err, io.EOF) {
				return
			}
			must(err)
		}
	}
}

// answerOne carries a configuration through the stages of the command, up to the one that refuses it.
func answerOne(text []byte) (found answer) {
	defer func() {
		if reason := recover(); reason != nil {
			found = answer{Outcome: "panic", Errors: []problem{{Message: fmt.Sprint(reason)}}}
		}
	}()
	cfg, err := load(text)
	if err != nil {
		return answer{Outcome: "decode", Errors: []problem{{Message: err.Error()}}}
	}
	asked := askCatalog(cfg)
	found = answerRead(cfg)
	found.Catalog = asked
	return found
}

// answerRead carries a configuration that was read through the stages that follow.
func answerRead(cfg *config.KubeSchedulerConfiguration) answer {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if problems := invalid(cfg); len(problems) > 0 {
		return answer{Outcome: "validation", Errors: problems}
	}
	made, err := build(ctx, cfg, cfg.Profiles)
	if err != nil {
		return answer{Outcome: "framework", Errors: unbuilt(ctx, cfg, err)}
	}
	// The command makes the lock before it builds frameworks; what is recorded names the frameworks first.
	election, err := lock(cfg)
	if err != nil {
		return answer{Outcome: "startup", Errors: []problem{{Stage: "resource-lock", Message: err.Error()}}}
	}
	if err := elect(election); err != nil {
		return answer{Outcome: "startup", Errors: []problem{{Stage: "leader-elector", Message: err.Error()}}}
	}
	return answer{Outcome: "ok", Written: written(cfg, made), Plugins: running(made)}
}

func invalid(cfg *config.KubeSchedulerConfiguration) []problem {
	all := validation.ValidateKubeSchedulerConfiguration(cfg)
	if all == nil {
		return nil
	}
	var problems []problem
	for _, err := range all.Errors() {
		found := problem{Message: err.Error()}
		var one *field.Error
		if errors.As(err, &one) {
			kind := string(one.Type)
			found.Type, found.Field = &kind, &one.Field
		}
		problems = append(problems, found)
	}
	return problems
}

// unbuilt names what refuses all profiles together, and then each profile that is refused alone.
func unbuilt(ctx context.Context, cfg *config.KubeSchedulerConfiguration, whole error) []problem {
	together := ""
	problems := []problem{{Profile: &together, Message: whole.Error()}}
	for i := range cfg.Profiles {
		if _, err := build(ctx, cfg, cfg.Profiles[i:i+1]); err != nil {
			problems = append(problems, problem{Profile: &cfg.Profiles[i].SchedulerName, Message: err.Error()})
		}
	}
	return problems
}

func written(cfg *config.KubeSchedulerConfiguration, made *built) json.RawMessage {
	complete := cfg.DeepCopy()
	complete.Profiles = made.profiles
	encoded, err := encodeConfig(complete)
	must(err)
	data, err := yaml.YAMLToJSON(encoded.Bytes())
	must(err)
	return data
}

func running(made *built) map[string]pluginSets {
	found := map[string]pluginSets{}
	for name, framework := range made.scheduler.Profiles {
		found[name] = listed(framework.ListPlugins())
	}
	return found
}

// listed gives the plugin sets that a struct of them has, whichever extension points the release knows.
func listed(plugins *config.Plugins) pluginSets {
	found := pluginSets{}
	structure := reflect.ValueOf(plugins).Elem()
	for i := range structure.NumField() {
		set := structure.Field(i).Interface().(config.PluginSet)
		for _, one := range set.Enabled {
			point := lowerFirst(structure.Type().Field(i).Name)
			found[point] = append(found[point], plugin{one.Name, one.Weight})
		}
	}
	return found
}

func lowerFirst(name string) string {
	return strings.ToLower(name[:1]) + name[1:]
}
