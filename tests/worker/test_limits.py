"""The limits stand in order: each ends before the next one takes over."""

from ai import advice, regret
from ai.search.budgets import BOTS, bot_of
from services.ai import boards
from services.ai.job_store import LEASE_SECONDS as LEASE_OF_JOBS
from services.ai.jobs import HINT, QUEUE_OF, REVIEW, SOLVE
from services.ai.roster import ROSTER
from services.ai.solving import WALL_SECONDS
from services.ai.thinking import CAP_SECONDS, PLAY_ON_SECONDS
from services.rules.match import STAND_IN
from services.rules.store import GIVE_UP_SECONDS, LEASE_SECONDS, SENT_SECONDS, UNSENT_SECONDS
from services.shared.settings import Settings
from services.shared.tasks import HARD_SECONDS, HEAVY, LIGHT, QUEUES, SOFT_SECONDS, VISIBILITY_SECONDS
from worker.app import make_app


def test_a_decision_ends_before_its_task_and_the_task_before_it_comes_again() -> None:
    assert max(bot_of(name).cap for name in ROSTER) <= CAP_SECONDS <= SOFT_SECONDS < HARD_SECONDS < VISIBILITY_SECONDS


def test_a_task_that_plays_on_to_the_last_moment_still_ends_in_time() -> None:
    assert PLAY_ON_SECONDS + CAP_SECONDS < SOFT_SECONDS


def test_a_decision_ends_before_its_lease_lapses() -> None:
    assert CAP_SECONDS < LEASE_SECONDS


def test_a_bot_has_both_its_tries_before_it_is_given_up() -> None:
    assert UNSENT_SECONDS + 2 * LEASE_SECONDS < GIVE_UP_SECONDS
    assert UNSENT_SECONDS < SENT_SECONDS < GIVE_UP_SECONDS


def test_a_part_of_a_job_ends_before_its_lease_lapses() -> None:
    assert WALL_SECONDS < SOFT_SECONDS < HARD_SECONDS < LEASE_OF_JOBS


def test_what_may_take_longest_in_a_part_of_a_job_fits_into_a_task() -> None:
    hint = advice.SEARCH_SECONDS + advice.PLAN_SECONDS + advice.PLAY_SECONDS
    move = regret.SEARCH_SECONDS + regret.PLAY_SECONDS
    assert max(hint, move, boards.SECONDS, WALL_SECONDS) < 0.7 * SOFT_SECONDS


def test_people_who_wait_for_a_bot_come_before_all_jobs() -> None:
    assert {bot.queue for bot in ROSTER.values()} == {LIGHT, HEAVY}
    assert QUEUES.index(HEAVY) < min(map(QUEUES.index, QUEUE_OF.values()))
    assert QUEUE_OF.keys() == {SOLVE, HINT, REVIEW}


def test_every_bot_that_may_sit_at_a_table_can_think_and_has_a_queue() -> None:
    assert ROSTER.keys() <= BOTS.keys()
    assert STAND_IN in ROSTER
    assert {bot.queue for bot in ROSTER.values()} <= set(QUEUES)


def test_the_worker_runs_with_these_limits() -> None:
    conf = make_app(Settings(redis_url="unix:///nowhere/s", secrets=("s" * 32,))).conf
    assert (conf.task_soft_time_limit, conf.task_time_limit) == (SOFT_SECONDS, HARD_SECONDS)
    assert conf.broker_transport_options["visibility_timeout"] == VISIBILITY_SECONDS
