"""A page for the browser: one file with everything in it, which opens from disk without a network.

Whatever comes from outside, such as the name of a network, is in the document alone, where no
markup can end it; the script writes it as text. A policy in the page lets this script run, and no
other, and lets nothing be loaded.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from pathlib import Path

from dpcn_app.sharing.page_document import Document, page_document
from dpcn_app.sharing.recording import Recording
from dpcn_app.storage.atomic import replacing

PARTS = Path(__file__).with_name("page")
"""The page's own files."""

SCRIPTS = (
    *("document.js", "camera.js", "markers.js", "cloud.js", "columns.js", "arranging.js"),
    *("side_by_side.js", "beliefs.js", "story.js", "player.js"),
)
"""Scripts in the order in which they use each other."""


def web_page(document: Document) -> str:
    """Return the whole page."""
    style = (PARTS / "page.css").read_text("utf-8")
    scripts = "\n".join((PARTS / name).read_text("utf-8") for name in SCRIPTS)
    script = f'"use strict";\n{scripts}'
    policy = (
        f"default-src 'none'; img-src data:; script-src {_digest(script)}; "
        f"style-src {_digest(style)}; base-uri 'none'; form-action 'none'"
    )
    page = (PARTS / "page.html").read_text("utf-8")
    # In one pass over the page: what is put in is never looked through for places to put things.
    places = {"policy": policy, "style": style, "document": as_text(document), "script": script}
    pieces = page.split("@@")
    return "".join(places[piece] if odd % 2 else piece for odd, piece in enumerate(pieces))


def as_text(document: Document) -> str:
    """Return a document as JSON that contains no markup, whatever is in it."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def save_page(path: str | os.PathLike[str], recording: Recording) -> int:
    """Write a recording as a page, whole or not at all; return its size in bytes."""
    content = web_page(page_document(recording)).encode("utf-8", "replace")
    with replacing(path) as file:
        file.write(content)
    return len(content)
