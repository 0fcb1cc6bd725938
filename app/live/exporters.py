"""GPUs of other hosts, from exporters or from a Prometheus server; configured addresses only."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from urllib.parse import quote, urlsplit

from prometheus_client.parser import text_string_to_metric_families

from app.live.config import GpuConfig, HttpConfig
from app.live.exporter_metrics import age_query, query
from app.live.exporter_read import Sample, read_samples
from app.live.faults import BadAnswerError, ForgeError
from app.live.fields import Json, as_object, inner, items, text
from app.live.gpu_readings import DeviceReading, HostReading
from app.live.http import Fetcher
from app.phrase import Phrase
from app.state.clock import Clock

BOUNDS = HttpConfig(connect_seconds=2, read_seconds=4, total_seconds=5, body_limit=4 * 1024 * 1024)
"""A scrape of 1,200 samples is 290 KiB."""


class ExporterReader:
    """Reads every configured exporter at the same time; one that does not answer is a row of its own."""

    def __init__(self, config: GpuConfig, clock: Clock) -> None:
        wanted = (*config.exporters, *filter(None, [config.prometheus]))
        self._wrong = tuple(address for address in wanted if not _usable(address))
        self._pages = tuple(_metrics_page(page) for page in config.exporters if page not in self._wrong)
        base = config.prometheus if config.prometheus not in self._wrong else None
        self._prometheus = base.rstrip("/") if base else None
        self._clock = clock

    def read(self) -> HostReading:
        """The GPUs of every host. Never raises."""
        return asyncio.run(self._read())

    def close(self) -> None:
        """Nothing is kept open between two sweeps."""

    async def _read(self) -> HostReading:
        hosts = frozenset({*self._pages, *filter(None, [self._prometheus])})
        fetcher = Fetcher(hosts, BOUNDS)
        jobs = [self._scrape(fetcher, page) for page in self._pages]
        if self._prometheus:
            jobs.append(self._ask(fetcher, self._prometheus))
        try:
            found = await asyncio.gather(*jobs)
        finally:
            await fetcher.close()
        wrong = BadAnswerError(Phrase("live.bad_address"))
        found += [(_silent(address, wrong), None) for address in self._wrong]
        devices = tuple(device for some, _driver in found for device in some)
        driver = next((driver for _some, driver in found if driver), None)
        if not devices:
            reason, remedy = Phrase("gpu.exporter_empty"), Phrase("gpu.check_exporter")
            return HostReading(self._clock.now(), reason=reason, remedy=remedy)
        return HostReading(self._clock.now(), devices, driver)

    async def _scrape(self, fetcher: Fetcher, page: str) -> tuple[tuple[DeviceReading, ...], str | None]:
        try:
            reply = await fetcher.get(page, {"Accept": "text/plain"})
            if reply.status != 200:
                raise BadAnswerError(Phrase("live.server_error", {"status": reply.status}))
            samples = list(await asyncio.to_thread(read_text, reply.body))
        except ForgeError as error:
            return _silent(page, error), None
        return read_samples(samples, urlsplit(page).netloc, self._clock.now().timestamp())

    async def _ask(self, fetcher: Fetcher, base: str) -> tuple[tuple[DeviceReading, ...], str | None]:
        """Values and, apart, their ages: a Prometheus answer carries the time of the question only."""
        try:
            values = await self._query(fetcher, base, query())
        except ForgeError as error:
            return _silent(base, error), None
        try:
            ages = await self._query(fetcher, base, age_query())
        except ForgeError:
            ages = []  # what does not tell its age is taken as it is
        return read_samples(read_vector(values, ages), urlsplit(base).netloc, self._clock.now().timestamp())

    @staticmethod
    async def _query(fetcher: Fetcher, base: str, expression: str) -> list[Json]:
        url = f"{base}/api/v1/query?timeout=4s&query={quote(expression)}"
        reply = await fetcher.get(url, {"Accept": "application/json"})
        body = as_object(reply.json())
        if text(body, "status") != "success":
            raise BadAnswerError(Phrase("gpu.prometheus_error", {"error": text(body, "errorType") or ""}))
        return items(inner(body, "data"), "result")


def read_text(body: bytes) -> Iterable[Sample]:
    """The samples of a page in Prometheus text format. Raises BadAnswerError for anything else.

    Named by family: the parser appends `_total` to the samples of counters.
    """
    try:
        return [
            Sample(family.name, sample.labels, float(sample.value))
            for family in text_string_to_metric_families(body.decode("utf-8", "replace"))
            for sample in family.samples
        ]
    except (ValueError, KeyError, IndexError) as error:
        raise BadAnswerError(Phrase("gpu.exporter_garbled")) from error


def read_vector(values: Iterable[Json], ages: Iterable[Json]) -> list[Sample]:
    """The samples of an instant vector, with the ages of a second one (which has lost the names)."""
    old: dict[tuple[tuple[str, str], ...], float] = {}
    for item in ages:
        labels, value = _labels(item), _value(item)
        if value is not None:
            key = tuple(sorted(labels.items()))
            old[key] = max(value, old.get(key, 0.0))
    samples = []
    for item in values:
        labels, value = _labels(item), _value(item)
        name = labels.pop("__name__", "")
        if value is not None:
            samples.append(Sample(name, labels, value, old.get(tuple(sorted(labels.items())))))
    return samples


def _labels(item: Json) -> dict[str, str]:
    return {name: value for name, value in inner(item, "metric").items() if isinstance(value, str)}


def _value(item: Json) -> float | None:
    pair = item.get("value")
    if not isinstance(pair, list) or len(pair) != 2:
        return None
    try:
        return float(str(pair[1]))
    except ValueError:
        return None


def _silent(address: str, error: ForgeError) -> tuple[DeviceReading, ...]:
    place = urlsplit(address).netloc if _usable(address) else address[:100]
    return (DeviceReading(0, host=place, failure=error.reason, remote=True),)


def _usable(address: str) -> bool:
    """Whether `address` can be asked at all."""
    try:
        parts = urlsplit(address)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _metrics_page(address: str) -> str:
    """The address as configured; a bare host gets `/metrics`."""
    return address if urlsplit(address).path.strip("/") else address.rstrip("/") + "/metrics"
