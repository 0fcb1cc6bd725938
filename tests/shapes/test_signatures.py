"""Signatures against messages: what is exact, solved, contradicted, unknown, and no fit at all."""

from collections.abc import Mapping

import pytest

from app.phrase import Value
from app.shapes.expressions import SignatureError
from app.shapes.model import Outcome, SignatureSource, Unification
from app.shapes.patterns import Subject, compile_signature, unify
from app.text.normalise import normalise
from app.text.template import template

VIEW = "shape '[{blocks}, {page}, 576]' is invalid for input of size {blocks*page*656}"
STATE = (
    "size mismatch for {name:path}: copying a param with shape torch.Size([{there}, {width}]) "
    "from checkpoint, the shape in current model is torch.Size([{here}, {width}])."
)
MATMUL = "mat1 and mat2 shapes cannot be multiplied ({rows}x{inner} and 1x{packed})"
TENSORS = "The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {axis}"
KERAS = (
    'Input 0 of layer "{name:word}" is incompatible with the layer: '
    "expected shape=({*want}), found shape=({*got})"
)
MEMORY = (
    "Free memory on device ({free:float}/{total:size}) on startup "
    "is less than desired GPU memory utilization {...}"
)


def outcome(error: str, message: str, **more: object) -> Unification:
    """Unify one signature, written by its parts, with one message."""
    parts = {key: more[key] for key in ("type", "also", "where") if key in more}
    signature = compile_signature(SignatureSource(error, **parts))  # type: ignore[arg-type]
    environment: Mapping[str, Value] = more.get("env", {})  # type: ignore[assignment]
    found = more.get("found")
    context: tuple[str, ...] = more.get("context", ())  # type: ignore[assignment]
    return unify(signature, Subject(message, found, context, environment))  # type: ignore[arg-type]


EXACT = [
    (VIEW, "shape '[32, 64, 576]' is invalid for input of size 1343488", {"blocks": 32, "page": 64}),
    (VIEW, "shape '[96, 64, 576]' is invalid for input of size 4030464", {"blocks": 96, "page": 64}),
    (VIEW, "shape '[512, 64, 576]' is invalid for input of size 21495808", {"blocks": 512, "page": 64}),
    (VIEW, "shape ‘[32,64,576]’ is invalid for input of size 1343488.", {"blocks": 32, "page": 64}),
    (VIEW, "shape '[32, 64, 576]' is invalid\n  for input of size 1343488", {"blocks": 32, "page": 64}),
    (VIEW, "shape '[32, 64, 576]' is inva\nlid for input of size 1343488", {"blocks": 32, "page": 64}),
    (
        VIEW,
        "first line\nshape '[32, 64, 576]' is invalid for input of size 1343488\nlast",
        {"blocks": 32, "page": 64},
    ),
    (
        STATE,
        "Error(s) in loading state_dict for Llama:\n\tsize mismatch for lm_head.weight: copying a param with "
        "shape torch.Size([32001, 4096]) from checkpoint, the shape in current model is "
        "torch.Size([32000, 4096]).",
        {"name": "lm_head.weight", "there": 32001, "here": 32000, "width": 4096},
    ),
    (MATMUL, "mat1 and mat2 shapes cannot be multiplied (8192x4096 and 1x25165824)", {"packed": 25165824}),
    (
        KERAS,
        'Input 0 of layer "model_2" is incompatible with the layer: expected shape=(None, 299, 299, 3), '
        "found shape=(None, 229, 229, 3)",
        {"name": "model_2", "want": (-1, 299, 299, 3), "got": (-1, 229, 229, 3)},
    ),
    (
        MEMORY,
        "Free memory on device (0.49/79.32 GiB) on startup is less than desired "
        "GPU memory utilization (0.6, 47.59 GiB).",
        {"free": 0.49, "total": round(79.32 * 2**30)},
    ),
    (
        "Got invalid dimensions: {{{*dims}}} for {name:quoted} on {where:device} of {kind:dtype}",
        "Got invalid dimensions: {1,64} for 'x' on cuda:0 of torch.float16",
        {"dims": (1, 64), "name": "x", "where": "cuda:0", "kind": "torch.float16"},
    ),
    (
        "GPU KV cache size: {tokens} tokens",
        "GPU KV cache size: 98,304 tokens",
        {"tokens": 98304},
    ),
    (
        "{...}start ({start}) + length ({length}) exceeds dimension size (0){...}",
        "在vllm：start (0) + length (1536) exceeds dimension size (0) again",
        {"start": 0, "length": 1536},
    ),
    ("expected hidden size ({*dims}), got nothing", "expected hidden size (), got nothing", {"dims": ()}),
    ("the layer cannot be named: {...}", "the layer cannot be named:", {}),
    ("by tensor parallel size.{...}", "by tensor parallel size.", {}),
    ("by tensor parallel size.{...}", "by tensor parallel size. Choose another.", {}),
    ("batch of {_} and of {_} do not agree", "batch of 3 and of 4 do not agree", {}),
    ("rows {n} are twice the rows {n//2}", "rows 8 are twice the rows 4", {"n": 8}),
]


