// In the place of go.etcd.io/etcd/client/pkg/v3/fileutil/lock_flock.go, which locks files by flock: WebAssembly has no
// such call. The scheduler links it for the API server's options and locks nothing.
package fileutil

import (
	"errors"
	"os"
)

var errNoLock = errors.New("files cannot be locked here")

func flockTryLockFile(path string, flag int, perm os.FileMode) (*LockedFile, error) {
	return nil, errNoLock
}

func flockLockFile(path string, flag int, perm os.FileMode) (*LockedFile, error) {
	return nil, errNoLock
}
