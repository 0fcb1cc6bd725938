# needs: onnxruntime, onnx, numpy
"""Run a model of one row on a batch of eight."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

shape = [1, 3, 8, 8]
graph = helper.make_graph(
    [helper.make_node("Identity", ["images"], ["output"])],
    "graph",
    [helper.make_tensor_value_info("images", TensorProto.FLOAT, shape)],
    [helper.make_tensor_value_info("output", TensorProto.FLOAT, shape)],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
session.run(None, {"images": np.zeros((8, 3, 8, 8), dtype=np.float32)})
