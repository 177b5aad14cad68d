// In the place of k8s.io/mount-utils/mount_helper_unix.go, which asks the kernel about mounts. The scheduler links it up to
// 1.32 for names of volumes, and mounts nothing.
package mount

import (
	"errors"
	"io/fs"
	"os"
)

func IsCorruptedMnt(err error) bool { return false }

func isMountPointMatch(mp MountPoint, dir string) bool { return mp.Path == dir }

func PathExists(path string) (bool, error) {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
