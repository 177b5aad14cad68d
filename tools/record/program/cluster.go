package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// customResources are those that the catalog brings; registered.go sets them.
var customResources []metav1.APIResource

const kubeconfig = `{"apiVersion": "v1", "kind": "Config", "current-context": "here",
"contexts": [{"name": "here", "context": {"cluster": "here", "user": ""}}],
"clusters": [{"name": "here", "cluster": {"server": "%s"}}]}`

// serveNothing gives constructors the cluster that they ask, one that has no objects: lists are empty, and watches
// end when their client does. Whatever else they would ask outside goes to the same server, which does not have it.
func serveNothing() {
	const variable, name = "KUBE_CONFIG", "empty.kubeconfig"
	path := os.Getenv(variable) // packages read it before main runs
	if filepath.Base(path) != name {
		must(os.Setenv(variable, filepath.Join(folder, name)))
		itself, err := os.Executable()
		must(err)
		must(syscall.Exec(itself, os.Args, os.Environ()))
	}
	server = httptest.NewServer(http.HandlerFunc(serve)).URL
	must(os.Setenv("HTTP_PROXY", server))
	must(os.Setenv("HTTPS_PROXY", server))
	must(os.WriteFile(path, fmt.Appendf(nil, kubeconfig, server), 0o600))
}

func serve(response http.ResponseWriter, request *http.Request) {
	if request.URL.Host != "" || request.Method == http.MethodConnect { // asked as a proxy
		http.NotFound(response, request)
		return
	}
	if request.URL.Query().Get("watch") != "" {
		response.WriteHeader(http.StatusOK)
		response.(http.Flusher).Flush()
		<-request.Context().Done()
		return
	}
	response.Header().Set("Content-Type", "application/json")
	must(json.NewEncoder(response).Encode(respond(strings.Split(strings.Trim(request.URL.Path, "/"), "/"))))
}

// respond describes the custom resources to discovery, and lists nothing of any.
func respond(path []string) any {
	groups := map[string]metav1.APIGroup{}
	resources := metav1.APIResourceList{GroupVersion: strings.Join(path[1:], "/"), APIResources: []metav1.APIResource{}}
	for _, one := range customResources {
		version := metav1.GroupVersionForDiscovery{GroupVersion: one.Group + "/" + one.Version, Version: one.Version}
		group := groups[one.Group]
		group.Name, group.PreferredVersion = one.Group, version
		if !slices.Contains(group.Versions, version) {
			group.Versions = append(group.Versions, version)
		}
		groups[one.Group] = group
		if resources.GroupVersion == version.GroupVersion {
			resources.APIResources = append(resources.APIResources, one)
		}
	}
	switch {
	case path[0] == "api" && len(path) == 1:
		return metav1.APIVersions{Versions: []string{"v1"}}
	case len(path) == 1:
		return metav1.APIGroupList{Groups: slices.Collect(maps.Values(groups))}
	case path[0] == "apis" && len(path) == 2:
		return groups[path[1]]
	case path[0] == "apis" && len(path) == 3:
		return resources
	}
	return map[string]any{"metadata": metav1.ListMeta{ResourceVersion: "1"}, "items": []any{}}
}
