"""The settings that the user's choices lead to; no test needs a window."""

from dataclasses import replace

import pytest

from dpcn_app.live import choices
from dpcn_app.live.choices import NoiseMemory
from dpcn_app.live.settings import SPEEDS, Settings, shapes_source

ALL = "T+D+K"  # parts of the extended prior that the bundled networks for shapes know
FILM = "/films/film.mp4"
MEMORY = NoiseMemory()


def with_modes(*modes: str) -> Settings:
    return Settings(modes=modes)


# --- modes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("off",), ("both",)),
        (("both",), ("off",)),
        (("coherence",), ("off",)),
        (("off", "both"), ("both",)),
        (("both", "off"), ("off",)),
    ],
)
def test_t_switches_top_down_on_and_off_and_ends_a_comparison(before, after):
    assert choices.toggle_top_down(with_modes(*before)).modes == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("off",), ("prior",)),
        (("prior",), ("off",)),
        (("prior:T",), ("off",)),
        (("placebo",), ("prior",)),
        (("off", "both"), ("off", "prior")),
    ],
)
def test_p_switches_the_prior_on_and_off_and_puts_it_beside_bottom_up(before, after):
    assert choices.toggle_prior(with_modes(*before)).modes == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("off",), ("off", "both")),
        (("prior:T",), ("off", "prior:T")),
        (("off", "average"), ("average",)),
    ],
)
def test_c_compares_the_mode_with_bottom_up_and_goes_back_to_it(before, after):
    assert choices.toggle_compare(with_modes(*before)).modes == after


def test_in_a_comparison_a_mode_takes_the_place_of_the_one_beside_bottom_up():
    assert choices.choose_mode(with_modes("off", "both"), "average").modes == ("off", "average")
    assert choices.choose_mode(with_modes("off", "both"), "off").modes == ("off", "both")
    assert choices.choose_mode(with_modes("both"), "off").modes == ("off",)


def test_m_goes_through_all_modes_that_the_network_knows_and_comes_round():
    settings, seen = with_modes("off"), []
    for _ in range(11):
        settings = choices.next_mode(settings, ALL)
        seen.append(settings.modes[0])
    assert seen[0] == "coherence" and seen[-1] == "off" and len(set(seen)) == 11
    assert choices.next_mode(with_modes("both"), "").modes == ("average",)
    assert choices.next_mode(with_modes("off"), ALL, -1).modes == ("matched-placebo",)


def test_parts_of_the_prior_are_switched_one_by_one():
    settings = choices.switch_part(with_modes("off"), ALL, "T", True)
    assert settings.modes == ("prior:T",)
    settings = choices.switch_part(settings, ALL, "D", True)
    assert settings.modes == ("prior:T+D",)
    settings = choices.switch_part(settings, ALL, "K", True)
    assert settings.modes == ("prior",)  # all that the network has
    for part in "TDK":
        settings = choices.switch_part(settings, ALL, part, False)
    assert settings.modes == ("off",)


def test_modes_side_by_side_keep_their_order_and_new_ones_follow():
    settings = choices.show_side_by_side(with_modes("prior", "off"), ["off", "both", "prior"])
    assert settings.modes == ("prior", "off", "both")
    assert choices.show_side_by_side(settings, []).modes == ("off",)


def test_speeds_end_at_the_slowest_and_the_fastest():
    assert choices.change_speed(Settings(), 1).speed == 2.0
    assert choices.change_speed(Settings(speed=SPEEDS[0]), -1).speed == SPEEDS[0]
    assert choices.change_speed(Settings(speed=SPEEDS[-1]), 1).speed == SPEEDS[-1]


# --- noise ----------------------------------------------------------------------------------------


def test_n_takes_the_noise_away_and_brings_back_what_there_was():
    noisy = Settings(noise=3.0)
    memory = MEMORY.after(noisy)
    quiet = choices.toggle_noise(noisy, memory)
    assert quiet.noise == 0
    assert choices.toggle_noise(quiet, memory.after(quiet)).noise == 3.0


