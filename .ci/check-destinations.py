"""Check the destinations of flagctl publish: files, servers over HTTPS, etcd with TLS and users.

Usage: check-destinations.py [--kills N]    with flagctl on the PATH

- The question on a terminal: yes, no, no answer, Ctrl-C, and another publication while it waits.
- Publishers that are killed (SIGKILL) at N random moments (15) with each destination leave one of both versions whole, and a history that
  agrees with it.
- A server with TLS that compares entity tags: keys, authorities, lost races, connections that break before and after the document is
  stored. flagctl serve has it as its source.
- etcd with TLS and users: the right ones, and wrong ones.

What is missing (openssl, libcurl, libmicrohttpd, etcd) is named, and its part is skipped. TEST_SEED reproduces the moments of kills.
"""

import argparse
import ctypes
import hashlib
import http.server
import json
import os
import pathlib
import pty
import random
import select
import shutil
import signal
import ssl
import subprocess
import tempfile
import threading
import time

import etcd_cluster
from certificates import Certificates
from etcd_cluster import Cluster, encoded
from serving import Problems, Server

problems = Problems()
expect = problems.expect


def content(number):
    return json.dumps({"number": number, "copy": f"copy {number}", "steady": True, "filler": "x" * 50_000})


def flagctl(*arguments, expected=0):
    run = subprocess.run(["flagctl", *map(str, arguments)], capture_output=True, text=True, timeout=120)
    expect(run.returncode == expected,
           f"flagctl {' '.join(map(str, arguments))} ends with {run.returncode}, expected {expected}: {run.stdout[-400:]}{run.stderr[-400:]}")
    return run


class Destination:
    """A place to publish to, with the options that its connections need."""

    def __init__(self, folder, address, *options):
        self.folder, self.address, self.options = folder, address, options

    def arguments(self, number):
        path = self.folder / "new.json"
        path.write_text(content(number))
        return ["publish", "--yes", "--author", "check", "--keep", "10", "--to", self.address, *self.options, path]

    def publish(self, number, expected=0, *options):
        return flagctl(*self.arguments(number), *options, expected=expected)

    def history(self):
        """The publications, the newest first, as (number, whether it is the current one)."""
        run = flagctl("log", "--published", self.address, *self.options, "--format", "json")
        return [(int(item["revision"]), "current" in item["subject"]) for item in json.loads(run.stdout)["results"]]


# The question on a terminal.


