"""Lines that report an error without naming a Python exception: a table.

A row's `grade` says how surely the line is the error (typed exceptions have 80). A pattern may name a group
`message`; without one the whole clean line is the message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SignalRow:
    """One kind of error line."""

    id: str
    hints: tuple[str, ...]
    """Pieces of text, lower case, of which one must be there for the pattern to fit."""
    pattern: re.Pattern[str]
    sample: str
    near_miss: str
    grade: int = 79
    together: bool = False
    """Lines of this kind that follow each other are one event."""
    decides: bool = False
    """It tells more than the error printed after it: it goes into that error's context too."""


def _row(
    row: str,
    hints: str,
    pattern: str,
    sample: str,
    near_miss: str,
    **more: int,
) -> SignalRow:
    grade = int(more.get("grade", 79))
    return SignalRow(
        row,
        tuple(hints.split("|")),
        re.compile(pattern),
        sample,
        near_miss,
        grade,
        bool(more.get("together")),
        bool(more.get("decides")),
    )


SIGNALS: tuple[SignalRow, ...] = (
    _row(
        "what",
        "what():",
        r"\bwhat\(\): +(?P<message>.+)",
        "  what():  CUDA error: an illegal memory access was encountered",
        "so what() happens",
        grade=80,
    ),
    _row(
        "terminate",
        "terminate called",
        r"terminate called after throwing an instance of '",
        "terminate called after throwing an instance of 'c10::Error'",
        "the call was terminated",
        grade=40,
    ),
    _row(
        "nccl_warn",
        "nccl warn",
        r"NCCL WARN\b.{3}",
        "[1] init.cc:497 NCCL WARN Duplicate GPU detected : rank 2 and rank 0 both on CUDA device 1000",
        "NCCL INFO Bootstrap : Using eth0",
        decides=True,
    ),
    _row(
        "device_assert",
        "assertion",
        r"(?:\.cuh?:\d{1,6}:.{0,200})?\bAssertion .{1,300}? failed\.?",
        "Indexing.cu:1292: indexSelectLargeIndex: block: [0,0,0], thread: [32,0,0] Assertion `srcIndex "
        "< srcSelectDimSize` failed.",
        "the assertion was fine",
        decides=True,
        together=False,
    ),
    _row(
        "size_mismatch",
        "size mismatch for",
        r"\bsize mismatch for [\w.\[\]-]{1,300}: copying a param",
        "size mismatch for head.weight: copying a param with shape torch.Size([2, 768]) from "
        "checkpoint, the shape in current model is torch.Size([9, 768]).",
        "size mismatch for the two",
        together=True,
    ),
    _row(
        "load_report",
        "reinit due to size mismatch",
        r"^[\w.{}\[\], -]{1,300} *\| MISMATCH *\| Reinit due to size mismatch",
        "classifier.bias   | MISMATCH | Reinit due to size mismatch - ckpt: torch.Size([2]) vs model:torch.Size([9])",
        "the rows say MISMATCH or Reinit due to size mismatch",
        together=True,
    ),
    _row(
        "ggml_assert",
        "_assert(",
        r"\b(?:GGML|LLAMA|GGUF)_ASSERT\(.+\);? failed",
        "ggml.c:3180: GGML_ASSERT(ggml_can_mul_mat(a, b)) failed",
        "    GGML_ASSERT(ggml_can_mul_mat(a, b));",
    ),
    _row(
        "llama_load",
        "error loading model",
        r"\berror loading model(?: (?:architecture|vocabulary|hyperparameters))?: \S",
        "llama_model_load: error loading model: missing tensor 'blk.0.ffn_down_exps.weight'",
        "Error loading model",
        grade=80,
    ),
    _row(
        "native_function_error",
        ": error|: failed|: v cache|: mismatch|: requires|: could not|: cannot",
        r"^[a-z_]{1,40}_\w{2,60} ?: (?:error|failed|V cache|mismatch|requires|could not|cannot)\b.{3}",
        "mtmd_init_from_file: error: mismatch between text model (n_embd = 2048) and mmproj (n_embd = 8192)",
        "llama_model_load_internal: n_vocab    = 32000",
        grade=78,
    ),
    _row(
        "trt",
        "error code",
        r"\[?\w{0,60}\.cpp::\w{1,80}::\d{1,6}\] Error Code \d{1,3}: ",
        "3: [executionContext.cpp::setInputShape::2288] Error Code 3: API Usage Error (Parameter check "
        "failed)",
        "Error Code 3 is rare",
    ),
    _row(
        "trt_context",
        "shape error|dimensions not compatible",
        r"shapeContext\.cpp \(\d{1,6}\) - Shape Error|dimensions not compatible for elementwise",
        "Add_187: dimensions not compatible for elementwise",
        "elementwise shape",
    ),
    _row(
        "ort",
        "onnxruntimeerror|non-zero status|got invalid dimensions|invalid rank",
        r"\[ONNXRuntimeError\] : \d|Non-zero status code returned while running"
        r"|Got invalid dimensions for input|Invalid rank for input",
        "super_resolution:Invalid rank for input: input Got: 2 Expected: 4 Please fix either the inputs "
        "or the model.",
        "the status code was zero",
    ),
    _row(
        "xid",
        "xid",
        r"\bNVRM:? ?Xid\b|\bXid[ :(]{1,3}(?:PCI:)?[\w:.]{0,20}\)?:? ?\d{1,3}\b",
        "NVRM: Xid (PCI:0000:db:00): 31, MMU Fault: ENGINE GRAPHICS, FAULT_PDE ACCESS_TYPE_VIRT_READ",
        "the uuid and xids of rows",
        decides=True,
    ),
    _row(
        "cuda_text",
        "error|fail|memory|oom|_status_",
        r"\b(?:CUDA|Cuda|cuda|HIP|ROCm|ACL|NPU|XPU|MPS|Torch)(?: runtime| driver| backend| function"
        r"| unknown| Setup| SETUP)?"
        r" ?(?:[eE]rror|ERROR|failure|failed|out of memory|OOM)\b|\bCU(?:BLAS|DNN|SPARSE|SOLVER"
        r"|FFT)_STATUS_(?!SUCCESS)[A-Z_]{5}",
        "CUDA error: operation not permitted when stream is capturing",
        "CUDA version is 12.4",
        grade=78,
    ),
    _row(
        "out_of_memory",
        "memory|oom|tried to allocate",
        r"\b[Oo]ut of memory\b|\bOutOfMemory\b|\bOOM\b|oom-kill:|invoked oom-killer|\b[Tt]ried to allocate \d"
        r"|\bNot enough memory\b|\bCannot allocate memory\b|\bnot enough memory for\b|No available memory",
        "Out of memory: Killed process 1440763 (perl)",
        "we are out of ideas",
        grade=77,
    ),
    _row(
        "check_failed",
        "failed",
        r"\b(?:Check|Assertion|Assert|assertion|check) failed\b[:.]? ?\S|\bassertion failed: ",
        "Check failed: m->NumColumns() == model.learner_model_param->num_feature (1 vs. 128)",
        "Check what failed",
    ),
    _row(
        "docker",
        "error response",
        r"Error response from daemon: ",
        'docker: Error response from daemon: could not select device driver "" with capabilities: [[gpu]]',
        "the daemon is up",
    ),
    _row(
        "linker",
        "undefined|shared object|symbol lookup|fatal|cannot find -l|dll load|not found",
        r"\bundefined symbol: ?\S|\bundefined reference to|cannot open shared object file"
        r"|\bsymbol lookup error"
        r"|\bfatal error: |\bptxas fatal|\bcannot find -l|\bDLL load failed|version `[\w.]{3,30}' not found",
        "ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'",
        "fatal errors are rare",
    ),
    _row(
        "status",
        "invalid_arg|resource_exh|failed_pre|unimplemented|deadline_exc|out_of_range",
        r"\b(?:INVALID_ARGUMENT|RESOURCE_EXHAUSTED|FAILED_PRECONDITION|UNIMPLEMENTED|DEADLINE_EXCEEDED"
        r"|OUT_OF_RANGE)\b ?: ",
        "(0) INVALID_ARGUMENT: Matrix size-incompatible: In[0]: [204800,192], In[1]: [384,384]",
        "OUT_OF_RANGE is a name",
        grade=77,
    ),
    _row(
        "nvml",
        "nvml|device handle",
        r"Failed to initialize NVML|NVML:? (?:Shared Library Not Found|error)"
        r"|Unable to determine the device handle",
        "Failed to initialize NVML: Driver/library version mismatch",
        "nvml is initialised",
    ),
    _row(
        "panic",
        "panic",
        r"\bpanicked at|^panic: |thread .{1,60} panicked",
        "thread 'main' panicked at src/main.rs:177:37:",
        "no panic",
    ),
    _row(
        "capability",
        "capability",
        r"\bwith CUDA capability sm_\d+ is not compatible"
        r"|\bFound GPU\d* .{1,80} which is of (?:cuda|compute) capability"
        r"|\bGPU\d+ .{1,80}, capability [\d.]+, too old"
        r"|\bwith compute capability [\d.]+ is not supported|\brequires? .{0,40}compute capability",
        "NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.",
        "The current PyTorch install supports CUDA capabilities sm_50 sm_60",
        grade=66,
        decides=True,
    ),
    _row(
        "killed",
        "segmentation|bus error|core dumped|exit code|exitcode|killed|sigkill",
        r"\bSegmentation fault\b|\bBus error\b|\bcore dumped\b|exit code (?:137|139|-9|-11)\b"
        r"|exitcode {0,3}: -(?:9|11)\b|^(?:.{1,200}: line \d{1,5}: +)?(?:\d{1,9} )?Killed(?: {2,}\S.*)?$"
        r"|(?:s/it|it/s)\] ?Killed$|(?:^|\])\[\d{1,3}\] .{0,12}\d{2,9} killed +\S"
        r"|Signal 9 \(SIGKILL\) received|\bOOMKilled\b",
        "Segmentation fault (core dumped)",
        "exit code 0",
        grade=62,
    ),
    _row(
        "watchdog",
        "watchdog|socket timeout",
        r"Watchdog caught collective operation timeout|\bSocket Timeout\b|\bwatchdog timeout\b",
        "Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1580, OpType=ALLREDUCE)",
        "the watchdog sleeps",
        grade=78,
    ),
    _row(
        "cuda_code",
        "cudaerror|cuda_error",
        r"\bcudaError(?!_t)[A-Z]\w{4,60}|\bCUDA_ERROR_[A-Z_]{4,60}",
        "Search for `cudaErrorStreamCaptureUnsupported' in the documentation",
        "cudaError_t status",
        grade=60,
    ),
    _row(
        "caused_by",
        "caused by",
        r"^\s*Caused by:? +(?P<message>[\w.$]{3,200}(?:Exception|Error).*)",
        "Caused by: java.lang.NullPointerException: x",
        "Caused by op 'tower_0/Reshape', defined at:",
        grade=80,
    ),
    _row(
        "error_word",
        "error",
        r"^(?:[a-z]{3,40}error|[eE]rror|ERROR) ?[:：] ?(?P<message>\S.{5}.*)",
        "error: output with shape [1, 28, 28] doesn't match the broadcast shape [3, 28, 28]",
        "errors: 0 of 12 tests",
        grade=66,
    ),
    _row(
        "error_tag",
        "error|fatal",
        r"(?:^|#)[\s\[(]{0,4}(?:\w{1,30}[ :]{1,2}){0,2}(?:error|Error|ERROR|FATAL|Fatal)(?: message"
        r"| Message)?[:：]\s?\S.{5}",
        'Error: Operation("Backend Error: WASI-NN Backend Error")',
        "errors: 0",
        grade=66,
    ),
    _row(
        "error_tag_zh",
        "错|异常",
        r"(?:报错|错误提示|错误信息|错误|异常)(?:如下|为|信息)?[:：]\s?\S.{5}",
        "训练模型时报错: Incompatible shapes: [14] vs. [14,50]",
        "没有报错",
        grade=58,
    ),
    _row(
        "hardware",
        "kernel image|device-side|illegal memory|fallen off|gpu is lost|uncorrectable|driver version "
        "is|system not yet|peer access|cannot re-init",
        r"no kernel image is available|device-side assert triggered|illegal memory access"
        r"|fallen off the bus|GPU is lost"
        r"|uncorrectable ECC error|driver version is insufficient|system not yet initialized"
        r"|peer access is not supported"
        r"|Cannot re-initialize CUDA in forked subprocess",
        "RTX5080 got CUDA error: no kernel image is available for execution on the device",
        "the kernel image is fine",
        grade=78,
    ),
)


