package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	certutil "k8s.io/client-go/util/cert"
	cliflag "k8s.io/component-base/cli/flag"
	_ "k8s.io/component-base/logs/json/register" // as the command's own main function does
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
)

// What the paths of a case begin with; they are those of files in a folder of this program.
const files = "/files/"

// The status with which the program ends where flags have changed what cannot be changed back: it is to be started
// again for the cases that follow. Where it ends with the status 0, a flag of the case that is waiting made it end.
const again = 4

// How long a command line may take that does not hang; it takes some hundredths of a second.
const patience = 10 * time.Second

type commandLine struct {
	ID    string            `json:"id"`
	Args  []string          `json:"args"`
	Files map[string]string `json:"files"`
}

type commandLineAnswer struct {
	ID      string `json:"id"`
	Outcome string `json:"outcome"`
	Message string `json:"message,omitempty"`
}

var (
	// Sections of flags whose effect is the process's own.
	lasting = []string{"feature gate", "global", "logs", "metrics"}
	// Sections of flags of the server, which starts without them.
	serving = []string{"authentication", "authorization", "insecure serving", "secure serving"}
)

func answerCommandLines(input io.Reader) {
	provideFiles()
	isFirst := true
	for one := range casesOf[commandLine](input) {
		command := newCommand()
		watch := time.AfterFunc(patience, func() {
			if isFirst { // what came before may be what it waits for
				write(commandLineAnswer{ID: one.ID, Outcome: "hangs"})
			}
			restart()
		})
		answer := answerCommandLine(one, command)
		watch.Stop()
		write(answer)
		if sets(command, lasting) {
			restart()
		}
		isFirst = false
	}
}

// restart ends the program, which is to be started again.
func restart() {
	must(os.RemoveAll(folder))
	os.Exit(again)
}

// sets tells whether a flag of some sections was set.
func sets(command *cobra.Command, among []string) (found bool) {
	sections := sectionsOf(optionsOf(command))
	command.Flags().Visit(func(one *pflag.Flag) {
		section := "global" // which early releases add elsewhere
		for name, set := range sections.FlagSets {
			if set.Lookup(one.Name) != nil {
				section = name
			}
		}
		found = found || slices.Contains(among, section)
	})
	return found
}

// provideFiles makes the files that cases name: a certificate with its key, and a kubeconfig for a cluster that is
// empty, but has what a cluster has for components that delegate the checking of their clients.
func provideFiles() {
	must(os.MkdirAll(certificates(), 0o700))
	certificate, key, err := certutil.GenerateSelfSignedCertKeyWithFixtures("localhost", nil, nil, certificates())
	must(err)
	server = httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if !strings.HasSuffix(request.URL.Path, "/configmaps/extension-apiserver-authentication") {
			serve(response, request)
			return
		}
		response.Header().Set("Content-Type", "application/json")
		must(json.NewEncoder(response).Encode(map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap",
			"metadata": map[string]any{"name": "extension-apiserver-authentication", "namespace": "kube-system"},
			"data": map[string]string{
				"client-ca-file": string(certificate), "requestheader-client-ca-file": string(certificate),
				"requestheader-allowed-names": `["front-proxy-client"]`, "requestheader-extra-headers-prefix": `["X-Remote-Extra-"]`,
				"requestheader-group-headers": `["X-Remote-Group"]`, "requestheader-username-headers": `["X-Remote-User"]`,
			},
		}))
	})).URL
	provide("tls.crt", certificate)
	provide("ca.crt", certificate)
	provide("tls.key", key)
	provide("kubeconfig", fmt.Appendf(nil, kubeconfig, server))
}

// certificates gives the folder in which certificates are kept: to make one takes as long as all the rest.
func certificates() string {
	itself, err := os.Executable()
	must(err)
	return filepath.Join(filepath.Dir(itself), "certificates")
}

func provide(name string, text []byte) {
	must(os.WriteFile(filepath.Join(folder, name), text, 0o600))
}

