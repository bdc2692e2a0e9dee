"""A process that can make no socket any more, where the kernel filters calls (Linux, seccomp).

In: nothing. Out: the calling thread, and those that it starts from here on, are refused every new socket.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct

_SOCKET = {"x86_64": 41, "aarch64": 198}  # the number of the call
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2  # prctl(2)
_REFUSED, _ALLOWED = 0x00050000 | errno.EACCES, 0x7FFF0000
# Of the classic BPF: load a word, jump when equal, return.
_LOAD, _JUMP_EQUAL, _RETURN = 0x20, 0x15, 0x06


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def refuse_sockets() -> bool:
    """Whether the kernel now refuses new sockets; without it, it goes on as before."""
    number = _SOCKET.get(platform.machine())
    if number is None or platform.system() != "Linux":
        return False
    steps = b"".join(
        struct.pack("=HBBI", *step)
        for step in (
            (_LOAD, 0, 0, 0),
            (_JUMP_EQUAL, 0, 1, number),
            (_RETURN, 0, 0, _REFUSED),
            (_RETURN, 0, 0, _ALLOWED),
        )
    )
    program = _Program(len(steps) // 8, steps)
    kernel = ctypes.CDLL(None, use_errno=True)
    calls = ((_NO_NEW_PRIVILEGES, 1, 0), (_SECCOMP, _FILTER, ctypes.byref(program)))
    return all(kernel.prctl(*call, 0, 0) == 0 for call in calls)
