"""The whole API under generated requests: no server error, and every answer is as described."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.python import asgi

from app.main import build_services, create_app
from app.settings import Settings
from app.warming import warm

EXAMPLES = 400 if os.environ.get("TORTURE") else 10
"""Requests of each kind for each operation."""


def test_every_operation(tmp_path: Path) -> None:
    """Valid and invalid requests; one test, for the application ends with the test that started it."""
    chosen = Settings.model_validate({"data": tmp_path, "live": False, "rate_limit": "", "max_paste": 65536})
    services = build_services(chosen, lambda _: None)
    warm(
        services
    )  # reads expressions in a thread otherwise; CPython 3.11 bears no second `ast.parse` beside it
    app = create_app(chosen, services, told=lambda _: None)
    with asgi.get_client(app) as session:
        schema = schemathesis.openapi.from_asgi("/openapi.json", app)
        operations = [found.ok() for found in schema.get_all_operations()]
        assert len(operations) >= 15
        for operation in operations:
            ask(operation, GenerationMode.POSITIVE, session)
        invalid = [operation.label for operation in operations if has_invalid(operation, session)]
    assert {"POST /api/v1/match", "POST /api/v1/reports", "POST /api/v1/votes"} <= set(invalid)
    assert len(invalid) >= 8


def has_invalid(operation: Any, session: Any) -> bool:
    """Asks with invalid requests; False where there are none: any string is a valid path."""
    try:
        ask(operation, GenerationMode.NEGATIVE, session)
    except Unsatisfiable:
        return False
    return True


def ask(operation: Any, mode: GenerationMode, session: Any) -> None:
    """Sends requests of one kind and holds each answer against the description."""

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def check(case: Any) -> None:
        case.call_and_validate(session=session)

    check()