def test_what_comes_back_is_never_more_than_the_kind_of_noise_allows():
    film = Settings(source=FILM, noise_kind="gaussian", noise=0.0)
    assert choices.toggle_noise(film, NoiseMemory(last=3.0)).noise == 1.0


def test_a_kind_of_noise_comes_with_an_amount_on_any_video():
    for source in (FILM, shapes_source()):
        settings = choices.choose_noise(Settings(source=source), "gaussian")
        assert (settings.noise_kind, settings.noise) == ("gaussian", 0.1)


# --- video and network ----------------------------------------------------------------------------


def test_a_file_is_watched_without_noise_where_it_suits_the_network():
    before = Settings(region=(1, 2, 30, 40), scale=0.5, seed=3)
    after = choices.watch_video(before, FILM)
    assert (after.source, after.noise, after.region, after.scale) == (FILM, 0.0, (0, 0, 0, 0), 0.0)
    assert (after.model, after.seed) == ("natural", 3)


def test_shapes_come_back_with_their_noise_and_their_network():
    memory = MEMORY.after(Settings(noise=3.0))
    film = choices.choose_noise(choices.watch_video(Settings(noise=3.0), FILM), "gaussian")
    back = choices.watch_shapes(film, "hard", memory.after(film))
    assert (back.source, back.model) == (shapes_source("hard"), "shapes-hard")
    assert (back.noise_kind, back.noise) == ("structured", 3.0)


def test_another_set_of_shapes_keeps_noise_length_and_seed():
    before = Settings(source=shapes_source("easy", 60), noise=2.0, seed=9)
    after = choices.watch_shapes(before, "hard", MEMORY)
    assert after == replace(before, source=shapes_source("hard", 60), model="shapes-hard")


def test_shapes_named_by_a_text_bring_their_noise_and_seed_into_the_settings():
    after = choices.watch_video(with_modes("prior"), "shapes:set=hard,seed=4,noise=2.5,frames=60")
    assert (after.source, after.noise, after.seed) == (shapes_source("hard", 60), 2.5, 4)
    assert (after.model, after.modes) == ("shapes-hard", ("prior",))


def test_a_network_of_the_users_own_stays_whatever_is_watched():
    own = Settings(model="mine")
    assert choices.watch_video(own, FILM).model == "mine"
    assert choices.watch_shapes(own, "hard", MEMORY).model == "mine"


def test_a_network_that_has_learnt_shapes_gives_way_to_the_natural_one():
    trained = Settings(model="shapes-easy 1", modes=("off", "prior"))
    film = choices.watch_video(trained, FILM, learnt_shapes=True)
    assert (film.model, film.modes) == ("natural", ("off", "both"))
    again = choices.watch_video(trained, "shapes:set=hard", learnt_shapes=True)
    assert again.model == "shapes-easy 1"


def test_a_network_for_shapes_watches_a_file_only_as_long_as_it_is_open():
    film = choices.use_network(choices.watch_video(Settings(), FILM), "shapes-hard", MEMORY)
    assert film.source == FILM
    assert choices.watch_video(film, FILM).model == "shapes-hard"
    assert choices.watch_video(film, "/films/another.mp4").model == "natural"


def test_a_network_brings_a_generated_video_that_suits_it_and_leaves_a_file():
    natural = choices.use_network(Settings(), "natural", MEMORY)
    assert (natural.model, natural.noise) == ("natural", 0.0)
    assert natural.source.startswith("photographs:")
    shapes = choices.use_network(natural, "shapes-hard", MEMORY)
    assert (shapes.model, shapes.source, shapes.noise) == (
        "shapes-hard",
        shapes_source("hard"),
        1.5,
    )
    film = Settings(source=FILM, model="shapes-easy")
    assert choices.use_network(film, "natural", MEMORY) == replace(film, model="natural")


