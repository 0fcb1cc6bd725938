"""The sentences: one row per message id that the pure layers may say, in English with named fields.

Chinese is gettext's translation of that English (`locales/zh/LC_MESSAGES/phrases.po`). A field may carry a
format: `{free:bytes}` 1.5 GiB, `{shape:dims}` [32, 64, 576], `{share:percent}` 93 %.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from app.catalogues import LANGUAGES, load_catalogue
from app.phrase import Phrase

DOMAIN = "phrases"
OTHER_VERSION = "words.other_version"


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that can be said."""

    id: str
    english: str


def N_(text: str) -> str:  # noqa: N802  (gettext's own name for "extract this, translate it later")
    """Marks a sentence for extraction."""
    return text


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """A sentence cut at its fields once: the text before a field, the field, its format. `string.Formatter` reads
    it anew for each of the twenty phrases of an answer."""
    return tuple((literal, field, spec or "") for literal, field, spec, _ in string.Formatter().parse(text))


def _filled(text: str, values: Mapping[str, Any]) -> str:
    """The sentence with its values. Raises KeyError for a field without one."""
    return "".join(
        literal if field is None else literal + _shown(values[field], spec)
        for literal, field, spec in _pieces(text)
    )


def _shown(value: Any, spec: str) -> str:
    """A value as readers of logs write it."""
    match spec:
        case "bytes":
            return human_bytes(value)
        case "dims":
            return "[" + ", ".join(str(dim) for dim in value) + "]"
        case "percent":
            return f"{value * 100:.0f} %"
    if isinstance(value, tuple):
        return ", ".join(str(part) for part in value)
    if isinstance(value, float) and not spec:
        return f"{value:.4g}"
    return format(value, spec)


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

    def say(self, phrase: Phrase, language: str) -> str:
        """The sentence for `phrase` in `language` (English for a language not spoken).

        Last answers are kept over restarts, so one may have been said by a program with other rows than this one's:
        it is named as such. (That this program's own phrases have rows and fields is for the tests.)
        """
        try:
            return _filled(self._text(phrase.id, language), phrase.values)
        except KeyError:
            return _filled(self._text(OTHER_VERSION, language), {"id": phrase.id})

    def _text(self, identifier: str, language: str) -> str:
        english = self._english[identifier]
        translation = self._translations.get(language)
        return translation.gettext(english) if translation else english


def load_words(locales: Path) -> Words:
    """The speaker of both languages, read from the catalogues under `locales`."""
    return Words({language: load_catalogue(locales, language, DOMAIN) for language in LANGUAGES})


