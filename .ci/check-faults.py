"""Inject faults into flagctl serve: slow, idle and vanishing clients, overload, attacks, signals and new documents under load.

Usage: check-faults.py [--long]    with flagctl on the PATH

--long also waits for each time limit, takes 1,000 new documents, and sends a million requests over 10,000 connections.
It says so, and checks nothing, if libmicrohttpd is missing.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import resource
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

from attacks import check_attacks, check_attacks_through, documents
from proxying import Proxy
from serving import ROOT, Problems, Server, skip_without_library, statuses

skip_without_library("flagctl serve under faults")

problems = Problems()
expect = problems.expect
HOST = b"Host: localhost\r\n"
GET = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
DOCUMENT = b"GET /v1/document HTTP/1.1\r\n" + HOST + b"\r\n"
LARGE = 4_000_000
# Almost the limit of documents.
LARGEST = 8_300_000


def post(path, body=b"{}", fields=b""):
    return b"POST " + path + b" HTTP/1.1\r\n" + HOST + fields + b"Content-Length: %d\r\n\r\n" % len(body) + body


ALL = post(b"/ofrep/v1/evaluate/flags")


class Client:
    """A connection that stays open and reads whole responses."""

    def __init__(self, server):
        self.socket = server.connect()
        self.buffer = b""

    def ask(self, request):
        self.socket.sendall(request)
        return self.read()

    def read(self):
        """A response as its head and its body; None if the connection ends before it begins."""
        while b"\r\n\r\n" not in self.buffer:
            if not self._fill():
                return None
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        length = int(re.search(rb"(?i)\r\ncontent-length: (\d+)", head)[1])
        while len(self.buffer) < length:
            if not self._fill():
                raise ConnectionError(f"the connection ends after {len(self.buffer)} of {length} bytes")
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return head, body

    def ends_within(self, seconds):
        """Whether the server ends the connection, and sends nothing before."""
        self.socket.settimeout(seconds)
        try:
            return self.socket.recv(1) == b""
        except TimeoutError:
            return False

    def _fill(self):
        piece = self.socket.recv(1 << 20)
        self.buffer += piece
        return bool(piece)


def is_answered(server):
    return server.raw(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")) == [200]


def check_slow(folder):
    """Slow clients do not delay others, and half-closed connections get their answer."""
    path = folder / "large.json"
    path.write_text(json.dumps({"a": "x" * 60_000} | {f"b{number}": "y" * 40_000 for number in range(LARGE // 40_000)}))
    with Server(path, problems=problems) as server:
        readers = [server.connect() for _ in range(50)]
        for reader in readers:
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.sendall(DOCUMENT)
        writers = [server.connect() for _ in range(200)]
        for position in range(0, 40, 2):
            for writer in writers:
                writer.sendall((ALL * 2)[position:position + 2])
            for reader in readers:
                reader.recv(100)
            expect(is_answered(server), "with slow readers and writers there is no answer")
        for writer in writers:
            writer.sendall(ALL[40:])
        answered = 0
        for writer in writers:
            answered += statuses(writer.recv(100)) == [200]
        expect(answered == 200, f"{answered} of 200 slow writers get an answer")
        for one in readers + writers:
            one.close()
        half_closed = [Client(server) for _ in range(30)]
        for index, client in enumerate(half_closed):
            client.socket.sendall((GET, ALL, DOCUMENT)[index % 3])
            client.socket.shutdown(socket.SHUT_WR)
        for client in half_closed:
            head, body = client.read() or (b"", b"")
            expect(statuses(head) == [200], f"a half-closed connection gets {head[:80]}")
            expect(client.ends_within(5), "a half-closed connection stays open after its answer")
            client.socket.close()
        # Clients that vanish in the middle of a request or an answer.
        for _ in range(200):
            with server.connect() as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                connection.sendall(DOCUMENT + ALL[:30])
        expect(is_answered(server), "after clients that vanish there is no answer")
        await_level(server, 1)
    print("slow, half-closed and vanishing clients: checked")


def await_level(server, limit):
    """Waits until no more sockets than a limit are open, for longer than the idle limit of 30 seconds."""
    for _ in range(800):
        count = len([one for one in pathlib.Path(f"/proc/{server.pid}/fd").iterdir() if "socket" in link(one)])
        if count <= limit:
            return
        time.sleep(0.05)
    expect(False, f"{count} sockets stay open")


def link(path):
    try:
        return str(path.readlink())
    except OSError:
        return ""


def check_idle(count):
    with Server("Configs/targeting.json", problems=problems) as server:
        idle = [server.connect() for _ in range(count)]
        client = Client(server)
        for _ in range(100):
            expect(statuses(client.ask(ALL)[0]) == [200], f"with {count} idle connections there is no answer")
        # Idle connections still work.
        for connection in idle[::100]:
            connection.sendall(GET)
            expect(statuses(connection.recv(4096)) == [200], "an idle connection has no answer")
        for connection in idle:
            connection.close()
    print(f"idle connections: {count}")


def check_overload():
    with Server("Configs/targeting.json", "--max-connections", 10, problems=problems) as server:
        idle = [Client(server) for _ in range(10)]
        for client in idle:
            expect(statuses(client.ask(GET)[0]) == [200], "a connection within the limit has no answer")
        for _ in range(20):
            # Connections that were silent for a second would make room.
            for client in idle:
                client.ask(GET)
            found = server.bytes(DOCUMENT)
            expect(statuses(found) == [503] and b"Retry-After: 1" in found and b'"OVERLOADED"' in found,
                   f"beyond --max-connections the answer is {found[:60]}")
        # A full server is alive, and says so to orchestrators, which would otherwise end it.
        for path in (b"/healthz", b"/readyz", b"/metrics"):
            found = server.bytes(GET.replace(b"/healthz", path))
            expect(statuses(found) == [200] and b"Connection: close" in found, f"{path} of a full server is {found[:60]}")
        # Silent ones make room.
        time.sleep(1.2)
        found = [statuses(server.bytes(DOCUMENT)) for _ in range(2) if time.sleep(0.2) is None]
        expect(found[-1] == [200], f"silent connections do not make room: {found}")
        for client in idle:
            client.socket.close()
        for _ in range(100):
            if is_answered(server):
                break
            time.sleep(0.05)
        expect(is_answered(server), "after an overload there is no answer")
    print("overload: 503")


def check_termination(rounds):
    """SIGTERM under load: every answer is complete, and no request on an open connection is lost."""
    total = 0
    for round_number in range(rounds):
        server = Server("Configs/targeting.json", problems=problems)
        results = []

        def load():
            count, lost = 0, 0
            while True:
                try:
                    client = Client(server)
                except OSError:
                    break
                try:
                    while True:
                        answer = client.ask(ALL)
                        if answer is None:
                            lost += 1
                            break
                        count += 1
                        body = json.loads(answer[1])
                        assert len(body["flags"]) == 6
                        if b"onnection: close" in answer[0]:
                            break
                except ConnectionRefusedError:
                    break
                except (OSError, ValueError, AssertionError) as error:
                    # A connection that waited to be accepted when the server ended.
                    if count and not isinstance(error, (ConnectionResetError, BrokenPipeError)):
                        results.append(str(error))
                    lost += isinstance(error, (ConnectionResetError, BrokenPipeError)) and bool(client.buffer)
                    break
                finally:
                    client.socket.close()
            results.append((count, lost))

        threads = [threading.Thread(target=load) for _ in range(16)]
        for thread in threads:
            thread.start()
        time.sleep(0.15 + 0.05 * (round_number % 5))
        server.process.send_signal(signal.SIGTERM)
        status = server.process.wait(20)
        for thread in threads:
            thread.join(20)
        expect(status == 0, f"after SIGTERM under load the status is {status}")
        bad = [one for one in results if isinstance(one, str)]
        expect(not bad, f"answers are not whole: {bad[:3]}")
        lost = sum(one[1] for one in results if not isinstance(one, str))
        expect(lost == 0, f"round {round_number}: {lost} requests on open connections have no answer")
        total += sum(one[0] for one in results if not isinstance(one, str))
    print(f"SIGTERM under load: {rounds} times, {total} whole answers")


def check_swaps(folder, count):
    """New documents under load: each answer is from one document, and no answer is older than the one before."""
    path = folder / "swapped.json"
    fresh = folder / "fresh"

    def write(number):
        fresh.write_text(json.dumps({"$version": number} | {f"s{index}": number for index in range(100)}))
        fresh.replace(path)

    write(0)
    with Server(path, problems=problems) as server:
        newest = [0] * 8
        done = threading.Event()
        answers = [0] * 8

        def load(index):
            client = Client(server)
            tag = b""
            while not done.is_set():
                head, body = client.ask(post(b"/ofrep/v1/evaluate/flags", fields=tag) if index % 2 else
                                        (DOCUMENT if index % 4 else post(b"/v1/resolve")))
                answers[index] += 1
                if b" 304 " in head[:20]:
                    continue
                found = set(map(int, re.findall(rb'"(?:value|s\d+)": ?(\d+)', body)))
                if len(found) != 1 or body.count(b'"s99"') != 1:
                    problems.expect(False, f"an answer is from several documents: {sorted(found)}")
                    return
                value = found.pop()
                problems.expect(value >= newest[index], f"after {newest[index]} the answer is {value}")
                newest[index] = value
                if index % 2 and (match := re.search(rb"(?i)\r\n(etag: [^\r]+)", head)):
                    tag = b"If-None-Match:" + match[1].split(b":", 1)[1] + b"\r\n"

        threads = [threading.Thread(target=load, args=(index,)) for index in range(8)]
        for thread in threads:
            thread.start()
        started = time.monotonic()
        late = 0
        for number in range(1, count + 1):
            write(number)
            end = time.monotonic() + 10
            while min(newest) < number and time.monotonic() < end and all(map(threading.Thread.is_alive, threads)):
                time.sleep(0.001)
            late += min(newest) < number
        seconds = time.monotonic() - started
        done.set()
        for thread in threads:
            thread.join(20)
        expect(late == 0, f"{late} of {count} documents did not reach all clients")
    print(f"new documents under load: {count} in {seconds:.1f} s, {sum(answers)} answers, each from one document")


def check_streams(folder, count):
    """A change reaches all streams of events."""
    path = folder / "streamed.json"
    path.write_text('{"a": 1, "b": 2}')
    # A trusted proxy may have as many streams as all clients together.
    with Server(path, "--trusted-proxy", "127.0.0.1", problems=problems) as server:
        before = server.status("VmRSS")
        streams = [server.connect() for _ in range(count)]
        for stream in streams:
            stream.sendall(b"GET /v1/events HTTP/1.1\r\n" + HOST + b"\r\n")
        for stream in streams:
            found = b""
            while b"id: " not in found:
                found += stream.recv(4096)
        memory = server.status("VmRSS") - before
        fresh = folder / "fresh"
        fresh.write_text('{"a": 2, "b": 2}')
        fresh.replace(path)
        started = time.monotonic()
        waiting = {stream.fileno(): stream for stream in streams}
        poll = select.poll()
        for descriptor in waiting:
            poll.register(descriptor, select.POLLIN)
        while waiting and time.monotonic() < started + 10:
            for descriptor, _ in poll.poll(100):
                if descriptor in waiting and b"refetchEvaluation" in waiting[descriptor].recv(4096):
                    poll.unregister(descriptor)
                    del waiting[descriptor]
        seconds = time.monotonic() - started
        expect(not waiting, f"{len(waiting)} of {count} streams have no event")
        expect(is_answered(server), f"with {count} streams there is no answer")
        for stream in streams:
            stream.close()
    print(f"streams of events: {count} use {memory / 1024:.0f} MiB; a change reaches all within {seconds:.2f} s")


def load_with(server, requests, folder, connections=50):
    """Sends requests with wrk if it is there, otherwise with threads."""
    if shutil.which("wrk"):
        script = folder / "load.lua"
        script.write_text('wrk.method = "POST"\nwrk.body = "{}"\nwrk.headers["Host"] = "localhost"\n')
        sent = 0
        while sent < requests:
            done = subprocess.run(
                ["wrk", "-t", "1", "-c", str(connections), "-d", "2s", "-s", script, server.url + "/ofrep/v1/evaluate/flags/checkout"],
                capture_output=True, text=True, check=True).stdout
            expect("Non-2xx" not in done and "Socket errors" not in done, f"under load: {done}")
            sent += int(re.search(r"(\d+) requests in", done)[1])
        return sent
    client = Client(server)
    for _ in range(requests):
        client.ask(post(b"/ofrep/v1/evaluate/flags/checkout"))
    return requests


def check_level(folder, requests, connections):
    """Descriptors and memory stay level."""
    with Server("Configs/targeting.json", problems=problems) as server:
        load_with(server, min(requests, 20_000), folder)
        for _ in range(min(connections, 1_000)):
            is_alive = Client(server)
            is_alive.ask(GET)
            is_alive.socket.close()
        await_level(server, 1)
        before, memory = server.descriptor_count(), server.status("VmRSS")
        sent = load_with(server, requests, folder)
        for _ in range(connections):
            client = Client(server)
            client.ask(GET)
            client.socket.close()
        await_level(server, 1)
        after = server.descriptor_count()
        growth = server.status("VmRSS") - memory
        expect(after == before, f"{before} descriptors become {after}")
        expect(growth < 8 * 1024, f"memory grows by {growth} KiB")
    print(f"{sent} requests and {connections} connections: {after} descriptors as before, memory grows by {growth} KiB")


def check_time_limits():
    """Each time limit, all at once: it closes the connection, neither much earlier nor much later."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        # The system buffers up to 4 MiB of an answer, which this one must exceed: then the server has to wait for its reader.
        json.dump({f"b{number}": "y" * 40_000 for number in range(LARGEST // 40_000)}, file)
        file.flush()
        with Server(file.name, problems=problems) as server:
            results = {}

            def measure(name, first, pieces=(), interval=1.0, reads=0, receives=True):
                connection = server.connect()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, reads or 4096)
                connection.sendall(first)
                if reads:
                    # Without a timeout, a read waits for all requested bytes.
                    connection.settimeout(None)
                started = time.monotonic()
                ended = None
                pieces = iter(pieces)
                while time.monotonic() < started + 100:
                    piece = next(pieces, None)
                    try:
                        if piece is not None:
                            connection.sendall(piece)
                        if reads and not connection.recv(reads, socket.MSG_WAITALL):
                            ended = time.monotonic()
                            break
                        # A slow reader finds the end of the connection after what the system has buffered.
                        looks_at_server = reads or not receives
                        if looks_at_server and peer_state(server, connection) != "ESTAB":
                            ended = time.monotonic()
                            break
                        if not looks_at_server and select.select([connection], [], [], 0)[0] and not connection.recv(65536):
                            ended = time.monotonic()
                            break
                    except OSError:
                        ended = time.monotonic()
                        break
                    time.sleep(interval)
                results[name] = ended and ended - started

            cases = [
                ("no head", (b"",), {}, 30), ("half a head", (GET[:20],), {}, 30),
                ("a head, byte by byte", (b"",), {"pieces": [bytes([one]) for one in GET[:-2] + b"A: " + b"b" * 200]}, 30),
                ("after an answer", (GET,), {}, 30), ("half a body", (ALL[:-1],), {}, 10),
                ("a body, byte by byte", (post(b"/v1/resolve", b" " * 500)[:-500],), {"pieces": [b" "] * 400, "interval": 0.5}, 10),
                ("nothing of an answer is read", (DOCUMENT,), {"receives": False}, 30),
                ("an answer is read slowly", (DOCUMENT,), {"reads": 30_000, "interval": 0.5}, 60),
            ]
            threads = [threading.Thread(target=measure, args=(name, *first), kwargs=options) for name, first, options, _ in cases]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for name, _, _, limit in cases:
                found = results[name]
                expect(found is not None and limit - 2 <= found <= limit * 1.35 + 3,
                       f"{name}: the connection ends after {found and round(found, 1)} s, expected {limit}")
    print("time limits: " + ", ".join(f"{name} {found:.0f} s" for name, found in results.items() if found))


def peer_state(server, connection):
    """The state of the server's end of a connection, from /proc/net/tcp."""
    local = connection.getsockname()[1]
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        parts = line.split()
        if parts[1].endswith(f":{server.port:04X}") and parts[2].endswith(f":{local:04X}"):
            return "ESTAB" if parts[3] == "01" else parts[3]
    return "gone"


def check_passed_socket():
    """A socket that a service manager holds: no connection is refused while the server restarts."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(128)
        port = listening.getsockname()[1]

        def start():
            def pass_on():
                os.dup2(listening.fileno(), 3)
                os.set_inheritable(3, True)

            # The variable has the number of the process, which the shell knows.
            process = subprocess.Popen(
                ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec flagctl serve "$@"', "sh", str(ROOT / "Configs/targeting.json")],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=pass_on, close_fds=False)
            line = process.stdout.readline()
            expect(line == f"listening on http://127.0.0.1:{port}\n", f"with a passed socket, the server says {line!r}")
            return process

        waits = []
        is_done = threading.Event()

        def load():
            while not is_done.is_set():
                started = time.monotonic()
                try:
                    with socket.create_connection(("127.0.0.1", port), 10) as connection:
                        connection.sendall(GET)
                        waits.append((statuses(connection.recv(4096)), time.monotonic() - started))
                except OSError as error:
                    waits.append((str(error), time.monotonic() - started))
                time.sleep(0.005)

        process = start()
        thread = threading.Thread(target=load)
        thread.start()
        for _ in range(3):
            time.sleep(0.3)
            process.send_signal(signal.SIGTERM)
            expect(process.wait(20) == 0, "a server with a passed socket does not end with 0")
            process = start()
        time.sleep(0.3)
        is_done.set()
        thread.join(20)
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    failures = [wait for wait in waits if wait[0] != [200]]
    expect(not failures, f"with a passed socket, {len(failures)} of {len(waits)} requests fail: {failures[:3]}")
    longest = max(wait[1] for wait in waits)
    expect(longest < 1, f"with a passed socket, a request waits for {longest:.2f} s")
    print(f"a passed socket: {len(waits)} requests during 3 restarts, the longest took {longest:.2f} s")


def check_attacks_with_nginx(folder):
    # nginx drops its privileges if it is started as root.
    folder.chmod(0o777)
    path = documents(folder)
    with contextlib.ExitStack() as stack:
        replicas = [stack.enter_context(Server(path, "--trusted-proxy", "127.0.0.1", problems=problems)) for _ in range(3)]
        proxy = stack.enter_context(Proxy(folder, [replica.port for replica in replicas]))
        check_attacks_through(proxy, replicas[0], problems)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--long", action="store_true")
    is_long = parser.parse_args().long
    # The shell may allow fewer descriptors than the system; flagctl raises its own limit.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_slow(folder)
        check_idle(2_000)
        check_overload()
        check_termination(40 if is_long else 5)
        check_swaps(folder, 1_000 if is_long else 50)
        check_streams(folder, 1_000)
        check_level(folder, 1_000_000 if is_long else 100_000, 10_000 if is_long else 1_000)
        check_passed_socket()
        check_attacks(problems)
        if shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin"):
            check_attacks_with_nginx(folder)
        else:
            print("SKIPPED: attacks through nginx are not checked, because nginx is not installed (Debian: nginx-light)")
        if is_long:
            check_time_limits()
    problems.finish("faults")


main()
