"""PyTorch: the messages of its operators, modules, loaders and allocators."""

from __future__ import annotations

from app.shapes.comparisons import Broadcast, Equal, Rank, Same
from app.shapes.family import (
    FamilyRow,
    actual,
    asked,
    capacity,
    checkpoint,
    expected,
    given,
    left,
    limit,
    model,
    right,
)
from app.shapes.limits import AtLeast, AtMost, Fits, Index, NoNumbers, Single
from app.shapes.memory import Allocation
from app.shapes.products import Divides, DividesEach, Inner, Product, Slice, Sum

TORCH: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="torch.view",
        requirement="requires.reshape",
        requires="prod(asked) == size",
        sides=(asked("asked"), actual("size")),
        solver=Product("asked", "size"),
        reads=(
            "shape '[{*asked}]' is invalid for input of size {size}",
            "size '[{*asked}]' is invalid for input with {size} elements",
        ),
        sample="shape '[32, 64, 576]' is invalid for input of size 1343488",
        near_miss="shape '[32, 64, n]' is invalid for input of size 1343488",
    ),
    FamilyRow(
        id="torch.view-empty",
        requirement="requires.reshape-nonempty",
        requires="prod(asked) != 0",
        sides=(asked("asked"), actual("size")),
        solver=Product("asked", "size"),
        reads=(
            "cannot reshape tensor of {size} elements into shape [{*asked}] because the unspecified "
            "dimension",
        ),
        sample="cannot reshape tensor of 0 elements into shape [0, 256, -1] because the unspecified "
        "dimension size -1 can be any value and is ambiguous",
        near_miss="cannot reshape array of size 0 into shape (0,256)",
    ),
    FamilyRow(
        id="torch.view-stride",
        requirement="requires.contiguous",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("view size is not compatible with input tensor's size and stride",),
        sample="view size is not compatible with input tensor's size and stride (at least one dimension "
        "spans across two contiguous subspaces). Use .reshape(...) instead.",
        near_miss="shape '[2, 3]' is invalid for input of size 7",
    ),
    FamilyRow(
        id="torch.matmul",
        requirement="requires.matmul",
        requires="left[-1] == right[0]",
        sides=(left("left"), right("right")),
        solver=Inner("left", "right"),
        reads=(
            "mat1 and mat2 shapes cannot be multiplied ({*left} and {*right})",
            "size mismatch, m1: [{*left}], m2: [{*right}]",
            "a and b must have same reduction dim, but got [{*left}] X [{*right}]",
            "size mismatch, got input ({_}), mat ({*left}), vec ({*right})",
        ),
        sample="mat1 and mat2 shapes cannot be multiplied (154x768 and 2048x640)",
        near_miss="mat1 and mat2 must have the same dtype, but got Half and Float",
    ),
    FamilyRow(
        id="torch.matmul-bare",
        requirement="requires.matmul",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("mat1 and mat2 shapes cannot be multiplied",),
        sample="mat1 and mat2 shapes cannot be multiplied",
        near_miss="mat1 and mat2 must have the same dtype",
    ),
    FamilyRow(
        id="torch.bmm",
        requirement="requires.bmm",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Same("want", "got"),
        reads=(
            "Expected size for first two dimensions of batch2 tensor to be: [{*want}] but got: [{*got}]",
            "batch1 and batch2 must have same number of batches, got {want} and {got}",
        ),
        sample="Expected size for first two dimensions of batch2 tensor to be: [16, 3600] but got: [16, "
        "6120].",
        near_miss="Expected size for first two dimensions of batch2 tensor",
    ),
    FamilyRow(
        id="torch.elementwise",
        requirement="requires.elementwise",
        requires="a == b",
        sides=(left("a"), right("b")),
        solver=Equal("a", "b", "dim"),
        reads=(
            "The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension "
            "{dim}",
            "The size of tensor a ({a}) must match the size of tensor b ({b})",
        ),
        sample="The size of tensor a (32000) must match the size of tensor b (32001) at non-singleton "
        "dimension 0",
        near_miss="The size of tensor a must match the size of tensor b",
    ),
    FamilyRow(
        id="torch.cat",
        requirement="requires.concat",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Equal("want", "got"),
        reads=(
            "Sizes of tensors must match except in dimension {dim}. Expected size {want} but got size {got} "
            "for tensor number {number} in the list",
            "Sizes of tensors must match except in dimension {dim}. Expected size {want} but got size {got}",
            "Sizes of tensors must match except in dimension {dim}. Expected {want} but got {got}",
            "Sizes of tensors must match except in dimension {dim}. Got {want} and {got} in dimension {at}",
            "Sizes of tensors must match except in dimension {dim}. Got {want} and {got}",
        ),
        sample="Sizes of tensors must match except in dimension 1. Expected size 32 but got size 64 for "
        "tensor number 1 in the list.",
        near_miss="Sizes of tensors must match the mask",
    ),
    FamilyRow(
        id="torch.cat-rank",
        requirement="requires.same-rank",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Rank("want", "got"),
        reads=("Tensors must have same number of dimensions: got {want} and {got}",),
        sample="Tensors must have same number of dimensions: got 4 and 2",
        near_miss="Tensors must have same dtype: got 4 and 2",
    ),
    FamilyRow(
        id="torch.ragged",
        requirement="requires.rectangular",
        requires="want == got",
        sides=(
            expected("want"),
            given("got"),
        ),
        solver=Equal("want", "got", "dim"),
        reads=("expected sequence of length {want} at dim {dim} (got {got})",),
        sample="expected sequence of length 12 at dim 1 (got 15)",
        near_miss="expected sequence of integers",
    ),
    FamilyRow(
        id="torch.stack",
        requirement="requires.stack",
        requires="first == other",
        sides=(left("first"), right("other")),
        solver=Same("first", "other"),
        reads=(
            "stack expects each tensor to be equal size, but got [{*first}] at entry {_} and [{*other}] at "
            "entry {at}",
        ),
        sample="stack expects each tensor to be equal size, but got [3, 1, 224, 224] at entry 0 and "
        "[3, 1, 144, 192] at entry 6",
        near_miss="stack expects a non-empty TensorList",
    ),
    FamilyRow(
        id="torch.state-dict",
        requirement="requires.checkpoint",
        requires="checkpoint == model",
        sides=(checkpoint("checkpoint", "name"), model("model", "name")),
        solver=Same("checkpoint", "model"),
        reads=(
            "size mismatch for {name:path}: copying a param with shape [{*checkpoint}] from checkpoint, "
            "the shape in current model is [{*model}]",
            "size mismatch for {...}: copying a param with shape [{*checkpoint}] from checkpoint, "
            "the shape in current model is [{*model}]",
            "size mismatch for {name:path}: copying a param of [{*checkpoint}] from checkpoint, "
            "where the shape is [{*model}] in current model",
            "While copying the parameter named {name:path}, whose dimensions in the model are [{*model}] "
            "and whose dimensions in the checkpoint are [{*checkpoint}]",
            "{name:path}: found shape [{*checkpoint}] in the checkpoint and [{*model}] in the model "
            "instantiated",
        ),
        sample="size mismatch for lm_head.weight: copying a param with shape torch.Size([32001, 4096]) from "
        "checkpoint, the shape in current model is torch.Size([32000, 4096]).",
        near_miss="size mismatch for lm_head.weight",
    ),
    FamilyRow(
        id="torch.state-dict-bare",
        requirement="requires.checkpoint",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "size mismatch for {name:path}: copying a param with shape",
            "ignore_mismatched_sizes=True",
        ),
        sample="size mismatch for proj_in.weight: copying a param with shape torch.Size([1280, 1280]) from "
        "checkpoint, the shape in current model is torch.Size(null).",
        near_miss="size mismatch for proj_in.weight",
    ),
    FamilyRow(
        id="torch.optimizer-group",
        requirement="requires.optimizer-group",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "loaded state dict contains a parameter group that doesn't match the size of optimizer's group",
        ),
        sample="loaded state dict contains a parameter group that doesn't match the size of optimizer's "
        "group",
        near_miss="loaded state dict has a different number of parameter groups",
    ),
    FamilyRow(
        id="torch.conv-channels",
        requirement="requires.channels",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Equal("want", "got"),
        reads=(
            "Given groups={groups}, weight of size [{*weight}], expected input[{*input}] to have {want} "
            "channels, but got {got} channels instead",
            "Given groups={groups}, weight{...}, so expected input[{*input}] to have {want} channels, "
            "but got {got} channels instead",
            "weight of size [{*weight}], expected input[{*input}] to have {want} channels, but got {got} "
            "channels",
            "to have {want} channels, but got {got} channels instead",
        ),
        sample="Given groups=1, weight of size [64, 3, 7, 7], expected input[1, 4, 100, 100] to have 3 "
        "channels, but got 4 channels instead",
        near_miss="Given groups=1, weight of size [64, 3, 7, 7], expected bias to be 1-dimensional",
    ),
    FamilyRow(
        id="torch.conv-rank",
        requirement="requires.conv-rank",
        requires="len(got) == batched",
        sides=(given("got"),),
        solver=Rank("batched", "got"),
        reads=(
            "Expected {_}D (unbatched) or {batched}D (batched) input to {op:word}, but got input of size: "
            "[{*got}]",
            "Expected {batched}-dimensional input for {_}-dimensional weight {...}, but got "
            "{_}-dimensional input of size [{*got}]",
            "Expected {_}D or {batched}D (batch mode) tensor {...} for input, but got: [{*got}]",
            "expected {_}D or {batched}D input (got {got}D input)",
            "expected {batched}D input (got {got}D input)",
            "input must have {batched} dimensions, got {got}",
        ),
        sample="Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [4, 8, 14, "
        "112, 112]",
        near_miss="Expected 3D (unbatched) or 4D (batched) input to conv2d",
    ),
    FamilyRow(
        id="torch.kernel-size",
        requirement="requires.kernel",
        requires="max(kernel) <= min(input)",
        sides=(asked("kernel"), actual("input")),
        solver=Fits("kernel", "input"),
        reads=(
            "Calculated padded input size per channel: ({*input}). Kernel size: ({*kernel}). Kernel size "
            "can't",
        ),
        sample="Calculated padded input size per channel: (3 x 3). Kernel size: (4 x 4). Kernel size can't "
        "be greater than actual input size",
        near_miss="Kernel size can't be greater than actual input size",
    ),
    FamilyRow(
        id="torch.output-too-small",
        requirement="requires.output-size",
        requires="min(output) >= 1",
        sides=(given("input"), actual("output")),
        solver=AtLeast("output", 1),
        reads=(
            "Given input size: ({*input}). Calculated output size: ({*output}). Output size is too small",
        ),
        sample="Given input size: (512x1x1). Calculated output size: (512x0x0). Output size is too small",
        near_miss="Given input size: (512x1x1)",
    ),
    FamilyRow(
        id="torch.batch-norm",
        requirement="requires.norm-features",
        requires="input == layer",
        sides=(given("input"), model("layer")),
        solver=Equal("input", "layer"),
        reads=("running_mean should contain {input} elements not {layer}",),
        sample="running_mean should contain 57 elements not 64",
        near_miss="running_mean should contain elements",
    ),
    FamilyRow(
        id="torch.batch-norm-one",
        requirement="requires.norm-values",
        requires="prod(got) // got[1] > 1",
        sides=(given("got"),),
        solver=Single("got"),
        reads=("Expected more than 1 value per channel when training, got input size [{*got}]",),
        sample="Expected more than 1 value per channel when training, got input size torch.Size([1, 256, 1, "
        "1])",
        near_miss="Expected more than 1 spatial element when training",
    ),
    FamilyRow(
        id="torch.layer-norm",
        requirement="requires.normalised-shape",
        requires="got[-1] == want[-1]",
        sides=(model("want"), given("got")),
        solver=Broadcast("want", "got"),
        reads=("expected input with shape [*, {*want}], but got input of size[{*got}]",),
        sample="Given normalized_shape=[1280], expected input with shape [*, 1280], but got input of "
        "size[1, 257, 1024]",
        near_miss="Given normalized_shape=[1280], expected weight to be of same shape",
    ),
    FamilyRow(
        id="torch.group-norm",
        requirement="requires.groups",
        requires="input[1] % groups == 0",
        sides=(given("channels"), limit("groups")),
        solver=Divides("channels", "groups"),
        reads=(
            "Expected number of channels in input to be divisible by num_groups, but got input of shape "
            "[{*input}] and num_groups={groups}",
        ),
        sample="Expected number of channels in input to be divisible by num_groups, but got input of shape "
        "[2, 48, 64, 64] and num_groups=32",
        near_miss="Expected number of channels in input to be positive",
        derive=(("channels", "input[1]"),),
    ),
    FamilyRow(
        id="torch.group-norm-weight",
        requirement="requires.norm-features",
        requires="weight[0] == input[1]",
        sides=(model("weight"), given("input")),
        solver=Equal("weights", "channels"),
        reads=(
            "Expected weight to be a vector of size equal to the number of channels in input, but got "
            "weight of shape [{*weight}] and input of shape [{*input}]",
        ),
        sample="Expected weight to be a vector of size equal to the number of channels in input, but got "
        "weight of shape [320] and input of shape [2, 640, 64, 64]",
        near_miss="Expected weight to be a vector",
        derive=(("weights", "weight[0]"), ("channels", "input[1]")),
    ),
    FamilyRow(
        id="torch.loss-batch",
        requirement="requires.batch",
        requires="input == target",
        sides=(given("input"), expected("target")),
        solver=Equal("input", "target"),
        reads=(
            "Expected input batch_size ({input}) to match target batch_size ({target})",
            "Expected input batch size ({input}) to match target batch size ({target})",
        ),
        sample="Expected input batch_size (1568) to match target batch_size (32).",
        near_miss="Expected input batch_size to match",
    ),
    FamilyRow(
        id="torch.target-size",
        requirement="requires.target",
        requires="target == input",
        sides=(expected("target"), given("input")),
        solver=Same("target", "input"),
        reads=(
            "Target size ([{*target}]) must be the same as input size ([{*input}])",
            "Using a target size ([{*target}]) that is different to the input size ([{*input}])",
            "Expected target size [{*input}], got [{*target}]",
            "Expected target size ({*input}), got [{*target}]",
            "input and target shapes do not match: input [{*input}], target [{*target}]",
        ),
        sample="Target size (torch.Size([2, 32, 480, 640])) must be the same as input size "
        "(torch.Size([2, 20, 480, 640]))",
        near_miss="Target size must be the same as input size",
    ),
    FamilyRow(
        id="torch.spatial-target",
        requirement="requires.class-map",
        requires="len(got) == 3",
        sides=(given("got"),),
        solver=Rank(3, "got"),
        reads=(
            "only batches of spatial targets supported (3D tensors) but got targets of size: : [{*got}]",
            "only batches of spatial targets supported (3D tensors) but got targets of dimension: {got}",
            "only batches of spatial targets supported (non-empty 3D tensors) but got targets of size: : "
            "[{*got}]",
        ),
        sample="only batches of spatial targets supported (3D tensors) but got targets of size: : [2, 512, "
        "512, 3]",
        near_miss="only batches of spatial targets supported",
    ),
    FamilyRow(
        id="torch.class-target",
        requirement="requires.class-ids",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("1D target tensor expected, multi-target not supported", "multi-target not supported at"),
        sample="0D or 1D target tensor expected, multi-target not supported",
        near_miss="0D or 1D target tensor expected",
    ),
    FamilyRow(
        id="torch.unflatten",
        requirement="requires.reshape",
        requires="prod(asked) == size",
        sides=(
            asked("asked"),
            actual("size"),
        ),
        solver=Product("asked", "size"),
        reads=(
            "Provided sizes [{*asked}] don't multiply up to the size of dim {dim} ({size}) in the input "
            "tensor",
        ),
        sample="unflatten: Provided sizes [12, 60] don't multiply up to the size of dim 2 (768) in the "
        "input tensor",
        near_miss="unflatten: Provided sizes [12, 60] are negative",
    ),
    FamilyRow(
        id="torch.copy-size",
        requirement="requires.reshape",
        requires="one == other",
        sides=(
            left("one"),
            right("other"),
        ),
        solver=Equal("one", "other"),
        reads=("to have the same number of elements, but got {one} and {other} elements respectively",),
        sample="inconsistent tensor size, expected tensor [3 x 4] and src [3 x 5] to have the same number "
        "of elements, but got 12 and 15 elements respectively",
        near_miss="to have the same number of elements",
    ),
    FamilyRow(
        id="torch.expand",
        requirement="requires.expand",
        requires="want == got",
        sides=(asked("want"), actual("got")),
        solver=Equal("want", "got", "dim"),
        reads=(
            "The expanded size of the tensor ({want}) must match the existing size ({got}) at non-singleton "
            "dimension {dim}. Target sizes: [{*target}]. Tensor sizes: [{*tensor}]",
            "The expanded size of the tensor ({want}) must match the existing size ({got}) at non-singleton "
            "dimension {dim}",
        ),
        sample="The expanded size of the tensor (778) must match the existing size (512) at non-singleton "
        "dimension 1.  Target sizes: [1, 778].  Tensor sizes: [1, 512]",
        near_miss="The expanded size of the tensor",
    ),
    FamilyRow(
        id="torch.expand-rank",
        requirement="requires.expand-rank",
        requires="want >= got",
        sides=(asked("want"), actual("got")),
        solver=AtLeast("want", "got"),
        reads=(
            "the number of sizes provided ({want}) must be greater or equal to the number of dimensions in "
            "the tensor ({got})",
        ),
        sample="expand(torch.cuda.FloatTensor{[1, 1, 7, 7]}, size=[1, 7]): the number of sizes provided (2) "
        "must be greater or equal to the number of dimensions in the tensor (4)",
        near_miss="the number of sizes provided must be greater",
    ),
    FamilyRow(
        id="torch.broadcast-output",
        requirement="requires.in-place",
        requires="output == broadcast",
        sides=(actual("output"), asked("broadcast")),
        solver=Same("output", "broadcast"),
        reads=("output with shape [{*output}] doesn't match the broadcast shape [{*broadcast}]",),
        sample="output with shape [1, 28, 28] doesn't match the broadcast shape [3, 28, 28]",
        near_miss="output with shape [1, 28, 28] is required",
    ),
    FamilyRow(
        id="torch.index-assign",
        requirement="requires.assign",
        requires="value == target",
        sides=(given("value"), expected("target")),
        solver=Broadcast("value", "target", into=True),
        reads=(
            "shape mismatch: value tensor of shape [{*value}] cannot be broadcast to indexing result of "
            "shape [{*target}]",
        ),
        sample="shape mismatch: value tensor of shape [320, 4096] cannot be broadcast to indexing result of "
        "shape [0, 4096]",
        near_miss="shape mismatch: value tensor of another shape",
    ),
    FamilyRow(
        id="torch.index-tensors",
        requirement="requires.index-tensors",
        requires="first == other",
        sides=(left("first"), right("other")),
        solver=Broadcast("first", "other"),
        reads=(
            "shape mismatch: indexing tensors could not be broadcast together with shapes [{*first}], "
            "[{*other}]",
        ),
        sample="shape mismatch: indexing tensors could not be broadcast together with shapes [16], [8]",
        near_miss="shape mismatch: indexing tensors could not be broadcast",
    ),
    FamilyRow(
        id="torch.mask-index",
        requirement="requires.mask",
        requires="mask == tensor",
        sides=(given("mask"), actual("tensor")),
        solver=Same("mask", "tensor", leading=True),
        reads=(
            "The shape of the mask [{*mask}] at index {dim} does not match the shape of the indexed tensor "
            "[{*tensor}] at index {_}",
        ),
        sample="The shape of the mask [1024] at index 0 does not match the shape of the indexed tensor "
        "[768, 3072] at index 0",
        near_miss="The shape of the mask [1024] is wrong",
    ),
    FamilyRow(
        id="torch.index-range",
        requirement="requires.index",
        requires="index < size",
        sides=(asked("index"), limit("size")),
        solver=Index("index", "size", "dim"),
        reads=(
            "index {index} is out of bounds for dimension {dim} with size {size}",
            "index out of range: Tried to access index {index} out of table with {size} rows",
        ),
        sample="index 32000 is out of bounds for dimension 0 with size 32000",
        near_miss="index 3 is out of bounds for axis 0 with size 3",
    ),
    FamilyRow(
        id="torch.embedding",
        requirement="requires.index",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("index out of range in self",),
        sample="index out of range in self",
        near_miss="index out of range",
    ),
    FamilyRow(
        id="torch.device-assert-index",
        requirement="requires.index",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "Assertion 'srcIndex < srcSelectDimSize' failed",
            "index out of bounds' failed",
            """index out of bounds"' failed""",
        ),
        sample="Indexing.cu:1292: indexSelectLargeIndex: block: [352,0,0], thread: [96,0,0] Assertion "
        "`srcIndex < srcSelectDimSize` failed.",
        near_miss="Assertion `t >= 0 && t < n_classes` failed.",
    ),
    FamilyRow(
        id="torch.device-assert-label",
        requirement="requires.class-range",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "Assertion 't >= 0 && t < n_classes' failed",
            "Assertion 'cur_target >= 0 && cur_target < n_classes'",
        ),
        sample="Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d: block: [0,0,0], thread: [5,0,0] "
        "Assertion `t >= 0 && t < n_classes` failed.",
        near_miss="Assertion `srcIndex < srcSelectDimSize` failed.",
    ),
    FamilyRow(
        id="torch.target-bounds",
        requirement="requires.class-range",
        requires="",
        sides=(given("target"),),
        solver=NoNumbers(),
        reads=("Target {target} is out of bounds",),
        sample="Target 10 is out of bounds.",
        near_miss="Target is out of bounds.",
    ),
    FamilyRow(
        id="torch.topk",
        requirement="requires.topk",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("selected index k out of range",),
        sample="selected index k out of range",
        near_miss="selected index out of range",
    ),
    FamilyRow(
        id="torch.dimension-range",
        requirement="requires.axis",
        requires="low <= got <= high",
        sides=(asked("got"), limit("high")),
        solver=AtMost("got", "high"),
        reads=("Dimension out of range (expected to be in range of [{low}, {high}], but got {got})",),
        sample="Dimension out of range (expected to be in range of [-1, 0], but got 1)",
        near_miss="Dimension out of range",
    ),
    FamilyRow(
        id="torch.split",
        requirement="requires.split",
        requires="sum(parts) == total",
        sides=(asked("parts"), actual("total")),
        solver=Sum("parts", "total"),
        reads=(
            "split_with_sizes expects split_sizes to sum exactly to {total} (input tensor's size at "
            "dimension {dim}), but got split_sizes=[{*parts}]",
            "split_with_sizes expects split_sizes to sum exactly to {total} (input tensor's size at "
            "dimension {dim})",
        ),
        sample="split_with_sizes expects split_sizes to sum exactly to 512 (input tensor's size at "
        "dimension 1), but got split_sizes=[256, 128]",
        near_miss="split_with_sizes expects split_sizes have only non-negative entries",
    ),
    FamilyRow(
        id="torch.narrow",
        requirement="requires.slice",
        requires="start + length <= size",
        sides=(asked("start"), asked("length"), actual("size")),
        solver=Slice("start", "length", "size"),
        reads=("start ({start}) + length ({length}) exceeds dimension size ({size})",),
        sample="start (0) + length (1536) exceeds dimension size (0).",
        near_miss="start (0) exceeds dimension size",
    ),
    FamilyRow(
        id="torch.index-count",
        requirement="requires.gather",
        requires="got == want",
        sides=(
            given("got"),
            expected("want"),
        ),
        solver=Equal("got", "want"),
        reads=(
            "Number of indices ({got}) should be equal to source.size(dim) ({want})",
            "Number of indices ({got}) should be equal to source.size(dim): ({want})",
        ),
        sample="index_copy_(): Number of indices (3) should be equal to source.size(dim) (4)",
        near_miss="Number of indices (3) should be positive",
    ),
    FamilyRow(
        id="torch.repeat-rank",
        requirement="requires.expand-rank",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor",),
        sample="Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor",
        near_miss="Number of dimensions of repeat dims",
    ),
    FamilyRow(
        id="torch.gather",
        requirement="requires.gather",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Same("got", "want"),
        reads=(
            "Gather got an input of invalid size: got [{*got}], but expected [{*want}]",
            "Size does not match at dimension {dim} expected index [{*got}] to be smaller than self "
            "[{*want}]",
            "Size does not match at dimension {dim} expected index [{*got}] to be no larger than self "
            "[{*want}]",
            "Size does not match at dimension {dim} expected index [{*got}] to be smaller than src [{*want}]",
            "Expected index [{*got}] to be smaller than self [{*want}] apart from dimension",
            "Expected index [{*got}] to be no larger than self [{*want}] apart from dimension",
            "Expected index [{*got}] to be smaller than src [{*want}] apart from dimension",
        ),
        sample="Gather got an input of invalid size: got [2, 3, 12, 256, 64], but expected [2, 4, 12, 256, "
        "64]",
        near_miss="Gather got an input on another device",
    ),
    FamilyRow(
        id="torch.einsum",
        requirement="requires.einsum",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Equal("got", "want"),
        reads=(
            "subscript {letter:word} has size {got} for operand {operand} which does not broadcast with "
            "previously seen size {want}",
        ),
        sample="einsum(): subscript k has size 52 for operand 1 which does not broadcast with previously "
        "seen size 53",
        near_miss="einsum(): subscript k is unknown",
    ),
    FamilyRow(
        id="torch.einsum-remapped",
        requirement="requires.einsum",
        requires="one == other",
        sides=(left("one"), right("other")),
        solver=Broadcast("one", "other"),
        reads=(
            "operands do not broadcast with remapped shapes [original->remapped]: [{*_}]->[{*one}] "
            "[{*_}]->[{*other}]",
        ),
        sample="einsum(): operands do not broadcast with remapped shapes [original->remapped]: "
        "[6,53,53]->[6,53,53] [6,52]->[6,1,52]",
        near_miss="einsum(): operands do not broadcast",
    ),
    FamilyRow(
        id="torch.rnn-input",
        requirement="requires.features",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Equal("want", "got"),
        reads=("input.size(-1) must be equal to input_size. Expected {want}, got {got}",),
        sample="input.size(-1) must be equal to input_size. Expected 300, got 100",
        near_miss="input.size(-1) must be equal to input_size",
    ),
    FamilyRow(
        id="torch.rnn-hidden",
        requirement="requires.hidden",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Same("want", "got"),
        reads=(
            "Expected hidden[0] size ({*want}), got ({*got})",
            "Expected hidden[0] size ({*want}), got [{*got}]",
            "Expected hidden size ({*want}), got ({*got})",
            "Expected hidden size ({*want}), got [{*got}]",
            "Expected hidden[1] size ({*want}), got [{*got}]",
        ),
        sample="Expected hidden[0] size (1, 32, 32), got (2, 32, 32)",
        near_miss="Expected hidden size",
    ),
    FamilyRow(
        id="torch.empty-reduction",
        requirement="requires.nonempty",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "Expected reduction dim to be specified for input.numel() == 0",
            "cannot perform reduction function {word:word} on a tensor with no elements",
            "operation does not have an identity",
        ),
        sample="max(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction "
        "dim with the 'dim' argument.",
        near_miss="max(): Expected reduction dim",
    ),
    FamilyRow(
        id="torch.pad",
        requirement="requires.padding",
        requires="max(pad) < input[-1]",
        sides=(asked("pad"), actual("input")),
        solver=AtMost("widest", "room"),
        reads=(
            "Padding size should be less than the corresponding input dimension, but got: padding ({*pad}) "
            "at dimension {dim} of input [{*input}]",
        ),
        sample="Argument #4: Padding size should be less than the corresponding input dimension, but got: "
        "padding (0, 10416) at dimension 2 of input [1, 1, 5584]",
        near_miss="Padding size should be less than the corresponding input dimension",
        derive=(("widest", "max(pad)"), ("room", "input[-1] - 1")),
    ),
    FamilyRow(
        id="torch.gradient",
        requirement="requires.gradient",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Same("got", "want"),
        reads=(
            "Function {function:word} returned an invalid gradient at index {at} - got [{*got}] but "
            "expected shape compatible with [{*want}]",
        ),
        sample="Function _RasterizeGaussiansBackward returned an invalid gradient at index 2 - got [0, 0, "
        "3] but expected shape compatible with [0, 16, 3]",
        near_miss="Function MmBackward returned an invalid gradient at index 2 - expected type Half but got "
        "Float",
    ),
    FamilyRow(
        id="torch.attention-mask",
        requirement="requires.attention-mask",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Same("got", "want"),
        reads=("The shape of the {rank}D attn_mask is [{*got}], but should be ({*want})",),
        sample="The shape of the 2D attn_mask is torch.Size([77, 77]), but should be (4, 4).",
        near_miss="The shape of the attn_mask is unknown",
    ),
    FamilyRow(
        id="torch.not-allocated",
        requirement="requires.allocated",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("The tensor has a non-zero number of elements, but its data is not allocated yet",),
        sample="The tensor has a non-zero number of elements, but its data is not allocated yet.",
        near_miss="The tensor has no elements",
    ),
    FamilyRow(
        id="torch.embedding-weight-rank",
        requirement="requires.weight-matrix",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("'weight' must be 2-D",),
        sample="'weight' must be 2-D",
        near_miss="weight must be positive",
    ),
    FamilyRow(
        id="torch.head-split",
        requirement="requires.head-split",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("embed_dim must be divisible by num_heads",),
        sample="embed_dim must be divisible by num_heads",
        near_miss="embed_dim must be positive",
    ),
    FamilyRow(
        id="torch.inductor-stride",
        requirement="requires.stride",
        requires="stride == compiled",
        sides=(actual("stride"), expected("compiled")),
        solver=Equal("stride", "compiled"),
        reads=("expected size {_}=={_}, stride {stride}=={compiled} at dim={dim}",),
        sample="expected size 64==64, stride 1==49 at dim=1",
        near_miss="expected size 64 at dim=1",
    ),
    FamilyRow(
        id="torch.ddp-parameter",
        requirement="requires.same-parameters",
        requires="",
        sides=(actual("here"),),
        solver=NoNumbers(),
        reads=(
            "params[{index}] in this process with sizes [{*here}] appears not to match",
            "in this process with sizes [{*here}] appears not to match",
        ),
        sample="params[0] in this process with sizes [256, 4, 4, 4] appears not to match strides of the "
        "same param in process 0.",
        near_miss="params[0] in this process is on another device",
    ),
    FamilyRow(
        id="torch.permute",
        requirement="requires.permute",
        requires="got == want",
        sides=(actual("got"), asked("want")),
        solver=Rank("want", "got"),
        reads=(
            "the length of the desired ordering of dimensions i.e. input.dim() = {got} is not equal to "
            "len(dims) = {want}",
        ),
        sample="permute(sparse_coo): number of dimensions in the tensor input does not match the length of "
        "the desired ordering of dimensions i.e. input.dim() = 3 is not equal to len(dims) = 4",
        near_miss="number of dims don't match in permute",
    ),
    FamilyRow(
        id="torch.too-many-indices",
        requirement="requires.indices",
        requires="",
        sides=(actual("rank"),),
        solver=NoNumbers(),
        reads=("too many indices for tensor of dimension {rank}",),
        sample="too many indices for tensor of dimension 1",
        near_miss="too many indices for array: array is 1-dimensional, but 2 were indexed",
    ),
    FamilyRow(
        id="torch.scalar",
        requirement="requires.one-element",
        requires="count == 1",
        sides=(actual("count"),),
        solver=Equal("count", 1),
        reads=(
            "a Tensor with {count} elements cannot be converted to Scalar",
            "only one element tensors can be converted to Python scalars",
        ),
        sample="a Tensor with 32 elements cannot be converted to Scalar",
        near_miss="a Tensor cannot be converted to a Module",
    ),
    FamilyRow(
        id="torch.negative-dimension",
        requirement="requires.positive-dimension",
        requires="dim >= 0",
        sides=(asked("shape"),),
        solver=AtLeast("dim", 0),
        reads=("Trying to create tensor with negative dimension {dim}: [{*shape}]",),
        sample="Trying to create tensor with negative dimension -1: [-1, 768]",
        near_miss="Trying to create tensor with negative stride",
    ),
    FamilyRow(
        id="torch.out-of-memory",
        requirement="requires.allocation",
        requires="tried <= free",
        sides=(asked("tried"), actual("free"), capacity("total")),
        solver=Allocation(),
        reads=(
            "Tried to allocate {tried:size}. GPU {gpu} has a total capacity of {total:size} of which "
            "{free:size} is free. {...}this process has {process:size} memory in use. Of the allocated "
            "memory {allocated:size} is allocated by PyTorch, {...}and {unallocated:size} is reserved by "
            "PyTorch but unallocated",
            "Tried to allocate {tried:size}. GPU {gpu} has a total capacity of {total:size} of which "
            "{free:size} is free. Process {pid} has {process:size} memory in use. Of the allocated memory "
            "{allocated:size} is allocated by PyTorch, {...}and {unallocated:size} is reserved by PyTorch "
            "but unallocated",
            "Tried to allocate {tried:size}. GPU {gpu} has a total capacity of {total:size} of which "
            "{free:size} is free",
            "Tried to allocate {tried:size}. GPU {gpu} has a total capacty of {total:size} of which "
            "{free:size} is free. {...}this process has {process:size} memory in use. Of the allocated "
            "memory {allocated:size} is allocated by PyTorch, {...}and {unallocated:size} is reserved by "
            "PyTorch but unallocated",
            "Tried to allocate {tried:size}. GPU {gpu} has a total capacty of {total:size} of which "
            "{free:size} is free",
            "Tried to allocate {tried:size} (GPU {gpu}; {total:size} total capacity; {allocated:size} "
            "already allocated; {free:size} free; {reserved:size} reserved in total by PyTorch",
            "Tried to allocate {tried:size} (GPU {gpu}; {total:size} total capacity; {allocated:size} "
            "already allocated; {free:size} free",
        ),
        sample="CUDA out of memory. Tried to allocate 1.70 GiB (GPU 0; 6.00 GiB total capacity; 2.93 GiB "
        "already allocated; 0 bytes free; 5.23 GiB reserved in total by PyTorch) If reserved memory is >> "
        "allocated memory try setting max_split_size_mb to avoid fragmentation.",
        near_miss="CUDA out of memory. Tried to allocate a lot",
    ),
    FamilyRow(
        id="torch.mps-out-of-memory",
        requirement="requires.allocation",
        requires="allocated + others + tried <= total",
        sides=(actual("allocated"), actual("others"), capacity("total")),
        solver=Allocation(),
        reads=(
            "MPS backend out of memory (MPS allocated: {allocated:size}, other allocations: {others:size}, "
            "max allowed: {total:size}). Tried to allocate {tried:size}",
            "MPS backend out of memory (MPS allocated: {allocated:size}, other allocations: {others:size}, "
            "max allowed: {total:size})",
        ),
        sample="MPS backend out of memory (MPS allocated: 3.82 GiB, other allocations: 40.11 GiB, max "
        "allowed: 41.47 GiB). Tried to allocate 56.25 MiB on private pool.",
        near_miss="MPS backend out of memory",
    ),
    FamilyRow(
        id="torch.cpu-out-of-memory",
        requirement="requires.allocation",
        requires="",
        sides=(asked("tried"),),
        solver=NoNumbers(),
        reads=("you tried to allocate {tried:size}",),
        sample="DefaultCPUAllocator: not enough memory: you tried to allocate 123207680 bytes.",
        near_miss="you tried to allocate",
    ),
    FamilyRow(
        id="torch.out-of-memory-bare",
        requirement="requires.allocation",
        requires="",
        sides=(asked("tried"),),
        solver=NoNumbers(),
        reads=("out of memory. Tried to allocate {tried:size}",),
        sample="CUDA out of memory. Tried to allocate 3.12 GiB",
        near_miss="CUDA out of memory",
    ),
    FamilyRow(
        id="torch.scaled-mm",
        requirement="requires.alignment",
        requires="size % by == 0",
        sides=(actual("size"), asked("by")),
        solver=Divides("size", "by"),
        reads=(
            "Expected trailing dimension of mat1 to be divisible by {by} but got mat1 shape: ({rows}x{size}",
            "size(1) needs to be greater than 0 and a multiple of {by}, but got {size}",
        ),
        sample="Expected trailing dimension of mat1 to be divisible by 16 but got mat1 shape: (16x24).",
        near_miss="Expected trailing dimension of mat1 to be divisible by 16",
    ),
    FamilyRow(
        id="torch.scaled-mm-weight",
        requirement="requires.alignment",
        requires="rows % by + columns % by == 0",
        sides=(actual("rows"), actual("columns"), asked("by")),
        solver=DividesEach(("rows", "columns"), "by"),
        reads=("mat2 shape ({rows}x{columns}) must be divisible by {by}",),
        sample="mat2 shape (24x40) must be divisible by 16",
        near_miss="mat2 shape (24x40) must be divisible",
    ),
)