@pytest.mark.parametrize(("error", "message", "values"), EXACT)
def test_exact(error: str, message: str, values: Mapping[str, Value]) -> None:
    found = outcome(error, message)
    assert found.outcome is Outcome.EXACT
    assert values.items() <= found.values.items()
    assert not found.contradictions


CONTRADICTED = [
    (VIEW, "shape '[32, 64, 576]' is invalid for input of size 1343487", "contradiction.no_multiple"),
    (VIEW, "shape '[32, 64, 576]' is invalid for input of size 1376256", "contradiction.quotient"),
    (TENSORS.replace("{b}", "{a+1}"), TENSORS.format(a=4, b=6, axis=0), "contradiction.unequal"),
    (TENSORS.replace("{b}", "{a}"), TENSORS.format(a=4, b=6, axis=0), "contradiction.same"),
    (TENSORS.replace("{b}", "{2*x}"), TENSORS.format(a=4, b=7, axis=0), "contradiction.unsolvable"),
]


@pytest.mark.parametrize(("error", "message", "reason"), CONTRADICTED)
def test_contradicted_with_the_numbers_that_say_so(error: str, message: str, reason: str) -> None:
    found = outcome(error, message)
    assert found.outcome is Outcome.CONTRADICTED
    assert [contradiction.phrase.id for contradiction in found.contradictions] == [reason]


NO_FIT = [
    (VIEW, "shape '[32, 64, 577]' is invalid for input of size 1343488"),
    (VIEW, "shape '[a, 64, 576]' is invalid for input of size 1343488"),
    (VIEW, "shape '[32, 64, 576]' is invalid for input of size 99999999999999999999"),
    (VIEW, "x shape '[32, 64, 576]' is invalid for input of size 1343488"),
    (VIEW, "shape '[32, 64, 576]' is invalid for input of size 1343488 elements"),
    (VIEW, "shape '[32, 64, 576]' is invalid\nother\nfor input of size 1343488"),
    (VIEW, ""),
    (MATMUL, "mat1 and mat2 shapes cannot be multiplied (8192x4096 and 4096x1)"),
]


@pytest.mark.parametrize(("error", "message"), NO_FIT)
def test_no_fit(error: str, message: str) -> None:
    assert outcome(error, message).outcome is Outcome.NO_FIT


WHERE = [
    ("b - a == 1", "32000", "32001", {}, Outcome.EXACT),
    ("abs(a - b) == 1", "32001", "32000", {}, Outcome.EXACT),
    ("a == b * env.tensor_parallel_size", "4096", "1024", {"tensor_parallel_size": 4}, Outcome.EXACT),
    ("a == b * env.tensor_parallel_size", "4096", "2048", {"tensor_parallel_size": 4}, Outcome.CONTRADICTED),
    ("a == b * env.tensor_parallel_size", "4096", "1024", {}, Outcome.UNKNOWN),
    ("b == 2 * a", "3072", "6144", {}, Outcome.EXACT),
    ("a * 16 == b * 9", "1728", "3072", {}, Outcome.EXACT),
    ("a * 16 == b * 17", "3264", "3072", {}, Outcome.EXACT),
    ("a * 16 == b * 9", "1729", "3072", {}, Outcome.CONTRADICTED),
    ("a in (768, 1024, 1280, 2048)", "1280", "768", {}, Outcome.EXACT),
    ("a > b", "3", "4", {}, Outcome.CONTRADICTED),
    ("missing > b", "3", "4", {}, Outcome.UNKNOWN),
]


