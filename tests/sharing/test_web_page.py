"""A page is one file that needs nothing else and in which nothing is injected."""

import base64
import errno
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from dpcn_app.errors import UserError
from dpcn_app.sharing import web_page as module
from dpcn_app.sharing.page_document import page_document
from dpcn_app.sharing.web_page import as_text, save_page, web_page
from tests.helpers.small_recording import small_recording

HOSTILE = "</script><img src=x onerror=\"document.title='caught'\"><!-- @@script@@ & \u2028"


class Tags(HTMLParser):
    """The tags of a page, with their attributes, and the text in its scripts."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.scripts, self._inside = [], [], False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self._inside = tag == "script"
        if self._inside:
            self.scripts.append("")

    def handle_endtag(self, tag):
        self._inside = False

    def handle_data(self, data):
        if self._inside:
            self.scripts[-1] += data


def page_of(**names):
    return web_page(page_document(small_recording(**names)))


def test_it_names_no_address_and_loads_nothing():
    page = page_of()
    assert not re.search(r"(?i)[a-z]://|//[a-z0-9-]+\.[a-z]{2,}", page)
    assert not re.search(r"@import|url\(|\bfetch\(|XMLHttpRequest|import\(|sendBeacon", page)
    found = Tags(page).tags
    assert [tag for tag, _ in found].count("script") == 2
    assert not any(
        {"src", "href", "srcset", "action"} & attributes.keys() for _, attributes in found
    )
    assert not any(name.startswith("on") for _, attributes in found for name in attributes)


def test_its_script_writes_text_and_never_markup():
    script = Tags(page_of()).scripts[1]
    assert "textContent" in script
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert way not in script


def test_its_policy_lets_its_own_script_run_and_no_other():
    page = Tags(page_of())
    (policy,) = [attributes["content"] for _, attributes in page.tags if "http-equiv" in attributes]
    digest = base64.b64encode(hashlib.sha256(page.scripts[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_names_with_markup_stay_in_the_document():
    plain = page_of()
    hostile = page_of(name=HOSTILE, classes=(HOSTILE, "x"), titles=(HOSTILE, "y"))
    assert [tag for tag, _ in Tags(hostile).tags] == [tag for tag, _ in Tags(plain).tags]
    assert "<img" not in hostile and hostile.count("</script>") == plain.count("</script>")
    told = json.loads(Tags(hostile).scripts[0])
    assert told["model"] == told["classes"][0] == told["modes"][0]["title"] == HOSTILE


def test_a_document_has_no_markup_and_stays_the_same():
    document = {"a": HOSTILE, "b": [1, None]}
    text = as_text(document)
    assert not set("<>&") & set(text)
    assert json.loads(text) == document


def test_the_same_recording_gives_the_same_page(tmp_path):
    for name in ("one.html", "two.html"):
        size = save_page(tmp_path / name, small_recording())
        assert (tmp_path / name).stat().st_size == size
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


def test_a_name_that_no_file_can_hold_is_replaced(tmp_path):
    save_page(tmp_path / "odd.html", small_recording(name="odd \udce9"))
    assert b"odd ?" in (tmp_path / "odd.html").read_bytes()


def test_a_full_disk_is_told_and_the_old_page_stays(tmp_path, monkeypatch):
    path = tmp_path / "page.html"
    path.write_text("old")

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("dpcn_app.storage.atomic.os.fsync", full)
    with pytest.raises(UserError, match="the disk is full"):
        save_page(path, small_recording())
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]


def test_all_its_files_are_there_and_used():
    assert {each.name for each in module.PARTS.iterdir()} == {
        "page.html",
        "page.css",
        *module.SCRIPTS,
    }
