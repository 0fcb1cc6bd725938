"""The sentences: one row per message id that the pure layers may say, in English with named fields.

Chinese is gettext's translation of that English (`locales/zh/LC_MESSAGES/phrases.po`). A field may carry a
format: `{free:bytes}` 1.5 GiB, `{shape:dims}` [32, 64, 576], `{share:percent}` 93 %.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from app.catalogues import LANGUAGES, load_catalogue
from app.phrase import Phrase

DOMAIN = "phrases"


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that can be said."""

    id: str
    english: str


def N_(text: str) -> str:  # noqa: N802  (gettext's own name for "extract this, translate it later")
    """Marks a sentence for extraction."""
    return text


class _Formatter(string.Formatter):
    """Formats values as readers of logs write them."""

    def format_field(self, value: Any, format_spec: str) -> str:
        match format_spec:
            case "bytes":
                return human_bytes(value)
            case "dims":
                return "[" + ", ".join(str(dim) for dim in value) + "]"
            case "percent":
                return f"{value * 100:.0f} %"
        if isinstance(value, tuple):
            return ", ".join(str(part) for part in value)
        if isinstance(value, float):
            return f"{value:.4g}" if not format_spec else format(value, format_spec)
        return str(super().format_field(value, format_spec))


def human_bytes(count: int | float) -> str:
    """A number of bytes in the unit that logs use: `139.80 GiB`, `512 B`."""
    size = float(count)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if abs(size) < 1024 or unit == "GiB":
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.2f} {unit}"
        size /= 1024
    raise AssertionError("the last unit always returns")


class Words:
    """Says phrases in English or Chinese."""

    def __init__(self, translations: Mapping[str, NullTranslations]) -> None:
        self._translations = translations
        self._english = {row.id: row.english for row in ROWS}
        self._formatter = _Formatter()

    def say(self, phrase: Phrase, language: str) -> str:
        """The sentence for `phrase` in `language` (English for a language not spoken).

        Raises KeyError for an id without a row: a test renders every id, so none reaches a user.
        """
        english = self._english[phrase.id]
        translation = self._translations.get(language)
        text = translation.gettext(english) if translation else english
        return self._formatter.vformat(text, (), phrase.values)


def load_words(locales: Path) -> Words:
    """The speaker of both languages, read from the catalogues under `locales`."""
    return Words({language: load_catalogue(locales, language, DOMAIN) for language in LANGUAGES})


