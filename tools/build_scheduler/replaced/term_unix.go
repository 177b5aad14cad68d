// In the place of github.com/moby/term/term_unix.go, which asks the kernel for settings of terminals: there is none here.
package term

import (
	"errors"
	"io"
	"os"
)

var ErrInvalidState = errors.New("Invalid terminal state")

var errNone = errors.New("there is no terminal")

type terminalState struct{}

func stdStreams() (stdIn io.ReadCloser, stdOut, stdErr io.Writer) {
	return os.Stdin, os.Stdout, os.Stderr
}

func getFdInfo(in interface{}) (uintptr, bool)        { return 0, false }
func getWinsize(fd uintptr) (*Winsize, error)         { return nil, errNone }
func setWinsize(fd uintptr, ws *Winsize) error        { return errNone }
func isTerminal(fd uintptr) bool                      { return false }
func restoreTerminal(fd uintptr, state *State) error  { return errNone }
func saveState(fd uintptr) (*State, error)            { return nil, errNone }
func disableEcho(fd uintptr, state *State) error      { return errNone }
func setRawTerminal(fd uintptr) (*State, error)       { return nil, errNone }
func setRawTerminalOutput(fd uintptr) (*State, error) { return nil, nil }
func makeRaw(fd uintptr) (*State, error)              { return nil, errNone }