@pytest.mark.parametrize(("relation", "a", "b", "env", "wanted"), WHERE)
def test_where(relation: str, a: str, b: str, env: Mapping[str, Value], wanted: Outcome) -> None:
    assert outcome(TENSORS, TENSORS.format(a=a, b=b, axis=1), where=(relation,), env=env).outcome is wanted


def test_a_false_where_says_its_numbers() -> None:
    found = outcome(TENSORS, TENSORS.format(a=3, b=4, axis=0), where=("a > b",))
    assert found.contradictions[0].phrase.values == {"expression": "a > b", "numbers": "a = 3, b = 4"}


TYPES = [
    ("OutOfMemoryError", "torch.cuda.OutOfMemoryError", Outcome.EXACT),
    ("torch.OutOfMemoryError", "torch.cuda.OutOfMemoryError", Outcome.EXACT),
    ("ValueError", "ray.exceptions.RayTaskError(ValueError)", Outcome.EXACT),
    ("ValueError", None, Outcome.EXACT),
    (None, "ValueError", Outcome.EXACT),
    ("ValueError", "RuntimeError", Outcome.CONTRADICTED),
    ("ValueError", "alueError", Outcome.EXACT),
    ("InvalidArgumentError", "InvalidArgumentErorr", Outcome.EXACT),
    ("RuntimeError", "RuntimError", Outcome.EXACT),
    ("OSError", "IOError", Outcome.EXACT),
    ("KeyError", "TypeError", Outcome.CONTRADICTED),
    ("RuntimeError", "torch.AcceleratorError", Outcome.CONTRADICTED),
]


@pytest.mark.parametrize(("wanted", "found", "result"), TYPES)
def test_the_type_is_compared_by_its_last_name(
    wanted: str | None, found: str | None, result: Outcome
) -> None:
    assert outcome(TENSORS, TENSORS.format(a=3, b=4, axis=0), type=wanted, found=found).outcome is result


def test_one_unknown_is_solved_and_marked() -> None:
    found = outcome(
        VIEW.replace("656", "width"), "shape '[32, 64, 576]' is invalid for input of size 1343488"
    )
    assert found.outcome is Outcome.SOLVED
    assert found.solved == {"width": 656}
    assert found.values == {"blocks": 32, "page": 64, "width": 656}


def test_a_solved_name_is_checked_where_it_stands_again() -> None:
    error = "sizes {n} and {n*k} and {n*k*k} go together"
    assert outcome(error, "sizes 2 and 6 and 18 go together").outcome is Outcome.SOLVED
    assert outcome(error, "sizes 2 and 6 and 20 go together").outcome is Outcome.CONTRADICTED


def test_floor_and_rest_are_never_solved() -> None:
    assert outcome("sizes {n} and {k//2} go together", "sizes 2 and 6 go together").outcome is Outcome.UNKNOWN


def test_an_error_of_two_lines_matches_two_consecutive_lines() -> None:
    error = "first number is {n}\nsecond number is {2*n}"
    assert outcome(error, "x\nfirst number is 2\nsecond number is 4\ny").outcome is Outcome.EXACT
    assert outcome(error, "first number is 2\nx\nsecond number is 4").outcome is Outcome.NO_FIT
    assert outcome(error, "x\nfirst number is 2\nsecond number is 5").line == 1


