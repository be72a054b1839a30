"""How soon a page of the demonstration can be used, and how fast it plays, in a real browser.

    python -m tests.measurements.page [SECONDS]

Prints one JSON document: bytes of the page with three modes and 300 frames; milliseconds from its
opening until it is drawn and takes keys (median and highest of ten openings); frames drawn per
second while it plays, one mode and all three, on a wide screen and on a phone's. WebGL is off.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from statistics import median

from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import WebDriverWait

from dpcn_app.live.settings import Settings
from dpcn_app.sharing.recording import record
from dpcn_app.sharing.web_page import save_page
from tests.helpers.browser import browser

SCREENS = {"wide": (1280, 720), "phone": (390, 844)}
OPENINGS = 10

_COUNT = """
const [seconds, done] = arguments;
play(true);
const start = performance.now();
let [drawn, previous, longest] = [0, start, 0];
requestAnimationFrame(function count(now) {
  drawn += 1;
  longest = Math.max(longest, now - previous);
  previous = now;
  if (now - start < 1000 * seconds) return requestAnimationFrame(count);
  play(false);
  return done([1000 * drawn / (now - start), longest]);
});
"""


def opened(driver: Chrome, page: Path) -> float:
    """Open the page; return the milliseconds until its first drawing."""
    driver.get(page.as_uri())
    ready = "return document.body.classList.contains('ready') && !asked && performance.now()"
    return float(WebDriverWait(driver, 30, 0.005).until(lambda _: driver.execute_script(ready)))


def played(driver: Chrome, seconds: float) -> dict[str, float]:
    """Play; return the frames drawn per second and the longest time between two."""
    rate, longest = driver.execute_async_script(_COUNT, seconds)
    return {"frames_per_second": round(rate, 1), "longest_ms": round(longest, 1)}


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        modes = Settings(modes=("off", "both", "prior"))
        found: dict[str, object] = {
            "bytes": save_page(page, record(modes, 300, lambda share, words: None))
        }
        for name, size in SCREENS.items():
            with browser(Path(folder) / name, size, phone=name == "phone") as driver:
                driver.set_script_timeout(seconds + 60)
                times = [opened(driver, page) for _ in range(OPENINGS)]
                alone = played(driver, seconds)
                driver.execute_script("toggleAll()")
                found[name] = {
                    "usable_ms": {"median": round(median(times)), "highest": round(max(times))},
                    "alone": alone,
                    "all modes": played(driver, seconds),
                }
        json.dump(found, sys.stdout, indent=2)
        print()


if __name__ == "__main__":
    main()
