"""What is done once for each new index, before somebody waits for it."""

from __future__ import annotations

import gc

from app.services import Services

WARMED = 512
"""Articles prepared ahead; the rest when a paste asks for them."""


def warm(services: Services) -> None:
    """Prepares the articles of the index in use, then takes all that is there to stay out of the rounds of the
    garbage collector: one round over it stops every request for some 60 ms. Raises IndexUnusableError."""
    index = services.index.current()
    for slug in index.slugs()[:WARMED]:
        services.profiles.of(index, slug)
    gc.unfreeze()
    gc.collect()
    gc.freeze()
