"""Attacks of one client on flagctl serve, while another client asks. The other one must never wait for more than a second."""

import fcntl
import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time

from serving import ROOT, Server, statuses

# Loopback has many addresses. The limits are for each of them.
ATTACKER, OTHER = "127.0.0.1", "127.0.0.2"
HOST = b"Host: localhost\r\n"
EVENTS = b"GET /v1/events HTTP/1.1\r\n" + HOST + b"\r\n"
ANY = b"/ofrep/v1/evaluate/flags/on"
DOCUMENT = b"GET /v1/document HTTP/1.1\r\n" + HOST + b"\r\n"
LONGEST_WAIT = 1.0


def post(path, body):
    return b"POST %s HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n%s" % (path, HOST, len(body), body)


def connect(port, address=ATTACKER, timeout=5):
    return socket.create_connection(("127.0.0.1", port), timeout, source_address=(address, 0))


def reset(connection):
    """Closes a connection so that no state of it stays behind."""
    try:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    except OSError:
        pass
    connection.close()


def ask(port, request, address):
    """What the server sends at first in answer to a request on a connection of its own."""
    try:
        with connect(port, address, 8) as connection:
            connection.sendall(request)
            return connection.recv(4096)
    except OSError:
        return b""


class OtherClient:
    """Asks again and again, each time on a new connection, and notes how long it waits."""

    def __init__(self, port, paths=(b"/healthz", ANY, b"/v1/events")):
        self.port, self.paths = port, paths
        self.waits, self.failures = [], []
        self.is_done = threading.Event()
        self.thread = threading.Thread(target=self._run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_done.set()
        self.thread.join(30)

    def _run(self):
        while not self.is_done.is_set():
            for path in self.paths:
                started = time.monotonic()
                request = post(path, b"{}") if path.startswith(b"/ofrep") else b"GET %s HTTP/1.1\r\n%s\r\n" % (path, HOST)
                try:
                    with connect(self.port, OTHER, 8) as connection:
                        connection.sendall(request)
                        found = connection.recv(4096)
                    if statuses(found) != [200]:
                        self.failures.append((path, found[:40]))
                except OSError as error:
                    self.failures.append((path, str(error)))
                self.waits.append(time.monotonic() - started)
            self.is_done.wait(0.05)

    def report(self, name, problems):
        longest = max(self.waits, default=99)
        problems.expect(len(self.waits) >= 6 and longest < LONGEST_WAIT,
                        f"{name}: another client waits for {longest:.2f} s in {len(self.waits)} requests")
        problems.expect(not self.failures, f"{name}: another client fails {len(self.failures)} times: {self.failures[:3]}")
        return f"{name}: another client waits {1000 * longest:.0f} ms at most"


def attack_with_streams(port, seconds):
    """Opens a stream, and closes it, again and again, and leaves some open."""
    held = []
    end = time.monotonic() + seconds
    count = 0
    while time.monotonic() < end:
        try:
            connection = connect(port)
            connection.sendall(EVENTS)
            is_stream = statuses(connection.recv(4096)) == [200]
        except OSError:
            continue
        count += is_stream
        if is_stream and len(held) < 40:
            held.append(connection)
        else:
            connection.close()
    for connection in held:
        reset(connection)
    return count


def attack_with_silence(port, count, seconds):
    """Opens many connections, sends nothing, and opens those again that are closed."""
    silent = []
    end = time.monotonic() + seconds
    refused = 0
    while time.monotonic() < end:
        try:
            if len(silent) < count:
                silent.append(connect(port, timeout=1))
                continue
        except OSError:
            refused += 1
        poll = select.poll()
        by_descriptor = {connection.fileno(): connection for connection in silent}
        for descriptor in by_descriptor:
            poll.register(descriptor, select.POLLIN)
        closed = [by_descriptor[descriptor] for descriptor, _ in poll.poll(10)]
        for connection in closed:
            connection.close()
        refused += len(closed)
        gone = set(map(id, closed))
        silent = [connection for connection in silent if id(connection) not in gone]
    for connection in silent:
        reset(connection)
    return len(silent)


def attack_with_unread_answers(port, count, seconds, request, pause=0.0):
    """Asks for large answers, and reads none of them."""
    unread = []
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        if len(unread) >= count:
            time.sleep(0.1)
            continue
        try:
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.bind((ATTACKER, 0))
            connection.settimeout(1)
            connection.connect(("127.0.0.1", port))
            connection.sendall(request(number))
            number += 1
            time.sleep(pause)
            unread.append(connection)
        except OSError:
            time.sleep(0.01)
    return unread


def check_streams(server, port, name, problems):
    with OtherClient(port) as other:
        count = attack_with_streams(port, 4)
    print(other.report(f"{count} streams that open and close{name}", problems))


def check_closed_stream(port, problems):
    """A client that has all streams it may have gets another one within a second after it has closed one."""

    def stream():
        connection = connect(port)
        connection.sendall(EVENTS)
        return connection, statuses(connection.recv(4096)) == [200]

    held = []
    while len(held) < 1_000:
        connection, is_stream = stream()
        if not is_stream:
            reset(connection)
            break
        held.append(connection)
    problems.expect(1 <= len(held) < 1_000, f"a client may have {len(held)} streams")
    held.pop().close()
    started = time.monotonic()
    is_stream = False
    while not is_stream and time.monotonic() < started + 5:
        connection, is_stream = stream()
        held.append(connection)
        time.sleep(0.02)
    seconds = time.monotonic() - started
    problems.expect(is_stream and seconds < 1, f"the place of a closed stream is free after {seconds:.1f} s")
    for connection in held:
        reset(connection)
    print(f"the place of a closed stream, one of {len(held)}, is free after {1000 * seconds:.0f} ms")


def check_silence(server, port, name, problems):
    # Behind nginx, as many as it has room for.
    count = 1_500 if name else 4_300
    with OtherClient(port) as other:
        kept = attack_with_silence(port, count, 5)
    print(other.report(f"{count} silent connections, {kept} of which stay open{name}", problems))


def check_full_server(folder, problems):
    """Silent connections of many addresses fill the server. Clients without connections get their answer at once, from the reserve;
    then those make room that have been silent longest."""
    with Server(documents(folder), "--max-connections", 100, problems=problems) as server:
        first = [connect(server.port, f"127.0.1.{number}") for number in range(1, 41)]
        time.sleep(1.5)
        later = [connect(server.port, f"127.0.2.{number}") for number in range(1, 61)]
        waits, failures = [], []
        for number in range(1, 61):
            started = time.monotonic()
            found = ask(server.port, post(ANY, b"{}"), f"127.0.3.{number}")
            waits.append(time.monotonic() - started)
            if statuses(found) != [200]:
                failures.append(found[:40])
            time.sleep(0.05)
        ended = [sum(is_closed(connection) for connection in group) for group in (first, later)]
        problems.expect(not failures and max(waits) < LONGEST_WAIT,
                        f"in a full server, {len(failures)} of {len(waits)} other clients fail: {failures[:3]}")
        problems.expect(ended[0] >= 1 and (ended[0] == 40 or ended[1] == 0),
                        f"{ended[0]} of the connections that are silent longest are closed, and {ended[1]} of the others")
        for connection in first + later:
            reset(connection)
    print(f"silent connections of 100 addresses, of which {sum(ended)} are closed: other clients wait {1000 * max(waits):.0f} ms at most")


def is_closed(connection):
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def check_queued_bytes(folder, problems):
    """Answers that nobody reads take a quarter of the bytes that may be queued; what would take more is refused."""
    path = pathlib.Path(folder) / "huge.json"
    path.write_text(json.dumps({"on": True} | {f"setting-{number}": "y" * 100_000 for number in range(30)}))
    with Server(path, problems=problems) as server:
        before = server.status("VmRSS")
        unread = attack_with_unread_answers(
            server.port, 80, 8, lambda number: post(b"/ofrep/v1/evaluate/flags", b'{"context": {"targetingKey": "%d"}}' % number), 0.08)
        memory = (server.status("VmRSS") - before) / 1024
        answers = []
        for connection in unread:
            try:
                answers.append((statuses(connection.recv(64)) or [0])[0])
            except OSError:
                answers.append(0)
            reset(connection)
        refused = answers.count(503)
        problems.expect(refused and answers[0] == 200, f"of answers with 3 MB each, {refused} of {len(unread)} are refused: {answers}")
        problems.expect(memory < 100, f"{len(unread)} unread answers with 3 MB each take {memory:.0f} MiB")
    print(f"{len(unread)} unread answers with 3 MB each: {refused} are refused, the others take {memory:.0f} MiB")


def check_unread(server, port, name, problems):
    """Documents share their bytes. Answers that are computed do not, so that their bytes are limited."""

    def values(number):
        return post(b"/ofrep/v1/evaluate/flags", b'{"context": {"targetingKey": "%d"}}' % number)

    before = server.status("VmRSS")
    # Computing answers takes time, which --max-rate limits. This is about their memory, so they come one after the other.
    for what, count, request, pause in [("documents", 1_000, lambda _: DOCUMENT, 0), ("values", 90, values, 0.08)]:
        with OtherClient(port) as other:
            unread = attack_with_unread_answers(port, count, 5, request, pause)
            memory = (server.status("VmRSS") - before) / 1024
            for connection in unread:
                reset(connection)
        print(other.report(f"{len(unread)} unread answers with {what}{name}, {memory:.0f} MiB", problems))
        problems.expect(memory < 200, f"{len(unread)} unread answers with {what}{name} take {memory:.0f} MiB")


def complex_document():
    """A document whose settings test many attributes, so that it takes seconds to find all cases."""
    entries = [{"when": {f"a{number % 9}": [f"v{number % 5}", f"v{(number + 2) % 6}"], f"b{number * 5 % 7}": f"w{number % 4}"},
                "value": f"x{number}"} for number in range(18)]
    return {"on": True} | {f"s{number}": {"defaultValue": "d", "valuesByVersion": entries[number % 5:]} for number in range(150)}


def check_questions(folder, problems):
    """Questions of the inspector that take seconds, from several connections."""
    path = pathlib.Path(folder) / "complex.json"
    path.write_text(json.dumps(complex_document()))
    with Server(path, problems=problems) as server:
        asking = [connect(server.port, timeout=20) for _ in range(4)]
        with OtherClient(server.port) as other:
            started = time.monotonic()
            for connection in asking:
                connection.sendall(post(b"/v1/inspect/matrix", b'{"count": 200}'))
            answers = [connection.recv(4096) for connection in asking]
            seconds = time.monotonic() - started
        found = sorted((statuses(answer) or [0])[0] for answer in answers)
        # Two are computed at a time; the others are refused at once.
        problems.expect(found in ([200, 200, 503, 503], [503] * 4) and sum(b'"BUSY"' in answer for answer in answers) == 2,
                        f"four questions get {answers}")
        problems.expect(seconds < 12, f"a question is answered after {seconds:.1f} s")
        # A web page can send a question, although it cannot read the answer.
        foreign = post(b"/v1/inspect/matrix", b"{}").replace(HOST, HOST + b"Origin: https://evil.example\r\n")
        problems.expect(server.raw(foreign) == [403], "a question of another web page is answered")
        for connection in asking:
            reset(connection)
        print(other.report(f"questions that take {seconds:.1f} s", problems))
        # The threads that compute do not keep the server from ending.
        started = time.monotonic()
    problems.expect(time.monotonic() - started < 11, "a server that computes an answer does not end")


def check_log(folder, problems):
    """Nobody reads standard error: events go on, and SIGTERM ends the server."""
    path = pathlib.Path(folder) / "logged.json"
    path.write_text('{"on": 0}')
    reader, writer = os.pipe()
    flags = fcntl.fcntl(writer, fcntl.F_GETFL)
    fcntl.fcntl(writer, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    try:
        while True:
            os.write(writer, b"x" * 4096)
    except BlockingIOError:
        pass
    fcntl.fcntl(writer, fcntl.F_SETFL, flags)
    process = subprocess.Popen(["flagctl", "serve", "--listen", "127.0.0.1:0", str(path)], stdout=subprocess.PIPE, stderr=writer,
                               text=True, cwd=ROOT)
    os.close(writer)
    port = int(process.stdout.readline().rsplit(":", 1)[1])
    with OtherClient(port, [b"/healthz"]) as other:
        with connect(port) as stream:
            stream.settimeout(3)
            stream.sendall(EVENTS)
            found = b""
            for number in range(1, 6):
                fresh = path.with_suffix(".new")
                fresh.write_text(json.dumps({"on": number}))
                fresh.replace(path)
                try:
                    while found.count(b"refetchEvaluation") < number:
                        found += stream.recv(4096)
                except TimeoutError:
                    problems.expect(False, f"with a full standard error, {number - 1} of 5 changes have an event")
                    break
    started = time.monotonic()
    process.send_signal(signal.SIGTERM)
    try:
        status = process.wait(15)
    except subprocess.TimeoutExpired:
        status = "none"
        process.kill()
        process.wait()
    seconds = time.monotonic() - started
    os.close(reader)
    problems.expect(status == 0 and seconds < 5, f"with a full standard error, SIGTERM ends with {status} after {seconds:.1f} s")
    print(other.report(f"a full standard error; SIGTERM takes {seconds:.1f} s", problems))


def documents(folder):
    """A document whose answers are too large for the buffers of the system."""
    path = pathlib.Path(folder) / "large.json"
    path.write_text(json.dumps({"on": True} | {f"setting-{number}": "y" * 20_000 for number in range(30)}))
    return path


def check_attacks(problems):
    with tempfile.TemporaryDirectory() as folder:
        path = documents(folder)
        for check in (check_streams, check_silence, check_unread):
            with Server(path, problems=problems) as server:
                check(server, server.port, "", problems)
        with Server(path, problems=problems) as server:
            check_closed_stream(server.port, problems)
        check_full_server(folder, problems)
        check_queued_bytes(folder, problems)
        check_questions(folder, problems)
        check_log(folder, problems)


def check_attacks_through(proxy, replica, problems):
    """The same through nginx, which reads answers itself."""
    for check in (check_streams, check_silence, check_unread):
        check(replica, proxy.port, " through nginx", problems)
