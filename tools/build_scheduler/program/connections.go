// Connections of a program of WebAssembly (wasip1) to one server, through the host. This file is linked into any `main` of a
// kube-scheduler, and begins before it.
//
// Inside of the program, Go's network is a fake one, which reaches only listeners of the program itself. One listens here
// in the place of the server; the bytes of each connection go through five functions of the host, none of which blocks.
// That bytes have come is what the host says of a file, so that no time of the program's passes while it waits for them.
//
//go:debug randseednop=0
package main

import (
	"fmt"
	"math/rand"
	"net"
	"os"
	"strconv"
	"sync"
	"unsafe"
)

// hostDial opens a connection to the server and returns its number, at least 0; negative where that fails.
//
//go:wasmimport schedcfg dial
func hostDial() int32

// hostWrite hands bytes over, all of them; it returns a negative number where the connection is closed.
//
//go:wasmimport schedcfg write
func hostWrite(connection int32, bytes unsafe.Pointer, length uint32) int32

// hostRead returns how many bytes came, 0 where none has yet, and a negative number at the end.
//
//go:wasmimport schedcfg read
func hostRead(connection int32, bytes unsafe.Pointer, length uint32) int32

// hostShut says that nothing more is written.
//
//go:wasmimport schedcfg shut
func hostShut(connection int32)

// hostClose forgets a connection.
//
//go:wasmimport schedcfg close
func hostClose(connection int32)

const (
	// server is the address of the server, as the kubeconfig has it.
	server = "127.0.0.1:6443"
	// bell names the variable with the path of a file, which can be read whenever bytes have come, as the host says.
	// Without it, there is no server.
	bell = "SCHEDCFG_BELL"
	// seed names the variable with what the scheduler draws lots by. Go's own random numbers, which it would draw by
	// otherwise, depend on what the program does besides, and so on time.
	seed = "SCHEDCFG_SEED"
	// part is what is moved at a time.
	part = 64 * 1024
)

// arrivals wakes all who wait for bytes, together: one file for all, not one for each connection.
type arrivals struct {
	sync.Mutex
	next chan struct{}
}

// coming returns what is closed when bytes come. Who waits for them takes it before looking whether some are there.
func (a *arrivals) coming() <-chan struct{} {
	a.Lock()
	defer a.Unlock()
	return a.next
}

// wake waits for the bell, again and again, and returns what is wrong with it.
func (a *arrivals) wake(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	connection, err := file.SyscallConn()
	if err != nil {
		return err
	}
	for {
		hasRung := false
		err := connection.Read(func(uintptr) bool {
			before := hasRung
			hasRung = true
			return before
		})
		if err != nil {
			return err
		}
		a.Lock()
		close(a.next)
		a.next = make(chan struct{})
		a.Unlock()
	}
}

func init() {
	if begin, err := strconv.ParseInt(os.Getenv(seed), 10, 64); err == nil {
		rand.Seed(begin) //lint:ignore SA1019 it is Kubernetes that draws from the shared source
	}
	if path := os.Getenv(bell); path != "" {
		listener, err := net.Listen("tcp", server)
		if err != nil {
			fail(err)
		}
		looking := &arrivals{next: make(chan struct{})}
		go func() { fail(looking.wake(path)) }()
		go accept(listener, looking)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "no connections to the server:", err)
	os.Exit(1)
}

func accept(listener net.Listener, looking *arrivals) {
	for {
		inside, err := listener.Accept()
		if err != nil {
			return
		}
		outside := hostDial()
		if outside < 0 {
			inside.Close()
			continue
		}
		var both sync.WaitGroup
		both.Add(2)
		go func() { defer both.Done(); send(inside, outside) }()
		go func() { defer both.Done(); receive(inside, outside, looking) }()
		go func() { both.Wait(); hostClose(outside) }()
	}
}

// send hands what the program writes to the host.
func send(inside net.Conn, outside int32) {
	bytes := make([]byte, part)
	for {
		length, err := inside.Read(bytes)
		if length > 0 && hostWrite(outside, unsafe.Pointer(&bytes[0]), uint32(length)) < 0 {
			inside.Close()
			return
		}
		if err != nil {
			hostShut(outside)
			return
		}
	}
}

// receive hands what the host got to the program.
func receive(inside net.Conn, outside int32, looking *arrivals) {
	defer inside.Close()
	bytes := make([]byte, part)
	for {
		coming := looking.coming()
		length := hostRead(outside, unsafe.Pointer(&bytes[0]), part)
		if length < 0 {
			return
		}
		if length == 0 {
			<-coming
			continue
		}
		if _, err := inside.Write(bytes[:length]); err != nil {
			return
		}
	}
}