LIST = (
    "Error(s) in loading state_dict:\n"
    "size mismatch for a.weight: copying a param with shape torch.Size([8, 4]) from checkpoint, "
    "the shape in current model is torch.Size([9, 4]).\n"
    "size mismatch for lm_head.weight: copying a param with shape torch.Size([32001, 4]) from checkpoint, "
    "the shape in current model is torch.Size([32000, 4])."
)


def test_the_best_line_of_a_list_counts() -> None:
    found = outcome(STATE, LIST, where=("there - here == 1",))
    assert (found.outcome, found.line) == (Outcome.EXACT, 2)


def test_also_takes_another_line_that_agrees_with_the_bindings() -> None:
    also = STATE.replace("{name:path}", "lm_head.weight").replace("there", "rows").replace("here", "kept")
    error = STATE.replace("{name:path}", "a.weight")
    found = outcome(error, LIST, also=(also,), where=("rows - kept == 1",))
    assert found.outcome is Outcome.EXACT
    assert found.values["width"] == 4
    assert outcome(error, LIST, also=("no such line here",)).outcome is Outcome.NO_FIT


def test_also_looks_at_the_lines_above_the_error() -> None:
    above = ("/opt/Indexing.cu:699: indexSelectSmallIndex: Assertion `srcIndex < 32000` failed.",)
    also = "{...}indexSelectSmallIndex: Assertion 'srcIndex < {rows}' failed"
    error = "CUDA error: device-side assert triggered"
    assert outcome(error, error, also=(also,), context=above).values == {"rows": 32000}
    assert outcome(error, error, also=(also,)).outcome is Outcome.NO_FIT


def test_an_also_that_fits_only_with_other_numbers_contradicts() -> None:
    found = outcome(
        "asked for {n} rows of it", "asked for 3 rows of it\nit has 4 rows", also=("it has {n} rows",)
    )
    assert found.outcome is Outcome.CONTRADICTED


@pytest.mark.parametrize(
    "message",
    [
        "shape '[32, 64, 576]' is invalid for input of size 1",
        "shape ‘[1,2,576]’ is invalid for input of size 9.",
    ],
)
def test_template_and_anchor_of_a_signature_are_those_of_its_messages(message: str) -> None:
    signature = compile_signature(SignatureSource(VIEW))
    assert not signature.open
    assert signature.template == template(message)
    assert signature.anchor in normalise(message)
    assert compile_signature(SignatureSource(STATE)).open


REFUSED = [
    ("too few literals", {"error": "size {a} x {b}"}),
    ("empty", {"error": ""}),
    ("open holes side by side", {"error": "shapes do not match {...}{...}"}),
    ("integers side by side", {"error": "shapes do not match {a}{b}"}),
    ("word and anything side by side", {"error": "shapes do not match {w:word}{...} here"}),
    ("run and then an integer", {"error": "shapes do not match [{*dims}, {last}]"}),
    ("digits after an integer", {"error": "shapes do not match {a}0 here"}),
    ("unknown type", {"error": "shapes do not match {a:shape}"}),
    ("single brace", {"error": "shapes do not match {1,64"}),
    ("brace closed twice", {"error": "shapes do not match 1,64}"}),
    ("number as a hole", {"error": "shapes do not match {1}"}),
    ("power", {"error": "shapes do not match {a**2}"}),
    ("code", {"error": "shapes do not match {__import__('os').system('x')}"}),
    ("where no relation", {"error": "shapes do not match {a}", "where": ("a >",)}),
    ("type with a blank", {"error": "shapes do not match {a}", "type": "Value Error"}),
    ("also of two lines", {"error": "shapes do not match {a}", "also": ("one\ntwo",)}),
    ("very long", {"error": "x" * 3000}),
    ("very many holes", {"error": "shapes" + " {a}" * 400}),
]


@pytest.mark.parametrize("parts", [row[1] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_an_unsound_signature_is_refused_with_a_remedy(parts: dict[str, object]) -> None:
    with pytest.raises(SignatureError) as refused:
        compile_signature(SignatureSource(**parts))  # type: ignore[arg-type]
    assert refused.value.what
    assert refused.value.remedy
