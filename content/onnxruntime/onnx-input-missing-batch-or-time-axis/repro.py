# needs: onnxruntime, onnx, numpy
"""Run a model of batches on one image."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

shape = ["N", 3, 8, 8]
graph = helper.make_graph(
    [helper.make_node("Identity", ["input"], ["output"])],
    "graph",
    [helper.make_tensor_value_info("input", TensorProto.FLOAT, shape)],
    [helper.make_tensor_value_info("output", TensorProto.FLOAT, shape)],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
session.run(None, {"input": np.zeros((3, 8, 8), dtype=np.float32)})
