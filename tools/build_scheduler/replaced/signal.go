// In the place of signal.go of Kubernetes' cache debugger, which dumps the cache at SIGUSR2: WebAssembly has only
// interrupts, and nobody sends one.
package debugger

import "os"

var compareSignal = os.Interrupt
