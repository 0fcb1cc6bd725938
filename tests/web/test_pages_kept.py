"""Pages drawn a moment ago are sent again; old ones are not, and memory stays bounded."""

from __future__ import annotations

from fastapi import Response

from app.web.kept import GRACE, LARGEST, MOST, RENEWING, SECONDS, KeptAnswer, KeptAnswers


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        """Seconds."""
        return self.at


def page(text: str) -> KeptAnswer:
    """A page in English."""
    return KeptAnswer.from_response(Response(text, headers={"ETag": '"1"'}), None)


def test_a_page_is_kept_for_a_moment() -> None:
    """Until its time is over, and by its whole key."""
    hand = Hand()
    kept = KeptAnswers(hand)
    kept.put(("en", "/a"), page("drawn"))
    assert kept.get(("en", "/a")) == page("drawn")
    assert kept.get(("zh", "/a")) is None
    kept.put(("en", "/large"), page("x" * (LARGEST + 1)))
    assert kept.get(("en", "/large")) is None
    hand.at += SECONDS + GRACE + 0.1
    assert kept.get(("en", "/a")) is None


def test_one_makes_an_old_page_anew_and_the_others_get_it_meanwhile() -> None:
    """Also when nobody ever finishes, until its grace is over."""
    hand = Hand()
    kept = KeptAnswers(hand)
    kept.put("/a", page("drawn"))
    hand.at += SECONDS + 0.1
    assert [kept.get("/a") for _ in range(3)] == [None, page("drawn"), page("drawn")]
    hand.at += RENEWING + 0.1
    assert [kept.get("/a") for _ in range(2)] == [None, page("drawn")]
    kept.put("/a", page("again"))
    assert kept.get("/a") == page("again")
    kept.put("/a", page("drawn"))
    hand.at += SECONDS + GRACE + 0.1
    assert [kept.get("/a") for _ in range(2)] == [None, None]


def test_the_first_drawn_page_goes_when_there_are_too_many() -> None:
    """Drawing again makes a page young."""
    kept = KeptAnswers(Hand())
    for number in range(MOST):
        kept.put(number, page(""))
    kept.put(0, page("again"))
    kept.put(MOST, page(""))
    assert kept.get(0) == page("again")
    assert kept.get(1) is None
