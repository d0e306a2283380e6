"""Identifiers and buckets."""

import re

from hypothesis import given
from hypothesis import strategies as st
from redis.crc import key_slot

from services.shared.ids import BUCKETS, bucket, derived_id, hash_tag, new_id

SECRET = b"a server secret of some length.."


def test_an_identifier_has_128_bits_and_is_safe_everywhere() -> None:
    made = {new_id() for _ in range(1000)}
    assert len(made) == 1000
    assert all(re.fullmatch(r"[a-z2-7]{26}", each) for each in made)


def test_the_same_parts_and_secret_derive_the_same_identifier() -> None:
    assert derived_id(SECRET, "app", "ann", "key") == derived_id(SECRET, "app", "ann", "key")
    assert derived_id(SECRET, "app", "ann", "key") != derived_id(b"another", "app", "ann", "key")
    assert re.fullmatch(r"[a-z2-7]{26}", derived_id(SECRET))


@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_different_parts_never_share_an_identifier(one: list[str], other: list[str]) -> None:
    assert (derived_id(SECRET, *one) == derived_id(SECRET, *other)) == (one == other)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz234567", min_size=1))
def test_a_bucket_is_crc16_as_redis_counts_it(match_id: str) -> None:
    assert bucket(match_id) == key_slot(match_id.encode()) % BUCKETS


def test_buckets_never_change() -> None:
    assert [bucket(each) for each in ("123456789", "a", "pomona")] == [3, 7, 5]


def test_all_keys_of_a_bucket_share_one_slot() -> None:
    for number in range(BUCKETS):
        tag = hash_tag(number)
        assert re.fullmatch(r"\{b\d\d\}", tag)
        assert key_slot(f"pomona:dev:{tag}:due".encode()) == key_slot(f"b{number:02d}".encode())


def test_identifiers_spread_over_the_buckets() -> None:
    used = [bucket(new_id()) for _ in range(3200)]
    assert all(100 < used.count(number) < 320 for number in range(BUCKETS))
