"""Metric names of GPU exporters: which quantity each one tells, and in what unit. Data."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1024.0**2
MB = 1024.0**2
"""What AMD's and Ascend's exporters call MB is 2**20 bytes."""

MOST_BYTES = 1e15
MOST_PERCENT = 1000.0
"""Larger values are the blank marks of older exporters (about 9.22e18): no reading."""


@dataclass(frozen=True, slots=True)
class MetricRow:
    """A metric family's name, the quantity it tells, and what a value is multiplied by."""

    name: str
    quantity: str
    """free total used reserved (bytes) | load (share or percent) | xid xid_at remap recovery health index"""
    scale: float
    vendor: str


METRICS: tuple[MetricRow, ...] = (
    # DCGM exporter up to 4.8 (MiB, percent); etc/default-counters.csv of 4.5.3 to 4.8.2
    MetricRow("DCGM_FI_DEV_FB_FREE", "free", MIB, "nvidia"),
    MetricRow("DCGM_FI_DEV_FB_USED", "used", MIB, "nvidia"),
    MetricRow("DCGM_FI_DEV_FB_RESERVED", "reserved", MIB, "nvidia"),
    MetricRow("DCGM_FI_DEV_FB_TOTAL", "total", MIB, "nvidia"),
    MetricRow("DCGM_FI_DEV_GPU_UTIL", "load", 0.01, "nvidia"),
    MetricRow("DCGM_FI_DEV_XID_ERRORS", "xid", 1, "nvidia"),
    MetricRow("DCGM_FI_DEV_ROW_REMAP_FAILURE", "remap", 1, "nvidia"),
    # DCGM exporter from 4.9 (bytes, share); its release notes and go-dcgm's base units
    MetricRow("DCGM_FI_DEV_FB_FREE_BYTES", "free", 1, "nvidia"),
    MetricRow("DCGM_FI_DEV_FB_USED_BYTES", "used", 1, "nvidia"),
    MetricRow("DCGM_FI_DEV_FB_RESERVED_BYTES", "reserved", 1, "nvidia"),
    MetricRow("DCGM_FI_DEV_FB_TOTAL_BYTES", "total", 1, "nvidia"),
    MetricRow("DCGM_FI_DEV_FB_CAPACITY_BYTES", "total", 1, "nvidia"),
    MetricRow("DCGM_FI_DEV_GPU_UTIL_RATIO", "load", 1, "nvidia"),
    MetricRow("DCGM_FI_DEV_XID_ERROR", "xid", 1, "nvidia"),
    MetricRow("DCGM_FI_DEV_ROW_REMAP_FAILED", "remap", 1, "nvidia"),
    # nvidia_gpu_exporter; its docs/METRICS.md
    MetricRow("nvidia_smi_memory_used_bytes", "used", 1, "nvidia"),
    MetricRow("nvidia_smi_memory_total_bytes", "total", 1, "nvidia"),
    MetricRow("nvidia_smi_utilization_gpu_ratio", "load", 1, "nvidia"),
    MetricRow("nvidia_smi_gpu_recovery_action", "recovery", 1, "nvidia"),
    MetricRow("nvidia_smi_xid_last_timestamp_seconds", "xid_at", 1, "nvidia"),
    MetricRow("nvidia_smi_index", "index", 1, "nvidia"),
    MetricRow("nvidia_smi_gpu_info", "info", 1, "nvidia"),
    # Ascend npu-exporter; MindCluster documentation 7.3
    MetricRow("npu_chip_info_hbm_used_memory", "used", MB, "ascend"),
    MetricRow("npu_chip_info_hbm_total_memory", "total", MB, "ascend"),
    MetricRow("npu_chip_info_utilization", "load", 0.01, "ascend"),
    MetricRow("npu_chip_info_health_status", "health", 1, "ascend"),
    # AMD device-metrics-exporter; docs/configuration/metricslist.md, in lower case on the wire
    MetricRow("gpu_free_vram", "free", MB, "amd"),
    MetricRow("gpu_used_vram", "used", MB, "amd"),
    MetricRow("gpu_total_vram", "total", MB, "amd"),
    MetricRow("gpu_gfx_activity", "load", 0.01, "amd"),
)

PREFIXES = ("", "amd_")
"""AMD's names are seen with and without."""

BY_NAME: dict[str, MetricRow] = {
    (prefix + row.name).lower(): row
    for row in METRICS
    for prefix in PREFIXES
    if not prefix or row.vendor == "amd"
}
"""Lower-case family name -> row."""

LABELS: dict[str, tuple[str, ...]] = {
    "uuid": ("UUID", "uuid", "gpu_uuid", "GPU_UUID", "vdie_id", "vdieID", "serial_number"),
    "index": ("gpu", "gpu_id", "GPU_ID", "id", "index"),
    "model": ("modelName", "model_name", "name", "card_model", "card_series"),
    "host": ("Hostname", "hostname", "node", "instance"),
    "mig": ("GPU_I_ID",),
    "mig_name": ("GPU_I_PROFILE",),
    "pod": ("exported_pod", "pod", "pod_name"),
    "driver": ("DCGM_FI_SYSTEM_DRIVER_VERSION", "DCGM_FI_DRIVER_VERSION", "driver_version"),
}
"""What a label says, by the names it goes by; behind Prometheus `pod` is the scraper's own and `exported_pod`
the job's."""


def query() -> str:
    """One PromQL expression for every metric of the table; nothing of a visitor is ever in it."""
    names = sorted(
        {row.name for row in METRICS} | {"amd_" + row.name for row in METRICS if row.vendor == "amd"}
    )
    return '{__name__=~"' + "|".join(names) + '"}'


def age_query() -> str:
    """PromQL for the age in seconds of each GPU's memory sample.

    One `or` a name: `timestamp` drops the name, and over many names at once their labels would collide.
    """
    names = [row.name for row in METRICS if row.quantity in {"free", "used"}]
    names += [
        "amd_" + row.name for row in METRICS if row.quantity in {"free", "used"} and row.vendor == "amd"
    ]
    return "time() - (" + " or ".join(f"timestamp({name})" for name in names) + ")"
