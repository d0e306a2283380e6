"""The bench of turns."""

from worker.bench import BOTS, bench


def test_the_short_bench_tells_how_long_a_person_waits_for_each_bot() -> None:
    figures = bench(short=True)
    assert figures.keys() == set(BOTS)
    for told in figures.values():
        assert told["turns"] > 0
        assert 0 < told["first_ms_p50"] <= told["first_ms_p95"]
        assert told["first_ms_p50"] < told["turn_ms_p50"] <= told["turn_ms_p95"]
