"""`faultbook serve`: one process, no network needed."""

from __future__ import annotations

import errno
import socket
import sys

import click
import uvicorn

from app.cli.setting import Desk, pass_desk
from app.main import create_app

_DRAIN_SECONDS = 10
_SWITCH_SECONDS = 0.0005
"""How long a thread that makes a page or reads a paste may hold the interpreter while requests wait: with Python's
5 ms every system call of the event loop gives it away for so long. Measured in `bench.load`."""


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, envvar="HOST", help="Address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), envvar="PORT", help="Port."
)
@click.option("--watch", is_flag=True, help="Bring changed articles in while serving.")
@pass_desk
def serve_command(desk: Desk, host: str, port: int, watch: bool) -> None:
    """Serve pages and API."""
    listener = _listen(host, port)
    app = create_app(desk.settings, watch=watch, told=_told)
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"Faultbook serves on http://{shown}:{listener.getsockname()[1]}", err=True)
    config = uvicorn.Config(
        app,
        log_level=desk.settings.log_level,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_DRAIN_SECONDS,
        proxy_headers=bool(desk.settings.trusted_proxies),
        forwarded_allow_ips=desk.settings.trusted_proxies or None,
    )
    sys.setswitchinterval(_SWITCH_SECONDS)
    uvicorn.Server(config).run(sockets=[listener])


def _told(text: str) -> None:
    """One line to stderr. `click.echo` looks at the terminal and flushes each time: half of what a kept page costs."""
    sys.stderr.write(f"{text}\n")


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises ClickException that names the port and the remedy when it is in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns Nagle off only where it sees TCP named; 40 ms a request on kept connections otherwise
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as exc:
        listener.close()
        if exc.errno == errno.EADDRINUSE:
            raise click.ClickException(
                f"port {port} on {host} is in use; choose another: make serve PORT={port + 1}"
            ) from exc
        raise click.ClickException(f"cannot listen on {host}:{port}: {exc.strerror}") from exc
    return listener
