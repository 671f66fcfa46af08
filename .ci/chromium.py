"""Chromium without a window, for the checks of pages: single runs, and a browser that is driven by its protocol."""

import base64
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]


def skip_without_chromium(what):
    """Ends the check with a message if there is no Chromium."""
    if not shutil.which("chromium"):
        print(f"SKIPPED: {what} is not checked, because chromium is not installed")
        sys.exit(0)


def chromium(folder, width, *arguments, height=700):
    """Runs Chromium once."""
    return subprocess.run(
        ["chromium", *FLAGS, f"--user-data-dir={folder}/profile", f"--window-size={width},{height}",
         "--virtual-time-budget=20000", *arguments], capture_output=True, text=True)


class Browser:
    """A browser with one page, driven by the Chrome DevTools Protocol through a pipe."""

    def __init__(self, folder):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        # The browser reads from descriptor 3 and writes to 4; these may be taken by the pipes themselves.
        first, second = os.dup2(to_browser, 103), os.dup2(from_browser, 104)

        def arrange():
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            ["chromium", *FLAGS, "--remote-debugging-pipe", f"--user-data-dir={folder}/driven", "about:blank"],
            preexec_fn=arrange, close_fds=False, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for descriptor in (to_browser, from_browser, first, second):
            os.close(descriptor)
        self.buffer = b""
        self.count = 0
        self.session = None
        self.events = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.send(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # The browser's child processes still write to the folder.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.input)
        os.close(self.output)

    def send(self, method, may_fail=False, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self.count:
                if "error" in answer and may_fail:
                    return {}
                if "error" in answer:
                    sys.exit(f"Chromium refuses {method}: {answer['error']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def _next(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.input, 1 << 20)
            if not piece:
                sys.exit("Chromium has ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def resize(self, width, height=900, dark=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, url):
        self.send("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, expression):
        """The value of a JavaScript expression, which may be a promise."""
        result = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            sys.exit(f"{expression[:200]} fails: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, condition, seconds=20):
        """Waits until a JavaScript expression is true."""
        end = time.monotonic() + seconds
        expression = f"(() => {{ try {{ return Boolean({condition}); }} catch {{ return false; }} }})()"
        # While the page changes, there is no answer at all.
        while not self.send("Runtime.evaluate", may_fail=True, expression=expression).get("result", {}).get("value"):
            time.sleep(0.02)
            if time.monotonic() < end:
                continue
            text = self.run("document.body.innerText.slice(0, 600)")
            sys.exit(f"after {seconds} s it is not true that {condition}; the page says: {text}")

    def press(self, key, text=None):
        """Presses a key, such as Tab or /."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowRight": 39, "ArrowLeft": 37, " ": 32}
        text = text or {"Enter": "\r"}.get(key) or (key if len(key) == 1 else "")
        common = {"key": key, "windowsVirtualKeyCode": codes.get(key, ord(key[0])), "text": text}
        self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **common)
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        self.send("Input.insertText", text=text)

    def screenshot(self, path):
        picture = self.send("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(picture))

    def problems(self):
        """What the browser complained about: exceptions, violated policies, failed requests."""
        found = []
        for event in self.events:
            if event["method"] == "Runtime.exceptionThrown":
                details = event["params"]["exceptionDetails"]
                found.append(f"exception: {details.get('exception', {}).get('description', details['text'])}")
            if event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                found.append(f"{event['params']['entry']['text']} {event['params']['entry'].get('url', '')}")
        return found

    def addresses(self):
        """All addresses that the page requested."""
        return [event["params"]["request"]["url"] for event in self.events
                if event["method"] == "Network.requestWillBeSent"]
