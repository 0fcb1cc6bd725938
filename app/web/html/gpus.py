"""The GPUs of this machine, their part alone for the script that draws it again, and a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from app.live.gpu_fit import GIB, fit, fit_named, named_gpu
from app.live.model import GpuFit
from app.web.html.site import Site
from app.web.problems import Problem
from app.web.sight import may_see_gpus
from app.web.views.gpus import GpuPart, GpusFragment, GpusPage, OwnFit, OwnGpu
from app.web.views.lists import Line

ANSWERS = (True, None, False)
"""The order of a comparison: fits, unknown, does not fit."""

Short = Annotated[str, Query(max_length=200)]


def gpu_routes(site: Site) -> APIRouter:
    """The page about GPUs."""
    router = APIRouter()

    @router.api_route("/gpus", methods=["GET", "HEAD"])
    def gpus(
        request: Request, name: Short = "", capability: Short = "", memory: Short = "", article: Short = ""
    ) -> Response:
        own = OwnGpu(name.strip(), capability.strip(), memory.strip(), article)
        seen = may_see_gpus(request, site.web.config)
        part = GpuPart.from_snapshot(site.services.gpus.snapshot()) if seen else None
        fits = _own_fits(site, own)
        return site.show(request, GpusPage(site.shell(request), part, own, fits is None, fits or ()))

    @router.get("/gpus/live")
    def live(request: Request) -> Response:
        if not may_see_gpus(request, site.web.config):
            raise Problem(403, "GPU state is private here", "The page /gpus says how to open it")
        part = GpuPart.from_snapshot(site.services.gpus.snapshot())
        return site.answer(GpusFragment(site.shell(request, listed=False), part))

    return router


def _own_fits(site: Site, own: OwnGpu) -> tuple[OwnFit, ...] | None:
    """Each article's demands against what was typed, those met first; None where it cannot be read."""
    if own.empty:
        return ()
    memory = _number(own.memory)
    if (own.memory and memory is None) or (own.capability and _number(own.capability) is None):
        return None
    index = site.index
    slugs = (own.article,) if own.article else site.shelf.of(index).demanding
    found = []
    for slug in slugs:
        dossier, item = index.dossier(slug), index.item(slug)
        if dossier is None or item is None or dossier.hardware is None:
            continue
        needs = dossier.hardware
        demands = (needs.vendor, needs.min_capability, needs.max_capability, needs.min_memory_gib)
        answer = _held(own, memory, demands)
        found.append(OwnFit(Line.from_item(item, site.language), answer.fits, answer.reason))
    return tuple(sorted(found, key=lambda fit: ANSWERS.index(fit.fits)))


def _held(
    own: OwnGpu, memory: float | None, demands: tuple[str | None, str | None, str | None, float | None]
) -> GpuFit:
    if not own.capability and memory is None:
        return fit_named(own.name, *demands)
    gpu = named_gpu(own.name)
    return fit(
        replace(
            gpu,
            capability=own.capability or gpu.capability,
            memory_total=round(memory * GIB) if memory is not None else gpu.memory_total,
        ),
        *demands,
    )


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 < value < 100_000 else None
