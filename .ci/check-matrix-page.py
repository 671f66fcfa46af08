"""Test the page of flagctl matrix --format html in Chromium, at three widths, and compare its answers with those of resolve.

Usage: check-matrix-page.py [--screenshots FOLDER]    with flagctl on the PATH

Without Chromium nothing is checked, and a message says so. --screenshots also takes the pictures of the documentation.
"""

import argparse
import html
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import many_entries
from chromium import Browser, chromium, skip_without_chromium

WIDTHS = [500, 800, 1600]
APP, TARGETING = "Configs/app.json", "Configs/targeting.json"
VERSIONS = ["0.9", "1.2.0", "1.2.0-rc.1", "1.4.0", "1.4.1", "V1.4.2", "1.4.2.1", "1.4.3", "1.6", "2.0.0-0", "2.0.0", "10"]
USERS = [{}, {"country": "DE", "platform": "ios"}, {"country": "US", "platform": "android", "ring": "internal"},
         {"country": "AT", "ring": "beta", "platform": "macos", "launches": 7, "premium": True}, {"premium": False}]
DATES = [None, "2026-11-28T12:00:00Z", "2026-12-03T00:00:00Z", "2027-01-01T00:00:00Z"]
PROBE = """
const wait = () => new Promise((done) => setTimeout(done, 20));
const set = (input, text) => {
  if (input.type === "checkbox") input.checked = text; else input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
};
const show = (result) => {
  const report = document.createElement("pre");
  report.id = "probe";
  report.textContent = JSON.stringify(result);
  document.body.append(report);
};
(async () => {
  const result = { width: innerWidth, overflow: document.documentElement.scrollWidth > innerWidth, answers: [] };
  const region = document.querySelector(".scroll");
  const frame = region.getBoundingClientRect();
  const names = document.querySelector("tbody th[scope=row]").getBoundingClientRect();
  result.names = names.width;
  // While scrolling, every value that spans visible columns has its text beside the column of the names.
  result.hidden = [];
  for (const part of [0, 0.5, 1]) {
    region.scrollLeft = part * (region.scrollWidth - region.clientWidth);
    await wait();
    for (const cell of document.querySelectorAll("section tbody td")) {
      const outer = cell.getBoundingClientRect();
      const text = cell.firstElementChild.getBoundingClientRect();
      const [start, end] = [Math.max(outer.left, names.right), Math.min(outer.right, frame.right)];
      if (end - start < text.width + 24) continue;
      if (text.left < start - 1 || text.right > end + 1) result.hidden.push(cell.title);
    }
  }
  result.scrolled = region.scrollLeft > 0;
  const folded = () => rows.filter((row) => row.classList.contains("folded")).length;
  result.folds = folds.map(({ fold }) => {
    const button = fold.querySelector("button");
    const counts = [folded()];
    for (const _ of [1, 2]) { button.click(); counts.push(folded()); }
    return counts;
  });
  set(byID("changes"), true);
  result.onlyChanges = [...document.querySelectorAll("section tbody tr")].filter((row) => !row.hidden)
    .map((row) => row.cells[0].textContent);
  set(byID("changes"), false);
  for (const { version, user, date } of QUESTIONS) {
    for (const [name, input] of inputs) input.value = name === " date" ? date ?? "" : user[name] ?? "";
    set(byID("version"), version);
    result.answers.push([...byID("answer").tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)));
  }
  set(byID("version"), "no version");
  result.invalid = byID("answer").hidden && byID("version").getAttribute("aria-invalid") === "true";
  show(result);
})().catch((error) => show({ error: String(error.stack) }));
"""


def flagctl(*arguments):
    return subprocess.run(["flagctl", *arguments], capture_output=True, text=True, check=True).stdout


def probe(folder, page, width, questions):
    """What the page does at a width."""
    script = f"<script>\nconst QUESTIONS = {json.dumps(questions)};\n{PROBE}</script>\n</body>"
    path = folder / "probe.html"
    path.write_text(page.replace("</body>", script))
    # Chromium's windows have a minimum width, so a narrow page is shown in a frame.
    outer = folder / "outer.html"
    outer.write_text(f'<!DOCTYPE html><iframe src="probe.html" style="width:{width}px;height:700px;border:0"></iframe>'
                     '<script>onload = () => setTimeout(() => { const found = frames[0].document.getElementById("probe");'
                     'document.body.append(found ? found.cloneNode(true) : "nothing"); }, 4000);</script>')
    dump = chromium(folder, 1700, "--allow-file-access-from-files", "--dump-dom", outer.as_uri())
    found = re.search(r'<pre id="probe">(.*?)</pre>', dump.stdout, re.DOTALL)
    if not found:
        sys.exit(f"the page did not answer at {width} px: {dump.stdout[-300:]} {dump.stderr[-600:]}")
    result = json.loads(html.unescape(found[1]))
    if "error" in result:
        sys.exit(f"the page failed at {width} px: {result['error']}")
    return result


def questions_about(path):
    if path == APP:
        return [{"version": version, "user": {}, "date": None} for version in VERSIONS]
    choose = random.Random(7)
    return [{"version": choose.choice(VERSIONS + ["2.0.3", "2.1.0"]), "user": choose.choice(USERS), "date": choose.choice(DATES)}
            for _ in range(24)]


