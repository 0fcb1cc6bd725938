"""What holds for every signature: soundness, linear work, and the way from values to text and back."""

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.phrase import Value
from app.shapes.expressions import SignatureError
from app.shapes.holes import HOLE_TYPES
from app.shapes.lines import Steps
from app.shapes.model import Outcome, SignatureSource
from app.shapes.patterns import Signature, Subject, compile_signature, render, unify

SIGNATURES = [
    SignatureSource("shape '[{blocks}, {page}, 576]' is invalid for input of size {blocks*page*656}"),
    SignatureSource("{...}the shape {*dims} and {...} do not agree with {n} of {...} in all{...}"),
    SignatureSource("{...}a{...}b{...}c{...}d and a long literal"),
    SignatureSource(
        "size mismatch for {name:path}: copying a param with shape [{there}, {width}] from checkpoint"
    ),
    SignatureSource("tensor {name:quoted} has wrong shape; expected {*want}, got {*got}"),
    SignatureSource("first number is {n}\nsecond number is {2*n}"),
    SignatureSource(
        "asked for {n} rows of it", also=("it has {m} rows", "{...}rows{...}it{...}"), where=("n < m",)
    ),
    SignatureSource(
        "device {where:device} and {kind:dtype} of {size:size} {part:float} {w:word} go together"
    ),
]
UNITS = [
    "a",
    "'",
    "[",
    "1, ",
    "a.",
    " ",
    "{",
    "\n",
    "a\n",
    "shape '[",
    "shape '[1, 2, 576]' is invalid for input of size 3\n",
    "a b c d and a long literal x",
    "size mismatch for a: copying a param with shape [1, 2] from checkpoint\n",
    "first number is 1\nsecond number is 3\n",
    "asked for 3 rows of it\nit has 2 rows\n",
    "the shape 1 and do not agree with 2 of in all\n",
    "tensor 'a' has wrong shape; expected 1, ",
]


