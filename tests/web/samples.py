"""Page objects made of real model objects, one set for every test that draws pages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.articles.load import load_tree
from app.articles.model import Article, Known, Library, Problem, Ref, TellApart, Workaround
from app.live.model import (
    Change,
    ChangeState,
    Containment,
    FirstRelease,
    Gpu,
    GpuFit,
    GpuSnapshot,
    GpuState,
)
from app.matching.model import Diagnosis, Evidence, Loser, Match, Verdict, VersionVerdict
from app.phrase import Phrase
from app.reports.model import Environment, ErrorEvent, Frame, Report
from app.shapes.model import Explanation, KnownNumber, Side

CONTENT = Path(__file__).parents[2] / "content"
NOW = datetime(2026, 11, 30, 3, 12, tzinfo=UTC)
MLA = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
SWA = "vllm-deepseek-v4-swa-fp8-ds-mla-512-vs-584"
LONG_WORD = "model.diffusion_model." + "_".join(["double_blocks"] * 20) + ".img_mlp.weight"

SENTENCES = {
    "sample.sentence": (
        "The view asks for 32 × 64 × 576 = 1179648 elements, the tensor has 1343488: the last dimension "
        "would have to be 656.",
        "view 要的是 32 × 64 × 576 = 1179648 个元素，张量里有 1343488 个：最后一维应为 656。",
    ),
    "requires.reshape": (
        "the product of the shape equals the number of elements",
        "形状各维之积等于元素个数",
    ),
    "layout.mla_latent": (
        "MLA latent 512 + rotary part 64: one unpacked KV entry",
        "MLA 潜在向量 512 + 旋转部分 64：未打包的一个 KV 条目",
    ),
    "layout.fp8_ds_mla": (
        "bytes a token in the fp8_ds_mla KV cache: 512 fp8 + 16 scales + 128 bf16 rope",
        "fp8_ds_mla KV 缓存每 token 的字节数：512 fp8 + 16 缩放 + 128 bf16 RoPE",
    ),
    "sample.signature": (
        "the signature fits with every number: 1343488 = 32 × 64 × 656",
        "签名连同每个数字都吻合：1343488 = 32 × 64 × 656",
    ),
    "sample.frames": (
        "the stack trace passes through _reshape_attention_kv_cache and profile_cudagraph_memory",
        "调用栈经过 _reshape_attention_kv_cache 和 profile_cudagraph_memory",
    ),
    "sample.clue": (
        "the log says “Using fp8_ds_mla KV cache format”",
        "日志里有“Using fp8_ds_mla KV cache format”",
    ),
    "sample.flag": (
        "--enforce-eager is set, with which this error is rarely seen",
        "设置了 --enforce-eager，这种情况下很少见到这个报错",
    ),
    "sample.affected": (
        "You run vllm 0.25.1: affected (0.25.0 to 0.25.1). The first release with the fix is 0.26.0.",
        "你用的是 vllm 0.25.1：受影响（0.25.0 到 0.25.1）。第一个包含修复的发行版是 0.26.0。",
    ),
    "sample.loser": (
        "the numbers contradict it: 1343488 is no multiple of 32 × 64 × 584",
        "数字对不上：1343488 不是 32 × 64 × 584 的倍数",
    ),
    "sample.thin": (
        "There is one line to go on. The traceback above it, the version and the flags would settle it.",
        "只有一行可看。再贴上它上面的调用栈、版本和启动参数，就能确定。",
    ),
    "sample.prose": (
        "This reads like prose: no error line was found in it.",
        "这看起来是一段描述，没有找到报错行。",
    ),
    "sample.gpu_free": ("nothing runs on it", "没有任务在运行"),
    "sample.gpu_busy": ("3 processes hold 131.4 GiB", "3 个进程占用 131.4 GiB"),
    "sample.gpu_remedy": ("wait for them or choose another GPU", "等它们结束，或换一块 GPU"),
    "sample.fits": ("GPU 0 NVIDIA H200 sm_90, 139.8 GiB free", "GPU 0 NVIDIA H200 sm_90，空闲 139.8 GiB"),
    "sample.too_old": ("GPU 1 Tesla T4: sm_75 is older than sm_90", "GPU 1 Tesla T4：sm_75 低于 sm_90"),
    "sample.limited": ("the hourly limit of requests is used up", "每小时的请求额度已用完"),
}


def say(phrase: Phrase, language: str) -> str:
    """The stand-in for `app/words.py`: the sentences that the samples use."""
    return SENTENCES[phrase.id][language == "zh"]


def explanation() -> Explanation:
    """What the numbers of the first report say."""
    return Explanation(
        "torch.view",
        Phrase("requires.reshape"),
        Phrase("sample.sentence"),
        {"numel": 1343488},
        {"last": 656},
        (Side("asked", (32, 64, 576), failing=2), Side("actual", (1343488,))),
        None,
        (
            KnownNumber(576, "layout.mla_latent", "vllm-project/vllm#48379"),
            KnownNumber(656, "layout.fp8_ds_mla", "vllm-project/vllm#48379"),
        ),
    )


def event(**changes: object) -> ErrorEvent:
    """The root cause of the first report."""
    base = ErrorEvent(
        "RuntimeError",
        "shape '[32, 64, 576]' is invalid for input of size 1343488",
        (
            Frame("gpu_worker.py", 483, "determine_available_memory", "vllm/v1/worker/gpu_worker.py"),
            Frame(
                "gpu_model_runner.py", 6500, "profile_cudagraph_memory", "vllm/v1/worker/gpu_model_runner.py"
            ),
            Frame("attn_utils.py", 251, "_reshape_attention_kv_cache", "vllm/v1/worker/gpu/attn_utils.py"),
        ),
        first_line=212,
        last_line=212,
        count=8,
        family="torch.view",
        numbers={"numel": 1343488},
        explanation=explanation(),
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def environment() -> Environment:
    """The environment of the first report."""
    return Environment(
        {"vllm": "0.25.1", "torch": "2.11.0", "transformers": "5.4.0"},
        ("NVIDIA H200",) * 4,
        "580.95.05",
        "13.0",
        {"kv_cache_dtype": "fp8", "tensor_parallel_size": "8", "max_model_len": "131072"},
        ("zai-org/GLM-5.2-NVFP4",),
    )


def report(**changes: object) -> Report:
    """A whole start-up log."""
    wrapper = ErrorEvent(
        "RuntimeError",
        "Engine core initialization failed. See root cause above. Failed core proc(s): {}",
        first_line=338,
        wrapper=True,
    )
    return replace(Report((event(), wrapper), environment(), lines=340), **changes)  # type: ignore[arg-type]


def match(
    library: Library, slug: str = MLA, certainty: Verdict = Verdict.MATCH, score: float = 0.97
) -> Match:
    """An article held against the first report."""
    article = next(item for item in library.articles if item.slug == slug)
    return Match(
        slug,
        {language: page.title for language, page in article.pages.items()},
        0,
        certainty,
        score,
        (
            Evidence("signature_exact", Phrase("sample.signature"), 4.2),
            Evidence("frames", Phrase("sample.frames"), 1.4),
            Evidence("log_clue", Phrase("sample.clue"), 0.3),
            Evidence("flag", Phrase("sample.flag"), -0.6),
        ),
        article.workaround,
        article.tell_apart,
        article.refs,
        VersionVerdict(True, Phrase("sample.affected")),
    )


def matched(library: Library) -> Diagnosis:
    """A certain answer."""
    return Diagnosis(
        Verdict.MATCH,
        0.98,
        "1",
        "0123456789abcdef",
        report(),
        (match(library), match(library, SWA, Verdict.MAYBE, 0.02)),
        losers=(Loser(SWA, 0, 0.02, Phrase("sample.loser")),),
    )


def undecided(library: Library) -> Diagnosis:
    """Two hypotheses."""
    return Diagnosis(
        Verdict.MAYBE,
        0.71,
        "1",
        "0123456789abcdef",
        report(
            errors=(event(frames=(), count=1, first_line=1),), environment=Environment(), lines=1, thin=True
        ),
        (match(library, MLA, Verdict.MAYBE, 0.44), match(library, SWA, Verdict.MAYBE, 0.31)),
        hint=Phrase("sample.thin"),
    )


def uncovered() -> Diagnosis:
    """An error that no article covers."""
    message = f"Error(s) in loading state_dict for Flux:\n\tsize mismatch for {LONG_WORD}: copying a param"
    return Diagnosis(
        Verdict.NONE,
        0.08,
        "1",
        "0123456789abcdef",
        report(errors=(event(message=message, explanation=None),)),
        near=(MLA,),
        losers=(Loser(MLA, 0, 0.1, Phrase("sample.loser")),),
    )


def empty() -> Diagnosis:
    """Prose."""
    return Diagnosis(
        Verdict.NONE, 0.0, "1", "0123456789abcdef", Report(lines=3, thin=True), hint=Phrase("sample.prose")
    )


def changes() -> dict[str, Change]:
    """What the forge said about the references of the first article."""

    def change(number: int, state: ChangeState, title: str, **more: object) -> Change:
        base = Change(
            f"vllm-project/vllm#{number}",
            "pull",
            state,
            title,
            f"https://github.com/vllm-project/vllm/pull/{number}",
            None,
            None,
            (),
            Containment.UNKNOWN,
            None,
            "live",
            NOW - timedelta(minutes=3),
            NOW + timedelta(minutes=57),
        )
        return replace(base, **more)  # type: ignore[arg-type]

    fix = change(
        48379,
        ChangeState.MERGED,
        "[Bugfix] Set kv_quant_mode on MLA KV cache specs",
        merged_at=datetime(2026, 7, 15, tzinfo=UTC),
        first_releases=(
            FirstRelease("0.26", "0.26.0", "ancestor"),
            FirstRelease("nightly", "0.26.0.dev3", "ancestor"),
        ),
        containment=Containment.RELEASED,
        next_try=None,
    )
    hardening = change(
        48907,
        ChangeState.OPEN,
        "[Core] Prefer cache_dtype_str when reshaping the KV cache",
        error=Phrase("sample.limited"),
    )
    return {item.id: item for item in (fix, hardening)}


def snapshot() -> GpuSnapshot:
    """Two GPUs, one of them busy."""
    free = Gpu(
        0,
        "NVIDIA H200",
        "9.0",
        150_754_820_096,
        150_105_751_552,
        GpuState.AVAILABLE,
        Phrase("sample.gpu_free"),
        None,
    )
    busy = replace(
        free,
        index=1,
        memory_free=9_663_676_416,
        state=GpuState.BUSY,
        reason=Phrase("sample.gpu_busy"),
        remedy=Phrase("sample.gpu_remedy"),
    )
    unknown = Gpu(2, None, None, None, None, GpuState.UNKNOWN, Phrase("sample.gpu_busy"), None)
    return GpuSnapshot(
        GpuState.AVAILABLE,
        Phrase("sample.gpu_free"),
        None,
        NOW - timedelta(seconds=9),
        (free, busy, unknown),
        "580.95.05",
        "13.0",
    )


def fits() -> tuple[GpuFit, ...]:
    """One GPU that fits and one that does not."""
    gpus = snapshot().gpus
    return (GpuFit(gpus[0], True, Phrase("sample.fits")), GpuFit(gpus[1], False, Phrase("sample.too_old")))


def problems() -> tuple[Problem, ...]:
    """An article that does not load and one that could be better."""
    return (
        Problem("vllm/broken/index.md", 7, "unknown key `sofware`", "use one of title, summary, software, …"),
        Problem("vllm/other/index.zh.md", 3, "the translation is stale", "translate the change", "warning"),
    )


def library() -> Library:
    """The shipped articles."""
    return load_tree(CONTENT)


def plain_article(base: Article) -> Article:
    """An article with nothing optional."""
    page = base.pages[base.source]
    return replace(
        base,
        pages={base.source: page},
        affected=(),
        workaround=Workaround("true", {"en": "nothing"}),
        refs=(
            Ref("https://docs.vllm.ai/en/latest/", "docs"),
            Ref("a/b#1", "fix", Known("open", None, None, "2026-11-30")),
        ),
        hardware=None,
        tell_apart=(TellApart("nowhere", {"en": "by name"}),),
        verified=None,
        repro=None,
        related=(),
    )