_HINTED = {
    hint: tuple(row for row in SIGNALS if hint in row.hints)
    for hint in dict.fromkeys(hint for row in SIGNALS for hint in row.hints)
}


def signal_of(text: str) -> tuple[SignalRow, str] | None:
    """The best row that the line fits, and its message."""
    lower = text.lower()
    best: tuple[SignalRow, str] | None = None
    for hint in [hint for hint in _HINTED if hint in lower]:
        for row in _HINTED[hint]:
            if best is not None and row.grade <= best[0].grade:
                continue
            found = row.pattern.search(text)
            if found:
                best = (row, (found.groupdict().get("message") or text).strip())
    return best


_HINTS = re.compile(
    r"ERR\d{5} |\[PID: ?\d|\(PID:\d|CUDA kernel errors might|For debugging consider|Compile with `?TORCH_USE"
    r"|Device-side assert|Search for `cuda|See documentation for|Please |You (?:can|need|should)|If (?:you|reserved)"
    r"|arg \d|Input tensor shape| ?Wrong shape|Shape mismatch, "
    r"|\[Hint|The above|Available|Try |Did you mean|Make sure|Inputs? shapes?"
    r"|Expected|Got|Original|Note|Consider|To fix|Exception raised from"
    r"|nccl[A-Z][A-Za-z]{1,40}: |Last error:|`[\w@.-]{1,60}` is not supported because:"
)

_PARTS = re.compile(r"(?:Input tensor shape: |Shape mismatch, )\S")
"""What einops prints under `Error while processing`, and editors put blank lines between (einops.py, `reduce`)."""


def is_part(text: str) -> bool:
    """Whether the line is part of the message above it even with blank lines between."""
    return _PARTS.match(text.lstrip()) is not None


def is_hint(text: str) -> bool:
    """Whether the line only continues a message: advice that libraries print under an error."""
    return _HINTS.match(text.lstrip()) is not None
