"""Splitting over GPUs: heads, shards, quantisation blocks, batch sizes, attention kernels."""

from __future__ import annotations

from app.shapes.comparisons import Equal
from app.shapes.family import FamilyRow, actual, asked
from app.shapes.limits import NoNumbers
from app.shapes.products import Divides

PARALLEL: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="parallel.heads",
        requirement="requires.heads",
        requires="heads % by == 0",
        sides=(actual("heads"), asked("by")),
        solver=Divides("heads", "by"),
        reads=(
            "attention heads ({heads}) must be divisible by tensor parallel size ({by})",
            "attention heads ({heads}) must be divisible by the tensor parallel size ({by})",
            "num_heads ({heads}) must be divisible by mp_size ({by})",
            "'num_heads' must be divisible by 'num_shards' (got 'num_heads': {heads} and 'num_shards': {by}",
            "num_heads must be divisible by num_shards (got num_heads: {heads} and num_shards: {by}",
        ),
        sample="Total number of attention heads (28) must be divisible by tensor parallel size (8)",
        near_miss="Total number of attention heads must be divisible by tensor parallel size",
    ),
    FamilyRow(
        id="attention.head-split",
        requirement="requires.head-split",
        requires="size % by == 0",
        sides=(
            actual("size"),
            asked("by"),
        ),
        solver=Divides("size", "by"),
        reads=(
            "must be divisible by num_heads (got 'embed_dim': {size} and 'num_heads': {by}",
            "must be divisible by num_heads (got 'hidden_size': {size} and 'num_heads': {by}",
            "The hidden size ({size}) is not a multiple of the number of attention heads ({by})",
        ),
        sample="`embed_dim` must be divisible by num_heads (got `embed_dim`: 1024 and `num_heads`: 12).",
        near_miss="`embed_dim` must be divisible by num_heads",
    ),
    FamilyRow(
        id="attention.groups",
        requirement="requires.query-groups",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Number of heads in key/value must divide number of heads in query",),
        sample="Number of heads in key/value must divide number of heads in query",
        near_miss="Number of heads in key/value",
    ),
    FamilyRow(
        id="attention.lengths",
        requirement="requires.attention-lengths",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "{name:word} must have shape (batch_size + 1)",
            "{name:word} must have shape (",
        ),
        sample="cu_seqlens_q must have shape (batch_size + 1)",
        near_miss="cu_seqlens_q must be contiguous",
    ),
    FamilyRow(
        id="deepspeed.batch",
        requirement="requires.train-batch",
        requires="total == micro * steps * world",
        sides=(
            asked("total"),
            actual("product"),
        ),
        solver=Equal("total", "product"),
        reads=(
            "micro_batch_per_gpu * gradient_acc_step * world_size {total} != {micro} * {steps} * {world}",
        ),
        sample="Check batch related parameters. train_batch_size is not equal to micro_batch_per_gpu * "
        "gradient_acc_step * world_size 256 != 8 * 4 * 4",
        near_miss="Check batch related parameters.",
        derive=(("product", "micro * steps * world"),),
    ),
    FamilyRow(
        id="megatron.batch",
        requirement="requires.train-batch",
        requires="total % (micro * data) == 0",
        sides=(
            asked("total"),
            actual("product"),
        ),
        solver=Divides("total", "product"),
        reads=(
            "global batch size ({total}) is not divisible by micro batch size ({micro}) times data parallel "
            "size ({data})",
        ),
        sample="global batch size (8) is not divisible by micro batch size (3) times data parallel size (2)",
        near_miss="global batch size (8)",
        derive=(("product", "micro * data"),),
    ),
    FamilyRow(
        id="parallel.shards",
        requirement="requires.shards",
        requires="size % by == 0",
        sides=(actual("size"), asked("by")),
        solver=Divides("size", "by"),
        reads=(
            "The choosen size {size} is not compatible with sharding on {by} shards",
            "The chosen size {size} is not compatible with sharding on {by} shards",
        ),
        sample="The choosen size 50432 is not compatible with sharding on 3 shards",
        near_miss="The choosen size is not compatible",
    ),
    FamilyRow(
        id="quant.block",
        requirement="requires.quant-block",
        requires="size % by == 0",
        sides=(actual("size"), asked("by")),
        solver=Divides("size", "by"),
        reads=(
            "weight = {size} is not divisible by weight quantization block_n = {by}",
            "weight = {size} is not divisible by weight quantization block_k = {by}",
            "Weight output_partition_size = {size} is not divisible by weight quantization block_n = {by}",
            "Weight input_size_per_partition = {size} is not divisible by weight quantization block_k = {by}",
            "Weight input_size_per_partition = {size} is not divisible by min_thread_k = {by}",
            "Weight output_size_per_partition = {size} is not divisible by min_thread_n = {by}",
            "output_size ({size}) not divisible by FP8 block_n={by}",
            "({size}) is not divisible by weight quantization block_n = {by}",
        ),
        sample="Weight input_size_per_partition = 7392 is not divisible by min_thread_k = 128. Consider "
        "reducing tensor_parallel_size or running with --quantization gptq.",
        near_miss="Weight input_size_per_partition = 7392",
    ),
    FamilyRow(
        id="quant.aligned",
        requirement="requires.quant-block",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "is not aligned with the quantized weight shape",
            "size is not aligned with the quantized",
        ),
        sample="The input size is not aligned with the quantized weight shape. This can be caused by too "
        "large tensor parallel size.",
        near_miss="The input size is not aligned",
    ),
    FamilyRow(
        id="quant.bytes",
        requirement="requires.bytes",
        requires="columns % by == 0",
        sides=(actual("rows"), actual("columns")),
        solver=Divides("columns", "by"),
        reads=("must be a multiple of {by}. However, num_rows_bytes = {rows} and num_col_bytes = {columns}",),
        sample="Number of bytes for rows and cols must be a multiple of 32. However, num_rows_bytes = 4096 "
        "and num_col_bytes = 2000.",
        near_miss="Number of bytes for rows and cols must be a multiple of 32.",
    ),
    FamilyRow(
        id="quant.block-bare",
        requirement="requires.quant-block",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "output_partition_size not divisible by block_n",
            "not divisible by weight quantization block",
        ),
        sample="share_expert output_partition_size not divisible by block_n",
        near_miss="share_expert output_partition_size is 80",
    ),
    FamilyRow(
        id="attention.head-size",
        requirement="requires.head-size",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "Only support head size 64, 128, and 256",
            "FlashAttention only supports head dimension at most {_}",
            "Head size {size} is not supported by",
            "head_size {size} is not supported by",
        ),
        sample="RuntimeError: Only support head size 64, 128, and 256 for now",
        near_miss="Only support head first layouts",
    ),
    FamilyRow(
        id="ascend.matmul",
        requirement="requires.matmul",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("The k-axis of the two inputs are different",),
        sample="AclNN_Parameter_Error(EZ1001): The k-axis of the two inputs are different.",
        near_miss="AclNN_Parameter_Error(EZ1001)",
    ),
)