def test_the_natural_network_is_used_without_the_prior_which_it_does_not_know():
    prior = with_modes("off", "prior")
    assert choices.use_network(prior, "natural", MEMORY).modes == ("off", "both")
    assert choices.use_network(prior, "shapes-hard", MEMORY).modes == ("off", "prior")


def test_a_network_for_wide_frames_brings_them_and_any_other_leaves_them():
    wide = choices.use_network(Settings(source=shapes_source("easy", 60)), "shapes-wide", MEMORY)
    assert (wide.model, wide.source) == ("shapes-wide", shapes_source("wide", 60))
    tiled = choices.use_network(wide, "shapes-hard", MEMORY)
    assert (tiled.model, tiled.source) == ("shapes-hard", wide.source)
    large = Settings(source="shapes:set=easy,size=96")
    assert choices.use_network(large, "shapes-wide-easy", MEMORY).source == large.source


def test_a_network_for_scenes_brings_them_and_takes_them_away():
    wide = Settings(source=shapes_source("wide", 60), model="shapes-wide")
    scenes = choices.use_network(wide, "shapes-levels", MEMORY)
    assert (scenes.model, scenes.source) == ("shapes-levels", shapes_source("levels", 60))
    assert choices.use_network(scenes, "shapes-levels", MEMORY).source == scenes.source
    back = choices.use_network(scenes, "shapes-wide", MEMORY)
    assert (back.model, back.source) == ("shapes-wide", wide.source)


def test_two_scenes_can_be_shown_at_once_and_told_to_be_looked_for():
    scenes = choices.watch_shapes(Settings(), "levels", MEMORY)
    assert scenes.model == "shapes-levels" and choices.contexts(scenes) == ()
    (both,) = choices.pairs_at_once(scenes)
    assert both == "shapes:set=levels,frames=300,mix=square and x+diamond and triangle"
    asked = choices.watch_two_at_once(scenes, both, MEMORY)
    held = choices.hold_belief(asked, "T+D+K", "square and x")
    assert held.modes == ("prior@square and x",)


def test_a_context_is_watched_without_noise_and_left_with_its_mix():
    assert choices.contexts(Settings()) == ()
    wide = choices.watch_shapes(Settings(noise=2.0), "wide", MEMORY)
    offered = choices.contexts(wide)
    assert len(offered) == 6
    assert offered[0] == "shapes:set=wide,frames=300,mix=square+diamond,around=square"
    asked = choices.watch_two_at_once(wide, offered[3], MEMORY.after(wide))
    assert (asked.source, asked.noise, asked.model) == (offered[3], 0.0, "shapes-wide")
    assert choices.contexts(asked) == offered
    assert all("around" not in source for source in choices.pairs_at_once(asked))
    back = choices.watch_shapes(asked, "wide", MEMORY.after(wide))
    assert (back.source, back.noise) == (wide.source, 2.0)


def test_a_set_of_shapes_has_frames_of_its_own_size():
    large = choices.watch_video(Settings(), "shapes:set=hard,size=96")
    assert choices.watch_shapes(large, "easy", MEMORY).source == "shapes:set=easy"


def test_a_trained_network_watches_the_shapes_that_it_has_learnt_from_or_the_open_file():
    after = choices.use_trained(Settings(), "shapes-hard 1", "hard", MEMORY)
    assert (after.model, after.source) == ("shapes-hard 1", shapes_source("hard"))
    film = choices.watch_video(Settings(), FILM)
    assert choices.use_trained(film, "film 1", "", MEMORY) == replace(film, model="film 1")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("prior",), ("both",)),
        (("off", "prior:T"), ("off", "both")),
        (("both", "placebo"), ("both",)),
        (("average",), ("average",)),
    ],
)
def test_with_the_natural_network_top_down_takes_the_place_of_the_prior(before, after):
    assert choices.watch_video(with_modes(*before), FILM).modes == after


