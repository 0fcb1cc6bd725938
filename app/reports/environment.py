"""What the lines say about the machine and the run: versions, GPUs, driver, CUDA, flags, models."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.reports.flags import MAX_FLAGS, flags_of
from app.reports.model import Environment
from app.reports.software import SPELLINGS, distribution

MAX_PACKAGES = 400
MAX_GPUS = 64
MAX_MODELS = 12

_VERSION = re.compile(
    r"(?<![\w.])v?(?P<version>\d{1,4}(?:\.\d{1,6}){1,4}(?:(?:\.?(?:post|dev|rc|a|b)\d{0,12})|\+[\w.]{1,40}|-\w{1,20}){0,4})"
    r"(?![\w/]| ?[GMK]i?B\b)",
    re.ASCII,
)
_NAMED_BEFORE = re.compile(
    r"(?<![\w./-])(?P<name>[A-Za-z][\w-]{1,30}?)(?:\.__version__| API server| LLM)?(?P<sure>[ _]?[Vv]ersion)?"
    r"\s{0,30}[:=]?\s{0,30}$",
    re.ASCII,
)
_BEFORE = 80
"""Characters before a version in which its name stands."""
_PINNED = re.compile(r"(?<![\w.-])(?P<name>[A-Za-z][\w.-]{1,50})==(?P<version>\d[\w.+!-]{0,60})", re.ASCII)
_ENGINE = re.compile(r"Initializing an? (?:V\d )?LLM engine \(v(?P<version>[\w.+-]{3,60})\)", re.ASCII)
_IMAGE = re.compile(
    r"(?P<name>vllm-openai|sglang|vllm-ascend|tritonserver):v(?P<version>\d+\.\d+[\w.]{0,20})",
    re.ASCII,
)
_LISTED = re.compile(
    r"\s*(?P<name>[A-Za-z][\w.-]{1,40})\s{2,}(?P<version>\d[\w.+!-]{1,40})(?:\s|$)", re.ASCII
)
_GLUED = re.compile(
    r"\b(?P<name>vllm|torch|transformers|sglang)(?P<version>\d+\.\d+\.\d+(?:\+\w{1,20})?)(?![\w/])",
    re.ASCII,
)
_NOT_INSTALLED = re.compile(
    r"built for|requires?\b|needs?\b|supports?\b|was built|compiled with|>=|<=|conflict|older than"
    r"|newer than|upgrade|install"
    r"|mismatch|\b[Aa]s of|\b[Ss]ince",
    re.ASCII,
)
_DRIVER = re.compile(
    r"\b[Dd]river(?: [Vv]ersion)?(?: / CUDA)?\s{0,20}[:=]?\s{0,3}(?P<version>\d{3}\.\d{2,3}(?:\.\d{2,3})?)\b",
    re.ASCII,
)
_CUDA = re.compile(
    r"\b(?:CUDA(?: [Vv]ersion| runtime version| used to build PyTorch)?\s{0,20}[:=]?\s{0,3}"
    r"|cuda[_ ]?version[:=]? ?|release )"
    r"(?P<version>\d{1,2}\.\d{1,2})(?:\.\d{1,4})?\b",
    re.ASCII,
)
_GPU_SURE = re.compile(
    r"^\s*\|?\s*(?:\[\d+\] +|GPU ?[\d,]{1,20} ?: |\d{1,2} +(?=NVIDIA|Tesla|GeForce|Quadro"
    r"|AMD))(?P<name>[A-Z][\w -]{2,60}?)"
    r"(?= \(UUID|\s{2,}|,|\s+\||$|\.\.\.)",
    re.ASCII,
)
_GPU_SAID = re.compile(
    r"(?<![\w-])(?:NVIDIA |Nvidia |AMD )?(?:Tesla |GeForce |Quadro |Radeon )?(?P<name>(?:RTX|GTX"
    r"|Quadro) ?(?:PRO )?[A-Z]?\d{3,4}(?: ?(?:Ti|SUPER|Super|D|Ada))?"
    r"|A10G?|A16|A30|A40|A100|A800|H20|H100|H200|H800|B100|B200|B300|GB10|GB200|GB300|GH200|L4|L20|L40S?"
    r"|T4|V100S?|P100|P40|P4|M40|M60|K80|K40[cms]?|TITAN (?:V|RTX|Xp)"
    r"|MI\d{3}[AX]?)(?P<form>(?:[- ](?:PCIE|PCIe|SXM\d?|NVL|\d{2,3} ?GB))*)(?![\w-]|\+| or (?:new|lat|abov|high))",
    re.ASCII,
)
_GPU_HINT = re.compile(r"[RG]TX|GPU|NVIDIA|Tesla|Quadro|\b(?:[AHBLTVPK]|GB|GH|MI)\d", re.ASCII)
_ARCHITECTURE = re.compile(
    r"\b[A-Z]\w{2,60}For(?:CausalLM|ConditionalGeneration|SequenceClassification|TextToSpeech"
    r"|ImageTextToText)\b",
    re.ASCII,
)
_MODEL_KEYS = ("model", "model_name_or_path", "speculative_model")
_HAVE = re.compile(r"\(you have (?P<version>[\w.+-]{1,40})\)", re.ASCII)
_HINT = re.compile(
    r"==|ersion|\d\.\d|GPU|NVIDIA|Tesla|RTX|GTX|[Dd]river|--\w|args|onfig|_[A-Z]+=|For[CST]|[ABHLPTVK]\d{1,3}|MI\d",
    re.ASCII,
)


@dataclass(slots=True)
class Surroundings:
    """Collects the environment while the lines of a paste go by; bounded."""

    sure: dict[str, str] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)
    gpus: list[str] = field(default_factory=list)
    mentioned: dict[str, None] = field(default_factory=dict)
    flags: dict[str, str] = field(default_factory=dict)
    models: dict[str, None] = field(default_factory=dict)
    driver: str | None = None
    cuda: str | None = None

    def look(self, text: str) -> None:
        """Takes what one clean line says."""
        if not _HINT.search(text):
            return
        if len(self.sure) < MAX_PACKAGES:
            self._packages(text)
        self._machine(text)
        if len(self.flags) < MAX_FLAGS:
            for name, value in flags_of(text):
                self.flags.setdefault(name, value)
        if "For" in text and len(self.models) < MAX_MODELS:
            named = dict.fromkeys(_ARCHITECTURE.findall(text))
            self.models.update(dict.fromkeys(list(named)[:1] if len(named) > 3 else named))

    def _packages(self, text: str) -> None:
        if "==" in text:
            for found in _PINNED.finditer(text):
                self.sure.setdefault(distribution(found["name"]), found["version"].rstrip(".-"))
        engine = _ENGINE.search(text) if "LLM engine" in text else None
        if engine:
            self.sure.setdefault("vllm", engine["version"])
        image = _IMAGE.search(text) if ":v" in text else None
        if image:
            name = {"vllm-openai": "vllm"}.get(image["name"], image["name"])
            self.said.setdefault(name, image["version"])
        listed = _LISTED.match(text) if "  " in text else None
        if listed and listed["name"].lower() in SPELLINGS:
            self.sure.setdefault(distribution(listed["name"]), listed["version"])
        else:
            self._said(text)

    def _said(self, text: str) -> None:
        """Versions beside a known name; `Name version: 1.2` is surer than `name 1.2`."""
        have = _HAVE.search(text) if "(you have" in text else None
        for found in _VERSION.finditer(text):
            named = _NAMED_BEFORE.search(text, max(0, found.start() - _BEFORE), found.start())
            if named and named["name"].lower() in SPELLINGS and not _NOT_INSTALLED.search(text):
                version = have["version"] if have else found["version"].rstrip(".-")
                place = self.sure if named["sure"] or ".__version__" in named[0] else self.said
                place.setdefault(distribution(named["name"]), version)
        for glued in _GLUED.finditer(text):
            self.said.setdefault(distribution(glued["name"]), glued["version"])

    def _machine(self, text: str) -> None:
        if self.driver is None and (found := _DRIVER.search(text)):
            self.driver = found["version"]
        if self.cuda is None and ("CUDA" in text or "cuda" in text) and (found := _CUDA.search(text)):
            self.cuda = found["version"]
        found = _GPU_SURE.match(text)
        if found and len(self.gpus) < MAX_GPUS:
            if "Compute" not in found["name"]:
                self.gpus.extend([found["name"].strip()] * (1 + text[: found.start("name")].count(",")))
        elif len(self.mentioned) < MAX_GPUS and _GPU_HINT.search(text):
            for said in _GPU_SAID.finditer(text):
                self.mentioned[f"{said['name']}{said['form']}"] = None

    def environment(self) -> Environment:
        """What was found; versions that a program printed win over those that people wrote."""
        models = dict.fromkeys(self.flags[key] for key in _MODEL_KEYS if key in self.flags) | self.models
        return Environment(
            packages=self.said | self.sure,
            gpus=tuple(self.gpus or self.mentioned)[:MAX_GPUS],
            driver=self.driver,
            cuda=self.cuda,
            flags=self.flags,
            models=tuple(models)[:MAX_MODELS],
        )
