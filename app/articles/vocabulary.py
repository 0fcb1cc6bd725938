"""The words of the front matter: software with its area, kinds of error, and every spelling of both."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Software:
    """One piece of software that articles are about."""

    id: str
    label: str
    """Its name as its makers write it; a proper name, the same in every language."""
    area: str
    """The folder under `content/` that holds its articles."""
    spellings: tuple[str, ...] = ()
    """Other spellings, lower-cased; `a/b` names the software in which the reports of a cause were found."""
    repository: str = ""
    """Where its own issues and pull requests are, as `owner/repo`; empty when nobody looked it up."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of error."""

    id: str
    spellings: tuple[str, ...] = ()


SOFTWARE: tuple[Software, ...] = (
    Software("vllm", "vLLM", "vllm", ("vllm/xformers",), repository="vllm-project/vllm"),
    Software("vllm-ascend", "vLLM Ascend", "vllm", ("vllm_ascend",), repository="vllm-project/vllm-ascend"),
    Software("vllm-omni", "vLLM-Omni", "vllm", repository="vllm-project/vllm-omni"),
    Software("lmcache", "LMCache", "vllm", repository="LMCache/LMCache"),
    Software("sglang", "SGLang", "sglang", repository="sgl-project/sglang"),
    Software(
        "tensorrt-llm",
        "TensorRT-LLM",
        "tensorrt",
        ("tensorrt_llm", "trtllm", "trt-llm"),
        repository="NVIDIA/TensorRT-LLM",
    ),
    Software("tensorrt", "TensorRT", "tensorrt", ("trt", "tensorrt (onnxruntime tensorrt ep)")),
    Software(
        "triton-server", "Triton Inference Server", "tensorrt", ("tritonserver", "tritonserver/ultralytics")
    ),
    Software("lmdeploy", "LMDeploy", "lmdeploy", repository="InternLM/lmdeploy"),
    Software(
        "tgi",
        "Text Generation Inference",
        "tgi",
        ("text-generation-inference",),
        repository="huggingface/text-generation-inference",
    ),
    Software("xinference", "Xinference", "serving"),
    Software("gpustack", "GPUStack", "serving"),
    Software("ktransformers", "KTransformers", "serving"),
    Software("fastchat", "FastChat", "fastchat", ("fschat",), repository="lm-sys/FastChat"),
    Software("text-generation-webui", "text-generation-webui", "serving", ("textgen",)),
    Software("chroma", "Chroma", "retrieval", ("chromadb",)),
    Software("qdrant", "Qdrant", "retrieval"),
    Software("faiss", "Faiss", "retrieval"),
    Software("colpali", "ColPali", "retrieval"),
    Software("sentence-transformers", "Sentence Transformers", "retrieval"),
    Software(
        "llama-cpp",
        "llama.cpp",
        "llama-cpp",
        ("llama.cpp", "llamacpp", "gguf"),
        repository="ggml-org/llama.cpp",
    ),
    Software("llama-cpp-python", "llama-cpp-python", "llama-cpp", ("llama_cpp_python",)),
    Software("ollama", "Ollama", "llama-cpp", repository="ollama/ollama"),
    Software("koboldcpp", "KoboldCpp", "llama-cpp"),
    Software(
        "transformers",
        "Transformers",
        "transformers",
        ("huggingface transformers",),
        repository="huggingface/transformers",
    ),
    Software("tokenizers", "Tokenizers", "transformers"),
    Software("safetensors", "Safetensors", "transformers"),
    Software("accelerate", "Accelerate", "transformers", repository="huggingface/accelerate"),
    Software("peft", "PEFT", "transformers", repository="huggingface/peft"),
    Software("qwen-vl", "Qwen-VL", "transformers", ("qwen2-vl", "qwen2.5-vl")),
    Software("llava", "LLaVA", "transformers"),
    Software(
        "bitsandbytes",
        "bitsandbytes",
        "bitsandbytes",
        ("bnb",),
        repository="bitsandbytes-foundation/bitsandbytes",
    ),
    Software("exllamav2", "ExLlamaV2", "exllamav2", ("exllama",)),
    Software("pyllama", "pyllama", "transformers"),
    Software("trl", "TRL", "training", ("open-r1",), repository="huggingface/trl"),
    Software(
        "llamafactory",
        "LLaMA-Factory",
        "training",
        ("llama-factory", "llama_factory"),
        repository="hiyouga/LlamaFactory",
    ),
    Software("ms-swift", "ms-swift", "training", ("swift",)),
    Software("axolotl", "Axolotl", "training"),
    Software("verl", "verl", "training", ("ttrl",)),
    Software("torchtitan", "TorchTitan", "training"),
    Software("llm-foundry", "LLM Foundry", "training"),
    Software("deepspeed", "DeepSpeed", "training"),
    Software("megatron-lm", "Megatron-LM", "training", ("megatron",)),
    Software("colossalai", "Colossal-AI", "training", ("colossal-ai",)),
    Software("lightning", "PyTorch Lightning", "training", ("pytorch-lightning", "pytorch lightning")),
    Software("fairseq", "fairseq", "training"),
    Software(
        "pytorch",
        "PyTorch",
        "pytorch",
        ("torch", "pytorch-rocm", "memcnn", "koila", "smpl", "mmf"),
        repository="pytorch/pytorch",
    ),
    Software("torchvision", "torchvision", "pytorch"),
    Software("torchmetrics", "TorchMetrics", "pytorch"),
    Software("torch-geometric", "PyTorch Geometric", "graphs", ("torch_geometric", "pyg")),
    Software("dgl", "DGL", "graphs"),
    Software("einops", "einops", "pytorch"),
    Software("timm", "timm", "pytorch"),
    Software("clip", "CLIP", "pytorch", ("openai clip",)),
    Software("open-clip", "OpenCLIP", "pytorch", ("open_clip",)),
    Software("xformers", "xFormers", "attention", ("diffusers/xformers",)),
    Software(
        "flash-attn",
        "FlashAttention",
        "attention",
        ("flash-attention", "flash_attn", "flash-attn (rocm ck)", "infllmv2/flash-attn"),
        repository="Dao-AILab/flash-attention",
    ),
    Software("flashinfer", "FlashInfer", "attention", repository="flashinfer-ai/flashinfer"),
    Software("triton", "Triton", "triton", ("triton/sglang", "triton/vllm"), repository="triton-lang/triton"),
    Software(
        "comfyui",
        "ComfyUI",
        "diffusion",
        ("comfyui-gguf", "numpy (comfyui node)"),
        repository="Comfy-Org/ComfyUI",
    ),
    Software(
        "sd-webui",
        "Stable Diffusion web UI",
        "diffusion",
        ("stable-diffusion-webui", "automatic1111", "a1111", "stable-diffusion-webui (einops)"),
    ),
    Software("forge", "Stable Diffusion WebUI Forge", "diffusion", ("sd-webui-forge",)),
    Software("diffusers", "Diffusers", "diffusion", repository="huggingface/diffusers"),
    Software("sd-scripts", "kohya-ss sd-scripts", "diffusion", ("kohya_ss", "kohya", "sd-scripts (einops)")),
    Software("stable-diffusion-cpp", "stable-diffusion.cpp", "diffusion", ("stable-diffusion.cpp",)),
    Software("lama", "LaMa", "vision"),
    Software("basicsr", "BasicSR", "vision"),
    Software("gaussian-splatting", "3D Gaussian Splatting", "vision", ("3dgs", "2dgs")),
    Software("ultralytics", "Ultralytics YOLO", "vision", ("yolo", "yolov5", "yolov8")),
    Software("mmdetection", "MMDetection", "vision", ("mmdet",)),
    Software("mmsegmentation", "MMSegmentation", "vision", ("mmseg",)),
    Software("opencv", "OpenCV", "vision", ("cv2",)),
    Software("whisper", "Whisper", "whisper", ("openai-whisper",)),
    Software(
        "faster-whisper",
        "faster-whisper",
        "whisper",
        ("faster-whisper/ctranslate2", "ctranslate2"),
        repository="SYSTRAN/faster-whisper",
    ),
    Software("rvc", "RVC", "audio", ("retrieval-based-voice-conversion",)),
    Software("index-tts", "IndexTTS", "audio", ("indextts",)),
    Software("numpy", "NumPy", "numpy", ("numpy (lyft sdk)",)),
    Software("pandas", "pandas", "tabular", ("pandas/scikit-learn",)),
    Software("scikit-learn", "scikit-learn", "tabular", ("sklearn",)),
    Software("lightgbm", "LightGBM", "tabular", ("xgboost",)),
    Software("stable-baselines3", "Stable-Baselines3", "reinforcement", ("sb3", "gym", "gymnasium")),
    Software("tensorflow", "TensorFlow", "tensorflow", ("tf", "tensorflow (bert)", "tensorflow/tensorlayer")),
    Software("tflite", "TensorFlow Lite", "tensorflow", ("tflite/ultralytics", "litert")),
    Software("keras", "Keras", "keras", ("tensorflow/keras", "keras/tensorflow")),
    Software(
        "jax",
        "JAX",
        "jax",
        ("jax/brax", "jax (openpi)", "jax (dreamerv3)", "jax (vllm tpu)"),
        repository="jax-ml/jax",
    ),
    Software("flax", "Flax", "jax", ("flax/jax", "jax/flax/transformers", "flax/jax (dalle-mini)")),
    Software("onnxruntime", "ONNX Runtime", "onnxruntime", ("ort", "onnxruntime (stable diffusion)")),
    Software("openvino", "OpenVINO", "openvino"),
    Software("paddle", "PaddlePaddle", "paddle", ("paddlepaddle", "paddleocr")),
    Software("mxnet", "Apache MXNet", "legacy"),
    Software("theano", "Theano", "legacy"),
    Software("caffe", "Caffe", "legacy"),
    Software("nccl", "NCCL", "nccl", repository="NVIDIA/nccl"),
    Software("cuda", "CUDA", "driver"),
    Software("nvidia-driver", "NVIDIA driver", "driver"),
    Software("nvidia-container-toolkit", "NVIDIA Container Toolkit", "driver", ("nvidia-docker",)),
    Software("docker", "Docker", "driver"),
)

