"""The families of error messages that Faultbook can explain: one file per library, joined here.

The first row that reads a message explains it, so narrow wordings stand before loose ones and the wordings that
many libraries share close the table.
"""

from __future__ import annotations

from app.shapes.data_families import DATA
from app.shapes.einops_families import EINOPS
from app.shapes.family import FamilyRow
from app.shapes.general_families import GENERAL
from app.shapes.gguf_families import GGUF
from app.shapes.jax_families import JAX
from app.shapes.keras_families import KERAS
from app.shapes.mxnet_families import MXNET
from app.shapes.numpy_families import NUMPY
from app.shapes.onnx_families import ONNX
from app.shapes.openvino_families import OPENVINO
from app.shapes.paddle_families import PADDLE
from app.shapes.pandas_families import PANDAS
from app.shapes.parallel_families import PARALLEL
from app.shapes.serving_families import SERVING
from app.shapes.sklearn_families import SKLEARN
from app.shapes.tensorflow_families import TENSORFLOW
from app.shapes.tensorrt_families import TENSORRT
from app.shapes.torch_families import TORCH
from app.shapes.transformers_families import TRANSFORMERS
from app.shapes.triton_families import TRITON
from app.shapes.vector_families import VECTOR
from app.shapes.vllm_families import VLLM

FAMILIES: tuple[FamilyRow, ...] = (
    *TORCH,
    *NUMPY,
    *PANDAS,
    *SKLEARN,
    *TENSORFLOW,
    *KERAS,
    *MXNET,
    *JAX,
    *ONNX,
    *TENSORRT,
    *OPENVINO,
    *PADDLE,
    *EINOPS,
    *TRITON,
    *GGUF,
    *VLLM,
    *SERVING,
    *PARALLEL,
    *TRANSFORMERS,
    *VECTOR,
    *DATA,
    *GENERAL,
)
