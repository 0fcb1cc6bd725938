# needs: onnxruntime, onnx, numpy
"""Halve and double a picture of 55 columns, then join it with the original."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

scales = numpy_helper.from_array(np.array([1, 1, 2, 2], dtype=np.float32), "scales")
nodes = [
    helper.make_node("MaxPool", ["x"], ["low"], kernel_shape=[2, 2], strides=[2, 2]),
    helper.make_node("Resize", ["low", "", "scales"], ["up"], mode="nearest"),
    helper.make_node("Concat", ["up", "x"], ["y"], axis=1, name="/up_blocks.1/Concat"),
]
graph = helper.make_graph(
    nodes,
    "graph",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, "height", "width"])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    [scales],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
session.run(None, {"x": np.zeros((1, 3, 64, 55), dtype=np.float32)})
