"""Use the page of the inspector in Chromium, as people do, and compare its answers with those of the commands.

Usage: check-inspector.py [--screenshots FOLDER]    with flagctl on the PATH

- The three questions: what one user gets and why, who gets a value, what the last change changed.
- The keyboard alone; names of all controls for screen readers; the rules of axe; three widths, light and dark.
- A document that changes while somebody uses the page: the focus and what was typed stay, the notice goes.
- 10,000 settings, very long names, and one setting with hundreds of cases; names and values that try to be markup, or to
  reorder text.
- Keys; no request to another server, and no exception or violated policy in the browser.

--screenshots also takes the pictures of the documentation. Without Chromium or libmicrohttpd nothing is checked, and a
message says so.
"""

import argparse
import contextlib
import hashlib
import json
import pathlib
import re
import subprocess
import tempfile
import time

import axe_core_python
import many_entries
from chromium import Browser, skip_without_chromium
from serving import Problems, Server, skip_without_library

skip_without_chromium("the inspector")
skip_without_library("the inspector")

WIDTHS = [500, 1000, 1600]
AXE = (pathlib.Path(axe_core_python.__file__).parent / "axe.min.js").read_text()
LABELS = {"appVersion": "App version", "targetingKey": "User or device", "date": "Date"}
CONTEXT = {"appVersion": "1.7.2", "country": "AT", "platform": "ios", "osVersion": "17.1"}
problems = Problems()
expect = problems.expect

HELPERS = """
globalThis.field = (id) => document.getElementById(id);
globalThis.enter = (element, text) => {
  if (element.type === "checkbox") element.checked = text; else element.value = text;
  element.dispatchEvent(new Event("input", { bubbles: true }));
};
globalThis.attribute = (name) => [...document.querySelectorAll("#inputs label")]
  .find((label) => label.textContent.trim() === name).control;
globalThis.rows = () => [...field("rows").rows].map((row) => [...row.cells].map((cell) => cell.textContent));
globalThis.choose = (name) => [...document.querySelectorAll("#rows button")].find((one) => one.textContent === name).click();
// Words and dates that are on two lines. The page may break names between their words, and what is longer than a line.
globalThis.brokenWords = () => {
  const found = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest("script, datalist")) continue;
    for (const word of node.data.matchAll(/\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z|\\p{N}+(?:\\.\\p{N}+)+|[\\p{L}\\p{N}]+/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = [...range.getClientRects()].map((one) => one.top);
      if (word[0].length <= 20 && Math.max(...tops) - Math.min(...tops) > 3) found.push(word[0]);
    }
  }
  return found;
};
"""


def flagctl(*arguments):
    return subprocess.run(["flagctl", *map(str, arguments)], capture_output=True, text=True, check=True).stdout


@contextlib.contextmanager
def served(browser, *arguments):
    """A running server. The browser leaves its page before the server ends, or a question on its way would fail."""
    with Server(*arguments, problems=problems) as server:
        yield server
        browser.send("Page.navigate", url="about:blank")
        browser.wait("location.href === 'about:blank'")


def open_page(browser, url, ready="field('rows').rows.length > 0"):
    browser.open(url)
    browser.run(HELPERS)
    browser.wait(ready)


