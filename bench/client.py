"""An HTTP client that costs little beside the server it measures: one thread that polls connections kept open.

Timers of event loops count in whole milliseconds, longer than what is measured here takes; this one never sleeps.
"""

from __future__ import annotations

import gc
import select
import socket
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle

CONNECTIONS = 16
STALLED = 60.0
"""Seconds without any answer after which a server counts as hanging."""
_LENGTH = b"content-length:"
_LAST_CHUNK = b"0\r\n\r\n"


def ask(
    port: int, requests: Sequence[bytes], seconds: float, rate: float | None = None
) -> tuple[float, list[float]]:
    """Answers a second, and the latency of each in seconds; `requests` are whole ones, sent in turn.

    With a `rate` so many are due each second, evenly, and a latency counts from when a request was due, also when
    every connection was still busy. Without, each connection asks again as soon as it has its answer.
    Raises AssertionError for an answer other than 200.
    """
    with ExitStack() as stack:
        connections = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(CONNECTIONS)
        ]
        gc.disable()
        try:
            return _Client(connections, cycle(requests)).run(seconds, rate)
        finally:
            gc.enable()


class _Client:
    """Connections, and what each of them waits for."""

    def __init__(self, connections: Sequence[socket.socket], requests: Iterator[bytes]) -> None:
        self._requests = requests
        self._free = deque(connections)
        self._asked: dict[int, tuple[socket.socket, float, bytearray]] = {}
        self._poll = select.epoll()
        self._latencies: list[float] = []
        for connection in connections:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._poll.register(connection, select.EPOLLIN)

    def run(self, seconds: float, rate: float | None) -> tuple[float, list[float]]:
        """Asks for so long, then waits for what is still to come."""
        began = heard = time.perf_counter()
        sent, end = 0, began + seconds
        while (now := time.perf_counter()) < end or self._asked:
            while self._free and now < end:
                due = began + sent / rate if rate else now
                if due > now:
                    break
                self._send(due)
                sent += 1
            for number, _ in self._poll.poll(0):
                self._receive(number)
                heard = now
            assert now - heard < STALLED, "the server does not answer any more"
        return len(self._latencies) / (time.perf_counter() - began), self._latencies

    def _send(self, due: float) -> None:
        connection = self._free.popleft()
        connection.sendall(next(self._requests))
        self._asked[connection.fileno()] = (connection, due, bytearray())

    def _receive(self, number: int) -> None:
        connection, due, answer = self._asked[number]
        answer += connection.recv(1 << 20)
        if _is_whole(answer):
            self._latencies.append(time.perf_counter() - due)
            del self._asked[number]
            self._free.append(connection)


def _is_whole(answer: bytearray) -> bool:
    head = answer.find(b"\r\n\r\n")
    if head < 0:
        assert answer, "the server closed a connection"
        return False
    assert answer.startswith(b"HTTP/1.1 200"), bytes(answer[:80])
    fields = bytes(answer[:head]).lower()
    at = fields.find(_LENGTH)
    if at < 0:
        return answer.endswith(_LAST_CHUNK)
    length = fields[at + len(_LENGTH) :].split(b"\r\n", 1)[0]
    return len(answer) >= head + 4 + int(length)
