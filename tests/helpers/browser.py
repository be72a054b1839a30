"""A real browser without a screen and without WebGL, in which a page is opened from disk."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

TOOLS = ("chromium", "chromedriver")

_FLAGS = (
    "--headless=new",
    "--no-sandbox",  # it refuses to start as root otherwise
    "--disable-gpu",
    "--disable-webgl",
    "--disable-3d-apis",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    # No name of a host is found: whatever a page asks for, nothing leaves this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


def missing_browser() -> str:
    """Return what is not installed of that which a browser needs, in words, or nothing."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    return f"not installed: {', '.join(missing)}; see .ci/system-packages" if missing else ""


@contextlib.contextmanager
def browser(
    profile: Path, size: tuple[int, int] = (1280, 720), *, phone: bool = False
) -> Iterator[webdriver.Chrome]:
    """Start a browser with a profile of its own; its pages have a size in pixels.

    Parameters
    ----------
    profile
        An empty folder.
    size
        Width and height of a page.
    phone
        Whether it has a touch screen and no mouse.
    """
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which(TOOLS[0]) or ""
    for flag in (*_FLAGS, f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    metrics = {"width": size[0], "height": size[1], "pixelRatio": 1.0, "touch": phone}
    options.add_experimental_option(
        "mobileEmulation", {"deviceMetrics": metrics | {"mobile": phone}}
    )
    driver = webdriver.Chrome(options, Service(shutil.which(TOOLS[1])))
    try:
        driver.set_page_load_timeout(60)
        yield driver
    finally:
        driver.quit()


def complaints(driver: webdriver.Chrome) -> list[str]:
    """Return what the browser has to say against the page: errors, and what its policy refused."""
    return [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