@pytest.mark.parametrize(
    ("source", "network"),
    [
        (FILM, "natural"),
        ("photographs:seed=9", "natural"),
        ("shapes:set=hard", "shapes-hard"),
        ("shapes:", "shapes-easy"),
    ],
)
def test_every_video_has_a_network_that_suits_it(source, network):
    assert choices.suitable_network(source) == network
    assert choices.open_with(source).model == network


# --- beliefs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("prior",), ("prior@square",)),
        (("prior@x",), ("prior@square",)),
        (("prior@square",), ("prior",)),
        (("off",), ("prior@square",)),
        (("average",), ("prior@square",)),
        (("both",), ("both@square",)),
        (("off", "prior:T"), ("off", "prior:T@square")),
    ],
)
def test_telling_the_network_what_to_look_for_and_telling_it_again(before, after):
    assert choices.hold_belief(with_modes(*before), ALL, "square").modes == after


def test_a_network_without_the_prior_is_told_by_top_down():
    assert choices.hold_belief(with_modes("off"), "", "cause 3").modes == ("both@cause 3",)


def test_letting_go_leaves_every_mode_once():
    assert choices.let_go(with_modes("prior", "prior@square", "off")).modes == ("prior", "off")


def test_all_beliefs_side_by_side_beside_the_mode_left_alone_and_back():
    beside = choices.compare_beliefs(with_modes("prior@x"), ALL, ("square", "x"))
    assert beside.modes == ("prior", "prior@square", "prior@x")
    assert choices.compare_beliefs(beside, ALL, ("square", "x")).modes == ("prior",)


def test_a_belief_stays_with_the_next_mode_where_something_acts_from_above():
    assert choices.next_mode(with_modes("predictions@x"), ALL).modes == ("both@x",)
    assert choices.next_mode(with_modes("coherence@x"), ALL, -1).modes == ("off",)
    assert choices.switch_part(with_modes("prior@x"), ALL, "T", False).modes == ("prior:D+K@x",)


def test_another_video_or_network_lets_beliefs_go():
    told = with_modes("prior@x")
    assert choices.watch_shapes(told, "hard", MEMORY).modes == ("prior",)
    assert choices.watch_video(told, "shapes:set=hard").modes == ("prior",)
    assert choices.use_network(told, "shapes-hard", MEMORY).modes == ("prior",)


# --- painting -------------------------------------------------------------------------------------


def test_a_stroke_is_begun_drawn_on_and_wiped_away():
    begun = choices.begin_stroke(Settings(), "pencil", 3.0, 4.0, 5.0)
    drawn = choices.extend_stroke(begun, [(10.0, 5.0)])
    assert [stroke.points for stroke in drawn.strokes] == [((4.0, 5.0), (10.0, 5.0))]
    assert choices.clear_strokes(drawn) == Settings()
    assert choices.extend_stroke(Settings(), [(1.0, 1.0)]) == Settings()


# --- eyes -----------------------------------------------------------------------------------------


def test_eyes_close_at_a_frame_and_open_again_and_the_first_frame_is_always_seen():
    closed = choices.toggle_eyes(Settings(), 40)
    assert closed.closed == 40
    assert choices.toggle_eyes(closed, 50) == Settings()
    assert choices.toggle_eyes(Settings(), 0).closed == 1


def test_another_video_is_watched_with_open_eyes():
    closed = Settings(closed=40)
    assert choices.watch_shapes(closed, "hard", MEMORY).closed == -1
    assert choices.watch_video(closed, "shapes:set=hard").closed == -1
    assert choices.next_mode(closed, ALL).closed == 40


def test_a_network_for_shapes_stays_for_a_camera_and_from_drawing_to_drawing():
    camera = choices.watch_video(Settings(), "camera:0")
    assert (camera.model, camera.drawing) == ("shapes-easy", True)
    assert choices.watch_video(camera, "/tmp/drawing.png").model == "shapes-easy"
    assert choices.watch_video(Settings(), "/tmp/drawing.png").model == "natural"
    assert choices.watch_video(camera, "/tmp/film.mp4").model == "natural"
