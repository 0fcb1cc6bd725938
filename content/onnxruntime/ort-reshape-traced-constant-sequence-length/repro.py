# needs: onnxruntime, onnx, numpy
"""Run a graph whose heads were split for 7 tokens on 10 tokens."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

target = numpy_helper.from_array(np.array([1, 7, 8, 32], dtype=np.int64), "target")
graph = helper.make_graph(
    [helper.make_node("Reshape", ["x", "target"], ["y"], name="/self_attn/Reshape")],
    "graph",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, "length", 256])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    [target],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
session.run(None, {"x": np.zeros((1, 10, 256), dtype=np.float32)})