def shown(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def check_questions(browser, folder):
    path = folder / "flags.json"
    text = pathlib.Path("Configs/targeting.json").read_text()
    path.write_text(text)
    records = folder / "records"
    records.mkdir()
    (records / "1.9.0.reader.json").write_text(json.dumps({
        "release": "1.9.0", "complete": True, "settings": {"checkout": {"type": "string", "default": "legacy"}}}))
    with served(browser, path, "--allow-date", "--readers", records) as server:
        open_page(browser, server.url + "/")
        check_values(browser, path)
        check_detail(browser)
        check_who(browser, path)
        check_matrix(browser)
        # The last change.
        browser.run("field('tab-change').click()")
        browser.wait("field('change-time').textContent.includes('has not changed')")
        (folder / "new").write_text(text.replace('"percent": 25', '"percent": 50').replace(
            '"defaultValue": 0,', '"defaultValue": 0.1,'))
        old = folder / "old.json"
        old.write_text(text)
        (folder / "new").replace(path)
        server.await_message("a new document is served")
        browser.wait("field('change-time').textContent.includes('2 settings have')", 30)
        found = browser.run("[...document.querySelectorAll('#change-answer section')].map((one) => [one.querySelector('h2')"
                            ".textContent, [...one.querySelectorAll('.changes > li')].map((item) => ['before', 'after']"
                            ".map((side) => item.querySelector(`code.${side}`).textContent))])")
        done = subprocess.run(["flagctl", "diff", "--format", "json", old, path], capture_output=True, text=True)
        settings = json.loads(done.stdout)["results"][0]["settings"]
        expect([one[0] for one in found] == [one["name"] for one in settings], f"the last change is {found}")
        for (name, changes), setting in zip(found, settings):
            expected = {(shown(one["before"]), shown(one["after"])) for one in setting["changes"]}
            expect({tuple(one) for one in changes} == expected, f"the change of {name} is {changes}, not {expected}")
    print("three questions: answered as flagctl resolve, explain, when and diff answer")


def check_values(browser, path):
    """What does 1.7.2 in Austria get?"""
    # Without a date, the server takes the current one, and schedules decide.
    for context in [CONTEXT | {"date": "2026-11-01T00:00:00Z"},
                    {"appVersion": "2.1.0", "ring": "beta", "language": "de-AT", "premium": True, "launches": 3,
                     "date": "2026-11-27T12:00:00Z"},
                    {"appVersion": "2.0.0", "country": "AT", "platform": "ios", "ring": "beta", "targetingKey": "user-5",
                     "date": "2026-12-03T00:00:00Z"}]:
        (path.parent / "context.json").write_text(json.dumps(context))
        result = json.loads(flagctl("resolve", "--format", "json", "--explain", "--context", path.parent / "context.json", path))
        expected = result["results"][0]
        browser.run("for (const input of document.querySelectorAll('#inputs input')) input.value = ''")
        for name, value in context.items():
            label = LABELS.get(name, name)
            text = value if isinstance(value, str) else json.dumps(value)
            browser.run(f"enter(attribute({json.dumps(label)}), {json.dumps(text)})")
        lines = sorted((name, shown(value), str(expected["details"][name]["line"])) for name, value in expected["values"].items())
        condition = f"JSON.stringify(rows().map((row) => [row[0], row[1], row[3]])) === {json.dumps(shown(lines))}"
        browser.wait(condition)
        reasons = dict(browser.run("rows().map((row) => [row[0], row[2]])"))
        for name, details in expected["details"].items():
            entry = details.get("name", f"entry {details['entry'] + 1}" if "entry" in details else "default")
            expect(reasons[name].startswith(entry), f"{context}: the reason of {name} is {reasons[name]}, not {entry}")


def check_detail(browser):
    browser.run("choose('checkout')")
    browser.wait("!field('detail').hidden")
    text = browser.run("field('detail').innerText")
    for part in ["25 % of \"checkout-2026\"", "For whom else this value holds: \"modern\"", "Who gets \"legacy\"",
                 ">=2.0.0 !=2.0.3, ring beta or internal", "2.0.0 is not 2.0.3", "wins", "switched off", "line 25",
                 "read by 1.9.0 as a string (default \"legacy\")"]:
        if part not in text and part in ("For whom else this value holds: \"modern\"", "Who gets \"legacy\""):
            part = part.replace("modern", "?").replace("legacy", "modern").replace("?", "legacy")
        expect(part in text, f"the explanation of checkout lacks {part!r}: {text}")


def check_who(browser, path):
    """Who gets checkout = modern?"""
    browser.run("field('tab-who').click(); enter(field('who-setting'), 'checkout'); enter(field('who-value'), 'modern')")
    expect(browser.run("field('expression').value") == '"checkout" == "modern"', "the expression is not composed")
    browser.wait("[...field('who-values').options].map((one) => one.value).sort().join() === 'legacy,modern'")
    browser.run("field('question').requestSubmit()")
    browser.wait("field('who-answer').querySelector('li')")
    found = browser.run("[...document.querySelectorAll('#who-answer li')].map((one) => one.textContent)")
    expected = flagctl("when", 'checkout == "modern"', path).splitlines()
    expect(found == expected, f"who gets modern: {found}, not {expected}")
    browser.run("enter(field('expression'), 'chekout == true'); field('question').requestSubmit()")
    browser.wait("!field('problem').hidden && field('problem').textContent.includes('did you mean')")
    browser.run("enter(field('expression'), 'checkout == \"none\"'); field('question').requestSubmit()")
    browser.wait("field('who-answer').textContent === 'Nobody.'")


def check_matrix(browser):
    browser.run("field('tab-matrix').click()")
    browser.wait("field('matrix-answer').querySelector('tbody')")
    names = browser.run("[...new Set([...document.querySelectorAll('#matrix-answer tbody th')].map((one) => one.textContent"
                        ".split(',')[0]))]")
    expect(names == ["checkout", "discount", "express", "greeting", "reviewPrompt", "wallet"], f"the matrix has {names}")
    rows = browser.run("[...document.querySelectorAll('#matrix-answer tbody th')].map((one) => one.textContent)")
    expect('greeting, country other than GB, language not starting with "de"' in rows,
           f"the matrix does not name cases of a string by strings: {rows}")
    browser.run("enter(field('matrix-filter'), 'WALL')")
    browser.wait("field('matrix-count').textContent === '1 setting'")


def check_keyboard(browser, folder):
    """Nothing but keys, from the address to an explanation and back."""
    with served(browser, "Configs/targeting.json") as server:
        open_page(browser, server.url + "/")
        order = []
        for _ in range(40):
            browser.press("Tab")
            order.append(browser.run("document.activeElement.id || document.activeElement.textContent.slice(0, 20)"))
            if order[-1] == "checkout":
                break
        expect(order[:3] == ["Skip to the content", "tab-values", "version"], f"the order of Tab begins with {order[:4]}")
        expect(order[-1] == "checkout" and "filter" in order and "decided" in order, f"the order of Tab is {order}")
        outline = browser.run("getComputedStyle(document.activeElement).outlineStyle")
        expect(outline != "none", "the focus cannot be seen")
        browser.press("Enter")
        browser.wait("document.activeElement.id === 'detail'")
        browser.press("Escape")
        browser.wait("field('detail').hidden && document.activeElement.textContent === 'checkout'")
        browser.press("/")
        expect(browser.run("document.activeElement.id") == "filter", "the key / does not focus the search")
        browser.type("wal")
        browser.wait("rows().length === 1 && field('count').textContent === '1 of 6 settings'")
        browser.run("field('tab-values').focus()")
        browser.press("ArrowRight")
        expect(browser.run("document.activeElement.id") == "tab-who" and browser.run("!field('who').hidden"),
               "an arrow key does not choose the next tab")
        for _ in range(3):
            browser.press("ArrowRight")
        expect(browser.run("document.activeElement.id") == "tab-values", "the tabs do not begin again")
        check_names(browser)
    print("keyboard and names of controls: checked")


def check_names(browser):
    """Every control has a name for screen readers, in each tab."""
    for tab in ("values", "who", "matrix", "change"):
        browser.run(f"field('tab-{tab}').click()")
        browser.wait(f"!field('{tab}').hidden")
        for node in browser.send("Accessibility.getFullAXTree")["nodes"]:
            role = node.get("role", {}).get("value")
            if role in ("button", "textbox", "searchbox", "combobox", "checkbox", "tab", "link", "region", "tabpanel", "table") \
                    and not node.get("ignored"):
                name = node.get("name", {}).get("value", "")
                expect(name or role == "table", f"in the tab {tab}, a {role} has no name")


def check_explanations(browser, folder):
    """Entries count from 1, dates have no fractions, and an entry's value differs from a default not only by its colour."""
    path = folder / "schedule.json"
    path.write_text(json.dumps({
        "plain": 1, "scheduled": {"defaultValue": 1, "valuesByVersion": [
            {"from": "2999-01-01T00:00:00Z", "value": 2}, {"until": "2000-01-01T00:00:00Z", "value": 3},
            {"when": {"ring": "beta"}, "value": 4}, {"rollout": {"percent": 50, "salt": "s"}, "value": 5}]}}))
    with served(browser, path) as server:
        open_page(browser, server.url + "/")
        browser.run("enter(attribute('ring'), 'beta')")
        browser.wait("rows()[1][2] === 'entry 3'")
        browser.run("choose('scheduled')")
        browser.wait("!field('detail').hidden")
        entries = browser.run("[...document.querySelectorAll('#detail .entries > li')].map((one) => one.innerText)")
        titles = [one.splitlines()[0] for one in entries]
        expect(titles == ["entry 1", "entry 2", "entry 3", "entry 4", "default"], f"the entries are {titles}")
        for entry, end in zip(entries, ["is before 2999-01-01T00:00:00Z", "is not before 2000-01-01T00:00:00Z"]):
            expect(re.search(rf"\b\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\dZ {end}", entry), f"an explanation is {entry!r}")
        looks = browser.run("[...field('rows').rows].map((row) => [getComputedStyle(row.querySelector('code')).fontWeight,"
                            " getComputedStyle(row.querySelector('.mark'), '::before').rotate, row.cells[2].textContent])")
        expect(all(one != other for one, other in zip(*looks)), f"a default and an entry look alike: {looks}")
        nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
        keys = [one.get("description", {}).get("value") for one in nodes if one.get("name", {}).get("value") == "User or device"
                and one["role"]["value"] in ("textbox", "combobox")]
        expect(keys == ["targetingKey"], f"the field for the targeting key is described as {keys}")
    print("explanations: entries from 1, dates without fractions")


def check_updates(browser, folder):
    """The document changes while somebody uses the page."""
    path = folder / "updated.json"
    texts = [pathlib.Path("Configs/targeting.json").read_text()]
    texts.append(texts[0].replace('"Hello"', '"Good day"').replace('"Welcome"', '"Good day"'))
    # A further attribute, by which the list of inputs grows.
    texts.append(texts[1].replace('"launches": { "<"', '"age": { "<": 3 }, "launches": { "<"'))
    path.write_text(texts[0])
    with served(browser, path) as server:
        def change(text, is_shown):
            browser.run("globalThis.notices = []")
            (folder / "next").write_text(text)
            (folder / "next").replace(path)
            browser.wait(is_shown, 30)
            browser.wait("field('status').textContent === ''", 10)
            notices = browser.run("notices")
            expect(notices == ["The server has a new document.", ""], f"the notices are {notices}")

        open_page(browser, server.url + "/")
        browser.wait("field('status').textContent === ''")
        browser.run("globalThis.notices = []; new MutationObserver(() => notices.push(field('status').textContent))"
                    ".observe(field('status'), { childList: true }); 0")
        browser.run("[...document.querySelectorAll('#rows button')][5].focus()")
        change(texts[1], "rows()[3][1] === '\"Good day\"'")
        expect(browser.run("document.activeElement.closest('#rows') && document.activeElement.textContent") == "wallet",
               "the focus leaves its setting when the document changes")
        browser.run("choose('greeting')")
        browser.wait("document.activeElement.id === 'detail'")
        browser.run("field('detail').querySelector('button').focus()")
        change(texts[0], "field('detail').querySelector('pre').textContent === '\"Welcome\"'")
        expect(browser.run("document.activeElement.textContent") == "Close", "the focus leaves the explanation")
        browser.run("globalThis.typed = attribute('country'); typed.focus()")
        browser.type("AT")
        browser.run("typed.setSelectionRange(1, 1)")
        change(texts[2], "attribute('age') && rows()[3][1] === '\"Good day\"'")
        kept = browser.run("[document.activeElement === typed, typed.isConnected, typed.value, typed.selectionStart]")
        expect(kept == [True, True, "AT", 1], f"what is typed when the document changes: {kept}")
        browser.run("field('tab-matrix').click()")
        browser.wait("field('matrix-answer').querySelector('tbody')")
        browser.run("document.querySelector('#matrix-answer .scroll').focus(); document.activeElement.scrollTop = 40")
        change(texts[0], "field('matrix-answer').textContent.includes('Hello')")
        kept = browser.run("[document.activeElement.className, document.activeElement.scrollTop > 0]")
        expect(kept == ["scroll", True], f"the focus, or the place in the table, leaves the matrix: {kept}")
    print("a document that changes: the focus stays, the notice goes")


def check_axe(browser, where):
    """The rules of axe, for what the page shows now."""
    browser.run(f"globalThis.axe ?? (() => {{ {AXE} }})(); 0")
    found = browser.run("axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map((one) =>"
                        " `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' ')}`))")
    for violation in found:
        expect(False, f"{where}: axe reports {violation}")


def show_context(browser):
    """A context in which entries decide, and the explanation of a setting."""
    for name, value in (CONTEXT | {"appVersion": "2.1.0", "ring": "beta", "date": "2026-12-03T00:00:00Z"}).items():
        browser.run(f"enter(attribute({json.dumps(LABELS.get(name, name))}), {json.dumps(value)})")
    browser.wait("rows().some((row) => row[2] === 'rings first')")


def check_look(browser, where):
    """Nothing is too wide, and no word is broken."""
    overflow = browser.run("document.documentElement.scrollWidth - innerWidth")
    expect(overflow <= 0, f"{where} is {overflow} px too wide")
    broken = browser.run("brokenWords()")
    expect(not broken, f"{where} breaks {broken[:5]}")


def check_widths(browser, folder, screenshots):
    path = folder / "targeting.json"
    text = pathlib.Path("Configs/targeting.json").read_text()
    path.write_text(text)
    with served(browser, path, "--allow-date") as server:
        (folder / "new").write_text(text.replace('"percent": 25', '"percent": 50').replace(
            '"Hello"', '"Hello, and welcome back to the shop"'))
        (folder / "new").replace(path)
        server.await_message("a new document is served")
        for width, dark in [(width, dark) for width in WIDTHS for dark in (False, True)]:
            where = f"{width} px, {'dark' if dark else 'light'}"
            browser.resize(width, 1000, dark=dark)
            open_page(browser, server.url + "/")
            # Pictures do not show a temporary folder.
            browser.run("field('source').firstChild.textContent = 'targeting.json'")
            show_context(browser)
            check_look(browser, f"{where}, the list")
            if screenshots and width < 600:
                browser.screenshot(pathlib.Path(screenshots) / f"inspector-{width}{'-dark' if dark else ''}.png")
            browser.run("choose('checkout')")
            browser.wait("!field('detail').hidden")
            browser.run("enter(field('who-setting'), 'checkout'); enter(field('who-value'), 'modern'); field('question').requestSubmit()")
            browser.wait("field('who-answer').querySelector('li')")
            for tab in ("who", "matrix", "change", "values"):
                browser.run(f"field('tab-{tab}').click()")
                browser.wait({"matrix": "field('matrix-answer').querySelector('tbody')",
                              "change": "field('change-answer').querySelector('li')"}.get(tab, "true"))
                check_look(browser, f"{where}, the tab {tab}")
                # The rules of axe depend on widths only where other parts are shown.
                if width == 1600 or (width == 500 and tab == "values"):
                    check_axe(browser, f"{where}, the tab {tab}")
                if tab == "change":
                    parts = browser.run("[...document.querySelectorAll('.changes > li > *')].map((one) =>"
                                        " [one.className, one.textContent !== '', one.getBoundingClientRect().width])")
                    expect(parts and all(has_text and part >= 200 for _, has_text, part in parts),
                           f"{where}: the last change has squeezed or empty columns: {parts}")
            browser.run("scrollTo(0, 0); document.activeElement.blur()")
            color = browser.run("getComputedStyle(document.body).backgroundColor")
            levels = [int(level) for level in re.findall(r"\d+", color)]
            expect(max(levels) < 60 if dark else min(levels) > 230, f"{where}: the background is {color}")
            if screenshots and width >= 600:
                browser.screenshot(pathlib.Path(screenshots) / f"inspector-{width}{'-dark' if dark else ''}.png")
    browser.resize(1200)
    print(f"widths: {len(WIDTHS)}, light and dark, with the rules of axe")


LONG_NAMES = [
    "checkout.experiments.summerCampaign.variantSelection.withExtendedWarrantyOfferAndGiftWrapping.enabledForEverybody",
    "feature_flags_of_the_former_backend_which_uses_underscores_and_long_words_everywhere_in_its_configuration",
    "aNameWithoutPunctuationThatGoesOnForMuchLongerThanAnybodyWouldWantToReadInATableOfSettings", "short",
    "0123456789" * 20,
]


def check_long(browser, folder):
    """Names and values that are longer than any column."""
    path = folder / "long.json"
    entries = [
        {"name": "the first wave of customers in the north who have bought at least two articles since January",
         "appVersion": ">=2.0.0", "when": {"organizationalUnitOfTheInstallation": ["north-europe-central-logistics", "south"]},
         "value": "a value that consists of many words, as texts for people do, and needs several lines in most columns"},
        {"appVersion": ">=1.0.0 <1.5.0", "value": "supercalifragilisticexpialidocious"}]
    document = {name: {"defaultValue": f"https://cdn.example.com/{'assets/' * 12}wide.png", "valuesByVersion": entries}
                for name in LONG_NAMES}
    # Objects are written without blanks.
    document["short"]["defaultValue"] = {"courier": "standard", "days": 3, "pickup": {"radius": 2.5, "places": ["shop", "locker"]}}
    path.write_text(json.dumps(document))
    with served(browser, path) as server:
        for width in WIDTHS:
            browser.resize(width, 1000)
            open_page(browser, server.url + "/")
            browser.run("enter(field('version'), '1.2.0')")
            browser.wait("rows()[0][2] === 'entry 2'")
            check_look(browser, f"{width} px, a list of long names")
            for index in range(len(LONG_NAMES)):
                browser.run(f"document.querySelectorAll('#rows button')[{index}].click()")
                browser.wait(f"field('rows').rows[{index}].getAttribute('aria-current') === 'true' && !field('detail').hidden")
                check_look(browser, f"{width} px, the explanation of a long name")
            browser.run("field('tab-matrix').click()")
            browser.wait("field('matrix-answer').querySelector('tbody')")
            check_look(browser, f"{width} px, a matrix of long names")
    browser.resize(1200)
    print(f"long names: {len(LONG_NAMES)}")


def check_many(browser, folder):
    """10,000 settings."""
    path = folder / "many.json"
    path.write_text(json.dumps({f"setting.{number:05}": {
        "defaultValue": False, "valuesByVersion": [{"appVersion": f">={number % 50}.0.0", "value": True}]}
        for number in range(10_000)}))
    with served(browser, path) as server:
        started = time.monotonic()
        open_page(browser, server.url + "/")
        loaded = time.monotonic()
        expect(browser.run("rows().length") <= 200, "the page shows all settings at once")
        expect(browser.run("field('count').textContent") == "10,000 settings", "the page does not count all settings")
        # Each keystroke is shown before the next one: filtering, and the layout of the rows.
        times = browser.run("['0', '09', '099', '0999', '', 'fal'].map((text) => { const start = performance.now();"
                            " enter(field('filter'), text); document.body.offsetHeight; return performance.now() - start; })")
        expect(sorted(times)[len(times) // 2] < 200, f"filtering 10,000 settings takes {times} ms")
        browser.run("enter(field('filter'), '09999')")
        browser.wait("rows().length === 1")
        browser.run("enter(field('filter'), '')")
        browser.run("[...field('pages').querySelectorAll('button')].find((one) => one.textContent === 'Next').focus()")
        browser.press("Enter")
        browser.wait("rows()[0][0] === 'setting.00100'")
        expect(browser.run("document.activeElement.textContent") == "Next", "the focus leaves the button for the next page")
        browser.run("enter(field('version'), '30.0.0')")
        browser.wait("rows().some((row) => row[1] === 'true')")
        browser.run("field('tab-matrix').click()")
        browser.wait("field('matrix-count').textContent === '10,000 settings' && field('matrix-answer').querySelector('tbody')")
        print(f"10,000 settings: shown after {loaded - started:.1f} s, all questions after "
              f"{time.monotonic() - started:.1f} s, filtered in {sorted(times)[len(times) // 2]:.0f} ms")


def check_many_cases(browser, folder):
    """A setting with hundreds of cases shows its entries; the cases and the groups of users are there on request."""
    path = folder / "cases.json"
    path.write_text(json.dumps(many_entries.document()))
    entries = flagctl("explain", "checkout", path)
    with served(browser, path) as server:
        open_page(browser, server.url + "/")
        browser.run("choose('checkout')")
        browser.wait("!field('detail').hidden")
        found = browser.run("document.querySelector('#detail .reaches').innerText")
        expect(found.count("never wins") == entries.count("never wins"), f"entries that never win: {found}")
        expect("default, for whom no entry matches" in found, f"the default is not explained: {found}")
        lists = browser.run("[...document.querySelectorAll('#detail details')].map((one) => [one.open, one.querySelectorAll('li').length])")
        expect(lists and not any(is_open for is_open, _ in lists), f"the cases are not folded: {lists}")
        browser.run("field('tab-matrix').click()")
        browser.wait("field('matrix-answer').querySelector('tr.fold')")
        count = "[...document.querySelectorAll('#matrix-answer tbody tr')].filter((row) => row.getClientRects().length > 0).length"
        expect(browser.run(count) == 2, "the groups of users are not folded")
        browser.run("document.querySelector('tr.fold button').click()")
        expect(browser.run(count) == 101, "the groups of users cannot be shown")
        check_names(browser)
    print("one setting with hundreds of cases: its entries")


HOSTILE = {
    "<script>hacked = 1</script>": "<img src=x onerror='hacked = 2'>",
    "\u202egnp.exe": {"defaultValue": "left\u202eright\u2066", "valuesByVersion": [
        {"name": "<b>bold</b>\u200f", "when": {"<i>country</i>": "\"><script>hacked = 3</script>"}, "value": "\u0000\u0007\u001b[31m"}]},
    "emoji \U0001f468\u200d\U0001f469\u200d\U0001f467": "\U0001f600",
    "__proto__": "constructor", "toString": [1, {"__proto__": 2}], "": "empty",
    "large": "x" * 65_536, "deep": [[[[[[[[1]]]]]]]], "number": 12345678901234567890, "fraction": 1.0,
    "lines": "one\ntwo\ttab", "</textarea></title><svg onload=hacked=4>": True,
}


def check_hostile(browser, folder):
    path = folder / "hostile.json"
    path.write_text(json.dumps(HOSTILE))
    with served(browser, path) as server:
        open_page(browser, server.url + "/")
        found = {row[0]: row[1] for row in browser.run("rows()")}
        expect(len(found) == len(HOSTILE), f"the page shows {len(found)} of {len(HOSTILE)} settings")
        expect(found.get("number") == "12345678901234567890", f"a large integer is shown as {found.get('number')}")
        expect(found.get("fraction") == "1.0", f"1.0 is shown as {found.get('fraction')}")
        expect(found.get("<script>hacked = 1</script>") == "\"<img src=x onerror='hacked = 2'>\"", "markup is not shown as text")
        expect("\\u{202e}gnp.exe" in found, "a mark that reorders text is not shown by its number")
        for index in range(len(HOSTILE)):
            browser.run(f"document.querySelectorAll('#rows button')[{index}].click()")
            browser.wait(f"field('rows').rows[{index}].getAttribute('aria-current') === 'true' && !field('detail').hidden")
        for tab in ("who", "matrix", "change", "values"):
            browser.run(f"field('tab-{tab}').click()")
            browser.wait({"matrix": "field('matrix-answer').querySelector('tbody')"}.get(tab, f"!field('{tab}').hidden"))
            bad = browser.run("[...document.body.innerText].filter((one) => /[\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f]/.test(one)).length")
            expect(bad == 0, f"the tab {tab} has {bad} marks that reorder text")
        expect(browser.run("typeof hacked") == "undefined", "text of the document was run as a script")
        expect(browser.run("document.querySelectorAll('script, img, svg, b, i').length") == 1, "text of the document became markup")
    print(f"hostile names and values: {len(HOSTILE)}")


def check_keys(browser, folder):
    keys = folder / "keys.txt"
    keys.write_text("".join(f"{role} {hashlib.sha256(key.encode()).hexdigest()}\n" for role, key in [
        ("evaluate", "weak"), ("inspect", "strong")]))
    with served(browser, "app=Configs/app.json", "demo=Configs/showcase.json", "--keys", keys) as server:
        open_page(browser, server.url + "/app/", "!field('access').hidden")
        expect(browser.run("document.activeElement.id") == "key", "the field for the key has no focus")
        browser.open(server.url + "/demo")
        browser.wait("location.pathname === '/demo/'")
        open_page(browser, server.url + "/app/", "!field('access').hidden")
        page = server.get("/app/").read().decode()
        expect("checkout" not in page.replace('<code>checkout == "modern"', ""), "the page has data without a key")
        for key in ("unknown", "weak"):
            browser.run(f"field('key').value = '{key}'; field('access').requestSubmit()")
            browser.wait("!field('problem').hidden && !field('access').hidden")
            browser.run("showProblem('')")
        browser.run("field('key').value = 'strong'; field('access').requestSubmit()")
        browser.wait("field('rows').rows.length > 0 && field('access').hidden")
        links = browser.run("[...document.querySelectorAll('#documents a')].map((one) => one.textContent)")
        expect(links == ["app", "demo"], f"the links to documents are {links}")
        browser.run("[...document.querySelectorAll('#documents a')][1].click()")
        browser.wait("document.title.startsWith('demo')")
        browser.run(HELPERS)
        browser.wait("field('rows').rows.length > 0")
        open_page(browser, server.url + "/", "document.querySelectorAll('#documents a').length === 2")
        response = server.get("/")
        policy = response.headers["Content-Security-Policy"]
        for part in ("default-src 'none'", "frame-ancestors 'none'", "connect-src 'self'", "form-action 'none'"):
            expect(part in policy, f"the policy lacks {part}: {policy}")
        expect("unsafe" not in policy, f"the policy is {policy}")
        for name, value in [("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff")]:
            expect(response.headers[name] == value, f"{name} is {response.headers[name]}")
        nonces = {server.get("/").headers["Content-Security-Policy"] for _ in range(3)}
        expect(len(nonces) == 3, "the nonce is the same each time")
    print("keys, several documents, and fields of the response: checked")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--screenshots")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, Browser(name) as browser:
        folder = pathlib.Path(name)
        browser.resize(1200)
        check_questions(browser, folder)
        check_explanations(browser, folder)
        check_updates(browser, folder)
        check_keyboard(browser, folder)
        check_widths(browser, folder, arguments.screenshots)
        check_long(browser, folder)
        check_many(browser, folder)
        check_many_cases(browser, folder)
        check_hostile(browser, folder)
        check_keys(browser, folder)
        for problem in browser.problems():
            # Wrong keys are refused, and so are wrong expressions; a root with several documents has none of its own.
            expected = ["status of 401", "status of 403", "status of 400", "status of 404"]
            expect(any(text in problem for text in expected), f"the browser reports: {problem}")
        for address in browser.addresses():
            expect(address.startswith(("http://127.0.0.1:", "data:,", "about:")), f"the page requested {address}")
    problems.finish("the inspector")


main()
