// Connections of a program of WebAssembly (wasip1) to one server, through the host. This file is linked into any `main` of a
// kube-scheduler, and begins before it.
//
// Inside of the program, Go's network is a fake one, which reaches only listeners of the program itself. One listens here
// in the place of the server; the bytes of each connection go through five functions of the host, none of which blocks.
//
//go:debug randseednop=0
package main

import (
	"fmt"
	"math/rand"
	"net"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"
	"unsafe"
)

// hostDial opens a connection to the server and returns its number, at least 0; negative where that fails.
//
//go:wasmimport schedcfg dial
func hostDial() int32

// hostWrite returns how many bytes were taken, 0 where none can be yet, and a negative number where the connection is closed.
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
	// server names the address of the server, as the kubeconfig has it; without it, there is none.
	server = "SCHEDCFG_SERVER"
	// seed names the variable with what the scheduler draws lots by. Go's own random numbers, which it would draw by
	// otherwise, depend on what the program does besides, and so on time.
	seed = "SCHEDCFG_SEED"
	// part is what is moved at a time.
	part = 64 * 1024
	// glance is how long all wait until they look again whether bytes came: twice as long each time that none did, up
	// to longest, so that a program that has nothing to do is seen to have nothing to do. The host ends this time at
	// once when bytes come while all wait: it owns the clock.
	glance, longest = 10 * time.Millisecond, 200 * time.Millisecond
	// pause is how long a writer waits whose bytes are not taken.
	pause = time.Millisecond
)

// arrivals wakes all who wait for bytes, together: one timer for all, not one for each connection.
type arrivals struct {
	sync.Mutex
	next chan struct{}
	came bool
}

func (a *arrivals) wait() {
	a.Lock()
	next := a.next
	a.Unlock()
	<-next
}

func (a *arrivals) note() {
	a.Lock()
	a.came = true
	a.Unlock()
}

func (a *arrivals) noted() bool {
	a.Lock()
	defer a.Unlock()
	came := a.came
	a.came = false
	return came
}

func (a *arrivals) wake() {
	for wait := glance; ; {
		time.Sleep(wait)
		a.Lock()
		close(a.next)
		a.next = make(chan struct{})
		a.Unlock()
		runtime.Gosched() // Now those who waited look.
		wait = min(2*wait, longest)
		if a.noted() {
			wait = glance
		}
	}
}

func init() {
	if begin, err := strconv.ParseInt(os.Getenv(seed), 10, 64); err == nil {
		rand.Seed(begin) //lint:ignore SA1019 it is Kubernetes that draws from the shared source
	}
	if address := os.Getenv(server); address != "" {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			fmt.Fprintln(os.Stderr, "no connections to the server:", err)
			os.Exit(1)
		}
		looking := &arrivals{next: make(chan struct{})}
		go looking.wake()
		go accept(listener, looking)
	}
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
		for done := 0; done < length; {
			taken := hostWrite(outside, unsafe.Pointer(&bytes[done]), uint32(length-done))
			if taken < 0 {
				inside.Close()
				return
			}
			if taken == 0 {
				time.Sleep(pause)
			}
			done += int(taken)
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
		length := hostRead(outside, unsafe.Pointer(&bytes[0]), part)
		if length < 0 {
			return
		}
		if length == 0 {
			looking.wait()
			continue
		}
		looking.note()
		if _, err := inside.Write(bytes[:length]); err != nil {
			return
		}
	}
}
