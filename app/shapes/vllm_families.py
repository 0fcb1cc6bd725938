"""vLLM."""

from __future__ import annotations

from app.shapes.comparisons import Equal
from app.shapes.family import FamilyRow, actual, asked, capacity, expected, given, limit, model
from app.shapes.limits import AtLeast, AtMost, NoNumbers
from app.shapes.memory import Memory, Share, Steady

VLLM: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="vllm.kv-head-dim",
        requirement="requires.kv-layout",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Equal("want", "got"),
        reads=("Expected packed {...} head dim {want}, got {got}", "cache head dim {want}, got {got}"),
        sample="Expected packed SM120 DSV4 swa_kv_cache head dim 584, got 512",
        near_miss="Expected packed SM120 DSV4 swa_kv_cache",
    ),
    FamilyRow(
        id="vllm.max-length-tokens",
        requirement="requires.kv-tokens",
        requires="length <= tokens",
        sides=(asked("length"), capacity("tokens")),
        solver=AtMost("length", "tokens"),
        reads=(
            "max seq len ({length}) is larger than the maximum number of tokens that can be stored in KV "
            "cache ({tokens})",
        ),
        sample="The model's max seq len (131072) is larger than the maximum number of tokens that can be "
        "stored in KV cache (39024). Try increasing `gpu_memory_utilization` or decreasing `max_model_len`.",
        near_miss="The model's max seq len (131072) is larger than the limit",
    ),
    FamilyRow(
        id="vllm.max-length-memory",
        requirement="requires.kv-memory",
        requires="need <= have",
        sides=(asked("need"), capacity("have")),
        solver=Memory("need", "have"),
        reads=(
            "max seq len ({length}), ({need:size} KV cache is needed, which is larger than the available KV "
            "cache memory ({have:size}){...}estimated maximum model length is {estimate}",
            "max seq len ({length}), ({need:size} KV cache is needed, which is larger than the available KV "
            "cache memory ({have:size})",
            "max seq len ({length}), {need:size} KV cache is needed, which is larger than the available KV "
            "cache memory ({have:size})",
        ),
        sample="To serve at least one request with the models's max seq len (1048576), (24.00 GiB KV cache "
        "is needed, which is larger than the available KV cache memory (9.97 GiB). Try increasing "
        "`gpu_memory_utilization`.",
        near_miss="To serve at least one request with the models's max seq len (1048576)",
    ),
    FamilyRow(
        id="vllm.max-length-cut",
        requirement="requires.kv-memory",
        requires="",
        sides=(asked("length"),),
        solver=NoNumbers(),
        reads=(
            "To serve at least one request with the model's max seq len ({length}), ({need:size} KV cach",
        ),
        sample="To serve at least one request with the model's max seq len (100000), (4.26 GiB KV cach",
        near_miss="To serve at least one request",
    ),
    FamilyRow(
        id="vllm.no-cache-blocks",
        requirement="requires.kv-blocks",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("No available memory for the cache blocks",),
        sample="No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when "
        "initializing the engine.",
        near_miss="No available memory",
    ),
    FamilyRow(
        id="vllm.free-memory",
        requirement="requires.memory-share",
        requires="",
        sides=(asked("want"), actual("free_bytes"), capacity("total")),
        solver=Share("free", "total", "want", "share"),
        reads=(
            "Free memory on device ({free:float}/{total:size}) on startup is less than desired GPU memory "
            "utilization ({share:float}, {want:size})",
            "Free memory on device {...} ({free:float}/{total:size}) on startup is less than desired GPU "
            "memory utilization ({share:float}, {want:size})",
        ),
        sample="Free memory on device (31.44/47.38 GiB) on startup is less than desired GPU memory "
        "utilization (0.95, 45.01 GiB). Decrease GPU memory utilization or reduce GPU memory used by other "
        "processes.",
        near_miss="Free memory on device (31.44/47.38 GiB)",
    ),
    FamilyRow(
        id="vllm.profiling",
        requirement="requires.steady-memory",
        requires="now <= before",
        sides=(actual("now"), expected("before")),
        solver=Steady("before", "now"),
        reads=(
            "Error in memory profiling. Initial free memory {before:size}, current free memory {now:size}",
        ),
        sample="Error in memory profiling. Initial free memory 82.94 GiB, current free memory 90.17 GiB. "
        "This happens when other processes sharing the same container release GPU memory.",
        near_miss="Error in memory profiling.",
    ),
    FamilyRow(
        id="vllm.world-size",
        requirement="requires.devices",
        requires="want <= have",
        sides=(
            asked("want"),
            capacity("have"),
        ),
        solver=AtMost("want", "have"),
        reads=("World size ({want}) is larger than the number of available GPUs ({have})",),
        sample="World size (4) is larger than the number of available GPUs (2) in this node.",
        near_miss="World size (4)",
    ),
    FamilyRow(
        id="vllm.batched-tokens",
        requirement="requires.batched-tokens",
        requires="have >= want",
        sides=(
            asked("have"),
            expected("want"),
        ),
        solver=AtLeast("have", "want"),
        reads=(
            "max_num_batched_tokens ({have}) is smaller than max_model_len ({want})",
            "max_num_batched_tokens ({have}) must be greater than or equal to max_num_seqs ({want})",
        ),
        sample="max_num_batched_tokens (2048) is smaller than max_model_len (4096). This effectively limits "
        "the maximum sequence length.",
        near_miss="max_num_batched_tokens (2048)",
    ),
    FamilyRow(
        id="vllm.lora-rank",
        requirement="requires.lora-rank",
        requires="rank <= most",
        sides=(
            given("rank"),
            limit("most"),
        ),
        solver=AtMost("rank", "most"),
        reads=("LoRA rank {rank} is greater than max_lora_rank {most}",),
        sample="LoRA rank 64 is greater than max_lora_rank 16.",
        near_miss="LoRA rank 64",
    ),
    FamilyRow(
        id="vllm.page-size",
        requirement="requires.page-size",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "The page size of the layer is not divisible by the maximum page size",
            "unify_kv_cache_spec_page_size",
        ),
        sample="The page size of the layer is not divisible by the maximum page size. Cannot unify by "
        "adjusting block_size.",
        near_miss="The page size of the layer is too large",
    ),
    FamilyRow(
        id="vllm.placeholders",
        requirement="requires.placeholders",
        requires="tokens == places",
        sides=(given("tokens"), expected("places")),
        solver=Equal("tokens", "places"),
        reads=(
            "Attempted to assign {...} = {tokens} multimodal tokens to {places} placeholders",
            "Attempted to assign {tokens} multimodal tokens to {places} placeholders",
            "Attempted to assign {...} = {tokens} image tokens to {places} placeholders",
        ),
        sample="Attempted to assign 7 x 256 = 1792 multimodal tokens to 506 placeholders",
        near_miss="Attempted to assign multimodal tokens",
    ),
    FamilyRow(
        id="vllm.kv-transfer",
        requirement="requires.kv-transfer",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "KV layer cache must be of shape [2, N, local_kv_heads*tp_ratio, page_size, head_dim]",
            "worker KV layer cache must be of shape",
        ),
        sample="Remote P worker KV layer cache must be of shape [2, N, local_kv_heads*tp_ratio, page_size, "
        "head_dim] and same dtype.",
        near_miss="Remote P worker KV layer cache is missing",
    ),
    FamilyRow(
        id="moe.hidden-size",
        requirement="requires.matmul",
        requires="hidden == weight",
        sides=(given("hidden"), model("weight")),
        solver=Equal("hidden", "weight"),
        reads=("Hidden size mismatch {hidden} != {weight}",),
        sample="Hidden size mismatch 4096 != 4224",
        near_miss="Hidden size mismatch",
    ),
    FamilyRow(
        id="vllm.weight-assert",
        requirement="requires.checkpoint",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "assert param_data.shape == loaded_weight.shape",
            "assert param.size() == loaded_weight.size()",
            "assert loaded_weight.shape[output_dim] == self.org_vocab_size",
            "Attempted to load weight ({*checkpoint}) into parameter ({*model})",
            "Attempted to load weight ([{*checkpoint}]) into parameter ([{*model}])",
        ),
        sample="assert param_data.shape == loaded_weight.shape",
        near_miss="assert loaded_weight is not None",
    ),
)
