"""Numbers that the field knows: layouts, widths, vocabularies and token counts, each with its public source.

A number is only told for the families in which it means that: 576 is an MLA head in a reshape and a count of
image patches among placeholders.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.shapes.model import KnownNumber

_SPARSE_MLA = "vllm-project/vllm:vllm/v1/attention/backends/mla/flashmla_sparse.py"
_COMFY = "Comfy-Org/ComfyUI:comfy/supported_models.py"
_COMFY_TEXT = "Comfy-Org/ComfyUI:comfy/text_encoders/llama.py"
_CLIP_L = "Comfy-Org/ComfyUI:comfy/sd1_clip_config.json"
_CLIP_H = "Comfy-Org/ComfyUI:comfy/text_encoders/sd2_clip_config.json"
_CLIP_G = "Comfy-Org/ComfyUI:comfy/clip_config_bigg.json"
_VISION_L = "Comfy-Org/ComfyUI:comfy/clip_vision_config_vitl.json"
_VISION_L336 = "Comfy-Org/ComfyUI:comfy/clip_vision_config_vitl_336.json"
_VISION_H = "Comfy-Org/ComfyUI:comfy/clip_vision_config_h.json"
_VISION_G = "Comfy-Org/ComfyUI:comfy/clip_vision_config_g.json"
_INPAINT = (
    "huggingface/diffusers:src/diffusers/pipelines/stable_diffusion/pipeline_stable_diffusion_inpaint.py"
)
_CONFIG = "huggingface/transformers:src/transformers/models/{0}/configuration_{0}.py"
_YOLO = "ultralytics/yolov5:models/yolo.py"
_PILLOW = "https://pillow.readthedocs.io/en/stable/handbook/concepts.html"
_OPENAI = "https://developers.openai.com/api/docs/guides/embeddings"

_VIEW = ("torch.view", "numpy.reshape", "jax.reshape", "onnx.reshape")
_CACHE = (*_VIEW, "vllm.kv-head-dim", "torch.state-dict", "torch.elementwise")
_WIDTH = (
    "torch.matmul",
    "torch.elementwise",
    "torch.cat",
    "torch.state-dict",
    "torch.expand",
    "torch.layer-norm",
    "transformers.set-tensor",
    "numpy.dot",
)
_TEXT_WIDTH = ("torch.matmul", "torch.layer-norm")
_ROWS = ("torch.state-dict", "torch.elementwise", "torch.index-range", "transformers.set-tensor", "gguf.")
_TOKENS = (
    "torch.elementwise",
    "torch.state-dict",
    "transformers.set-tensor",
    "torch.attention-mask",
    "onnx.",
)
_IMAGE_TOKENS = ("torch.index-assign", "transformers.image-tokens", "vllm.placeholders", *_TOKENS)
_POSITIONS = ("torch.elementwise", "torch.expand", "serving.context", "serving.user-length")
_CHANNELS = (
    "torch.conv-channels",
    "torch.broadcast-output",
    "tensorflow.conv-channels",
    "keras.input-shape",
    "numpy.broadcast",
    "tflite.",
)
_HEADS = ("torch.state-dict", "torch.view", "tensorflow.assign", "keras.weights")
_MEL = ("whisper.",)
_VECTORS = ("vector.",)


@dataclass(frozen=True, slots=True)
class Layout:
    """One known number: what it is, where to read that, and the families (id or prefix) it is told for."""

    value: int
    name: str
    source: str
    families: tuple[str, ...]


LAYOUTS: tuple[Layout, ...] = (
    # Bytes and values a token in a KV cache.
    Layout(576, "layout.mla-head", _SPARSE_MLA, _CACHE),
    Layout(656, "layout.fp8-ds-mla", _SPARSE_MLA, _CACHE),
    Layout(584, "layout.fp8-ds-mla-v4", _SPARSE_MLA, _CACHE),
    Layout(528, "layout.fp8-ds-mla-v41", _SPARSE_MLA, _CACHE),
    Layout(352, "layout.nvfp4-ds-mla", _SPARSE_MLA, _CACHE),
    Layout(512, "layout.mla-latent", _SPARSE_MLA, ("vllm.kv-head-dim", *_VIEW)),
    Layout(132, "layout.dsa-indexer", "LMCache/LMCache#2881", _CACHE),
    Layout(708, "layout.mla-and-indexer-fp8", "LMCache/LMCache#2881", _CACHE),
    Layout(1284, "layout.mla-and-indexer-bf16", "LMCache/LMCache#2881", _CACHE),
    # Widths of text encoders and of the layers that read them.
    Layout(320, "layout.unet-first", _COMFY, _WIDTH),
    Layout(768, "layout.clip-l", _CLIP_L, _WIDTH),
    Layout(1024, "layout.openclip-h", _CLIP_H, _WIDTH),
    Layout(1280, "layout.openclip-g", _CLIP_G, _WIDTH),
    Layout(1664, "layout.vision-g", _VISION_G, _WIDTH),
    Layout(2048, "layout.sdxl-context", _COMFY, _WIDTH),
    Layout(2816, "layout.sdxl-pooled", _COMFY, _WIDTH),
    Layout(4096, "layout.t5-xxl", "Comfy-Org/ComfyUI:comfy/text_encoders/t5_config_xxl.json", _TEXT_WIDTH),
    Layout(2304, "layout.gemma2-2b", _COMFY_TEXT, _TEXT_WIDTH),
    Layout(2560, "layout.gemma3-4b", _COMFY_TEXT, _TEXT_WIDTH),
    Layout(3584, "layout.qwen25-vl-7b", _COMFY_TEXT, _TEXT_WIDTH),
    Layout(77, "layout.clip-tokens", _CLIP_L, (*_TOKENS, "torch.cat")),
    Layout(
        25088,
        "layout.vgg-flatten",
        "pytorch/vision:torchvision/models/vgg.py",
        ("torch.", "mxnet.", "tensorflow."),
    ),
    # Rows of embedding tables.
    Layout(32000, "layout.llama-vocabulary", _CONFIG.format("llama"), _ROWS),
    Layout(32001, "layout.llama-pad", "lm-sys/FastChat#486", _ROWS),
    Layout(32003, "layout.llava-tokens", "haotian-liu/LLaVA:llava/model/llava_arch.py", _ROWS),
    Layout(32128, "layout.t5-padded", _CONFIG.format("t5"), _ROWS),
    Layout(50257, "layout.gpt2-vocabulary", _CONFIG.format("gpt2"), _ROWS),
    Layout(50265, "layout.roberta-vocabulary", _CONFIG.format("roberta"), _ROWS),
    Layout(50400, "layout.gptj-padded", _CONFIG.format("gptj"), _ROWS),
    Layout(30522, "layout.bert-vocabulary", _CONFIG.format("bert"), (*_ROWS, "tensorflow.indices")),
    Layout(151936, "layout.qwen-padded", _COMFY_TEXT, _ROWS),
    Layout(152064, "layout.qwen-padded-7b", _COMFY_TEXT, _ROWS),
    # Tokens of an image or of a position table.
    Layout(50, "layout.vit-b32", "openai/CLIP#189", _TOKENS),
    Layout(197, "layout.vit-b16", _CONFIG.format("vit"), _TOKENS),
    Layout(257, "layout.vit-l14", _VISION_H, _IMAGE_TOKENS),
    Layout(577, "layout.vit-l14-336", _VISION_L336, _IMAGE_TOKENS),
    Layout(576, "layout.patches-336", _VISION_L336, _IMAGE_TOKENS[:3]),
    Layout(256, "layout.patches-224", _VISION_L, _IMAGE_TOKENS[:3]),
    Layout(512, "layout.bert-positions", _CONFIG.format("bert"), _POSITIONS),
    Layout(1024, "layout.gpt2-positions", _CONFIG.format("gpt2"), _POSITIONS),
    Layout(512, "layout.block-table", "vllm-project/vllm#8068", ("numpy.assign",)),
    # Channels and mel bins.
    Layout(1, "layout.gray", _PILLOW, _CHANNELS),
    Layout(3, "layout.rgb", _PILLOW, _CHANNELS),
    Layout(4, "layout.rgba-or-latent", _PILLOW, _CHANNELS),
    Layout(9, "layout.inpainting", _INPAINT, ("torch.conv-channels", "torch.state-dict")),
    Layout(80, "layout.mel-80", "SYSTRAN/faster-whisper:faster_whisper/feature_extractor.py", _MEL),
    Layout(128, "layout.mel-128", "SYSTRAN/faster-whisper#593", _MEL),
    Layout(3000, "layout.mel-frames", "openai/whisper:whisper/audio.py", _MEL),
    # Output heads.
    Layout(255, "layout.yolo-coco", _YOLO, _HEADS),
    Layout(85, "layout.yolo-coco-anchor", _YOLO, _HEADS),
    Layout(75, "layout.yolo-voc", _YOLO, _HEADS),
    Layout(18, "layout.yolo-one-class", _YOLO, _HEADS),
    Layout(81, "layout.coco-background", "open-mmlab/mmdetection#743", _HEADS),
    Layout(80, "layout.coco", "open-mmlab/mmdetection#743", _HEADS),
    Layout(1000, "layout.imagenet", "pytorch/vision:torchvision/models/resnet.py", _HEADS),
    # Blocks of quantised weights.
    Layout(128, "layout.fp8-block", "vllm-project/vllm#17569", ("quant.",)),
    # Widths of embedding models.
    Layout(384, "layout.minilm", "chroma-core/chroma#1905", _VECTORS),
    Layout(768, "layout.vector-768", "deepset-ai/haystack#7612", _VECTORS),
    Layout(1536, "layout.openai-small", _OPENAI, _VECTORS),
    Layout(3072, "layout.openai-large", _OPENAI, _VECTORS),
)
MOST = 4
"""Known numbers told for one error."""


def known_number(value: int, family: str) -> tuple[KnownNumber, ...]:
    """Where `value` is known from when it stands in an error of `family`."""
    return tuple(
        KnownNumber(layout.value, layout.name, layout.source)
        for layout in LAYOUTS
        if layout.value == value and family.startswith(layout.families)
    )


def known_numbers(values: tuple[int, ...], family: str) -> tuple[KnownNumber, ...]:
    """The known numbers among `values`, in their order, each value once, at most MOST."""
    found = [known for value in dict.fromkeys(values) for known in known_number(value, family)]
    return tuple(found[:MOST])
