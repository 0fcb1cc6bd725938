"""`faultbook gpus`, `pull`, `votes`, `backup`: what is outside, and what must not be lost."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from pathlib import Path

import click

from app.cli.output import emit_json
from app.cli.setting import Desk, pass_desk
from app.live.build import open_refresher
from app.live.gpus import GpuView
from app.live.model import Change, GpuSnapshot
from app.live.references import parse_reference
from app.live.view import LiveView
from app.main import STATE_FILE, gpu_config, live_config
from app.phrase import Phrase
from app.state.clock import SystemClock
from app.state.errors import StateDownError, StateError
from app.state.store import Store
from app.web.schemas.live import GpusOut, PullOut
from app.words import human_bytes

SWEEP_WAIT = 10.0


@click.command("gpus")
@click.option("--json", "as_json", is_flag=True, help="The answer of GET /api/v1/gpus.")
@pass_desk
def gpus_command(desk: Desk, as_json: bool) -> None:
    """Show the GPUs of this host (NVML) and of configured exporters. Exits 1 when nothing can be told."""
    view = GpuView(gpu_config(desk.settings), SystemClock())
    try:
        snapshot = view.snapshot(SWEEP_WAIT)
    finally:
        view.close()
    if as_json:
        emit_json(GpusOut.from_snapshot(snapshot, desk.say).model_dump(mode="json"))
    else:
        _show_gpus(snapshot, desk)
    raise click.exceptions.Exit(0 if snapshot.gpus else 1)


@click.command("pull")
@click.argument("ref")
@click.option("--json", "as_json", is_flag=True, help="The answer of GET /api/v1/pulls/...")
@pass_desk
def pull_command(desk: Desk, ref: str, as_json: bool) -> None:
    """Ask the forge about REF (OWNER/REPO#N) now: its state and the first release that holds it."""
    config = live_config(desk.settings)
    if parse_reference(ref, config) is None:
        raise click.UsageError(
            f"{ref!r} is no reference; write OWNER/REPO#NUMBER, e.g. vllm-project/vllm#48379"
        )
    change = asyncio.run(_ask(desk, ref))
    if as_json:
        emit_json(PullOut.from_change(change, desk.say).model_dump(mode="json"))
        return
    click.echo(click.style(f"{change.id}: {change.state.value}", bold=True))
    if change.title:
        click.echo(f"  {change.title}")
    for first in change.first_releases:
        click.echo(f"  {first.line}: {first.version} ({desk.say(Phrase(f'live.how.{first.how}'))})")
    for phrase in (change.reason, *change.notes, change.error):
        if phrase is not None:
            click.echo(f"  {desk.say(phrase)}")
    click.echo(f"  {change.url}")


@click.command("votes")
@pass_desk
def votes_command(desk: Desk) -> None:
    """Print the votes on each article, and what voters wrote, newest first, as JSON. For the operator alone."""
    store = _store(desk)
    try:
        tallies, remarks = store.votes.tallies(), store.votes.remarks()
    except StateDownError as exc:
        raise click.ClickException(desk.say(exc.reason)) from exc
    finally:
        store.close()
    votes = [{"slug": slug, "up": found.up, "down": found.down} for slug, found in sorted(tallies.items())]
    told = [{**asdict(remark), "at": remark.at.isoformat()} for remark in remarks]
    emit_json({"votes": votes, "texts": told})


@click.command("backup")
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
@pass_desk
def backup_command(desk: Desk, target: Path) -> None:
    """Write a consistent copy of the state to TARGET while the server runs (SQLite; PostgreSQL: pg_dump)."""
    store = _store(desk)
    try:
        store.backup(target)
    except StateError as exc:
        raise click.ClickException(desk.say(exc.reason)) from exc
    finally:
        store.close()
    click.echo(str(target))


def _store(desk: Desk) -> Store:
    desk.settings.data.mkdir(parents=True, exist_ok=True)
    return Store.open(desk.settings.database or str(desk.settings.data / STATE_FILE), SystemClock())


async def _ask(desk: Desk, ref: str) -> Change:
    clock, config = SystemClock(), live_config(desk.settings)
    store = _store(desk)
    view = LiveView(store, clock, config)
    reference = parse_reference(ref, config)
    try:
        async with open_refresher(store, view, clock, config) as refresher:
            if reference is not None:
                await refresher.refresh(reference)
        return view.change(ref, mark=False)
    finally:
        store.close()


def _show_gpus(snapshot: GpuSnapshot, desk: Desk) -> None:
    click.echo(desk.say(snapshot.reason))
    if snapshot.remedy is not None:
        click.echo(f"  {desk.say(snapshot.remedy)}")
    for gpu in snapshot.gpus:
        free = human_bytes(gpu.memory_free) if gpu.memory_free is not None else "?"
        total = human_bytes(gpu.memory_total) if gpu.memory_total is not None else "?"
        head = f"GPU {gpu.index} {gpu.model or '?'} sm_{(gpu.capability or '?').replace('.', '')}"
        state = desk.say(Phrase(f"gpu.state.{gpu.state.value}"))
        click.echo(click.style(f"{head}  {free} / {total}  {state}", bold=True))
        click.echo(f"  {desk.say(gpu.reason)}")
        if gpu.remedy is not None:
            click.echo(f"  {desk.say(gpu.remedy)}")
