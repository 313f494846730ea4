"""The engines do what they did: the lines of `make signature`, kind by kind."""

from __future__ import annotations

import pytest
from benchmarks.signature import EXPECTED, KINDS, signature

from taquin import native

pytestmark = [
    pytest.mark.proof,
    pytest.mark.skipif(native.core is None, reason="the signature is that of the compiled core"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_the_signature_is_the_expected_one(kind: str) -> None:
    assert signature([kind])[0] in EXPECTED.read_text().splitlines()
