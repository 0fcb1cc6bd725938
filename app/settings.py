"""Every setting, with its default and its help. Read by `cli` and `main` only."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.web.rate import read_rate

PREFIX = "FAULTBOOK_"
FORGE_ADDRESSES = ("github_api", "github_url", "gitlab_url", "huggingface_url")


def resources() -> Path:
    """The folder that holds templates, static, locales and content: inside the wheel, else the checkout."""
    packaged = Path(__file__).parent / "_data"
    return packaged if packaged.is_dir() else Path(__file__).parent.parent


class Settings(BaseSettings):
    """Environment variables with the prefix FAULTBOOK_; unknown ones are refused by `unknown_variables`."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    content: Path = Field(
        default_factory=lambda: resources() / "content", description="The tree of articles that is served."
    )
    data: Path = Field(
        default=Path("data"), description="The data directory: the index files and state.sqlite."
    )
    database: str | None = Field(
        default=None,
        description="URL of a PostgreSQL database for the state; unset, state.sqlite in the data directory.",
    )
    public_url: str | None = Field(
        default=None,
        description="The address users see, e.g. https://faults.example. Absolute links are made only from it.",
    )
    max_paste: int = Field(
        default=8 * 1024 * 1024, ge=1024, le=256 * 1024 * 1024, description="Largest paste, in bytes of text."
    )
    workers: int = Field(
        default=2,
        ge=1,
        le=64,
        description="Threads that analyse pastes: one for those up to 16 KiB, the others for longer ones; more wait.",
    )
    queue: int = Field(
        default=16,
        ge=0,
        le=1024,
        description="Pastes of each kind that may wait for a thread; the next get 503.",
    )
    gpus: Literal["off", "private", "public"] = Field(
        default="private",
        description="GPU state: off, private (loopback or bearer token only), public (model, memory, verdict).",
    )
    gpu_token: SecretStr | None = Field(
        default=None, description="Bearer token that opens private GPU state to other machines."
    )
    exporters: str = Field(
        default="",
        description="Comma-separated addresses of DCGM or nvidia_gpu_exporter endpoints to read GPUs from.",
    )
    prometheus: str | None = Field(
        default=None, description="Address of a Prometheus server that holds the exporters' metrics."
    )
    live: bool = Field(
        default=True, description="Ask forges about references in the background. Off: known facts only."
    )
    github_api: str = Field(
        default="https://api.github.com", description="Base address of GitHub's REST API, or of a stand-in."
    )
    github_url: str = Field(
        default="https://github.com", description="Base address of GitHub's pages; Enterprise has its own."
    )
    github_token: SecretStr | None = Field(
        default=None,
        description="A GitHub token without permissions; raises the limit from 60 to 5,000 an hour.",
    )
    gitlab_url: str = Field(
        default="https://gitlab.com",
        description="Base address of the GitLab whose merge requests are asked about.",
    )
    gitlab_token: SecretStr | None = Field(
        default=None, description="A GitLab token with read_api; only private projects need one."
    )
    huggingface_url: str = Field(
        default="https://huggingface.co", description="Base address of the Hugging Face hub, or of a mirror."
    )
    huggingface_token: SecretStr | None = Field(
        default=None,
        description="A Hugging Face token that reads; only gated and private repositories need one.",
    )
    edit_url: str | None = Field(
        default=None,
        description="Prefix of the edit-this-page links, e.g. https://github.com/OWNER/REPO/edit/main/content/.",
    )
    rate_limit: str | None = Field(
        default="60/minute",
        description="Pastes, shared reports and votes per client: a number / second, minute or hour. "
        "Loopback clients are limited only when it is set. Empty: no limit.",
    )
    trusted_proxies: str = Field(
        default="", description="Comma-separated addresses whose X-Forwarded-For is believed."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="How much is logged; pasted text never is."
    )
    access_log: bool = Field(
        default=False,
        description="One JSON line per request on standard error: route, status, milliseconds, request id.",
    )

    @field_validator("public_url", "prometheus", *FORGE_ADDRESSES)
    @classmethod
    def _without_slash(cls, value: str | None) -> str | None:
        if value is None:
            return None
        if not value.startswith(("http://", "https://")):
            raise ValueError("must start with http:// or https://")
        return value.rstrip("/")

    @field_validator(*FORGE_ADDRESSES)
    @classmethod
    def _without_password(cls, value: str) -> str:
        """The address of a forge is shown on the status page."""
        parts = urlsplit(value)
        if parts.username is not None or parts.query or parts.fragment:
            raise ValueError("must be an address alone; a token has a setting of its own")
        return value

    @field_validator("rate_limit")
    @classmethod
    def _rate(cls, value: str | None) -> str | None:
        if value:
            read_rate(value)
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _proxies(cls, value: str) -> str:
        for part in filter(None, (part.strip() for part in value.split(","))):
            ip_network(part, strict=False)
        return value


def unknown_variables(environ: dict[str, str]) -> list[str]:
    """The FAULTBOOK_ variables that no setting reads: typing errors that would otherwise pass in silence."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    return sorted(name for name in environ if name.startswith(PREFIX) and name not in known)
