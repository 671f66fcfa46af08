"""Check publishing to etcd and to files, and servers that read from etcd, with faults.

Usage: check-publishing.py [--publications N] [--nodes N] [--app PROGRAM]

The check starts the flagctl on the PATH and nodes of etcd on this machine, with data in a temporary folder. It verifies

- publish → served by every replica; a lost race; rollback; the history; a document that is too large;
- N publications in a row (30) while nodes are killed and stopped: the watched one, the leader, all of them. A recorder, which
  reads every replica all the time, verifies that no replica served an older document after a newer one, and that every
  publication that flagctl reported is in etcd's history, in order and byte for byte;
- compaction while replicas watch;
- a restart of a replica from disk while all nodes are gone;
- with --app, the ExampleApp of this package: an app that listens to events has a publication at once, through a store; an app
  without them keeps its values until its next request.

It says so, and checks nothing, if etcd or libmicrohttpd is missing. TEST_SEED repeats the choice of faults.
"""

import argparse
import contextlib
import ctypes
import http.client
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import etcd_cluster
from etcd_cluster import Cluster
from proxying import free_port
from serving import Problems, skip_without_library

problems = Problems()
expect = problems.expect


def skip(reason):
    print(f"SKIPPED: publishing to etcd is not checked, because {reason}")
    sys.exit(0)


if reason := etcd_cluster.is_missing():
    skip(reason)
skip_without_library("publishing to etcd")
try:
    ctypes.CDLL("libcurl.so.4")
except OSError as error:
    skip(f"libcurl cannot be opened: {error}")


