"""The bench of waits."""

from api.waiting import BOTS, bench


def test_the_short_bench_tells_how_long_a_person_waits_for_a_bot() -> None:
    quick = BOTS[:2]  # mcts is slow where nothing is compiled
    figures = bench(short=True, bots=quick)
    assert figures.keys() == set(quick)
    for told in figures.values():
        assert told["turns"] > 0
        assert 0 < told["first_ms_p50"] <= told["first_ms_p95"]
        assert told["first_ms_p50"] <= told["turn_ms_p50"] <= told["turn_ms_p95"]
