"""The kernel: the generator against others, its numbers without bias, and the few things rules are made of."""

import itertools
import struct
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.kernel import (
    BLANK,
    MARKED,
    WORD,
    Record,
    Rng,
    below,
    copy,
    derived,
    field,
    insert,
    ints,
    next_word,
    remove,
    rng_from,
    rule,
    seed,
    shuffle,
    table,
)

# First words after twelve rounds from a = 0, b = 12345, c = 0, counter = 1, as other authors publish them for sfc32
# (https://simblob.blogspot.com/2022/05/upgrading-prng.html; the same words stand in several libraries' tests).
PUBLISHED = [
    235160590,
    2967261163,
    116171463,
    2882324903,
    362604721,
    4227106926,
    1933307004,
    1608300071,
    2256615412,
    2701957640,
]

words = st.integers(0, WORD)


def independent_sfc32(a: int, b: int, c: int, n: int) -> list[int]:
    """The published algorithm in a second hand: additions modulo 2**32, the rotation by 21 on the bits as text."""
    counter, out = 1, []
    for _ in range(12 + n):
        out.append((a + b + counter) % 2**32)
        counter = (counter + 1) % 2**32
        bits = format(c, "032b")
        a, b, c = b ^ b // 512, c * 9 % 2**32, (int(bits[21:] + bits[:21], 2) + out[-1]) % 2**32
    return out[12:]


def seeded(a: int, b: int, c: int) -> Rng:
    rng = Rng()
    seed(rng, a, b, c)
    return rng


# The generator -------------------------------------------------------------------------------------------------------


def test_the_generator_gives_the_published_words() -> None:
    rng = seeded(0, 12345, 0)
    assert [next_word(rng) for _ in PUBLISHED] == PUBLISHED
    assert independent_sfc32(0, 12345, 0, len(PUBLISHED)) == PUBLISHED


@given(words, words, words)
def test_the_generator_agrees_with_the_algorithm_written_anew(a: int, b: int, c: int) -> None:
    rng = seeded(a, b, c)
    assert [next_word(rng) for _ in range(20)] == independent_sfc32(a, b, c, 20)


def test_the_counter_starts_again_after_the_last_word() -> None:
    rng = Rng()
    rng.a, rng.b, rng.c, rng.counter = 1, 2, 3, WORD
    assert next_word(rng) == 2
    assert rng.counter == 0


def test_a_key_is_read_as_three_little_endian_words() -> None:
    key = bytes(range(1, 33))
    assert rng_from(key).to_bytes() == seeded(*struct.unpack("<III", key[:12])).to_bytes()
    assert rng_from(key[:12]).to_bytes() == rng_from(key).to_bytes()
    with pytest.raises(struct.error):
        rng_from(key[:11])


def test_equal_keys_give_equal_numbers_and_others_others() -> None:
    first, again, other = rng_from(b"k" * 12), rng_from(b"k" * 12), rng_from(b"k" * 11 + b"l")
    drawn = [[below(rng, 1000) for _ in range(20)] for rng in (first, again, other)]
    assert drawn[0] == drawn[1] != drawn[2]


# Numbers below n -----------------------------------------------------------------------------------------------------


def rng_whose_next_words_are(*wanted: int) -> Rng:
    """A generator whose next words are the wanted ones: two words can be chosen by solving for its state."""
    first, second = (*wanted, 0)[:2]
    rng = Rng()
    # The first word is a + b + counter; the second (b ^ b >> 9) + 9c + counter + 1. With b = counter = 0:
    rng.a, rng.b, rng.counter = first, 0, 0
    rng.c = (second - 1) * pow(9, -1, 2**32) % 2**32
    return rng


def test_the_next_words_can_be_chosen() -> None:
    rng = rng_whose_next_words_are(0xDEADBEEF, 0x12345678)
    assert [next_word(rng), next_word(rng)] == [0xDEADBEEF, 0x12345678]


@given(words, st.integers(1, 2**31 - 1))
def test_a_word_that_is_kept_is_scaled(word: int, n: int) -> None:
    low = word * n % 2**32
    if low >= 2**32 % n:
        assert below(rng_whose_next_words_are(word), n) == word * n // 2**32


