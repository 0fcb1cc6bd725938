"""What the live layer is told by its owner; it reads no settings itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class HttpConfig:
    """Bounds of every request to the outside."""

    connect_seconds: float = 2.0
    read_seconds: float = 8.0
    total_seconds: float = 10.0
    """From first byte sent to last byte read: a dripping body outlives every read timeout."""
    body_limit: int = 16 * 1024 * 1024
    """Bytes of an answer. A page of 100 commits with 300 file patches stays below 4 MiB as a rule."""
    pause_seconds: float = 0.1
    """Rest after every request to a host: the refresh is never in a hurry, the pages beside it are."""
    proxy: str | None = None
    """Address of a proxy; the environment's proxy variables are not read."""


@dataclass(frozen=True, slots=True)
class GitHubConfig:
    """Where GitHub is. Enterprise Server: `https://HOST/api/v3`, `https://HOST/api/graphql`, `https://HOST`."""

    rest_base: str = "https://api.github.com"
    graphql_url: str = "https://api.github.com/graphql"
    web_base: str = "https://github.com"
    token: str | None = field(default=None, repr=False)
    """A token without any permission is enough for public data."""
    landing: frozenset[str] = frozenset({"pytorch/pytorch", "pytorch/ao", "pytorch/vision", "pytorch/audio"})
    """Repositories where a bot lands the change and closes the request."""


@dataclass(frozen=True, slots=True)
class LiveConfig:
    """Everything about references."""

    enabled: bool = True
    """False: nothing outside is ever asked; pages show what the articles know."""
    github: GitHubConfig = field(default_factory=GitHubConfig)
    gitlab_base: str = "https://gitlab.com"
    gitlab_token: str | None = field(default=None, repr=False)
    huggingface_base: str = "https://huggingface.co"
    huggingface_token: str | None = field(default=None, repr=False)
    http: HttpConfig = field(default_factory=HttpConfig)
    lease_seconds: float = 30.0
    tick_seconds: float = 1.0
    """How often the worker looks for work."""
    batch: int = 25
    """References of one GraphQL request; 20 to 30 stay under GitHub's ten seconds."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names under which the limits of the forges are kept."""
        bases = (self.github.rest_base, self.gitlab_base, self.huggingface_base)
        return tuple(dict.fromkeys(host_of(base) for base in bases))


def host_of(base: str) -> str:
    """The name under which a host's limits are kept."""
    return urlsplit(base).netloc


@dataclass(frozen=True, slots=True)
class GpuConfig:
    """Thresholds of the words, and where GPUs are read."""

    free_share: float = 0.9
    """Free memory from which a GPU without processes is available."""
    least_share: float = 0.1
    """Free memory below which a GPU is busy."""
    idle_load: float = 0.1
    full_load: float = 0.9
    sweep_seconds: float = 10.0
    idle_seconds: float = 300.0
    """Sweeps stop when nobody looked for so long."""
    stale_seconds: float = 120.0
    """An exporter's sample older than this tells nothing of now; DCGM samples every 30 s."""
    local: bool = True
    """Read this host's GPUs."""
    exporters: tuple[str, ...] = ()
    """Addresses of exporters' metrics pages."""
    prometheus: str | None = None
    """Base address of a Prometheus server that scrapes such exporters."""
