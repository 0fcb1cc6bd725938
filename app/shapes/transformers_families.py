"""transformers and the model libraries around it: diffusers, Whisper, xFormers."""

from __future__ import annotations

from app.shapes.comparisons import Equal, Same
from app.shapes.family import FamilyRow, asked, checkpoint, expected, given, left, limit, model, right
from app.shapes.limits import NoNumbers
from app.shapes.products import DividesEach

TRANSFORMERS: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="transformers.image-tokens",
        requirement="requires.placeholders",
        requires="tokens == features",
        sides=(expected("tokens"), given("features")),
        solver=Equal("tokens", "features"),
        reads=(
            "features and image tokens do not match: tokens: {tokens}, features {features}",
            "features and image tokens do not match, tokens: {tokens}, features: {features}",
            "features and video tokens do not match: tokens: {tokens}, features {features}",
            "features and video tokens do not match, tokens: {tokens}, features: {features}",
            "features and audio tokens do not match: tokens: {tokens}, features {features}",
            "The number of image tokens is {tokens} while the number of image given to the model is "
            "{features}",
            "token count between text and 'input_ids'. Got ids=[{tokens}] and text=[{features}]",
        ),
        sample="Image features and image tokens do not match: tokens: 9888, features 9887",
        near_miss="Image features and image tokens do not match",
    ),
    FamilyRow(
        id="transformers.set-tensor",
        requirement="requires.checkpoint",
        requires="checkpoint == model",
        sides=(checkpoint("checkpoint", "name"), model("model", "name")),
        solver=Same("checkpoint", "model"),
        reads=(
            "Trying to set a tensor of shape [{*checkpoint}] in {name:quoted} (which has shape [{*model}]",
            "[{*checkpoint}] in {name:quoted} (which has shape [{*model}]), this look",
        ),
        sample='Trying to set a tensor of shape torch.Size([77, 768]) in "weight" (which has shape '
        "torch.Size([77, 512])), this looks incorrect.",
        near_miss='Trying to set a tensor of shape torch.Size([77, 768]) in "weight"',
    ),
    FamilyRow(
        id="diffusers.load",
        requirement="requires.checkpoint",
        requires="checkpoint == model",
        sides=(
            checkpoint("checkpoint", "name"),
            model("model", "name"),
        ),
        solver=Same("checkpoint", "model"),
        reads=(
            "{name:path} expected shape [{*model}], but got [{*checkpoint}]",
            "{name:path} expected shape tensor(..., device='meta', size=({*model})), but got [{*checkpoint}]",
        ),
        sample="Cannot load because conv_in.weight expected shape torch.Size([320, 4, 3, 3]), but got "
        "torch.Size([320, 9, 3, 3]).",
        near_miss="Cannot load because conv_in.weight is missing",
    ),
    FamilyRow(
        id="diffusers.size",
        requirement="requires.divisible",
        requires="height % by + width % by == 0",
        sides=(
            asked("height"),
            asked("width"),
            limit("by"),
        ),
        solver=DividesEach(("height", "width"), "by"),
        reads=(
            "have to be divisible by {by} but are {height} and {width}",
            "must be divisible by {by} but are {height} and {width}",
        ),
        sample="`height` and `width` have to be divisible by 8 but are 512 and 333.",
        near_miss="`height` and `width` have to be divisible by 8",
    ),
    FamilyRow(
        id="transformers.attention-mask",
        requirement="requires.attention-mask",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Same("want", "got"),
        reads=(
            "Attention mask should be of size ({*want}), but is [{*got}]",
            "Attention mask should be of size ({*want}), but is ({*got})",
            "Attention weights should be of size ({*want}), but is [{*got}]",
            "'attn_output' should be of size ({*want}), but is [{*got}]",
        ),
        sample="Attention mask should be of size (1, 1, 1, 25), but is torch.Size([1, 1, 25, 25])",
        near_miss="Attention mask should be of size",
    ),
    FamilyRow(
        id="transformers.image-size",
        requirement="requires.image-size",
        requires="want == got",
        sides=(given("got"), model("want")),
        solver=Equal("got", "want"),
        reads=("Input image size ({got}*{_}) doesn't match model ({want}*{_})",),
        sample="Input image size (224*224) doesn't match model (336*336).",
        near_miss="Input image size doesn't match model",
    ),
    FamilyRow(
        id="transformers.padding",
        requirement="requires.rectangular",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Unable to create tensor, you should probably activate truncation and/or padding",),
        sample="Unable to create tensor, you should probably activate truncation and/or padding with "
        "'padding=True' 'truncation=True' to have batched tensors with the same length.",
        near_miss="Unable to create tensor",
    ),
    FamilyRow(
        id="whisper.features",
        requirement="requires.mel",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Same("want", "got"),
        reads=("expected an input with shape ({*want}), but got an input with shape ({*got}) instead",),
        sample="Invalid input features shape: expected an input with shape (1, 128, 3000), but got an input "
        "with shape (1, 80, 3000) instead",
        near_miss="Invalid input features",
    ),
    FamilyRow(
        id="whisper.features-bare",
        requirement="requires.mel",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Invalid input features shape",),
        sample="Invalid input features shape",
        near_miss="Invalid input features",
    ),
    FamilyRow(
        id="whisper.length",
        requirement="requires.mel-length",
        requires="want == got",
        sides=(expected("want"), given("got")),
        solver=Equal("want", "got"),
        reads=("expects the mel input features to be of length {want}, but found {got}",),
        sample="Whisper expects the mel input features to be of length 3000, but found 2998. Make sure to "
        "pad the input mel features to 3000.",
        near_miss="Whisper expects the mel input features",
    ),
    FamilyRow(
        id="xformers.bias",
        requirement="requires.attention-mask",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Same("got", "want"),
        reads=(
            "Invalid shape for attention bias: [{*got}] (expected ({*want}))",
            "Invalid shape for attention bias: [{*got}] (expected [{*want}])",
        ),
        sample="Invalid shape for attention bias: torch.Size([40, 10, 10]) (expected (1, 40, 10, 10))",
        near_miss="Invalid shape for attention bias",
    ),
    FamilyRow(
        id="xformers.inputs",
        requirement="requires.attention-batch",
        requires="query[0] == key[0]",
        sides=(left("query"), right("key")),
        solver=Equal("queries", "keys"),
        reads=(
            "Incompatible shapes for attention inputs:\nquery.shape: [{*query}]\nkey.shape : [{*key}]",
            "query.shape: [{*query}]\nkey.shape : [{*key}]",
            "Incompatible shapes for attention inputs",
        ),
        sample="Incompatible shapes for attention inputs:\n  query.shape: torch.Size([20, 9216, 64])\n  "
        "key.shape  : torch.Size([40, 77, 64])",
        near_miss="Compatible shapes for attention inputs",
        derive=(("queries", "query[0]"), ("keys", "key[0]")),
    ),
)
