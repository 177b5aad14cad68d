// In the place of go.etcd.io/etcd/client/pkg/v3/transport/sockopt_unix.go, which sets options of the sockets on which etcd
// listens: nothing listens here. Since 3.6, etcd has a file of its own for WebAssembly.
package transport

import "syscall"

func setReusePort(network, address string, conn syscall.RawConn) error    { return nil }
func setReuseAddress(network, address string, conn syscall.RawConn) error { return nil }
