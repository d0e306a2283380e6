"""The bench of ratings measures what it says."""

from services.matchmaking.rating_bench import bench


def test_the_bench_rates_matches_and_looks_at_pages() -> None:
    told = bench(short=True)
    assert told.pop("players") == 10_000
    assert all(figure > 0 for figure in told.values())