@pytest.mark.parametrize("n", [3, 6, 7, 48, 1000, 2**31 - 1, 3 * 2**29])
def test_a_word_that_would_favour_some_number_is_thrown_away(n: int) -> None:
    assert below(rng_whose_next_words_are(0, WORD), n) == n - 1


@pytest.mark.parametrize("n", [3, 7, 361, 10**9 + 7, 2**31 - 1])
def test_words_are_thrown_away_up_to_the_exact_edge(n: int) -> None:
    """Lemire: a word w is refused when w * n mod 2**32 < 2**32 mod n; for odd n every remainder has one word."""
    word_of = {low: low * pow(n, -1, 2**32) % 2**32 for low in (2**32 % n - 1, 2**32 % n)}
    refused, kept = word_of.values()
    assert below(rng_whose_next_words_are(refused, WORD), n) == n - 1
    assert below(rng_whose_next_words_are(kept, WORD if kept * n // 2**32 < n // 2 else 0), n) == kept * n // 2**32


@pytest.mark.parametrize("n", [1, 2, 64, 2**16, 2**30])
def test_a_power_of_two_throws_no_word_away(n: int) -> None:
    assert below(rng_whose_next_words_are(0, WORD), n) == 0
    assert below(rng_whose_next_words_are(WORD, 0), n) == n - 1


@pytest.mark.parametrize("bits", [1, 2, 3, 5, 6, 7, 10])
def test_every_number_has_the_same_count_of_words(bits: int) -> None:
    """The rule of rejection, counted out on a small word: every number keeps exactly floor(2**8 / n) of 2**8 words."""
    kept = Counter(w * bits >> 8 for w in range(256) if w * bits % 256 >= 256 % bits)
    assert set(kept.values()) == {256 // bits}
    assert len(kept) == bits


@pytest.mark.parametrize("n", [2, 3, 5, 7, 10, 48, 361])
def test_numbers_below_n_are_uniform(n: int) -> None:
    rng, draws = rng_from(b"chi-square 1"), 200 * n
    counts = Counter(below(rng, n) for _ in range(draws))
    assert set(counts) == set(range(n))
    chi_square = sum((counts[i] - 200) ** 2 / 200 for i in range(n))
    assert chi_square < (n - 1) + 4 * (2 * (n - 1)) ** 0.5


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    rng, counts = rng_from(b"orders of four"), Counter[tuple[int, ...]]()
    for _ in range(24 * 200):
        items = [0, 1, 2, 3]
        shuffle(items, 4, rng)
        counts[tuple(items)] += 1
    assert set(counts) == set(itertools.permutations(range(4)))
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 23 + 4 * 46**0.5


@given(st.lists(st.integers(-5, 5), max_size=12), st.binary(min_size=12, max_size=12))
def test_shuffling_moves_only_the_first_n(items: list[int], key: bytes) -> None:
    row = [*items, 77, 78]
    shuffle(row, len(items), rng_from(key))
    assert sorted(row[:-2]) == sorted(items)
    assert row[-2:] == [77, 78]


# Rows ----------------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 20), max_size=10), st.integers(0, 20))
def test_inserting_keeps_a_row_rising(items: list[int], item: int) -> None:
    row = [*sorted(items), BLANK, BLANK]
    assert insert(row, len(items), item) == len(items) + 1
    assert row == [*sorted([*items, item]), BLANK]


@given(st.lists(st.integers(0, 20), min_size=1, max_size=10, unique=True), st.data())
def test_removing_keeps_the_order_and_blanks_the_freed_slot(items: list[int], data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(items))
    row = [*items, BLANK]
    assert remove(row, len(items), item) == len(items) - 1
    assert row == [i for i in items if i != item] + [BLANK, BLANK]


def test_removing_takes_the_first_of_equal_items() -> None:
    row = [4, 2, 4, 1]
    assert remove(row, 4, 4) == 3
    assert row == [2, 4, 1, BLANK]


def test_room_for_ints() -> None:
    assert len(ints(5)) == 5


# Tables --------------------------------------------------------------------------------------------------------------


def test_a_table_has_rows_of_one_length_or_is_one_row() -> None:
    assert table([[1, 2], [3, 4]])[1][0] == 3
    assert table(n * n for n in range(4)) == (0, 1, 4, 9)
    with pytest.raises(ValueError, match="one length"):
        table([[1], [2, 3]])


def test_a_table_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        table([[1, 2]])[0][0] = 5


def test_marking_a_rule_gives_it_back_unchanged() -> None:
    def double(n: int) -> int:
        return 2 * n

    try:
        assert rule(double) is double
        assert MARKED[-1] is double
    finally:
        MARKED.remove(double)


# Records -------------------------------------------------------------------------------------------------------------


class Orchard(Record):
    """A record with every sort of field."""

    trees: int = field("i2")
    rows: list[int] = field("i1", 3)
    plan: list[list[int]] = field("i4", 2, 2)
    seen: list[int] = derived("i1", 2)
    weight: float = field("f8")


class WiderOrchard(Orchard):
    """The same with one more field."""

    paths: int = field("i8")


def an_orchard() -> Orchard:
    orchard = Orchard()
    orchard.trees, orchard.rows, orchard.plan = -300, [1, 2, -3], [[4, 5], [70000, BLANK]]
    orchard.seen, orchard.weight = [8, 9], 0.5
    return orchard


def test_a_new_record_is_all_zeros_and_shares_no_rows() -> None:
    one, other = Orchard(), Orchard()
    one.rows[0] = one.plan[0][0] = one.seen[0] = 1
    assert (other.trees, other.rows, other.plan, other.seen) == (0, [0, 0, 0], [[0, 0], [0, 0]], [0, 0])
    assert one.plan[1] == [0, 0]


def test_a_clone_is_independent() -> None:
    orchard = an_orchard()
    clone = orchard.clone()
    assert vars(clone) == vars(orchard)
    clone.trees, clone.rows[0], clone.plan[1][1], clone.seen[0] = 0, 0, 0, 0
    assert vars(orchard) == vars(an_orchard())


def test_copying_between_boxes_makes_an_independent_record() -> None:
    boxes = Orchard.box(), Orchard.box()
    boxes[1][0] = an_orchard()
    copy(boxes[0], boxes[1])
    boxes[0][0].plan[0][0] = 99
    assert vars(boxes[1][0]) == vars(an_orchard())
    assert len({id(record) for record in Orchard.box(3)}) == 3


def test_bytes_hold_the_stored_fields_in_order_little_endian() -> None:
    expected = struct.pack("<h3b4id", -300, 1, 2, -3, 4, 5, 70000, -1, 0.5)
    assert an_orchard().to_bytes() == expected
    back = Orchard.from_bytes(expected)
    assert vars(back) == {**vars(an_orchard()), "seen": [0, 0]}


def test_a_value_too_large_for_its_field_is_refused() -> None:
    for name, value in [("trees", 2**15), ("rows", [0, 128, 0]), ("plan", [[0, 0], [0, -(2**31) - 1]])]:
        orchard = an_orchard()
        setattr(orchard, name, value)
        with pytest.raises(struct.error):
            orchard.to_bytes()


def test_a_row_of_the_wrong_length_is_refused() -> None:
    orchard = an_orchard()
    orchard.rows.append(1)
    with pytest.raises(struct.error):
        orchard.to_bytes()


def test_bytes_of_the_wrong_length_are_refused() -> None:
    data = an_orchard().to_bytes()
    for wrong in (data[:-1], data + b"\0"):
        with pytest.raises(struct.error):
            Orchard.from_bytes(wrong)


def test_the_layout_changes_with_stored_fields_only() -> None:
    class SameStored(Record):
        trees: int = field("i2")
        rows: list[int] = field("i1", 3)
        plan: list[list[int]] = field("i4", 2, 2)
        weight: float = field("f8")

    assert Orchard.LAYOUT == SameStored.LAYOUT
    assert Orchard.LAYOUT != WiderOrchard.LAYOUT


def test_a_record_inherits_fields() -> None:
    wide = WiderOrchard()
    wide.rows[2], wide.paths = 5, 2**40
    assert vars(WiderOrchard.from_bytes(wide.to_bytes())) == vars(wide)
    assert "paths" not in Orchard.FIELDS


def test_a_field_has_two_dimensions_at_most() -> None:
    with pytest.raises(ValueError, match="two dimensions"):

        class Cube(Record):
            cells: int = field("i1", 2, 2, 2)