def expected(path, question):
    """The values of resolve, without a targeting key."""
    context = {**question["user"], "appVersion": question["version"]}
    if question["date"]:
        context["date"] = question["date"]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(json.dumps(context))
        file.flush()
        return json.loads(flagctl("resolve", "--context", file.name, "--format", "json", path))["results"][0]["values"]


def texts(value):
    """How a page may show a value."""
    plain = json.dumps(value, ensure_ascii=False)
    return {plain, value if isinstance(value, str) else plain, json.dumps(value, ensure_ascii=False, separators=(",", ":"))}


def check(folder, path, width):
    problems = []
    questions = questions_about(path)
    found = probe(folder, flagctl("matrix", "--format", "html", path), width, questions)
    if found["width"] != width:
        problems.append(f"the page is {found['width']} px wide")
    if found["overflow"]:
        problems.append("the page itself scrolls sideways")
    if found["names"] > max(0.36 * width, 215):
        problems.append(f"the names take {found['names']} px")
    if found["hidden"]:
        problems.append(f"values out of sight: {found['hidden'][:3]}")
    if width == 500 and not found["scrolled"]:
        problems.append("nothing was scrolled")
    if not found["invalid"]:
        problems.append("a text that is no version is not marked")
    if path == APP and found["onlyChanges"] != ["checkout", "payments", "syncInterval"]:
        problems.append(f"only changes: {found['onlyChanges']}")
    # The rows of a setting with many groups of users are shown on request, and answer all questions anyway.
    folds = [] if path in (APP, TARGETING) else [[99, 0, 99]]
    if found["folds"] != folds:
        problems.append(f"folded rows: {found['folds']}, not {folds}")
    for question, answer in zip(questions, found["answers"]):
        values = expected(path, question)
        for name, value in values.items():
            # A setting with a rollout has a row for those in it and for the others.
            shown = [row[1] for row in answer if row[0] == name or row[0].startswith(f"{name}, ")]
            rolled = any("%" in row[0] for row in answer if row[0].startswith(f"{name}, "))
            if not shown or not (texts(value) & set(shown)) or (len(set(shown)) > 1 and not rolled):
                problems.append(f"{question}: {name} is {value}, the page says {shown}")
    return problems


# The lowest contrast of text on its background, by WCAG 2.1, and what print omits.
LOOK = """
(() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([red, green, blue]) => [red, green, blue].map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const background = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const parts = parse(getComputedStyle(one).backgroundColor);
      if (parts.length === 3 || parts[3] > 0) return parts;
    }
    return [255, 255, 255];
  };
  let least = 21;
  for (const element of document.querySelectorAll("h1, h2, th, td, td code, caption, dt, dd, summary")) {
    const [one, other] = [light(parse(getComputedStyle(element).color)), light(background(element))];
    least = Math.min(least, (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05));
  }
  const region = document.querySelector(".scroll");
  return { least, page: light(background(document.body)), form: getComputedStyle(document.querySelector("form")).display,
    overflow: getComputedStyle(region).overflow, sticky: getComputedStyle(document.querySelector("tbody th")).position };
})()
"""


def look_problems(folder):
    """What is wrong in light and dark mode, and in print."""
    problems = []
    page = folder / "look.html"
    page.write_text(flagctl("matrix", "--releases", "Configs/app.releases", "--format", "html", APP))
    with Browser(folder) as browser:
        browser.open(page.as_uri())
        for media, scheme in [("screen", "light"), ("screen", "dark"), ("print", "light"), ("print", "dark")]:
            browser.send("Emulation.setEmulatedMedia", media=media, features=[
                {"name": "prefers-color-scheme", "value": scheme}])
            found = browser.run(LOOK)
            where = f"{media}, {scheme}"
            if found["least"] < 4.5:
                problems.append(f"{where}: a contrast of {found['least']:.2f}, expected 4.5")
            # Paper is white, whatever the screen is.
            is_dark = found["page"] < 0.2
            if is_dark != (media == "screen" and scheme == "dark"):
                problems.append(f"{where}: the background has the luminance {found['page']:.2f}")
            printed = (found["form"], found["overflow"], found["sticky"]) == ("none", "visible", "static")
            if printed != (media == "print"):
                problems.append(f"{where}: form {found['form']}, overflow {found['overflow']}, names {found['sticky']}")
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--screenshots")
    arguments = parser.parse_args()
    skip_without_chromium("the matrix page")
    count = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        many = folder / "many.json"
        many.write_text(json.dumps(many_entries.document()))
        for path in (APP, TARGETING, str(many)):
            for width in WIDTHS:
                for problem in check(folder, path, width):
                    count += 1
                    print(f"{path} at {width} px: {problem}")
        for problem in look_problems(folder):
            count += 1
            print(f"{APP}: {problem}")
        if arguments.screenshots:
            page = folder / "page.html"
            page.write_text(flagctl("matrix", "--format", "html", APP).replace(
                "</body>", '<script>byID("version").value = "1.4.2"; update();</script></body>'))
            for width in WIDTHS:
                picture = pathlib.Path(arguments.screenshots).absolute() / f"matrix-{width}.png"
                chromium(folder, width, f"--screenshot={picture}", page.as_uri(), height=560)
    print(f"matrix page: 3 documents at {len(WIDTHS)} widths, light, dark and printed, {count} problems")
    sys.exit(1 if count else 0)


main()
