# needs: onnxruntime, onnx, numpy
"""Run a detector head whose Reshape was written for a grid of 30 x 30 on a grid of 120 x 120."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

target = numpy_helper.from_array(np.array([1, 3, 9, 30, 30], dtype=np.int64), "target")
graph = helper.make_graph(
    [helper.make_node("Reshape", ["x", "target"], ["y"], name="yolo_reshape")],
    "graph",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 27, "height", "width"])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    [target],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
session.run(None, {"x": np.zeros((1, 27, 120, 120), dtype=np.float32)})
