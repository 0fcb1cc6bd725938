"""Words that mean one thing in this field: who types one of a row also finds the others, in both
languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.text.tokens import Term, terms

SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("显存", "vram", "gpu memory", "device memory"),
    ("oom", "out of memory", "显存不足", "显存溢出", "爆显存"),
    ("内存不足", "out of memory"),
    ("键值缓存", "键值", "kv cache", "kv 缓存", "kvcache"),
    ("张量并行", "tensor parallel", "tensor parallelism"),
    ("流水线并行", "pipeline parallel", "pipeline parallelism"),
    ("数据并行", "data parallel", "data parallelism"),
    ("专家并行", "expert parallel", "expert parallelism"),
    ("注意力头", "attention heads"),
    ("形状不匹配", "尺寸不匹配", "shape mismatch", "size mismatch"),
    ("维度", "dimension", "dimensions"),
    ("量化", "quantization", "quantized", "quantize"),
    ("检查点", "checkpoint", "ckpt"),
    ("权重", "weights"),
    ("词表", "vocab", "vocabulary"),
    ("分词器", "tokenizer"),
    ("微调", "fine-tuning", "finetuning", "finetune"),
    ("推理", "inference"),
    ("训练", "training"),
    ("批大小", "batch size"),
    ("上下文长度", "context length", "max_model_len"),
    ("卡住", "卡死", "hang", "hangs", "deadlock"),
    ("超时", "timeout", "timed out"),
    ("驱动", "driver"),
    ("多卡", "multi-gpu", "multiple gpus"),
    ("显卡", "gpu"),
    ("混合专家", "moe", "mixture of experts"),
)
"""One row a meaning, its phrases in lower case. A phrase may stand in several rows."""


def _by_words() -> Mapping[tuple[str, ...], tuple[Term, ...]]:
    found: dict[tuple[str, ...], dict[Term, None]] = {}
    for row in SYNONYMS:
        phrases = [terms(f'"{phrase}"')[0] for phrase in row]
        for phrase in phrases:
            others = (other for other in phrases if other.words != phrase.words)
            found.setdefault(phrase.words, {}).update(dict.fromkeys(others))
    return {words: tuple(others) for words, others in found.items()}


_OTHERS = _by_words()


def widened(wanted: tuple[Term, ...]) -> tuple[Term, ...]:
    """`wanted` with, for each term that is a phrase of a row, the other phrases of the row as
    alternatives."""
    return tuple(
        term
        if term.excluded or term.prefix
        else replace(term, others=(*term.others, *_OTHERS.get(term.words, ())))
        for term in wanted
    )