ROWS: tuple[Row, ...] = (
    # matching
    Row("evidence.signature_exact", N_("The signature `{pattern}` fits and its numbers agree: {values}")),
    Row("evidence.signature_specific", N_("The wording of the signature is specific")),
    Row(
        "evidence.signature_relational",
        N_("The numbers keep the relation that the signature states: {values}"),
    ),
    Row(
        "evidence.signature_solved",
        N_("The signature `{pattern}` fits if one unknown is {values}: a hypothesis"),
    ),
    Row(
        "evidence.signature_unknown",
        N_("The text of the signature `{pattern}` fits; its condition cannot be checked from this paste"),
    ),
    Row(
        "evidence.signature_contradicted",
        N_(
            "The text of the signature fits, the numbers contradict: {expression} should be {expected}, it is {actual}"
        ),
    ),
    Row("evidence.signature_missed", N_("Same message, but the numbers are not those of this cause")),
    Row("evidence.same_template", N_("A known report has the same message, numbers apart")),
    Row("evidence.wording", N_("The wording is close to a known report")),
    Row("evidence.words", N_("Rare words in common with a known report")),
    Row("evidence.words_all_reports", N_("Rare words in common with its known reports together")),
    Row("evidence.relations", N_("The numbers relate to each other as in a known report")),
    Row("evidence.relations_all_reports", N_("The numbers relate to each other as in its known reports")),
    Row("evidence.report_numbers", N_("The same numbers as in a known report: {numbers}")),
    Row("evidence.report_frames", N_("Functions of the stack trace in common: {frames}")),
    Row("evidence.signature_frames", N_("Functions that the article names stand in the trace: {frames}")),
    Row("evidence.same_type", N_("The same exception type as in a known report")),
    Row("evidence.title", N_("The title shares rare words with the error")),
    Row("evidence.summary", N_("The article's summary speaks of this error")),
    Row("evidence.cause", N_("The described cause speaks of this error")),
    Row("evidence.fragments", N_("Messages quoted in the article resemble the error")),
    Row("evidence.prose", N_("The article's text covers the words of the error")),
    Row("evidence.paste", N_("The paste speaks of what the article's title names")),
    Row("evidence.prose_numbers", N_("The article explains these numbers: {numbers}")),
    Row("evidence.software", N_("The paste comes from {software}")),
    Row("evidence.log_clue", N_("The log holds the telling line `{clue}`")),
    Row("evidence.version_inside", N_("The version in the paste is inside the affected range")),
    Row("evidence.version_outside", N_("The version in the paste is outside the affected range")),
    Row("version.not_in_paste", N_("The paste does not say which version of {package} runs")),
    Row("version.unreadable", N_("The version {found} of {package} cannot be compared")),
    Row("version.fixed", N_("You run {package} {found}: fixed since {fixed_in}")),
    Row("version.before", N_("You run {package} {found}: {last_good} was still fine")),
    Row("version.inside", N_("You run {package} {found}: affected")),
    Row(
        "version.after_first",
        N_("You run {package} {found}: newer than the first known bad version {first}, not confirmed"),
    ),
    Row("version.undecided", N_("You run {package} {found}: nobody has confirmed whether it is affected")),
    Row("loser.not_enough", N_("The best candidate, but the evidence is not enough ({probability:percent})")),
    Row("loser.less_evidence", N_("Less evidence than {slug} ({probability:percent})")),
    Row("verdict.match", N_("An article covers this root cause")),
    Row("verdict.maybe", N_("These may be the cause; what would decide is below")),
    Row("verdict.none", N_("No article covers this root cause ({covered:percent} that one does)")),
    Row("cli.more_errors", N_("and {count} more errors")),
    Row("cli.near", N_("Look alike, not claims: {slugs}")),
    Row("cli.where", N_("line {line}, {count} times")),
    # live
    Row("live.timeout", N_("No answer in time")),
    Row("live.no_connection", N_("No connection to the host")),
    Row("live.bad_address", N_("The address is not usable")),
    Row("live.broken_off", N_("The connection broke off")),
    Row("live.redirect_elsewhere", N_("The host redirected to {host}, which is not followed")),
    Row("live.redirect_loop", N_("The host redirected too many times")),
    Row("live.compressed", N_("The answer came compressed although plain was asked for; it was not read")),
    Row("live.too_large", N_("The answer is larger than {limit} bytes and was not read")),
    Row("live.wrong_json", N_("The answer is not the JSON that was expected")),
    Row("live.server_error", N_("The host answers with error {status}")),
    Row("live.limited", N_("{host} asks us to wait (request limit)")),
    Row("live.refused", N_("The host refuses the request ({status})")),
    Row("live.unexpected", N_("The host answered with {status}, which was not expected")),
    Row(
        "live.version_retired",
        N_("GitHub no longer serves API version {version}; this Faultbook needs an update"),
    ),
    Row("live.not_found_or_private", N_("Not found, or private")),
    Row("live.deleted", N_("Deleted")),
    Row("live.legal", N_("Not available for legal reasons")),
    Row("live.unknown_forge", N_("This forge is not asked")),
    Row("live.plain_link", N_("A plain link: this site is not asked for a state")),
    Row("live.not_asked_yet", N_("Not asked yet; this is what the article knows")),
    Row("live.off", N_("Asking upstream is turned off; this is what the article knows")),
    Row("live.renamed", N_("The repository is now {name}")),
    Row("live.planned", N_("Planned for {milestone}")),
    Row("live.landed_as", N_("Closed; the change landed as {commit}")),
    Row("live.issue_completed", N_("Closed as completed")),
    Row("live.issue_not_planned", N_("Closed as not planned")),
    Row("live.issue_duplicate", N_("Closed as a duplicate")),
    Row("live.no_merge_commit", N_("Cannot tell which release has it: the merge commit is unknown")),
    Row("live.no_releases", N_("Cannot tell which release has it: the repository publishes no releases")),
    Row(
        "live.release_list_too_long",
        N_("Cannot tell which release has it: the list of releases does not reach back to the merge"),
    ),
    Row(
        "live.cannot_compare",
        N_("Cannot tell which release has it: {tag} cannot be compared with the change"),
    ),
    Row(
        "live.named_in_notes",
        N_("Not certain: the notes of {version} name it, but the change was not found in its commits"),
    ),
    Row("live.in_no_release", N_("Merged, in no release yet (newest checked: {newest})")),
    Row("live.no_release_since", N_("Merged; there has been no release since")),
    Row("live.reverted_by", N_("Taken out again by {id} on {date}")),
    Row("live.reverted_before_release", N_("Taken out again before any release had it")),
    Row("live.token_refused", N_("GitHub refuses the token; going on without it")),
    Row(
        "gpu.no_library",
        N_("NVML Shared Library Not Found: there is no NVIDIA driver here, or it is not visible"),
    ),
    Row("gpu.install_driver", N_("Install the NVIDIA driver; in a container start it with --gpus all")),
    Row("gpu.driver_not_loaded", N_("The NVIDIA driver is installed but not loaded")),
    Row("gpu.load_driver", N_("Load it (modprobe nvidia) and look at dmesg if that fails")),
    Row("gpu.no_permission", N_("No permission to read the GPU")),
    Row("gpu.grant_permission", N_("Give the user access to /dev/nvidia*")),
    Row(
        "gpu.driver_mismatch",
        N_("Driver and library versions differ: the driver was upgraded and the old module is still loaded"),
    ),
    Row("gpu.reboot_after_upgrade", N_("Reboot, or unload and load the nvidia modules")),
    Row("gpu.driver_too_old", N_("The driver is too old for this reading")),
    Row("gpu.upgrade_driver", N_("Upgrade the NVIDIA driver")),
    Row("gpu.lost", N_("A GPU fell off the bus")),
    Row("gpu.nvml_failed", N_("NVML failed: {error}")),
    Row("gpu.does_not_answer", N_("The GPU does not answer: {error}")),
    Row("gpu.reset_or_reboot", N_("Drain it and reset it (nvidia-smi --gpu-reset), or reboot the machine")),
    Row("gpu.recovery_wanted", N_("The driver asks for recovery (action {action})")),
    Row("gpu.do_reset", N_("Stop its processes and reset it (nvidia-smi --gpu-reset)")),
    Row("gpu.do_reboot", N_("Reboot the machine")),
    Row("gpu.do_drain", N_("Let its work end; do not start new work on it")),
    Row("gpu.do_drain_and_reset", N_("Let its work end, then reset it")),
    Row("gpu.do_recover_imex", N_("Restart the IMEX domain")),
    Row("gpu.remap_failed", N_("Row remapping failed: the memory is broken")),
    Row("gpu.replace_card", N_("Replace the card")),
    Row("gpu.remap_pending", N_("Memory rows wait to be remapped")),
    Row("gpu.severe_xid", N_("Xid {xid} in the last five minutes")),
    Row("gpu.ecc_errors", N_("{count} uncorrectable memory errors since the driver was loaded")),
    Row("gpu.compute_prohibited", N_("The compute mode is set to prohibited")),
    Row("gpu.exclusive_taken", N_("The compute mode is exclusive and a process has it")),
    Row("gpu.set_compute_default", N_("Set the compute mode back: nvidia-smi -c DEFAULT")),
    Row("gpu.mig_empty", N_("MIG is on and there are no instances")),
    Row("gpu.mig_create", N_("Create instances (nvidia-smi mig -cgi ... -C) or turn MIG off")),
    Row("gpu.mig_on", N_("MIG is on: {count} instances")),
    Row("gpu.mig_use_instance", N_("Use one of the instances below")),
    Row("gpu.memory_unreadable", N_("Its memory cannot be read")),
    Row("gpu.memory_taken", N_("{free_gib} of {total_gib} GiB free: taken")),
    Row("gpu.loaded", N_("Load {load} %, {free_gib} of {total_gib} GiB free")),
    Row("gpu.shared", N_("{free_gib} of {total_gib} GiB free, {processes} processes")),
    Row("gpu.memory_part", N_("{free_gib} of {total_gib} GiB free")),
    Row("gpu.some_load", N_("{free_gib} of {total_gib} GiB free, load {load} % without a visible process")),
    Row("gpu.idle", N_("{free_gib} of {total_gib} GiB free, nothing runs on it")),
    Row("gpu.held", N_("Given to a job by the scheduler")),
    Row("gpu.wait_or_other", N_("Wait, or take another GPU")),
    Row("gpu.limit_memory", N_("Ask for no more memory than is free (vLLM: --gpu-memory-utilization)")),
    Row("gpu.look_again", N_("Look again in a few seconds")),
    Row("gpu.summary", N_("{count} GPUs, {free} of them available")),
    Row("gpu.none", N_("No GPU was found")),
    Row("gpu.check_container", N_("In a container, start it with --gpus all")),
    Row("gpu.off", N_("Reading GPUs is turned off")),
    Row("gpu.turn_on", N_("Set FAULTBOOK_GPUS to private or public")),
    Row("gpu.reading", N_("The GPUs are being read")),
    Row("gpu.exporter_silent", N_("The exporter does not answer: {error}")),
    Row("gpu.check_exporter", N_("Check its address in FAULTBOOK_EXPORTERS or FAULTBOOK_PROMETHEUS")),
    Row("gpu.exporter_garbled", N_("The exporter's page is not Prometheus text")),
    Row("gpu.exporter_empty", N_("The exporter names no GPU")),
    Row("gpu.stale", N_("The last sample is {age} seconds old")),
    Row("gpu.unwell", N_("The exporter reports it as unhealthy")),
    Row("gpu.look_at_host", N_("Look at the host's own tools")),
    Row("fit.fits", N_("GPU {index} {model} {sm}, {free_gib} GiB free: fits")),
    Row("fit.by_model", N_("{model} ({sm}, {total_gib} GiB): fits by its model")),
    Row("fit.other_vendor", N_("{model} is from {vendor}; this needs {wanted}")),
    Row("fit.too_old", N_("GPU {index} {model}: too old ({sm} < {wanted})")),
    Row("fit.too_new", N_("GPU {index} {model}: too new ({sm} > {wanted})")),
    Row("fit.too_small", N_("GPU {index} {model}: too small ({total_gib} GiB, {wanted_gib} GiB needed)")),
    Row("fit.too_full", N_("GPU {index} {model}: {free_gib} GiB free now, {wanted_gib} GiB needed")),
    Row("fit.busy", N_("GPU {index} {model}: fits, but is busy now")),
    Row("fit.not_usable", N_("GPU {index} {model}: cannot be used now ({state})")),
    Row("fit.capability_unknown", N_("{model}: its compute capability is unknown")),
    Row("fit.memory_unknown", N_("{model}: its memory is unknown, {wanted_gib} GiB needed")),
    Row("fit.vendor_unknown", N_("{model}: its vendor is unknown")),
    Row("fit.unknown_model", N_("{model} is not in the table of models")),
    Row("fit.name_it", N_("Write the name as nvidia-smi shows it, e.g. NVIDIA H100 80GB HBM3")),
    Row("fit.from_table", N_("Known by its name only ({source})")),
    # state
    Row("state.not_opened", N_("The state store has not been opened yet")),
    Row("state.closed", N_("The state store is closed")),
    Row("state.unreachable", N_("The database does not answer ({error})")),
    Row("state.refused", N_("The database refuses the connection: check user and password")),
    Row(
        "state.cannot_open",
        N_("The state file cannot be opened: check that its directory exists and may be written"),
    ),
    Row(
        "state.damaged",
        N_("The state file is damaged: stop Faultbook, move the file away and put a backup in its place"),
    ),
    Row("state.disk_full", N_("The disk is full: nothing can be written until there is room")),
    Row("state.read_only", N_("The store is read-only: nothing can be written")),
    Row("state.busy", N_("Another process holds the database; the write was given up")),
    Row("state.disk_error", N_("The disk reports errors under the state file")),
    Row(
        "state.too_new",
        N_(
            "The state was written by a newer Faultbook (schema {revision}): install that version, or restore a backup made before the upgrade"
        ),
    ),
    Row("state.backup_postgresql", N_("The state is in PostgreSQL: back it up with pg_dump")),
    Row("state.backup_failed", N_("The backup was not written: {error}")),
)
