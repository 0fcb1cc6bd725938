"""The families of error messages that Faultbook can explain: one file per library, joined here.

The first row that reads a message explains it, so narrow wordings stand before the loose ones: the general
divisibility and alignment rows close the table.
"""

from __future__ import annotations

from app.shapes.family import FamilyRow
from app.shapes.jax_families import JAX
from app.shapes.numpy_families import NUMPY, PANDAS, SKLEARN
from app.shapes.runtime_families import GGUF, RUNTIME
from app.shapes.serving_families import SERVING
from app.shapes.tensorflow_families import KERAS, OLDER, TENSORFLOW
from app.shapes.torch_families import TORCH

FAMILIES: tuple[FamilyRow, ...] = (
    *TORCH,
    *NUMPY,
    *PANDAS,
    *SKLEARN,
    *TENSORFLOW,
    *KERAS,
    *OLDER,
    *JAX,
    *RUNTIME,
    *GGUF,
    *SERVING,
)
