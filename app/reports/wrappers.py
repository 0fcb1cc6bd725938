"""Lines that report another error, or merely follow from a crash: they never win over a root cause."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WrapperRow:
    """One way to report another error. A group `inner` holds the text of that error, `type` its type."""

    id: str
    hints: tuple[str, ...]
    """Pieces of text, lower case, of which one must be there for the pattern to fit."""
    pattern: re.Pattern[str]
    sample: str
    near_miss: str
    wrapper: bool = True
    """False: no report of another error but a consequence (a closed connection, a killed process)."""
    untyped: bool = False
    """Only lines without an exception type are meant."""


def _wrapper(row: str, hints: str, pattern: str, sample: str, near_miss: str) -> WrapperRow:
    return WrapperRow(row, tuple(hints.split("|")), re.compile(pattern), sample, near_miss)


def _after(
    row: str, hints: str, pattern: str, sample: str, near_miss: str, untyped: bool = False
) -> WrapperRow:
    return WrapperRow(
        row, tuple(hints.split("|")), re.compile(pattern), sample, near_miss, wrapper=False, untyped=untyped
    )


WRAPPERS: tuple[WrapperRow, ...] = (
    _wrapper(
        "worker_failed",
        "worker failed",
        r"Worker failed with error ['\"‘“](?P<inner>.+)['\"’”]",
        "Worker failed with error 'shape '[512, 64, 576]' is invalid for input of size 21495808', "
        "please check the stack trace above for the root cause",
        "Worker failed with error 7",
    ),
    _wrapper(
        "worker_exception",
        "exception in worker",
        r"Exception in worker \w{1,60} while processing method \w{1,80}: (?P<inner>.+?)(?:, Traceback \("
        r"most recent call last\):?)?$",
        "Exception in worker VllmWorkerProcess while processing method init_device: NCCL error: "
        "unhandled system error, Traceback (most recent call last):",
        "Exception in worker VllmWorkerProcess",
    ),
    _wrapper(
        "error_executing",
        "error executing",
        r"Error executing method '?\w{1,80}'?\. This might cause deadlock",
        "Error executing method load_model. This might cause deadlock in distributed execution.",
        "Error executing method",
    ),
    _wrapper(
        "runner_failed",
        "failed with exception",
        r"(?:Runner|Worker|Actor|Task|Job) failed with exception: (?P<type>\w{1,60})\(['\"](?P<inner>.+)"
        r"['\"]\)",
        "Runner failed with exception: RuntimeError('Cannot find any model weights with /m')",
        "Runner failed with exception",
    ),
    _wrapper(
        "engine_dead",
        "engine|background loop",
        r"EngineDeadError|EngineCore encountered an issue|AsyncEngineDeadError"
        r"|Background loop (?:has errored|is stopped)|MQEngineDead"
        r"|Engine loop (?:has died|is not running)|AsyncLLMEngine has failed",
        "EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.",
        "the engine is dead slow",
    ),
    _wrapper(
        "see_above",
        "above|see the log",
        r"[Ss]ee (?:the )?(?:root cause|stack trace|traceback|error|logs?)s? ?\(?above"
        r"|check the (?:stack trace|logs?) above|see the logs? for",
        "Engine core proc died. See root cause above.",
        "see the table above",
    ),
    _wrapper(
        "engine_init",
        "engine|failed core",
        r"Engine core initialization failed|Engine process failed to start"
        r"|EngineCore(?:_\w{1,10})? (?:failed to start|encountered a fatal error|hit an exception)"
        r"|Failed core proc",
        "RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}",
        "Engine core initialised",
    ),
    _wrapper(
        "worker_start",
        "workerproc|worker proc",
        r"WorkerProc (?:failed to start|hit an exception|initialization failed)"
        r"|Worker proc \w{1,40} died unexpectedly",
        "Exception: WorkerProc initialization failed due to an exception in a background process. See "
        "stack trace for root cause.",
        "WorkerProc started",
    ),
    _wrapper(
        "scheduler_exception",
        "hit an exception|scheduler died|router init",
        r"(?:Scheduler|TpModelWorker\w{0,20}|Detokenizer\w{0,20}"
        r"|Data ?parallel controller) hit an exception|Rank \d{1,4} scheduler died|router init state",
        "Scheduler hit an exception: Traceback (most recent call last):",
        "Scheduler hit the wall",
    ),
    _wrapper(
        "ray_task",
        "raytask|rayactor|actordied|actorunsch|ray::",
        r"RayTaskError(?:\((?P<type>\w{1,60})\))?|RayActorError|ActorDiedError|ActorUnschedulable"
        r"|^ray::[\w.]{1,80}\(\)",
        "ray.exceptions.RayTaskError(ValueError): ray::RayWorkerWrapper.execute_method() (pid=7, "
        "ip=10.0.0.2)",
        "RayTasks are many",
    ),
    _wrapper(
        "elastic",
        "childfailed|exitcode|elastic|closing signal|root cause (",
        r"ChildFailedError|^failed \(exitcode: -?\d|torch\.distributed\.elastic"
        r"|Sending process \d{1,8} closing signal|Root Cause \(first observed failure\)",
        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:",
        "an elastic child",
    ),
    _wrapper(
        "caught_in",
        "caught ",
        r"^(?:\w{1,60}: )?Caught (?P<type>\w{1,60}) in (?:DataLoader worker process|pin memory thread|replica) \d",
        "Caught RuntimeError in DataLoader worker process 0.",
        "Caught fire in replica city",
    ),
    _wrapper(
        "spawned",
        "terminated with",
        r"^(?:[\w.]{1,80}: )?-- Process \d{1,4} terminated with the following error",
        "-- Process 1 terminated with the following error:",
        "-- Process 1 terminated with signal SIGKILL",
    ),
    _wrapper(
        "user_code",
        "user code|execution error|calling layer|root error",
        r"^(?:Exception encountered when calling layer.{0,200}|in user code:|Graph execution error:"
        r"|\d{1,3} root error\(s\) found\.?)$",
        "in user code:",
        "user code is fine",
    ),
    _wrapper(
        "compilation_at",
        "at ",
        r"^at \d{1,6}:\d{1,6}:$",
        "at 34:46:",
        "at 3 o'clock: x",
    ),
    _wrapper(
        "backend_compiler",
        "backend",
        r"backend=.{1,60} raised:?$|BackendCompilerFailed",
        "backend='inductor' raised:",
        "the backend raised the bar",
    ),
    _wrapper(
        "nccl_unhandled",
        "unhandled",
        r"unhandled (?:system|cuda) error",
        "NCCL error: unhandled system error (run with NCCL_DEBUG=INFO for details)",
        "an unhandled exception",
    ),
    _wrapper(
        "load_failed",
        "failed to|unable to|newllama|error loading",
        r"[Ff]ailed to (?:load (?:the |llama |draft )?model\b(?!.*(?:memory|shape|expected))"
        r"|start the model)|unable to (?:load|init) model|NewLlamaServer failed"
        r"|Error loading model: Failed",
        "llama_model_load_from_file: failed to load model",
        "failed to load the tokenizer",
    ),
    _wrapper(
        "deserialize_failed",
        "deserialization",
        r"Engine deserialization failed",
        "4: [runtime.cpp::deserializeCudaEngine::50] Error Code 4: Internal Error (Engine "
        "deserialization failed.)",
        "the engine is serial",
    ),
    _wrapper(
        "device_could_not",
        "err|acl api",
        r"^ERR\d{5} |call acl api failed",
        "ERR01100 OPS call acl api failed.",
        "ERR is short",
    ),
    _after(
        "gloo_closed",
        "gloo|connection closed",
        r"gloo.{0,120}(?:[Cc]onnection (?:closed|reset)|Read error|Timed out waiting)"
        r"|Connection closed by peer|Connection closed by remote peer",
        "[../third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer [10.0.0.2]:1234",
        "the gloo backend",
    ),
    _after(
        "sigquit",
        "sig|killing|child failed",
        r"Received sigquit|SIGQUIT received|sigkill_handler|Killing (?:all |local )?(?:vLLM )?(?:sub"
        r"|worker )?process|Killing subprocess|It usually means the child failed",
        "Received sigquit from a child process. It usually means the child failed.",
        "sigquit is a signal",
    ),
    _after(
        "exit_status",
        "exit|calledprocess|returned|app crashed|make",
        r"exit(?:ed)?(?: with)? (?:status|code|return code) ?[:=]? ?[1-9]|returned non-zero exit status"
        r"|CalledProcessError|Process completed with exit code|\bld returned 1\b"
        r"|app crashed|make: \*\*\*|exits with return code",
        "subprocess.CalledProcessError: Command '['python', 'train.py']' returned non-zero exit status 1.",
        "exit code 0",
    ),
    _after(
        "pipe",
        "eof when|pipe|connection|processpool|serverdisc",
        r"EOF when reading a line|BrokenPipeError|ConnectionResetError|Broken pipe"
        r"|Connection reset by peer|BrokenProcessPool|ServerDisconnected",
        "BrokenPipeError: [Errno 32] Broken pipe",
        "a pipe",
    ),
    _after(
        "shutdown",
        "shutdown|destroy_process|leaked|ignored in|abort|sig|never retrieved|keyboardint|cancelled|unclosed",
        r"at interpreter shutdown|destroy_process_group\(\) was not called|leaked (?:shared_memory"
        r"|semaphore) objects|Exception ignored in|^Aborted|SIGABRT|SIGTERM"
        r"|Task exception was never retrieved|KeyboardInterrupt|asyncio\.(?:exceptions\.)?CancelledError"
        r"|unclosed (?:client|connection)",
        "Fatal Python error: _enter_buffered_busy: could not acquire lock for <x> at interpreter "
        "shutdown, possibly due to daemon threads",
        "the shutdown button",
    ),
    _after(
        "http_status",
        'internal server|"get|"post|"put|bad request',
        r"(?:\b500 Internal Server Error|\"(?:GET|POST|PUT) [^\"]{1,300}\" \d{3}|^Internal Server Error$"
        r"|\b400 Bad Request$)",
        'INFO:     192.0.2.10:41950 - "POST /v1/completions HTTP/1.1" 500 Internal Server Error',
        "500 servers",
    ),
    _after(
        "terminate",
        "terminate called",
        r"terminate called after throwing an instance of '(?P<type>[^']{1,120})'",
        "terminate called after throwing an instance of 'c10::Error'",
        "the call was terminated",
    ),
    _after(
        "fallback",
        "falling back|using default|deprecat|futurewarn|will be avail|not tested|recommend",
        r"[Ff]alling back|[Uu]sing default|deprecated|DeprecationWarning|FutureWarning"
        r"|will be available in future|is not tested|recommend(?:ed)? to",
        "--additional-config is not supported by the V1 Engine. Falling back to V0.",
        "a fall",
        untyped=True,
    ),
)


_HINTED = {
    hint: tuple(at for at, row in enumerate(WRAPPERS) if hint in row.hints)
    for hint in dict.fromkeys(hint for row in WRAPPERS for hint in row.hints)
}


def wrapper_of(type_name: str | None, message: str) -> WrapperRow | None:
    """The row that says this error only reports, or follows from, another one."""
    first = message.partition("\n")[0]
    texts = (f"{type_name}: {first}", first) if type_name else (first,)
    lower = texts[0].lower()
    rows = {row for hint in [hint for hint in _HINTED if hint in lower] for row in _HINTED[hint]}
    for at in sorted(rows):
        row = WRAPPERS[at]
        if not (row.untyped and type_name) and any(row.pattern.search(text) for text in texts):
            return row
    return None