ROWS: tuple[Row, ...] = (
    Row(OTHER_VERSION, N_("Said by another version of Faultbook: {id}")),
    # shapes
    Row(
        "requires.alignment",
        N_("The kernel works on whole tiles: that size must be a multiple of the given number"),
    ),
    Row("requires.allocated", N_("The tensor's storage must have been allocated before a kernel reads it")),
    Row("requires.allocation", N_("The requested block must fit into the free memory of the device")),
    Row(
        "requires.assign",
        N_("The value must have the shape of the place it is written to, or be stretchable (1) to it"),
    ),
    Row("requires.attention-batch", N_("Query, key and value must have the same batch size")),
    Row(
        "requires.attention-mask",
        N_(
            "The attention mask must have the shape (batch, 1 or heads, queries, keys) that the attention computes"
        ),
    ),
    Row("requires.axis", N_("The axis must exist: it must lie between -rank and rank - 1")),
    Row("requires.batch", N_("The model's output and the targets must have the same number of rows")),
    Row(
        "requires.bmm",
        N_("A batched product needs the same batch and matching inner dimensions on both sides"),
    ),
    Row(
        "requires.broadcast",
        N_("Aligned at the last dimension, the two shapes must be equal or 1 in every dimension"),
    ),
    Row(
        "requires.bytes",
        N_("Rows and columns of the packed weight must be a multiple of 32 bytes on every GPU"),
    ),
    Row(
        "requires.carry", N_("A loop must return its carry with the same shapes and dtypes that it received")
    ),
    Row(
        "requires.channels",
        N_("The channels of the input must be those that the convolution's weight was made for"),
    ),
    Row(
        "requires.checkpoint",
        N_("A stored tensor must have exactly the shape of the parameter it is loaded into"),
    ),
    Row(
        "requires.class-ids",
        N_("The targets must be class numbers, one for each row, not one-hot rows or scores"),
    ),
    Row(
        "requires.class-map",
        N_("The targets must be maps of class numbers with the dimensions (batch, height, width)"),
    ),
    Row("requires.class-range", N_("Every label must lie between 0 and the number of classes - 1")),
    Row("requires.columns", N_("There must be as many names as columns")),
    Row(
        "requires.compatible", N_("The two shapes must have the same rank and agree in every known dimension")
    ),
    Row(
        "requires.concat",
        N_("Joined tensors must agree in every dimension but the one they are joined along"),
    ),
    Row("requires.context", N_("Prompt and answer together must fit into the model's context length")),
    Row("requires.contiguous", N_("A view needs dimensions that lie next to each other in memory")),
    Row(
        "requires.conv-rank",
        N_("A 2-D convolution takes (channels, height, width) with or without a batch in front"),
    ),
    Row("requires.devices", N_("There must be at least as many devices as the computation is mapped over")),
    Row("requires.divisible", N_("The first number must be a multiple of the second")),
    Row("requires.edge-index", N_("Edges must be an integer tensor of the shape [2, number of edges]")),
    Row("requires.einops", N_("The named axes of the pattern must have the sizes that the tensor has")),
    Row("requires.einsum", N_("A letter of an einsum must have the same size in every operand")),
    Row(
        "requires.elementwise", N_("Both tensors must have the same size in this dimension, or one of them 1")
    ),
    Row("requires.equal-dimensions", N_("The two dimensions must be equal")),
    Row(
        "requires.expand",
        N_("Only a dimension of size 1 can be expanded; another one must already have the wanted size"),
    ),
    Row("requires.expand-rank", N_("The wanted shape must have at least as many dimensions as the tensor")),
    Row(
        "requires.features",
        N_("The last dimension of the input must be the number of features that the layer was built for"),
    ),
    Row("requires.fitted-features", N_("The data must have the columns that the estimator was fitted with")),
    Row("requires.gather", N_("Index and source must agree in every dimension but the gathered one")),
    Row("requires.gradient", N_("A gradient must have the shape of the tensor that it belongs to")),
    Row("requires.groups", N_("The channels must be a multiple of the number of groups")),
    Row("requires.head-size", N_("The attention kernel is only compiled for certain head sizes")),
    Row("requires.heads", N_("The number of attention heads must be a multiple of the tensor parallel size")),
    Row("requires.hidden", N_("The hidden state must be (layers x directions, batch, hidden size)")),
    Row("requires.image-size", N_("The image must have the size that the vision tower was built for")),
    Row("requires.in-place", N_("An in-place operation cannot enlarge the tensor that it writes to")),
    Row("requires.head-split", N_("The width must be a multiple of the number of attention heads")),
    Row("requires.query-groups", N_("The query heads must be a multiple of the key/value heads")),
    Row(
        "requires.attention-lengths",
        N_("The sequence lengths must describe exactly the sequences of the batch"),
    ),
    Row(
        "requires.train-batch",
        N_("The batch size must be micro batch x accumulation steps x number of processes"),
    ),
    Row(
        "requires.batched-tokens", N_("One full request must fit into the tokens that are batched in a step")
    ),
    Row("requires.lora-rank", N_("The adapter's rank must not exceed the rank that the server reserves for")),
    Row("requires.stft-window", N_("The analysis window must not be longer than the signal")),
    Row("requires.squeeze", N_("Only a dimension of size 1 can be squeezed")),
    Row("requires.index", N_("Every index must be smaller than the number of rows")),
    Row("requires.index-tensors", N_("Index tensors must be broadcastable to one shape")),
    Row("requires.indices", N_("There may be at most as many indices as dimensions")),
    Row("requires.inputs", N_("The model must be given as many inputs as it has")),
    Row("requires.kernel", N_("The window must not be larger than the padded input")),
    Row(
        "requires.kv-blocks",
        N_("After weights and activations there must be memory left for at least one KV-cache block"),
    ),
    Row(
        "requires.kv-layout",
        N_("The KV cache must have the bytes a token of the packed layout that the kernel reads"),
    ),
    Row(
        "requires.kv-memory",
        N_("The KV cache of one request of the full length must fit into the memory left for it"),
    ),
    Row("requires.kv-tokens", N_("One request of the model's maximum length must fit into the KV cache")),
    Row(
        "requires.kv-transfer",
        N_(
            "Both sides of a KV transfer must have the same layout, with the heads split by the ratio of their TP sizes"
        ),
    ),
    Row("requires.labels", N_("There must be one label for each row of scores")),
    Row("requires.layers", N_("The file must hold as many layers as the model has")),
    Row("requires.mapped-axis", N_("Every mapped argument must have the same size in its mapped axis")),
    Row("requires.mask", N_("A mask must have the shape of what it selects from")),
    Row("requires.matmul", N_("The last dimension of the left matrix must equal the first of the right one")),
    Row(
        "requires.mel",
        N_("The features must have as many mel bins as the model expects (80, or 128 for large-v3)"),
    ),
    Row("requires.mel-length", N_("The features must be padded to the model's number of frames")),
    Row(
        "requires.memory-share",
        N_("The share of memory asked for by gpu_memory_utilization must be free at start-up"),
    ),
    Row("requires.minimum", N_("There must be at least the minimum number of samples")),
    Row("requires.mono", N_("The audio must be one channel: a single dimension")),
    Row("requires.nodes", N_("There must be one row of features for each node")),
    Row("requires.nonempty", N_("The operation needs at least one element")),
    Row("requires.norm-features", N_("The layer's number of features must be the channels of the input")),
    Row("requires.norm-values", N_("In training mode batch norm needs more than one value for each channel")),
    Row(
        "requires.normalised-shape",
        N_("The last dimensions of the input must be the layer's normalised shape"),
    ),
    Row("requires.observation", N_("The observation must have the shape of the observation space")),
    Row("requires.one-element", N_("The tensor must have exactly one element")),
    Row(
        "requires.optimizer-group",
        N_("The saved optimizer state must have the parameters of the optimizer it is loaded into"),
    ),
    Row("requires.output-size", N_("Every dimension of the output must be at least 1")),
    Row("requires.padding", N_("Reflection padding must be smaller than the dimension that it reflects")),
    Row("requires.page-size", N_("The KV-cache pages of all layers must be brought to one size")),
    Row("requires.permute", N_("A permutation must name every dimension once")),
    Row("requires.placeholder", N_("What is fed must have the shape that the placeholder was declared with")),
    Row(
        "requires.placeholders",
        N_("There must be one placeholder token for each feature vector of the media"),
    ),
    Row("requires.position-table", N_("The maximum length must not exceed the model's position table")),
    Row("requires.positive-dimension", N_("A dimension cannot be negative")),
    Row("requires.power-of-two", N_("The range must be a power of two")),
    Row("requires.profile", N_("The shape must lie within an optimization profile of the engine")),
    Row("requires.projector", N_("The projector must give vectors as wide as the text model's embeddings")),
    Row(
        "requires.quant-block",
        N_("The slice of a weight on each GPU must be a multiple of the quantisation block"),
    ),
    Row("requires.rank", N_("The input must have the number of dimensions that is asked for")),
    Row("requires.rectangular", N_("All items must have the same length, else they do not form an array")),
    Row(
        "requires.reshape",
        N_("A reshape keeps the number of elements: the product of the new dimensions must equal it"),
    ),
    Row("requires.reshape-nonempty", N_("With no elements an open dimension (-1) has no answer")),
    Row("requires.rows", N_("The new column must have as many values as the table has rows")),
    Row("requires.same-image", N_("Both images must have the same size and the same number of channels")),
    Row(
        "requires.same-parameters",
        N_("Every process must build the model with the same parameter shapes and strides"),
    ),
    Row("requires.same-rank", N_("Joined tensors must have the same number of dimensions")),
    Row("requires.samples", N_("All inputs must have the same number of samples")),
    Row("requires.shards", N_("The size must be a multiple of the number of shards")),
    Row("requires.shared-memory", N_("A kernel's shared memory must fit into that of one multiprocessor")),
    Row(
        "requires.slice", N_("A slice must end within the dimension: start + length must not exceed its size")
    ),
    Row("requires.split", N_("The parts must add up to the size of the dimension")),
    Row("requires.stack", N_("Stacked items must all have the same shape")),
    Row(
        "requires.static-shape",
        N_("The input must have the shape that was fixed when the model was built or exported"),
    ),
    Row(
        "requires.steady-memory", N_("While the engine measures memory no other process may free or take any")
    ),
    Row("requires.stride", N_("The compiled graph expects the memory layout it was compiled with")),
    Row("requires.table", N_("The values must have the rows and columns that the labels name")),
    Row("requires.target", N_("Targets and outputs must have the same shape")),
    Row(
        "requires.tensors",
        N_("The file must hold the tensors that the loader looks for, no more and no fewer"),
    ),
    Row(
        "requires.tile",
        N_("Each dimension of a tile in a Triton dot must reach the minimum that the hardware multiplies"),
    ),
    Row("requires.topk", N_("k must not be larger than the dimension")),
    Row("requires.unpack", N_("There must be as many values as names")),
    Row("requires.vector", N_("Vectors must have the dimension that the collection was made with")),
    Row("requires.vocabulary", N_("The model must have one row for each token of the tokenizer")),
    Row("requires.warmup", N_("The largest batch allowed must fit into memory during warm-up")),
    Row("requires.weight-matrix", N_("The embedding's weight must be a matrix; an empty placeholder is not")),
    Row("shape.no_numbers", N_("The message gives no numbers to compare")),
    Row(
        "shape.consistent",
        N_("The printed numbers agree with each other: the fault lies in what the message does not print"),
    ),
    Row("shape.equal.differs", N_("{one} against {other}: they differ by {gap}")),
    Row(
        "shape.equal.off_by_one",
        N_("{one} against {other}: exactly one apart, as with one added token, a special row or rounding"),
    ),
    Row(
        "shape.equal.ratio",
        N_(
            "{one} against {other}: one is exactly {ratio} times the other, as with a split over {ratio} parts or packing"
        ),
    ),
    Row("shape.equal.empty", N_("{one} against {other}: one side holds nothing")),
    Row(
        "shape.block.q4",
        N_(
            "{one} against {other}: the ratio 9/16 of bytes to values in 4-bit blocks (Q4_0, Q4_K, NVFP4): packed bytes are read as values"
        ),
    ),
    Row(
        "shape.block.q5",
        N_(
            "{one} against {other}: the ratio 11/16 of bytes to values in 5-bit blocks (Q5_0, Q5_K): packed bytes are read as values"
        ),
    ),
    Row(
        "shape.block.q6",
        N_(
            "{one} against {other}: the ratio 105/128 of bytes to values in 6-bit blocks (Q6_K): packed bytes are read as values"
        ),
    ),
    Row(
        "shape.block.q8",
        N_(
            "{one} against {other}: the ratio 17/16 of bytes to values in 8-bit blocks (Q8_0): packed bytes are read as values"
        ),
    ),
    Row(
        "shape.product.dimension",
        N_("{size} / ({others}) = {needed}: dimension {dim} would have to be {needed}, not {was}"),
    ),
    Row(
        "shape.product.more",
        N_("There are {size} elements, exactly {ratio} times the {product} that {asked:dims} holds"),
    ),
    Row(
        "shape.product.fewer",
        N_("There are {size} elements, exactly 1/{ratio} of the {product} that {asked:dims} holds"),
    ),
    Row(
        "shape.product.indivisible",
        N_("{size} is no multiple of {product}: {quotient} x {product} leaves {rest}"),
    ),
    Row("shape.product.empty", N_("One side is empty: {size} elements against {asked:dims}")),
    Row(
        "shape.inner.packed",
        N_(
            "The right matrix is 1 x {packed}: a packed 4-bit buffer. Its {values} values are a weight of {inner} x {outputs}, used without its quantisation state"
        ),
    ),
    Row(
        "shape.inner.packed_other",
        N_(
            "The right matrix is 1 x {packed}, a packed buffer, but its {values} 4-bit values do not divide by {inner}"
        ),
    ),
    Row(
        "shape.inner.transposed",
        N_("The inner dimensions are {inner} and {rows}; with the right matrix transposed they would agree"),
    ),
    Row(
        "shape.same.empty",
        N_(
            "One side is empty ([0]) where the other holds {elements} elements, as with parameters that are partitioned elsewhere (ZeRO-3)"
        ),
    ),
    Row(
        "shape.same.packed",
        N_(
            "One side is a packed 4-bit buffer: {packed} bytes hold {elements} values, exactly the other side"
        ),
    ),
    Row("shape.same.trailing", N_("The shapes differ only by {extra} trailing dimensions of 1")),
    Row("shape.same.leading", N_("The shapes differ only by {extra} leading dimensions of 1")),
    Row("shape.same.transposed", N_("{one:dims} and {other:dims} are each other transposed")),
    Row(
        "shape.same.reshaped",
        N_("{one:dims} and {other:dims} hold the same {elements} elements in other dimensions"),
    ),
    Row("shape.same.rank", N_("{one:dims} has {rank_one} dimensions, {other:dims} has {rank_other}")),
    Row("shape.same.several", N_("{one:dims} and {other:dims} differ in the dimensions {dims}")),
    Row(
        "shape.broadcast.leading",
        N_("{one:dims} and {other:dims} agree from the front, but broadcasting aligns them at the end"),
    ),
    Row(
        "shape.broadcast.rank", N_("{one:dims} has more dimensions than {other:dims}, which it is written to")
    ),
    Row(
        "shape.rank.missing",
        N_(
            "{got} dimensions where {wanted} are wanted: {difference} missing, often the batch or channel axis"
        ),
    ),
    Row("shape.rank.extra", N_("{got} dimensions where {wanted} are wanted: {difference} too many")),
    Row("shape.rank.only", N_("There are {got} dimensions")),
    Row(
        "shape.ragged",
        N_("The items agree down to {agreed:dims}; from dimension {dim} on their lengths differ"),
    ),
    Row(
        "shape.divides.not",
        N_(
            "{number} / {by} = {quotient}, rest {rest}. Multiples nearby: {below}, {above}; {number} divides by {divisors}"
        ),
    ),
    Row(
        "shape.divides.smaller",
        N_("{number} is smaller than {by}: no part would be left whole. {number} divides by {divisors}"),
    ),
    Row("shape.sum", N_("The parts add up to {sum}, the total is {total}: {missing} missing")),
    Row("shape.slice.over", N_("The slice ends at {end}, the dimension at {size}: {over} too far")),
    Row("shape.slice.ratio", N_("The slice ends at {end}, exactly {ratio} times the dimension of {size}")),
    Row("shape.slice.empty", N_("{length} rows are wanted of a tensor that holds none")),
    Row("shape.power_of_two", N_("{number} is no power of two; the nearest are {below} and {above}")),
    Row("shape.at_most", N_("{number} exceeds {bound} by {over}")),
    Row("shape.at_least", N_("{number} falls short of {bound} by {missing}")),
    Row(
        "shape.index.one_past",
        N_("Index {index} is the first one past a dimension of {size}: it would need {needed} rows"),
    ),
    Row(
        "shape.index.outside",
        N_("Index {index} lies outside a dimension of {size}: it would need {needed} rows"),
    ),
    Row(
        "shape.fits",
        N_("In dimension {dim} the window of {number} is larger than the input of {bound} by {missing}"),
    ),
    Row("shape.single", N_("{shape:dims} leaves {count} value for each channel")),
    Row(
        "shape.memory.short",
        N_("{need_bytes:bytes} are needed, {have_bytes:bytes} are there: {missing_bytes:bytes} missing"),
    ),
    Row(
        "shape.memory.share",
        N_(
            "{wanted_bytes:bytes} of {total_bytes:bytes} are asked for and {free_bytes:bytes} are free: others hold {others_bytes:bytes}. A share of {largest_share} would fit now"
        ),
    ),
    Row(
        "shape.memory.grew",
        N_(
            "Free memory grew from {before_bytes:bytes} to {now_bytes:bytes} meanwhile: another process freed {grown_bytes:bytes}"
        ),
    ),
    Row(
        "shape.allocation.held",
        N_(
            "{others_bytes:bytes} of the {total_bytes:bytes} allowed are held outside this process's allocator"
        ),
    ),
    Row(
        "shape.allocation.never",
        N_("{tried_bytes:bytes} in one piece is more than the whole device has ({total_bytes:bytes})"),
    ),
    Row(
        "shape.allocation.others",
        N_(
            "{others_bytes:bytes} of {total_bytes:bytes} are held outside this process's allocator; {tried_bytes:bytes} were wanted"
        ),
    ),
    Row(
        "shape.allocation.fragmented",
        N_(
            "{unallocated_bytes:bytes} are reserved but not allocated, enough for the {tried_bytes:bytes} wanted: the memory is fragmented"
        ),
    ),
    Row(
        "shape.allocation.full",
        N_(
            "{tried_bytes:bytes} are wanted, {free_bytes:bytes} of {total_bytes:bytes} are free: {missing_bytes:bytes} missing"
        ),
    ),
    Row(
        "shape.allocation.full_only",
        N_("{tried_bytes:bytes} do not fit into what is left of {total_bytes:bytes}"),
    ),
    Row("contradiction.no_multiple", N_("{actual} is no multiple of {factors}")),
    Row("contradiction.quotient", N_("{actual} / ({factors}) = {quotient}, not {wanted}")),
    Row("contradiction.unequal", N_("{expression} is {expected}, the message says {actual}")),
    Row("contradiction.unsolvable", N_("No whole number {name} makes {expression} equal {actual}")),
    Row("contradiction.same", N_("{name} is {first} in one place and {second} in another")),
    Row("contradiction.where", N_("{expression} does not hold: {numbers}")),
    Row("contradiction.type", N_("The exception is {actual}, not {expected}")),
    Row("role.asked", N_("asked for")),
    Row("role.actual", N_("actual")),
    Row("role.left", N_("left")),
    Row("role.right", N_("right")),
    Row("role.checkpoint", N_("checkpoint")),
    Row("role.model", N_("model")),
    Row("role.expected", N_("expected")),
    Row("role.given", N_("given")),
    Row("role.capacity", N_("capacity")),
    Row("role.limit", N_("limit")),
    Row("layout.mla-head", N_("MLA head in the KV cache: 512 latent + 64 rope values")),
    Row("layout.fp8-ds-mla", N_("fp8_ds_mla bytes a token: 512 fp8 + 16 scale bytes + 128 bf16 rope bytes")),
    Row(
        "layout.fp8-ds-mla-v4",
        N_("fp8_ds_mla bytes a token of DeepSeek V4: 448 fp8 + 128 bf16 rope bytes + 8 scale bytes"),
    ),
    Row("layout.fp8-ds-mla-v41", N_("Bytes a token of DeepSeek V4.1: 512 fp8 + 16 scale bytes")),
    Row(
        "layout.nvfp4-ds-mla",
        N_("nvfp4_ds_mla bytes a token: 256 packed 4-bit + 64 fp8 rope + 32 scale bytes"),
    ),
    Row("layout.mla-latent", N_("MLA latent (kv_lora_rank) without rope")),
    Row("layout.dsa-indexer", N_("Key of the sparse-attention indexer: 128 fp8 + 4 scale bytes a token")),
    Row("layout.mla-and-indexer-fp8", N_("MLA (576) and indexer (132) bytes a token together, fp8 cache")),
    Row(
        "layout.mla-and-indexer-bf16",
        N_("MLA (2 x 576) and indexer (132) bytes a token together, bf16 cache"),
    ),
    Row("layout.unet-first", N_("First block of the Stable Diffusion UNet")),
    Row("layout.clip-l", N_("CLIP ViT-L text width (Stable Diffusion 1.x)")),
    Row(
        "layout.openclip-h",
        N_("OpenCLIP ViT-H text width (Stable Diffusion 2.x); also the ViT-L vision width"),
    ),
    Row(
        "layout.openclip-g",
        N_("OpenCLIP bigG text width (second encoder of SDXL); also the ViT-H vision width"),
    ),
    Row("layout.vision-g", N_("OpenCLIP bigG vision width")),
    Row("layout.sdxl-context", N_("SDXL text conditioning: 768 + 1280")),
    Row("layout.sdxl-pooled", N_("SDXL pooled conditioning: 1280 + 6 x 256 sizes")),
    Row(
        "layout.t5-xxl", N_("T5-XXL text encoder (FLUX, SD3); also the hidden size of many 7B and 8B models")
    ),
    Row("layout.gemma2-2b", N_("Hidden size of Gemma 2 2B")),
    Row("layout.gemma3-4b", N_("Hidden size of Gemma 3 4B")),
    Row("layout.qwen25-vl-7b", N_("Hidden size of Qwen2.5-VL 7B")),
    Row("layout.clip-tokens", N_("Tokens of a CLIP prompt")),
    Row("layout.vgg-flatten", N_("VGG features of a 224 x 224 image: 512 x 7 x 7")),
    Row("layout.llama-vocabulary", N_("LLaMA and LLaMA 2 vocabulary")),
    Row("layout.llama-pad", N_("LLaMA vocabulary and one added token (v0 Vicuna deltas, padding)")),
    Row("layout.llava-tokens", N_("LLaMA vocabulary and three image tokens (LLaVA)")),
    Row("layout.t5-padded", N_("T5 vocabulary, padded")),
    Row("layout.gpt2-vocabulary", N_("GPT-2 vocabulary")),
    Row("layout.roberta-vocabulary", N_("RoBERTa and BART vocabulary")),
    Row("layout.gptj-padded", N_("GPT-J vocabulary, padded")),
    Row("layout.bert-vocabulary", N_("BERT vocabulary (uncased)")),
    Row("layout.qwen-padded", N_("Qwen2.5 vocabulary, padded (smaller models)")),
    Row("layout.qwen-padded-7b", N_("Qwen2.5 vocabulary, padded (7B and larger)")),
    Row("layout.vit-b32", N_("ViT-B/32 at 224: 7 x 7 patches + class token")),
    Row("layout.vit-b16", N_("ViT-B/16 at 224: 14 x 14 patches + class token")),
    Row("layout.vit-l14", N_("Patch size 14 at 224: 16 x 16 patches + class token")),
    Row("layout.vit-l14-336", N_("Patch size 14 at 336: 24 x 24 patches + class token")),
    Row("layout.patches-336", N_("Patch size 14 at 336: 24 x 24 patches")),
    Row("layout.patches-224", N_("Patch size 14 at 224: 16 x 16 patches")),
    Row("layout.bert-positions", N_("Positions of BERT and its kin")),
    Row("layout.gpt2-positions", N_("Positions of GPT-2")),
    Row("layout.block-table", N_("Captured block table: 8192 tokens / 16")),
    Row("layout.gray", N_("One channel: grayscale")),
    Row("layout.rgb", N_("Three channels: RGB")),
    Row("layout.rgba-or-latent", N_("Four channels: RGBA, or the latent of Stable Diffusion")),
    Row("layout.inpainting", N_("Inpainting UNet: 4 latent + 1 mask + 4 masked latent")),
    Row("layout.mel-80", N_("Mel bins of Whisper up to large-v2")),
    Row("layout.mel-128", N_("Mel bins of Whisper large-v3")),
    Row("layout.mel-frames", N_("Frames of a 30-second Whisper window")),
    Row("layout.yolo-coco", N_("YOLO head for COCO: 3 x (80 + 5)")),
    Row("layout.yolo-coco-anchor", N_("YOLO outputs for one anchor with COCO: 80 + 5")),
    Row("layout.yolo-voc", N_("YOLO head for VOC: 3 x (20 + 5)")),
    Row("layout.yolo-one-class", N_("YOLO head for one class: 3 x (1 + 5)")),
    Row("layout.coco-background", N_("COCO classes and background")),
    Row("layout.coco", N_("COCO classes")),
    Row("layout.imagenet", N_("ImageNet classes")),
    Row(
        "layout.fp8-block", N_("Block of block-wise FP8 weights (128 x 128), also the usual 4-bit group size")
    ),
    Row("layout.minilm", N_("all-MiniLM-L6-v2, Chroma's default embedding model")),
    Row("layout.vector-768", N_("Embedding models of BERT-base size")),
    Row("layout.openai-small", N_("OpenAI ada-002 and text-embedding-3-small")),
    Row("layout.openai-large", N_("OpenAI text-embedding-3-large")),
    # reports
    Row(
        "report.hint.empty",
        N_(
            "Nothing was pasted. Paste the traceback, or the last 50 lines of the log before the process died."
        ),
    ),
    Row(
        "report.hint.prose",
        N_(
            "This reads like a description, not like an error. Paste the lines the program printed: the traceback, the line with the error type, and about 20 lines above it."
        ),
    ),
    Row(
        "report.hint.environment",
        N_(
            "This is the environment; no error is in it. Read from it: {read}. Paste it again with what the program printed when it failed: the traceback or the line with the error type, and about 20 lines above it."
        ),
    ),
    Row(
        "report.hint.frames",
        N_(
            "The stack is here, its error message is not. Paste a few more lines: the message follows right under the last frame."
        ),
    ),
    # matching
    Row("evidence.signature_exact", N_("The signature `{pattern}` fits and its numbers agree: {values}")),
    Row("evidence.signature_placed", N_("The trace or another line shows what the signature asks for")),
    Row("evidence.signature_plain", N_("The signature `{pattern}` fits")),
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
    Row("triage.title", N_("Faultbook triage")),
    Row("triage.logs", N_("{count} logs")),
    Row("triage.match", N_("match")),
    Row("triage.maybe", N_("maybe")),
    Row("triage.none", N_("none")),
    Row("triage.unreadable", N_("unreadable")),
    Row("triage.known", N_("Known")),
    Row("triage.unknown", N_("Not covered")),
    Row("triage.unread", N_("Not read")),
    Row("triage.may_be", N_("May be:")),
    Row("triage.files", N_("files")),
    Row("triage.more", N_("and {count} more")),
    Row("triage.no_error", N_("no error found")),
    Row("triage.killed", N_("the process that read it was killed")),
    Row("triage.not_regular", N_("not a regular file")),
    Row("triage.made_from", N_("index {index}, algorithm {algorithm}")),
    Row("evidence.frames", N_("Functions of the stack trace that the article knows: {frames}")),
    Row("evidence.same_family", N_("The same kind of message as in its known reports")),
    Row("evidence.other_family", N_("Another kind of message than in its known reports")),
    Row("evidence.title_wording", N_("The title quotes wording like the error's")),
    Row("evidence.paste_prose", N_("The paste as a whole speaks of what the article describes")),
    Row("evidence.later_error", N_("It is not the root cause of the paste that fits")),
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
    Row("live.circuit", N_("{host} failed several times in a row and is left alone for a while")),
    Row("live.refused", N_("The host refuses the request ({status})")),
    Row("live.unexpected", N_("The host answered with {status}, which was not expected")),
    Row(
        "live.version_retired",
        N_("GitHub no longer serves API version {version}; this Faultbook needs an update"),
    ),
    Row("live.not_found_or_private", N_("Not found, or private")),
    Row("live.private", N_("It is there, but closed to Faultbook (private, or barred)")),
    Row("live.no_such_commit", N_("The repository has no such commit")),
    Row("live.deleted", N_("Deleted")),
    Row("live.legal", N_("Not available for legal reasons")),
    Row("live.unknown_forge", N_("This forge is not asked")),
    Row("live.plain_link", N_("A plain link: this site is not asked for a state")),
    Row("live.not_asked_yet", N_("Not asked yet; this is what the article knows")),
    Row("live.off", N_("Asking upstream is turned off; this is what the article knows")),
    Row("live.off_since", N_("Asking upstream is turned off; this is the last answer")),
    Row("live.renamed", N_("The repository is now {name}")),
    Row("live.transferred", N_("The repository moved to another owner: {name}")),
    Row("live.issue_moved", N_("It was moved to {id}")),
    Row("live.planned", N_("Planned for {milestone}")),
    Row("live.closed_unmerged", N_("Closed without merging")),
    Row("live.landed_as", N_("Closed; the change landed as {commit}")),
    Row("live.issue_completed", N_("Closed as completed")),
    Row("live.issue_not_planned", N_("Closed as not planned")),
    Row("live.issue_duplicate", N_("Closed as a duplicate")),
    Row("live.no_merge_commit", N_("Cannot tell which release has it: the merge commit is unknown")),
    Row("live.no_releases", N_("Cannot tell which release has it: the repository publishes no releases")),
    Row(
        "live.many_packages",
        N_("Cannot tell which release has it: the repository releases several packages ({packages})"),
    ),
    Row(
        "live.tag_without_release",
        N_("Cannot tell which release has it: the tag {tag} may have it, but is no release"),
    ),
    Row("live.no_releases_here", N_("The hub has no releases: a fresh download has the change")),
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
        N_("Named in the notes of {version}, not certain: the change was not found in its commits"),
    ),
    Row("live.maybe_picked", N_("Cannot tell: a commit of {version} mentions it and may bring it")),
    Row("live.in_no_release", N_("Merged, in no release yet (newest checked: {newest})")),
    Row("live.no_release_since", N_("Merged; there has been no release since")),
    Row("live.may_be_earlier", N_("It may be in {version} already; that cannot be told")),
    Row("live.newer_lacks", N_("{version} does not have it")),
    Row("live.reverted_by", N_("Taken out again by {id} on {date}")),
    Row("live.reverted_before_release", N_("Taken out again before any release had it")),
    Row("live.how.ancestor", N_("in its history")),
    Row("live.how.cherry-pick", N_("picked onto its branch")),
    Row("live.how.notes", N_("named in the notes, not certain")),
    Row("live.how.known", N_("as the article knows")),
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
    Row("gpu.summary", N_("GPUs found: {count}, available: {free}")),
    Row("gpu.none", N_("No GPU was found")),
    Row("gpu.check_container", N_("In a container, start it with --gpus all")),
    Row("gpu.off", N_("Reading GPUs is turned off")),
    Row("gpu.turn_on", N_("Set FAULTBOOK_GPUS to private or public")),
    Row("gpu.reading", N_("The GPUs are being read")),
    Row("gpu.check_exporter", N_("Check its address in FAULTBOOK_EXPORTERS or FAULTBOOK_PROMETHEUS")),
    Row("gpu.exporter_garbled", N_("The exporter's page is not Prometheus text")),
    Row("gpu.exporter_empty", N_("The exporter names no GPU")),
    Row("gpu.last_xid", N_("Its last Xid is {xid}")),
    Row("gpu.prometheus_error", N_("The Prometheus server cannot answer: {error}")),
    Row("gpu.stale", N_("The last sample is {age} seconds old")),
    Row("gpu.check_sampling", N_("Check that its exporter runs and is scraped")),
    Row("gpu.unwell", N_("The exporter reports it as unhealthy")),
    Row("gpu.look_at_host", N_("Look at the host's own tools")),
    Row("gpu.state.available", N_("available")),
    Row("gpu.state.partly_free", N_("partly free")),
    Row("gpu.state.busy", N_("busy")),
    Row("gpu.state.restricted", N_("restricted")),
    Row("gpu.state.unhealthy", N_("unhealthy")),
    Row("gpu.state.unknown", N_("state unknown")),
    Row("fit.fits", N_("{card} {sm}, {free_gib} GiB free: fits")),
    Row("fit.by_model", N_("{model} ({sm}, {total_gib} GiB): fits by its model")),
    Row("fit.other_vendor", N_("{model} is from {vendor}; this needs {wanted}")),
    Row("fit.too_old", N_("{card}: too old ({sm} < {wanted}, the lowest capability this article names)")),
    Row("fit.too_new", N_("{card}: too new ({sm} > {wanted}, the highest capability this article names)")),
    Row("fit.too_small", N_("{card}: too small ({total_gib} GiB, {wanted_gib} GiB needed)")),
    Row("fit.too_full", N_("{card}: {free_gib} GiB free now, {wanted_gib} GiB needed")),
    Row("fit.busy", N_("{card}: fits, but is busy now")),
    Row("fit.unhealthy", N_("{card}: cannot be used now (unhealthy)")),
    Row("fit.restricted", N_("{card}: cannot be used now (restricted)")),
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
