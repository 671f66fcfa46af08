"""A running flagctl serve, for the checks of the service. They need the flagctl on the PATH."""

import ctypes
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOADER = ROOT / "Sources/MicrohttpdLoader/MicrohttpdLoader.c"


def skip_without_library(what):
    """Ends the check with a message if libmicrohttpd is missing under all names that flagctl looks for."""
    names = re.findall(r'"([^"\s]*libmicrohttpd\.[^"\s]*)"', LOADER.read_text())
    reasons = []
    for name in names:
        try:
            ctypes.CDLL(name)
            return
        except OSError as error:
            reasons.append(str(error))
    print(f"SKIPPED: {what} is not checked, because libmicrohttpd cannot be opened: {'; '.join(reasons)}")
    sys.exit(0)


class Problems:
    """What a check found, printed at once."""

    def __init__(self):
        self.count = 0

    def expect(self, is_true, text):
        if not is_true:
            self.count += 1
            print(f"  {text}", flush=True)

    def finish(self, name):
        print(f"{name}: {self.count} problems")
        sys.exit(1 if self.count else 0)


class Server:
    """A running flagctl serve on a free port, unless the arguments have --listen."""

    def __init__(self, *arguments, problems=None):
        self.problems = problems or Problems()
        listen = [] if "--listen" in arguments else ["--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(
            ["flagctl", "serve", *listen, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, cwd=ROOT)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            sys.exit(f"flagctl serve did not start: {self.process.stderr.read()}")
        # Read the messages, or the server blocks when the pipe is full.
        self.messages = []
        threading.Thread(target=lambda: self.messages.extend(self.process.stderr), daemon=True).start()
        self.url = line.split()[-1]
        self.port = int(self.url.rsplit(":", 1)[1])
        self.pid = self.process.pid

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end()

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.problems.expect(
            self.process.wait(20) == 0, f"flagctl serve ended with {self.process.returncode} after {number}")

    def post(self, path, body):
        request = urllib.request.Request(self.url + path, json.dumps(body).encode())
        return json.load(urllib.request.urlopen(request, timeout=10))

    def get(self, path, **fields):
        request = urllib.request.Request(self.url + path, headers=fields)
        return urllib.request.urlopen(request, timeout=10)

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), 5)

    def raw(self, data):
        """The statuses of all responses to some bytes, until the server closes or is silent."""
        return statuses(self.bytes(data))

    def bytes(self, data, silence=0.5):
        """All bytes that the server answers with, until it closes or is silent."""
        found = b""
        with self.connect() as connection:
            connection.settimeout(silence)
            try:
                connection.sendall(data)
                while chunk := connection.recv(65536):
                    found += chunk
            except (TimeoutError, ConnectionError):
                pass
        return found

    def await_message(self, text, start=0, seconds=20):
        """Waits for a line on standard error, after as many as `start`."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for line in self.messages[start:]:
                if text in line:
                    return line
            time.sleep(0.01)
        sys.exit(f"flagctl serve did not say {text!r}: {self.messages}")

    def status(self, name):
        """A number of /proc/PID/status, such as VmRSS in KiB."""
        return int(re.search(rf"^{name}:\s+(\d+)", pathlib.Path(f"/proc/{self.pid}/status").read_text(), re.M)[1])

    def descriptor_count(self):
        return len(list(pathlib.Path(f"/proc/{self.pid}/fd").iterdir()))


def statuses(found):
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", found)]