// answerCommandLine carries a command line through the command as far as it comes before it elects a leader.
func answerCommandLine(one commandLine, command *cobra.Command) (found commandLineAnswer) {
	stage := "parse"
	defer func() {
		if reason := recover(); reason != nil {
			found = commandLineAnswer{one.ID, "panic", fmt.Sprint(reason)}
		}
		for name := range one.Files {
			must(os.Remove(filepath.Join(folder, name)))
		}
	}()
	for name, text := range one.Files {
		provide(name, []byte(strings.ReplaceAll(text, files, folder+"/")))
	}
	arguments := make([]string, 0, len(one.Args))
	for _, argument := range one.Args {
		arguments = append(arguments, strings.ReplaceAll(argument, files, folder+"/"))
	}
	command.SilenceErrors, command.SilenceUsage = true, true
	command.SetOut(io.Discard)
	command.SetErr(io.Discard)
	command.SetArgs(arguments)
	ended := true
	command.Run = nil
	command.RunE = func(command *cobra.Command, _ []string) error {
		if asked := command.Flags().Lookup("version").Value.String(); asked == "true" || asked == "raw" {
			return nil
		}
		ended = false
		return start(command, &stage)
	}
	err := command.Execute()
	switch {
	case err != nil:
		return commandLineAnswer{one.ID, stage, strings.ReplaceAll(err.Error(), folder+"/", files)}
	case ended:
		return commandLineAnswer{ID: one.ID, Outcome: "ends"}
	}
	return commandLineAnswer{ID: one.ID, Outcome: "ok"}
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

// start does what runCommand and Run in cmd/kube-scheduler/app do, as far as something may stop them.
func start(command *cobra.Command, stage *string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	opts := optionsOf(command)
	*stage = "options"
	if err := complete(command, opts); err != nil {
		return err
	}
	*stage = "logging"
	if err := checkLogging(opts); err != nil {
		return err
	}
	*stage = "setup"
	opts.SecureServing.ServerCert.FixtureDirectory = certificates()
	if !sets(command, serving) {
		opts.SecureServing.BindPort = 0 // early releases make a certificate for themselves each time, which takes long
	}
	listeners := listen(opts)
	defer func() {
		for _, one := range listeners {
			_ = one.Close()
		}
	}()
	config, _, err := app.Setup(ctx, opts)
	if err != nil {
		return err
	}
	if config.SecureServing != nil {
		*stage = "serving"
		if err := startServing(ctx, reflect.ValueOf(config.SecureServing)); err != nil {
			return err
		}
	}
	*stage = "election"
	return elect(config.LeaderElection)
}

// complete calls Complete of the options, where the command does: its parameters are the flags by section. Each section
// gets all of them, since they are asked for by their names.
func complete(command *cobra.Command, opts *options.Options) error {
	method := reflect.ValueOf(opts).MethodByName("Complete")
	if !method.IsValid() {
		return nil
	}
	given := []reflect.Value{}
	if method.Type().NumIn() == 1 {
		sections := cliflag.NamedFlagSets{}
		for _, name := range []string{"deprecated", "insecure serving", "leader election"} {
			sections.FlagSet(name).AddFlagSet(command.Flags())
		}
		given = append(given, reflect.ValueOf(&sections))
	}
	err, _ := method.Call(given)[0].Interface().(error)
	return err
}

// listenAnywhere gives a port that is free in place of one that is asked for; where no port can have the number, none.
func listenAnywhere(port int) net.Listener {
	if port <= 0 || port > 65535 {
		return nil
	}
	made, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	return made
}

// startServing starts the server, which looks at its settings of TLS only then, and ends it.
func startServing(ctx context.Context, serving reflect.Value) error {
	stop := make(chan struct{})
	defer close(stop)
	given := []reflect.Value{reflect.ValueOf(http.NotFoundHandler()), reflect.ValueOf(time.Duration(0)), reflect.ValueOf((<-chan struct{})(stop))}
	made := serving.MethodByName("Serve").Call(given)
	err, _ := made[len(made)-1].Interface().(error)
	if err != nil {
		return fmt.Errorf("failed to start secure server: %v", err)
	}
	return nil
}
