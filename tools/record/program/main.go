// Command record is linked with one release of kube-scheduler and reports what that release's own code makes of
// configurations. `python -m tools.record` builds it for a release and reads what it writes.
//
//	record facts                        the release's tables, as one JSON object
//	record catalog                      those of the catalog whose plugins are linked too
//	record answers [--feature-gates X]  a case per line of standard input, its answer per line of standard output
//	record gates [--feature-gates X]    what the flag of feature gates makes of its values
//	record command ARGUMENTS            the real command
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	cliflag "k8s.io/component-base/cli/flag"
	_ "k8s.io/component-base/logs/json/register" // as the command's own main function does
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	if len(os.Args) < 2 {
		fail(fmt.Errorf("usage: record facts|catalog|answers|gates|command [ARGUMENT]..."))
	}
	if os.Args[1] != "command" {
		keepAnswersApart()
	}
	if len(catalog) > 0 {
		serveNothing()
	}
	arguments := os.Args[2:]
	switch os.Args[1] {
	case "facts":
		write(facts())
	case "catalog":
		write(factsOfCatalog())
	case "gates":
		write(parseGates(arguments))
	case "answers":
		if state := parseGates(arguments); state.Refused != "" {
			fail(fmt.Errorf("%s", state.Refused))
		}
		answerAll(os.Stdin)
	case "command":
		command := newCommand()
		command.SetArgs(arguments)
		if err := command.Execute(); err != nil {
			fail(err)
		}
	default:
		fail(fmt.Errorf("no such command: %s", os.Args[1]))
	}
}

// newCommand makes the command as its main function does.
func newCommand() *cobra.Command {
	pflag.CommandLine.SetNormalizeFunc(cliflag.WordSepNormalizeFunc)
	return app.NewSchedulerCommand(catalog...)
}

// Answers go where the standard output was.
var standardOutput = os.Stdout

// keepAnswersApart makes the standard error of the standard output, to which plugins of a catalog and loggers write.
func keepAnswersApart() {
	kept, err := syscall.Dup(syscall.Stdout)
	must(err)
	standardOutput = os.NewFile(uintptr(kept), "answers")
	must(syscall.Dup3(syscall.Stderr, syscall.Stdout, 0))
}

func write(value any) {
	output := json.NewEncoder(standardOutput)
	output.SetEscapeHTML(false)
	must(output.Encode(value))
}

func must(err error) {
	if err != nil {
		fail(err)
	}
}

// The status where the program itself refuses; a crash of Go has the status 2.
const refused = 3

func fail(err error) {
	fmt.Fprintln(os.Stderr, "record:", err)
	os.Exit(refused)
}
