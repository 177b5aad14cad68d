// In the place of signal_posix.go of Kubernetes' servers, which end at SIGTERM and SIGINT: nobody sends WebAssembly a
// signal, and Go, which cannot be told of one there, would look for it without end. It does not look for one of no system.
package server

import "os"

type never struct{}

func (never) Signal()        {}
func (never) String() string { return "never" }

var shutdownSignals = []os.Signal{never{}}
