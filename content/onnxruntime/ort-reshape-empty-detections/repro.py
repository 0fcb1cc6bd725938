# needs: onnxruntime, onnx, numpy
"""Reshape the maximum of a box tensor in which nothing was detected."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

target = numpy_helper.from_array(np.array([1], dtype=np.int64), "target")
graph = helper.make_graph(
    [helper.make_node("Reshape", ["boxes", "target"], ["y"], name="/Reshape_16_output_0_ReduceMax_Reshape")],
    "graph",
    [helper.make_tensor_value_info("boxes", TensorProto.FLOAT, ["found", 1])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    [target],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
session.run(None, {"boxes": np.zeros((0, 1), dtype=np.float32)})