@pytest.mark.parametrize("source", SIGNATURES, ids=lambda source: source.error[:24])
@pytest.mark.parametrize("unit", UNITS)
def test_twice_the_hostile_input_is_at_most_twice_the_work(source: SignatureSource, unit: str) -> None:
    signature = compile_signature(source)
    work = []
    for size in (4_000, 8_000, 16_000):
        steps = Steps()
        unify(signature, Subject(unit * (size // len(unit))), steps)
        work.append(steps.count)
    assert work[1] <= 2 * work[0] + 400
    assert work[2] <= 2 * work[1] + 400
    assert work[2] <= 40 * 16_000


WORDS = st.text("abc [](),.'xyz{}1_-:", max_size=80)
HOLES = st.sampled_from(
    [
        "{n}",
        "{m*2}",
        "{n+m}",
        "{*dims}",
        "{...}",
        "{w:word}",
        "{p:path}",
        "{q:quoted}",
        "{s:size}",
        "{_}",
        "{{",
        "{",
    ]
)


@given(
    error=st.lists(WORDS | HOLES, max_size=8).map("".join) | st.text(),
    also=st.lists(st.lists(WORDS | HOLES, max_size=4).map("".join), max_size=2),
    where=st.lists(st.text("nm+*%=<>()[]dims12 ", max_size=12), max_size=2),
    message=st.text() | WORDS,
)
def test_compiling_and_comparing_raise_nothing_but_signature_error(
    error: str, also: list[str], where: list[str], message: str
) -> None:
    try:
        signature = compile_signature(SignatureSource(error, None, tuple(also), tuple(where)))
    except SignatureError:
        return
    for text in (message, error, error.replace("{", "").replace("}", "")):
        unify(signature, Subject(text, context=(message,)))


VALUES: dict[str, st.SearchStrategy[Value]] = {
    "int": st.integers(-(10**12), 10**12),
    "dims": st.lists(st.integers(-1, 10**6), max_size=6).map(tuple),
    "float": st.floats(0, 10**9).map(lambda value: round(value, 3)),
    "size": st.integers(0, 2**50),
    "word": st.text(string.ascii_letters + "_:", min_size=1, max_size=12),
    "path": st.lists(st.text("abc_0", min_size=1, max_size=6), min_size=1, max_size=4).map(".".join),
    "dtype": st.sampled_from(["torch.float16", "BFloat16", "int8", "float8_e4m3fn"]),
    "device": st.sampled_from(["cpu", "cuda:0", "xpu:11", "mps"]),
    "quoted": st.text(string.ascii_letters + " ._", max_size=20),
}
BETWEEN = st.text(string.ascii_lowercase, min_size=3, max_size=12).map(lambda word: f" {word} ")


@st.composite
def rendered(draw: st.DrawFn) -> tuple[Signature, dict[str, Value]]:
    """A signature over every named hole type, an expression at its end, and a value for each of its names."""
    names = draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=5, unique=True))
    pieces, values = ["a literal beginning"], {}
    for name in names:
        hole = {"int": "{int}", "dims": "[{*dims}]"}.get(name, f"{{{name}:{name}}}")
        pieces.append(draw(BETWEEN) + hole)
        values[name] = draw(VALUES[name])
    if "int" in names:
        pieces.append(draw(BETWEEN) + "{int*3 - 7}")
    return compile_signature(SignatureSource("".join(pieces))), values


@given(rendered())
def test_a_rendered_signature_is_exact_and_gives_the_values_back(
    pair: tuple[Signature, dict[str, Value]],
) -> None:
    signature, values = pair
    message = render(signature, values)
    literals = [piece for line in signature.error for piece in line.literals[1:] if piece]
    # A literal that stands in a value, too, is taken at its first place: the language says so.
    assume(all(message.count(piece) == 1 for piece in literals))
    found = unify(signature, Subject(message))
    assert found.outcome is Outcome.EXACT
    assert found.values == values


WRAPPED = [
    (SIGNATURES[0], "shape 'torch.Size([32, 64, 576])' is invalid for input of size 1343488"),
    (
        SIGNATURES[3],
        "size mismatch for lm_head.weight: copying a param with shape torch.Size([1, 2]) from checkpoint",
    ),
    (
        SIGNATURES[4],
        "tensor 'token_embd.weight' has wrong shape; expected  4096, 32004, got  4096, 32000,     1",
    ),
]


@given(st.sampled_from(WRAPPED), st.integers(1, 200), st.sampled_from(["\n", "\n    ", " \n"]))
def test_a_message_wrapped_anywhere_still_fits(pair: tuple[SignatureSource, str], at: int, wrap: str) -> None:
    source, message = pair
    at = min(at, len(message))
    text = f"before\n{message[:at]}{wrap}{message[at:]}\nafter"
    assert unify(compile_signature(source), Subject(text)).outcome is Outcome.EXACT


@given(blocks=st.integers(1, 10**4), page=st.sampled_from([1, 16, 64, 256]), more=st.integers(-3, 3))
def test_only_the_right_size_is_exact(blocks: int, page: int, more: int) -> None:
    signature = compile_signature(SIGNATURES[0])
    size = blocks * page * 656 + more
    found = unify(signature, Subject(f"shape '[{blocks}, {page}, 576]' is invalid for input of size {size}"))
    assert found.outcome is (Outcome.EXACT if more == 0 else Outcome.CONTRADICTED)


def test_a_missing_value_cannot_be_rendered() -> None:
    with pytest.raises(SignatureError):
        render(compile_signature(SIGNATURES[0]), {"blocks": 3})


@pytest.mark.parametrize("kind", HOLE_TYPES, ids=lambda kind: kind.name)
def test_a_hole_type_takes_its_sample_and_refuses_its_near_miss(kind) -> None:
    assert kind.read(kind.sample) is not None
    assert kind.read(kind.near_miss) is None


@given(
    st.sampled_from(HOLE_TYPES).flatmap(
        lambda kind: st.tuples(st.just(kind), st.from_regex(kind.pattern, fullmatch=True))
    )
)
def test_a_hole_type_reads_all_that_its_pattern_takes(pair) -> None:
    kind, text = pair
    assert kind.read(text) is not None


SIZES = [
    ("2.00 GiB", 2 * 2**30),
    ("136.00 MiB", 136 * 2**20),
    ("0 bytes", 0),
    ("512 B", 512),
    ("80GB", 80 * 10**9),
    ("1,024 KiB", 2**20),
    ("3.12GiB", round(3.12 * 2**30)),
    ("8K", 8000),
]


@pytest.mark.parametrize(("text", "wanted"), SIZES)
def test_a_size_is_read_in_bytes(text: str, wanted: int) -> None:
    size = next(kind for kind in HOLE_TYPES if kind.name == "size")
    assert size.read(text) == wanted
