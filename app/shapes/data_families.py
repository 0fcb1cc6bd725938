"""Images, sound, graphs and reinforcement learning."""

from __future__ import annotations

from app.shapes.comparisons import Equal, Rank, Same
from app.shapes.family import FamilyRow, actual, asked, expected, given
from app.shapes.limits import AtMost, NoNumbers

DATA: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="rl.observation",
        requirement="requires.observation",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Same("got", "want"),
        reads=("Unexpected observation shape ({*got}) for Box environment, please use ({*want}) or",),
        sample="Error: Unexpected observation shape (2,) for Box environment, please use (8,) or (n_env, 8) "
        "for the observation shape.",
        near_miss="Error: Unexpected observation shape",
    ),
    FamilyRow(
        id="graph.nodes",
        requirement="requires.nodes",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Equal("got", "want"),
        reads=(
            "to match number of nodes (len(u)). Got {got} and {want} instead",
            "Expect number of features to match number of nodes {...}. Got {got} and {want} instead",
            "Encountered tensor with size {got} in dimension {dim}, but expected size {want}",
            "to match number of edges. Got {got} and {want} instead",
        ),
        sample="Expect number of features to match number of nodes (len(u)). Got 195 and 196 instead.",
        near_miss="Expect number of features to match number of nodes (len(u)).",
    ),
    FamilyRow(
        id="graph.edge-index",
        requirement="requires.edge-index",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("only supports 'torch.LongTensor' of shape '[2, num_messages]'",),
        sample="`MessagePassing.propagate` only supports `torch.LongTensor` of shape `[2, num_messages]` or "
        "`torch_sparse.SparseTensor` for argument `edge_index`.",
        near_miss="only supports `torch.LongTensor`",
    ),
    FamilyRow(
        id="opencv.sizes",
        requirement="requires.same-image",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=(
            "Sizes of input arguments do not match",
            "Input images must have the same dimensions",
        ),
        sample="error: (-209:Sizes of input arguments do not match) The operation is neither 'array op "
        "array' (where arrays have the same size and type), nor 'array op scalar', nor 'scalar op array' in "
        "function 'binary_op'",
        near_miss="error: (-215:Assertion failed) !_src.empty() in function 'cvtColor'",
    ),
    FamilyRow(
        id="opencv.channels",
        requirement="requires.channels",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Invalid number of channels in input image",),
        sample="(-2:Unspecified error) in function 'cvtColor' > Invalid number of channels in input image: "
        "> 'VScn::contains(scn)' > where > 'scn' is 1",
        near_miss="number of channels in input image",
    ),
    FamilyRow(
        id="image.channels",
        requirement="requires.channels",
        requires="",
        sides=(given("got"),),
        solver=NoNumbers(),
        reads=(
            "the input array must have size {want} along 'channel_axis', got ({*got})",
            "the input array must be have a shape == (.., ..,[ ..,] 3)), got ({*got})",
        ),
        sample="the input array must have size 3 along `channel_axis`, got (256, 256)",
        near_miss="the input array must have size 3",
    ),
    FamilyRow(
        id="audio.mono",
        requirement="requires.mono",
        requires="len(got) == 1",
        sides=(given("got"),),
        solver=Rank(1, "got"),
        reads=("Invalid shape for monophonic audio: ndim={_}, shape=({*got})",),
        sample="Invalid shape for monophonic audio: ndim=2, shape=(209809, 2)",
        near_miss="Invalid shape for monophonic audio",
    ),
    FamilyRow(
        id="audio.window",
        requirement="requires.stft-window",
        requires="window <= length",
        sides=(
            asked("window"),
            actual("length"),
        ),
        solver=AtMost("window", "length"),
        reads=("n_fft={window} is too large for input signal of length={length}",),
        sample="n_fft=2048 is too large for input signal of length=1024",
        near_miss="n_fft=2048 is too large",
    ),
)