KINDS: tuple[Kind, ...] = (
    Kind("shape"),
    Kind("dtype"),
    Kind("device"),
    Kind("memory", ("oom",)),
    Kind("cuda"),
    Kind("nccl"),
    Kind("load"),
    Kind("install", ("import",)),
    Kind("config"),
)

KIND_BY_CAUSE: tuple[tuple[str, str], ...] = (
    # An `import` failure is an installation that does not fit, unless the file that is read is at fault.
    ("tokenizers-untagged-enum-modelwrapper", "load"),
    # `other` says nothing: decided by the cause of each.
    ("dataloader-worker-bus-error-shm", "memory"),
    ("gguf-file-truncated-or-corrupted", "load"),
    ("gguf-incomplete-conversion-missing-output-or-norm", "load"),
    ("safetensors-header-corrupt-file", "load"),
    ("sglang-kv-pool-leak-page-size-or-mtp", "memory"),
    ("sglang-mamba-slot-leak-radix-cache", "memory"),
    ("triton-passmanager-run-failed", "cuda"),
    ("xinference-remote-server-closed-subprocess-died", "memory"),
)

_SOFTWARE = {name: row.id for row in SOFTWARE for name in (row.id, row.label.lower(), *row.spellings)}
_ROWS = {row.id: row for row in SOFTWARE}
_KINDS = {name: row.id for row in KINDS for name in (row.id, *row.spellings)}
_CAUSES = dict(KIND_BY_CAUSE)


def canonical_software(spelling: str) -> str | None:
    """The id of the software that `spelling` names, None when the vocabulary does not know it."""
    return _SOFTWARE.get(" ".join(spelling.lower().split()))


def software(software_id: str) -> Software | None:
    """The row of `software_id`, None when there is none."""
    return _ROWS.get(software_id)


def canonical_kind(spelling: str, slug: str = "") -> str | None:
    """The id of the kind that `spelling` names for the cause `slug`, None when it is not known."""
    return _CAUSES.get(slug) or _KINDS.get(spelling.strip().lower())