def answer(command, text, meanwhile=None):
    """Runs a command on a terminal, and writes a text when it asks. Returns its status, and what it wrote."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(command[0], list(map(str, command)))
    found, is_asked = b"", False
    while select.select([terminal], [], [], 20)[0]:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        found += piece
        if not is_asked and b"[y/N] " in found:
            is_asked = True
            if meanwhile:
                meanwhile()
            os.write(terminal, text)
    else:
        os.kill(process, signal.SIGKILL)
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), found.decode()


def check_question(folder):
    path = folder / "asked" / "app.json"
    path.parent.mkdir()
    destination = Destination(folder, path)
    destination.publish(1)

    def ask(number, text, meanwhile=None):
        command = [word for word in destination.arguments(number) if word != "--yes"]
        return answer(["flagctl", *command], text, meanwhile)

    for name, text, status, words in [
        ("no", b"n\n", 1, "not published"), ("an empty line", b"\n", 1, "not published"), ("Ctrl-D", b"\4", 1, "not published"),
        ("something else", b"yellow\n", 1, "not published"), ("Ctrl-C", b"\3", 130, "[y/N]"),
    ]:
        found, output = ask(2, text)
        expect(found == status and words in output, f"the answer {name}: status {found}, {output[-200:]}")
        expect(path.read_text() == content(1), f"the answer {name} changes the document")
    for number, text in [(2, b"y\n"), (3, b"Yes\n")]:
        found, output = ask(number, text)
        expect(found == 0 and f"as {number}" in output, f"the answer {text}: status {found}, {output[-200:]}")
        expect(path.read_text() == content(number), f"the answer {text} does not publish")
    # The difference stands before the question.
    expect("copy 2 → copy 3" in output.split("[y/N]")[0], f"the question comes without the difference: {output}")
    found, output = ask(5, b"y\n", lambda: path.write_text(content(4)))
    expect(found == 1 and path.read_text() == content(4), f"a change while the question waits: status {found}, {output[-300:]}")
    found = subprocess.run(["flagctl", *[word for word in destination.arguments(5) if word != "--yes"]], stdin=subprocess.DEVNULL,
                           capture_output=True, text=True)
    expect(found.returncode == 2 and "--yes" in found.stderr, f"without a terminal: {found.returncode}, {found.stderr}")
    print("the question on a terminal: checked")


# Killed publishers.


def check_kills(name, destination, current, count, chance, is_remote=True, has_history=True):
    """Kills publishers at random moments. Afterwards, the destination has either version, and the next run publishes.

    A server may still be carrying out the request of a publisher that was killed: then the version of that run comes later.
    """
    started = time.monotonic()
    destination.publish(0)
    # The moment at which a run publishes. Half of the kills come before it, however busy the machine is.
    moment = time.monotonic() - started
    known, published = 0, 0
    for number in range(1, count + 1):
        process = subprocess.Popen(["flagctl", *map(str, destination.arguments(number))], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(moment * chance.uniform(0.7, 1.3))
        process.kill()
        process.wait()
        found = current()
        possible = range(known, number + 1) if is_remote else (known, number)
        expect(any(found == content(one) for one in possible), f"{name}: after a kill there is neither version: {str(found)[:80]}")
        is_published = found != content(known)
        if is_published:
            known = json.loads(found)["number"]
            published += 1
        moment *= 0.9 if is_published else 1.1
        if not has_history:
            continue
        history = destination.history()
        expect(history and history[0][1] and sum(is_current for _, is_current in history) == 1,
               f"{name}: after a kill, the history is {history[:3]}")
        numbers = [number for number, _ in history]
        expect(numbers == sorted(set(numbers), reverse=True), f"{name}: after a kill, the numbers are {numbers[:5]}")
    # The request of the last one may still be on its way.
    time.sleep(0.2 if is_remote else 0)
    destination.publish(count + 1)
    expect(current() == content(count + 1), f"{name}: after kills, nothing can be published")
    print(f"{name}: {count} publishers killed, {published} of them after they had published")


# A server over HTTPS.


class Store(http.server.BaseHTTPRequestHandler):
    """Keeps documents by their paths, and compares entity tags. It asks for a key."""

    protocol_version = "HTTP/1.1"
    documents = {}
    lock = threading.Lock()
    # What happens to the next PUT: "break before" and "break after" it is stored.
    accidents = []
    # Called once, before the next PUT.
    intruders = []

    def log_message(self, *_):
        pass

    def reply(self, status, body=b"", **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def is_allowed(self):
        if self.headers["X-API-Key"] == "secret":
            return True
        self.reply(401)
        return False

    @staticmethod
    def tag(body):
        return f'"{hashlib.sha256(body).hexdigest()[:16]}"'

    def do_GET(self):
        if not self.is_allowed():
            return
        body = self.documents.get(self.path)
        if body is None:
            self.reply(404)
        elif self.headers["If-None-Match"] == self.tag(body):
            self.reply(304, ETag=self.tag(body))
        else:
            self.reply(200, body, ETag=self.tag(body))

    def do_PUT(self):
        count = int(self.headers["Content-Length"])
        body = self.rfile.read(count)
        if len(body) < count:
            # The publisher was killed while it sent the document. A server must not act on an incomplete request (RFC 9112, 8).
            self.close_connection = True
            return
        if not self.is_allowed():
            return
        if self.intruders:
            self.documents[self.path] = self.intruders.pop().encode()
        accident = self.accidents.pop() if self.accidents else None
        with self.lock:
            old = self.documents.get(self.path)
            matches = self.headers["If-None-Match"] == "*" if old is None else self.headers["If-Match"] == self.tag(old)
            if matches and accident != "break before":
                self.documents[self.path] = body
        if accident:
            self.close_connection = True
            self.connection.close()
            return
        self.reply((201 if old is None else 204) if matches else 412)


def check_https(folder, certificates, kills, chance):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Store)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates.server, certificates.key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    # A publisher that is killed breaks its connection.
    server.handle_error = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"https://127.0.0.1:{server.server_address[1]}"
    (folder / "header").write_text("X-API-Key: secret\n")
    trusted = ["--ca-file", certificates.authority]
    destination = Destination(folder, f"{origin}/app.json", "--header-file", folder / "header", *trusted)

    def current():
        return Store.documents["/app.json"].decode()

    run = Destination(folder, destination.address, "--header-file", folder / "header").publish(1, 2)
    expect("certificate" in run.stderr, f"an unknown authority: {run.stderr}")
    run = Destination(folder, destination.address, *trusted).publish(1, 2)
    expect("401" in run.stderr and "--header-file" in run.stderr, f"without a key: {run.stderr}")
    expect(not Store.documents, "a refused run publishes")
    destination.publish(1)
    destination.publish(2)
    expect(current() == content(2), "the second document is not published")
    expect("published already" in destination.publish(2).stdout, "the same document is published again")
    Store.intruders.append(content(77))
    run = destination.publish(3, 1)
    expect(current() == content(77), f"another publication is replaced: {run.stdout}")
    Store.accidents.append("break after")
    destination.publish(4)
    expect(current() == content(4), "a document whose answer was lost is not published")
    Store.accidents.append("break before")
    run = destination.publish(5, 2)
    expect(current() == content(4), f"a broken connection publishes: {run.stdout}")
    run = flagctl("rollback", "1", "--yes", "--to", destination.address, *destination.options, expected=2)
    expect("no earlier documents" in run.stderr, f"a rollback on a server: {run.stderr}")
    check_kills("HTTPS", destination, current, kills, chance, has_history=False)
    if has_library("libmicrohttpd.so.12"):
        with Server("--cache", folder / "cache", "--refresh", 1, "--header-file", folder / "header", *trusted, destination.address,
                    problems=problems) as replica:
            expect(replica.get("/v1/document").read().decode() == current(), "flagctl serve has another document than its source")
            destination.publish(-1)
            replica.await_message("a new document is served")
            expect(replica.get("/v1/document").read().decode() == content(-1), "flagctl serve does not follow its source")
    server.shutdown()
    print("HTTPS: keys, authorities, races, broken connections")


# etcd with TLS and users.


def check_secure_etcd(folder, certificates):
    (folder / "secure").mkdir()
    cluster = Cluster(folder / "secure", 1, certificates)
    try:
        node = cluster.nodes[0]
        for path, body in [
            ("user/add", {"name": "root", "password": "top"}), ("user/grant", {"user": "root", "role": "root"}),
            ("role/add", {"name": "flags"}),
            ("role/grant", {"name": "flags", "perm": {
                "permType": "READWRITE", "key": encoded("flags/"), "range_end": encoded("flags0")}}),
            ("user/add", {"name": "publisher", "password": "pass:word"}), ("user/grant", {"user": "publisher", "role": "flags"}),
            ("enable", {}),
        ]:
            # A role can be requested before it can be granted; etcd creates "root" with the first of its users.
            if path == "user/grant" and body["role"] == "root":
                node.call("/v3/auth/role/add", {"name": "root"})
            answer = node.call(f"/v3/auth/{path}", body)
            expect("header" in answer, f"etcd, {path}: {answer}")
        (folder / "user").write_text("publisher:pass:word\n")
        (folder / "wrong").write_text("publisher:other\n")
        trusted = ["--ca-file", certificates.authority]
        address = cluster.address("flags/app")
        destination = Destination(folder, address, "--etcd-user", folder / "user", *trusted)
        destination.publish(1)
        destination.publish(2)
        expect(destination.history() == [(2, True), (1, False)], "the history with TLS and a user")
        for name, options, words in [
            ("no user", trusted, "--etcd-user"), ("a wrong password", ["--etcd-user", folder / "wrong", *trusted], "etcd refuses"),
            ("an unknown authority", ["--etcd-user", folder / "user"], "certificate"),
        ]:
            run = Destination(folder, address, *options).publish(3, 2)
            expect(words in run.stderr, f"etcd with {name}: {run.stderr}")
        run = Destination(folder, cluster.address("other/app"), *destination.options).publish(3, 2)
        expect("permission denied" in run.stderr, f"a key that the user may not change: {run.stderr}")
        run = Destination(folder, address.replace("etcds:", "etcd:"), *destination.options).publish(3, 2)
        expect(run.stderr, "etcd without TLS answers")
        if has_library("libmicrohttpd.so.12"):
            with Server("--cache", folder / "secure-cache", *destination.options, address, problems=problems) as replica:
                expect(replica.get("/v1/document").read().decode() == content(2), "flagctl serve has another document than etcd")
                destination.publish(3)
                replica.await_message("a new document is served", seconds=10)
    finally:
        cluster.stop()
    print("etcd with TLS and users: checked")


def has_library(name):
    try:
        ctypes.CDLL(name)
        return True
    except OSError:
        return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=15)
    kills = parser.parse_args().kills
    seed = int(os.environ.get("TEST_SEED") or random.randrange(1 << 32))
    print(f"TEST_SEED={seed}", flush=True)
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_question(folder)
        (folder / "killed").mkdir()
        path = folder / "killed" / "app.json"
        check_kills("file", Destination(folder, path), path.read_text, kills, chance, is_remote=False)
        if not has_library("libcurl.so.4"):
            print("SKIPPED: HTTPS and etcd as destinations are not checked, because libcurl cannot be opened: apt-get install libcurl4")
        elif not shutil.which("openssl"):
            print("SKIPPED: HTTPS and etcd as destinations are not checked, because openssl is missing: apt-get install openssl")
        else:
            check_connections(folder, kills, chance)
    problems.finish("destinations")


def check_connections(folder, kills, chance):
    certificates = Certificates(folder)
    check_https(folder, certificates, kills, chance)
    if reason := etcd_cluster.is_missing():
        print(f"SKIPPED: etcd as a destination is not checked, because {reason}")
        return
    check_secure_etcd(folder, certificates)
    (folder / "plain").mkdir()
    cluster = Cluster(folder / "plain", 1)
    try:
        def current():
            number = cluster.range("flags/app")["flags/app"].decode()
            return cluster.range(f"flags/app/documents/{number}")[f"flags/app/documents/{number}"].decode()

        check_kills("etcd", Destination(folder, cluster.address("flags/app")), current, kills, chance)
    finally:
        cluster.stop()


main()
