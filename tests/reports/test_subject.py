"""What an `also` may look at: the lines around an error, as its pastes have them."""

from __future__ import annotations

import pytest

from app.reports.parse import parse_text
from app.reports.subject import subject_of
from app.shapes.model import Outcome, SignatureSource
from app.shapes.patterns import compile_signature, unify

TRACE = """
*** splitting layers.0.feed_forward.w2.scales_zeros, shape=torch.Size([108, 5120]), split_dim=0
Traceback (most recent call last):
  File "/opt/lmdeploy/turbomind/deploy/converter.py", line 60, in main
    model.export()
  File "/opt/lmdeploy/turbomind/deploy/w4.py", line 88, in save_split
    assert tensor.shape[split_dim] % tp == 0
AssertionError

INFO closing
INFO a line below: split_dim=7
"""
CHAIN = """
Traceback (most recent call last):
  File "a.py", line 1, in f
    rows = np.bincount(labels)
ValueError: 'list' argument must have no negative elements

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "a.py", line 2, in g
    return rows.reshape(2, 2)
ValueError: cannot reshape array of size 5 into shape (2,2)
"""
SPLIT = "assert tensor.shape[split_dim] % tp == 0"
RESHAPE = "cannot reshape array of size {n} into shape ({*shape})"
ROWS = (
    (TRACE, SPLIT, "*** splitting {...}, shape=torch.Size([{rows}, {_}]), split_dim=0", Outcome.EXACT),
    (TRACE, SPLIT, "model.export()", Outcome.EXACT),
    (TRACE, SPLIT, "{...}a line below: split_dim={_}", Outcome.NO_FIT),
    (CHAIN, RESHAPE, "rows = np.bincount({...})", Outcome.EXACT),
    (CHAIN, RESHAPE, "ValueError: 'list' argument must have no negative elements", Outcome.EXACT),
)
"""A paste, an error, another line, and whether both together fit."""


@pytest.mark.parametrize(("paste", "error", "also", "outcome"), ROWS)
def test_also_sees_the_trace_and_what_stands_above(
    paste: str, error: str, also: str, outcome: Outcome
) -> None:
    signature = compile_signature(SignatureSource(error=error, also=(also,)))
    found = [unify(signature, subject_of(event)).outcome for event in parse_text(paste).errors]
    assert found.count(Outcome.EXACT) == (1 if outcome is Outcome.EXACT else 0)


def test_lines_far_above_are_another_story() -> None:
    far = "loading shard 7\n" + "".join(f"step {number} done\n" for number in range(300))
    events = parse_text(f"{far}{TRACE}").errors
    assert events
    assert all("loading shard 7" not in event.nearby for event in events)
