# needs: torch
import torch
from torch._C import DispatchKey, DispatchKeySet

# What a CPU build of torchvision registers: the operator, with a kernel for the CPU alone.
library = torch.library.Library("torchvision", "DEF")
library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
library.impl("nms", lambda dets, scores, iou_threshold: scores.argsort(), "CPU")

# What the dispatcher does with tensors on a GPU.
torch.ops.torchvision.nms.default.redispatch(DispatchKeySet(DispatchKey.CUDA), torch.rand(4, 4), torch.rand(4), 0.5)
