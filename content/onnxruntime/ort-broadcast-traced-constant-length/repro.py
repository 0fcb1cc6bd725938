# needs: onnxruntime, onnx, numpy
"""Run a graph whose positions were written for 7 tokens on 10 tokens."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

positions = numpy_helper.from_array(np.arange(7, dtype=np.float32).reshape(1, 7, 1), "positions")
graph = helper.make_graph(
    [helper.make_node("Add", ["x", "positions"], ["y"], name="/Add")],
    "graph",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, "length", 16])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    [positions],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
session.run(None, {"x": np.zeros((1, 10, 16), dtype=np.float32)})
