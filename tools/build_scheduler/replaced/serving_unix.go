// In the place of k8s.io/apiserver/pkg/server/options/serving_unix.go, which sets options of the sockets that serve
// metrics: there are no such sockets here.
package options

import "syscall"

func permitPortReuse(network, addr string, conn syscall.RawConn) error    { return nil }
func permitAddressReuse(network, addr string, conn syscall.RawConn) error { return nil }
