"""Open a port in a network that has nothing else, hand it out, and become the program.

This is run by itself, inside of a new network: it imports nothing of the package. The port belongs to that network, so
that nobody else can connect to it, and the program inside can connect to nobody else.
"""

import fcntl
import os
import socket
import struct
import sys

_GET_FLAGS, _SET_FLAGS = 0x8913, 0x8914  # SIOCGIFFLAGS, SIOCSIFFLAGS of <linux/sockios.h>
_UP = 1  # IFF_UP of <linux/if.h>


def raise_loopback() -> None:
    """Switch the loopback interface on: a new network has it, but off.

    Raises:
        OSError: if that is not allowed.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh14x", b"lo", 0)
        (flags,) = struct.unpack_from("h", fcntl.ioctl(any_socket, _GET_FLAGS, request), 16)
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh14x", b"lo", flags | _UP))


def main() -> None:
    """Do so: the arguments are the number of a socket, the port, and the program with its arguments.

    Without arguments, only check that it can be done.
    """
    raise_loopback()
    if sys.argv[1:]:
        channel, port, program, *arguments = sys.argv[1:]
        with socket.socket(fileno=int(channel)) as parent, socket.create_server(("127.0.0.1", int(port))) as listener:
            socket.send_fds(parent, [b"."], [listener.fileno()])
        try:
            os.execv(program, [program, *arguments])  # noqa: S606 - what the user named
        except OSError as error:
            sys.exit(f"error: {program} cannot be run: {error.strerror}")


if __name__ == "__main__":
    main()
