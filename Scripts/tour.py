"""A tour of the desk in headless Chromium: from a recording without clicks to the printed page, with pictures for the guide.

    python tour.py PROGRAM RECORDING [--pictures FOLDER]

Drops the recording, fills in the form, waits for the measurement, accepts the landmarks, saves, prints, exports, corrects
and removes, as a person would, and prints how many clicks and seconds that took. Chromium and its driver are Debian's, selenium is PyPI's.
"""

import argparse
import io
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

import served

HIDDEN = ("landmarks.json", "truth.json", "truth_surface.ply")
"""What the recorder does not write: clicks, and the truth."""


class Tour:
    """A browser that counts what a person would do."""

    def __init__(self, address: str, downloads: Path, pictures: Path | None):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--window-size=1280,860", "--lang=en"):
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
        self.browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.downloads, self.pictures = downloads, pictures
        self.clicks, self.begun = 0, time.monotonic()
        self.browser.get(address)

    def wait(self, condition: str, seconds: float = 120) -> None:
        WebDriverWait(self.browser, seconds, 0.1).until(lambda browser: browser.execute_script(f"return Boolean({condition})"))

    def find(self, selector: str) -> WebElement:
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector: str) -> None:
        self.clicks += 1
        while True:
            try:
                return self.find(selector).click()
            except StaleElementReferenceException:
                # The page was built anew in between; a person would not have been as quick.
                continue

    def type(self, selector: str, text: str) -> None:
        self.find(selector).send_keys(text)

    def show(self, name: str) -> None:
        if self.pictures:
            shot = Image.open(io.BytesIO(self.browser.get_screenshot_as_png())).convert("RGB")
            shot.save(self.pictures / f"{name}.jpg", quality=80, optimize=True)

    def download(self, selector: str, ending: str) -> int:
        """The size of a file that a button saves."""
        self.click(selector)
        WebDriverWait(self.browser, 120, 0.1).until(lambda _: list(self.downloads.glob(f"*{ending}")))
        return next(self.downloads.glob(f"*{ending}")).stat().st_size


def walk(tour: Tour, recording: Path) -> None:
    tour.wait("window.desk")
    tour.click("#add")
    # Choosing the folder is a click of its own.
    tour.clicks += 1
    tour.type("#folder-input", str(recording))
    tour.wait("document.querySelector('#adding form')")
    tour.type("[name=subject]", "P01")
    tour.type("[name=operator]", "anna")
    tour.type("[name=age_months]", "5")
    tour.clicks += 2
    tour.browser.execute_script("const { elements } = document.querySelector('#adding form'); elements.sex.value = 'female'; elements.hair.value = '0'")
    tour.show("desk-form")
    tour.click("[data-id=settle]")
    tour.wait("desk.scans[0] && desk.state(desk.scans[0]) === 'measured'")
    tour.click("[data-id=pick]")
    tour.wait("window.app && app.session.state && app.session.state.stage.key === 'ready'")
    for _ in range(3):
        tour.click("#proposal button.primary, .card.in-hand button.primary")
        tour.wait("!app.session.isPending")
    tour.wait("!document.getElementById('save').disabled")
    tour.show("desk-pick")
    tour.click("#save")
    tour.wait("window.desk && desk.scans[0]?.landmarks === 'accepted' && desk.state(desk.scans[0]) === 'measured'")
    time.sleep(1)
    tour.show("desk")
    print("PDF", tour.download("[data-id=pdf]", ".pdf"), "bytes")
    print("ZIP", tour.download("[data-id=export]", ".zip"), "bytes")
    correct(tour)


def correct(tour: Tour) -> None:
    """Moves the scan to another child, states other hair, measures again, removes it."""
    tour.click("[data-id=edit]")
    tour.wait("document.querySelector('#adding form')")
    tour.find("[name=subject]").clear()
    tour.type("[name=subject]", "P02")
    tour.browser.execute_script("document.querySelector('#adding form').elements.hair.value = '3'")
    tour.clicks += 1
    tour.click("[data-id=settle]")
    tour.wait("desk.selected === 'sub-P02_scan-1' && desk.scans.length === 1 && desk.scans[0].state === 'out_of_date'")
    tour.click("[data-id=again]")
    tour.wait("desk.state(desk.scans[0]) === 'measured' && desk.scans[0].landmarks === 'accepted'")
    tour.click("[data-id=remove]")
    tour.click("[data-id=remove-now]")
    tour.wait("desk.scans.length === 0")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("recording", type=Path)
    parser.add_argument("--pictures", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        recording = Path(folder, "recording")
        shutil.copytree(arguments.recording, recording, ignore=shutil.ignore_patterns(*HIDDEN))
        downloads = Path(folder, "downloads")
        downloads.mkdir()
        desk = subprocess.Popen(
            [arguments.program, "desk", Path(folder, "clinic"), "--no-open"], stderr=subprocess.PIPE, text=True)
        tour = Tour(served.address(desk), downloads, arguments.pictures)
        try:
            walk(tour, recording)
            print(f"{tour.clicks} clicks, {time.monotonic() - tour.begun:.0f} s")
        finally:
            tour.browser.quit()
            desk.send_signal(signal.SIGINT)
            desk.wait(30)


if __name__ == "__main__":
    main()