def wait(condition, seconds, what):
    """Waits until a condition is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError, KeyError):
            if condition():
                return True
        time.sleep(0.05)
    expect(False, f"{what}: not within {seconds} s")
    return False


class Replica:
    """A flagctl serve."""

    def __init__(self, folder, name, source, *options):
        self.folder, self.name, self.source, self.options = folder, name, source, options
        self.port = free_port()
        self.process = None

    def start(self, seconds=30):
        self.messages = open(self.folder / f"{self.name}.messages", "a")
        self.process = subprocess.Popen(
            ["flagctl", "serve", "--listen", f"127.0.0.1:{self.port}", "--cache", str(self.folder / self.name),
             *self.options, self.source],
            stdout=subprocess.DEVNULL, stderr=self.messages)
        return wait(lambda: self.document() is not None, seconds, f"{self.name} starts")

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def document(self):
        status, body = self.get("/v1/document")
        return json.loads(body) if status == 200 else None

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        expect(self.process.wait(30) == 0, f"{self.name} ended with {self.process.returncode} after SIGTERM")


class Recorder(threading.Thread):
    """Reads one replica continuously, and verifies the order of what it serves."""

    def __init__(self, replica):
        super().__init__(daemon=True)
        self.replica = replica
        self.seen = []
        self.reads = 0
        self.is_done = False

    def run(self):
        # One read comes after the end, so that the last publication is always seen.
        is_last = False
        while not is_last:
            is_last = self.is_done
            with contextlib.suppress(OSError, http.client.HTTPException):
                document = self.replica.document()
                self.reads += 1
                number = document["number"]
                expect(document["copy"] == f"copy {number}", f"{self.replica.name} serves a mixture: {document}")
                if not self.seen or number != self.seen[-1]:
                    expect(
                        not self.seen or number > self.seen[-1],
                        f"{self.replica.name} serves publication {number} after {self.seen[-1:]}")
                    self.seen.append(number)
            time.sleep(0.01)

    def end(self):
        self.is_done = True
        self.join(30)


def content(number):
    return {"number": number, "copy": f"copy {number}", "steady": True}


class Publisher:
    def __init__(self, folder, address):
        self.folder, self.address = folder, address

    def run(self, document, *options, name="app.json"):
        path = self.folder / name
        path.write_text(json.dumps(document))
        return subprocess.run(
            ["flagctl", "publish", "--yes", "--author", "check", "--to", self.address, "--format", "json", *options,
             str(path)],
            capture_output=True, text=True, timeout=120)

    def publish(self, document, *options):
        """Publishes a document; after a run without a result, once more, as the message says."""
        for _ in range(20):
            run = self.run(document, *options)
            if run.returncode == 0:
                return int(json.loads(run.stdout)["number"])
            if run.returncode == 1:
                expect(False, f"publish was refused: {run.stdout} {run.stderr}")
                return None
            time.sleep(0.5)
        expect(False, f"nothing could be published: {run.stderr}")
        return None


def flagctl(*arguments, expected=0):
    run = subprocess.run(["flagctl", *arguments], capture_output=True, text=True, timeout=120)
    expect(run.returncode == expected, f"flagctl {' '.join(arguments)} ended with {run.returncode}: {run.stdout}{run.stderr}")
    return run


def check_basics(folder, cluster):
    """One publication after another, without faults."""
    address = cluster.address("flags/basics")
    publisher = Publisher(folder, address)
    run = flagctl("serve", "--listen", "127.0.0.1:0", "--cache", str(folder / "none"), address, expected=2)
    expect("etcd has no key flags/basics" in run.stderr, f"a missing key is not named: {run.stderr}")
    expect(publisher.publish(content(1)) == 1, "the first publication is not number 1")
    replica = Replica(folder, "basics", address)
    replica.start()
    expect(replica.document() == content(1), "the first publication is not served")
    expect(publisher.publish(content(2)) == 2, "the second publication is not number 2")
    start = time.monotonic()
    wait(lambda: replica.document() == content(2), 10, "a publication is served")
    print(f"a publication is served after {time.monotonic() - start:.2f} s", flush=True)

    run = publisher.run(content(2))
    expect(json.loads(run.stdout)["outcome"] == "unchanged", "the same document is published twice")
    run = publisher.run({"number": 3}, "--dry-run")
    expect(run.returncode == 1 and "size" in run.stdout, f"a document without most settings is not refused: {run.stdout}")
    run = publisher.run(content(3), "--dry-run")
    expect(json.loads(run.stdout)["outcome"] == "ready", f"--dry-run: {run.stdout}")
    large = dict(content(3), large=["x" * 1000] * 1100)
    run = publisher.run(large, "--allow-large-change")
    expect(run.returncode == 2 and "CDN" in run.stderr, f"a document of more than 1 MiB: {run.stderr}")
    large = dict(content(3), large=["x" * 1000] * 1000)
    expect(publisher.publish(large, "--allow-large-change") == 3, "a document of almost 1 MiB is not published")
    wait(lambda: replica.document() == large, 10, "a large publication is served")

    run = flagctl("rollback", "2", "--yes", "--author", "check", "--to", address, "--format", "json")
    expect(json.loads(run.stdout)["number"] == "4", "a rollback is not publication 4")
    wait(lambda: replica.document() == content(2), 10, "a rollback is served")
    listed = flagctl("log", "--published", address, "--format", "json")
    found = [(item["revision"], item["author"], item["subject"]) for item in json.loads(listed.stdout)["results"]]
    expect(
        found == [("4", "check", "current, restores 2"), ("3", "check", ""), ("2", "check", ""), ("1", "check", "")],
        f"the history is {found}")
    run = flagctl("rollback", "99", "--yes", "--to", address, expected=2)
    expect("there is no publication 99" in run.stderr, f"rollback to nothing: {run.stderr}")
    replica.stop()


def check_races(folder, cluster):
    """Publishers at the same time: each round has at most one winner, and nothing is lost."""
    address = cluster.address("flags/races")
    Publisher(folder, address).publish(content(0))
    outcomes = []
    for round_number in range(5):
        def attempt(number):
            run = Publisher(folder, address).run(content(number), name=f"race{number}.json")
            outcomes.append((number, run.returncode, json.loads(run.stdout)["outcome"]))
        threads = [threading.Thread(target=attempt, args=(10 * round_number + index + 1,)) for index in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    won = sorted(number for number, status, outcome in outcomes if outcome == "published")
    lost = [outcome for _, status, outcome in outcomes if status == 1]
    expect(len(won) + len(lost) == 20 and set(lost) <= {"lost"}, f"outcomes of races: {outcomes}")
    documents = cluster.range("flags/races/documents/", "flags/races/documents0")
    published = sorted(json.loads(value)["number"] for value in documents.values())
    expect(published == [0] + won, f"reported as published: {won}; in etcd: {published}")
    print(f"races: {len(won)} won, {len(lost)} lost", flush=True)


def check_faults(folder, cluster, count, source_of_chance):
    """Publications in a row, with faults of nodes and replicas."""
    address = cluster.address("flags/app")
    publisher = Publisher(folder, address)
    publisher.publish(content(0))
    replicas = [Replica(folder, f"replica{number}", address) for number in range(3)]
    for replica in replicas:
        replica.start()
    recorders = [Recorder(replica) for replica in replicas]
    for recorder in recorders:
        recorder.start()
    pending = []

    def heal():
        for repair in pending:
            repair()
        pending.clear()

    def kill(node):
        node.kill()
        pending.append(node.start)

    def pause(node):
        node.pause()
        pending.append(node.proceed)

    def restart(replica):
        replica.kill()
        replica.start()

    faults = [
        ("the watched node is killed", lambda: kill(cluster.nodes[0])),
        ("the watched node is stopped", lambda: pause(cluster.nodes[0])),
        ("the leader is killed", lambda: kill(cluster.leader())),
        ("the leader is stopped", lambda: pause(cluster.leader())),
        ("a replica is killed", lambda: restart(source_of_chance.choice(replicas))),
        ("revisions are compacted", cluster.compact),
    ]
    numbers = []
    for number in range(1, count + 1):
        # Every fault occurs at least once, in turn; further faults are random.
        if number % 4 == 1:
            heal()
            index = number // 4
            name, fault = faults[index] if index < len(faults) else source_of_chance.choice(faults)
            print(f"publication {number}: {name}", flush=True)
            with contextlib.suppress(OSError, http.client.HTTPException):
                fault()
        numbers.append(publisher.publish(content(number), "--keep", str(count + 10)))
        if number % 4 == 3:
            heal()
    heal()
    cluster.await_health()
    for replica in replicas:
        wait(lambda: replica.document() == content(count), 90, f"{replica.name} serves the last publication")
    expect(numbers == list(range(2, count + 2)), f"the numbers of the publications are {numbers}")
    documents = cluster.range("flags/app/documents/", "flags/app/documents0")
    for number in range(count + 1):
        value = documents.get(f"flags/app/documents/{number + 1}")
        expect(value is not None and json.loads(value) == content(number), f"publication {number + 1} is lost: {value}")
    expect(len(documents) == count + 1, f"etcd has {len(documents)} publications, expected {count + 1}")

    print("all nodes are stopped, then killed; a replica restarts from disk", flush=True)
    for node in cluster.nodes:
        node.pause()
    expect(all(replica.document() == content(count) for replica in replicas), "a replica lost its document")
    for node in cluster.nodes:
        node.proceed()
        node.kill()
    replicas[0].kill()
    replicas[0].start()
    expect(replicas[0].document() == content(count), "a replica does not start with the document on disk")
    status, body = replicas[0].get("/readyz")
    state = json.loads(body)["documents"][0]
    expect(status == 200 and state["lastUpdateFailed"] and state["ageSeconds"] >= 0, f"/readyz: {body}")
    messages = (folder / "replica0.messages").read_text()
    expect("the cached document is served, which is" in messages, f"standard error: {messages}")
    for node in cluster.nodes:
        node.start()
    cluster.await_health()
    publisher.publish(content(count + 1), "--keep", "3")
    start = time.monotonic()
    for replica in replicas:
        wait(lambda: replica.document() == content(count + 1), 90, f"{replica.name} serves a publication after the outage")
    print(f"served by all {time.monotonic() - start:.1f} s after the outage", flush=True)
    for recorder in recorders:
        recorder.end()
        print(f"{recorder.replica.name}: {recorder.reads} reads, {len(recorder.seen)} of {count + 2} publications seen", flush=True)
        expect(recorder.seen[-1] == count + 1, f"{recorder.replica.name} ended with publication {recorder.seen[-1]}")
    for replica in replicas:
        replica.stop()


class App:
    """A running ExampleApp, whose lines are read."""

    def __init__(self, program, replica, *options):
        self.process = subprocess.Popen(
            [program, "--source", f"http://127.0.0.1:{replica.port}/v1/document", *options], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.lines = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line)

    def has(self, text):
        return any(text in line for line in list(self.lines))

    def end(self):
        self.process.kill()
        self.process.wait()


def check_app(folder, cluster, program):
    """A change that is published to etcd is read in an app."""
    address = cluster.address("flags/example")
    publisher = Publisher(folder, address)
    document = {"payments": False, "checkout": "legacy", "syncInterval": 900}
    publisher.publish(document)
    replica = Replica(folder, "example", address)
    replica.start()
    listening = App(program, replica, "--events", f"http://127.0.0.1:{replica.port}/v1/events")
    polling = App(program, replica)
    for app in [listening, polling]:
        wait(lambda: app.has("payments      false  (remote)"), 20, "the app has the document")
    # The stream begins after the first document.
    time.sleep(2)
    publisher.publish(dict(document, payments=True))
    start = time.monotonic()
    wait(lambda: listening.has("payments      true  (remote)"), 10, "the app that listens to events has a publication")
    took = time.monotonic() - start
    print(f"an app with events has a publication after {took:.2f} s", flush=True)
    expect(took < 2, f"an app with events has a publication after {took:.2f} s, expected about one second at most")
    expect(not polling.has("payments      true"), "an app without events has a publication before its next request")
    replica.kill()
    replica.start()
    publisher.publish(dict(document, payments=True, checkout="modern"))
    wait(lambda: listening.has("checkout      modern"), 30, "the app has a publication after its server was killed")
    for app in [listening, polling]:
        app.end()
    replica.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--publications", type=int, default=30)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--app")
    arguments = parser.parse_args()
    seed = int(os.environ.get("TEST_SEED") or random.randrange(1 << 32))
    print(f"TEST_SEED={seed}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cluster = Cluster(folder, arguments.nodes)
        try:
            check_basics(folder, cluster)
            check_races(folder, cluster)
            if arguments.app:
                check_app(folder, cluster, arguments.app)
            else:
                print("SKIPPED: no app reads what is published; --app names ExampleApp")
            check_faults(folder, cluster, arguments.publications, random.Random(seed))
        finally:
            cluster.stop()
    problems.finish("publishing")


main()
