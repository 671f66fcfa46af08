"""Test the shipped nginx configuration with real replicas behind it.

Usage: check-nginx.py    with flagctl on the PATH

It checks what is reachable, cached documents and 304s, events without a delay, the address and the limits of clients, a replica that is
killed, and that the document stays available when all are; and that no request fails or waits while replicas restart one after the other. It
also verifies the systemd units, if systemd-analyze is there.
Without nginx or libmicrohttpd it checks nothing, and a message says so.
"""

import gzip
import http.client
import json
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from proxying import Proxy, free_port, skip_without_nginx
from serving import ROOT, Problems, Server, skip_without_library, statuses

skip_without_nginx("the nginx configuration")
skip_without_library("the nginx configuration")

problems = Problems()
expect = problems.expect


def fetch(proxy, path, body=None, **fields):
    """The status, the fields and the body of a response, whatever its status."""
    data = None if body is None else (body if isinstance(body, bytes) else json.dumps(body).encode())
    request = urllib.request.Request(proxy.url + path, data, headers={name.replace("_", "-"): value for name, value in fields.items()})
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def check_routes(proxy):
    for path, body, status in [
        ("/ofrep/v1/evaluate/flags", {}, 200), ("/ofrep/v1/evaluate/flags/checkout", {}, 200),
        ("/ofrep/v1/evaluate/flags/none", {}, 404), ("/v1/document", None, 200), ("/healthz", None, 200),
        ("/", None, 404), ("/v1/inspect", None, 404), ("/v1/inspect/users", {"expression": "checkout == 1"}, 404),
        ("/v1/resolve", {"explain": True}, 404), ("/metrics", None, 404), ("/readyz", None, 404),
        ("/v1/document/../inspect", None, 404), ("/v1/inspect/../document", None, 200), ("//v1/inspect", None, 404),
        ("/v1%2Finspect", None, 404), ("/v1/inspect?/v1/document", None, 404), ("/v1/document", {}, 405),
        ("/ofrep/v1/evaluate/flags/%2e%2e/%2e%2e/%2e%2e/%2e%2e/v1/inspect", None, 404),
        ("/ofrep/v1/evaluate/flags", b"{" + b" " * 70_000 + b"}", 413),
        ("/refused/malformed", None, 404), ("/ofrep/v1/evaluate/flags", b"[", 400),
    ]:
        found, fields, content = fetch(proxy, path, body)
        expect(found == status, f"{path}: the status is {found}, expected {status}")
        expect(found == 200 or is_refusal(content), f"{path}: the body of {found} is {content[:80]}")
    print("routes: only those of the role evaluate")


def is_refusal(content):
    """Whether a body has a code and a sentence."""
    try:
        return {"errorCode", "errorDetails"} <= json.loads(content).keys()
    except ValueError:
        return False


def check_refusals(proxy):
    """What nginx refuses itself has a body with a code and a sentence, too."""
    host = b"Host: localhost\r\n"
    post = b"POST /ofrep/v1/evaluate/flags HTTP/1.1\r\n" + host
    for data, status, code in [
        (b"nonsense\r\n\r\n", 400, "BAD_REQUEST"),
        (b"GET /healthz HTTP/1.1\r\n\r\n", 400, "BAD_REQUEST"),
        (b"GET /healthz HTTP/1.1\r\n" + host * 2 + b"\r\n", 400, "BAD_REQUEST"),
        (b"GET /healthz%00 HTTP/1.1\r\n" + host + b"\r\n", 400, "BAD_REQUEST"),
        (b"GET /../healthz HTTP/1.1\r\n" + host + b"\r\n", 400, "BAD_REQUEST"),
        (b"GET /healthz HTTP/3.0\r\n" + host + b"\r\n", 400, "BAD_REQUEST"),
        (post + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400, "BAD_REQUEST"),
        (post + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", 400, "BAD_REQUEST"),
        (post + b"Transfer-Encoding: gzip\r\n\r\n", 400, "BAD_REQUEST"),
        (post + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "BAD_REQUEST"),
        (post + b"Transfer-Encoding: chunked\r\n\r\n11000\r\n" + b" " * 69_632 + b"\r\n0\r\n\r\n", 413, "CONTENT_TOO_LARGE"),
        (b"TRACE /healthz HTTP/1.1\r\n" + host + b"\r\n", 405, "METHOD_NOT_ALLOWED"),
        (b"DELETE /v1/document HTTP/1.1\r\n" + host + b"\r\n", 405, "METHOD_NOT_ALLOWED"),
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n" + host + b"\r\n", 431, "REQUEST_HEADER_FIELDS_TOO_LARGE"),
        (b"GET /healthz HTTP/1.1\r\n" + host + b"A: " + b"b" * 20_000 + b"\r\n\r\n", 431, "REQUEST_HEADER_FIELDS_TOO_LARGE"),
    ]:
        found = proxy.bytes(data)
        head, _, content = found.partition(b"\r\n\r\n")
        expect(statuses(head) == [status] and is_refusal(content) and json.loads(content)["errorCode"] == code
               and b"application/json" in head, f"{data[:60]}: {found[:400]}, expected {status} {code}")
    print("refusals: a code and a sentence, also from nginx itself")


def check_document(proxy, replicas, path):
    status, fields, content = fetch(proxy, "/v1/document")
    expect(content == path.read_bytes(), "the document is not the file, byte for byte")
    tag = fields["ETag"]
    expect(fields["X-Cache-Status"] == "HIT", f"the second request is a {fields['X-Cache-Status']}")
    expect("stale-if-error=" in fields["Cache-Control"], f"Cache-Control is {fields['Cache-Control']}")
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        status, fields, content = fetch(proxy, "/v1/document", If_None_Match=known)
        expect(status == 304 and not content and fields["ETag"] == tag, f"with {known} the status is {status}")
    counts = sum(requests(replica, "document") for replica in replicas)
    for _ in range(50):
        fetch(proxy, "/v1/document?ignored")
    asked = sum(requests(replica, "document") for replica in replicas) - counts
    expect(asked <= 2, f"for 50 requests, nginx asks {asked} times")
    print("documents: cached, with 304s")


def requests(replica, route):
    text = replica.get("/metrics").read().decode()
    return sum(map(int, re.findall(rf'requests_total{{route="{route}",[^}}]*}} (\d+)', text)))


def check_events(proxy, path):
    with proxy.connect() as connection:
        connection.settimeout(10)
        connection.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        found = b""
        while b"id: " not in found:
            found += connection.recv(4096)
        started = time.monotonic()
        change(path, 5)
        while b"refetchEvaluation" not in found:
            found += connection.recv(4096)
        seconds = time.monotonic() - started
    expect(seconds < 5, f"an event takes {seconds:.1f} s")
    print(f"events: after {seconds:.2f} s")


def change(path, number):
    text = re.sub(r'"\$version": \d+', f'"$version": {number}', path.read_text())
    new = path.with_suffix(".new")
    new.write_text(text)
    new.replace(path)


def check_clients(folder, path):
    """The limit of requests is for each client, not for the proxy; a field from the client is not trusted."""
    with Server(path, "--allow-date", "--max-rate", 5, "--trusted-proxy", "127.0.0.1", problems=problems) as replica, \
            Proxy(folder, [replica.port]) as proxy:
        found = [fetch(proxy, "/ofrep/v1/evaluate/flags/checkout", {}, Forwarded=f"for=10.0.0.{number}")[0] for number in range(30)]
        expect(found.count(429) > 10, f"a client can pass as others: {found}")
    print("clients: known by their addresses")


def check_kills(proxy, replicas, arguments):
    """Replicas are killed one after the other, then all."""
    document = fetch(proxy, "/v1/document")[2]
    for index, replica in enumerate(replicas):
        replica.process.kill()
        replica.process.wait()
        if index + 1 == len(replicas):
            break
        found = [fetch(proxy, "/ofrep/v1/evaluate/flags/checkout", {})[0] for _ in range(30)]
        expect(set(found) == {200}, f"with {index + 1} replicas killed, the statuses are {sorted(set(found))}")
    status, fields, content = fetch(proxy, "/ofrep/v1/evaluate/flags/checkout", {})
    expect(status == 503 and json.loads(content)["errorCode"] == "PROVIDER_NOT_READY" and fields["Retry-After"] == "1",
           f"without a replica the answer is {status}: {content[:80]}")
    # Longer than --max-age: nginx counts whole seconds, and takes the last one as fresh.
    time.sleep(3.5)
    for _ in range(5):
        status, fields, content = fetch(proxy, "/v1/document")
        expect(status == 200 and content == document, f"without a replica the document has the status {status}")
        expect(fields["X-Cache-Status"] in ("STALE", "UPDATING"), f"it is {fields['X-Cache-Status']} in the cache")
    status = fetch(proxy, "/v1/document", If_None_Match=fields["ETag"])[0]
    expect(status == 304, f"a stale document has no 304, but {status}")
    # They come back.
    again = [Server("--listen", f"127.0.0.1:{replica.port}", *arguments, problems=problems) for replica in replicas]
    end = time.monotonic() + 10
    while fetch(proxy, "/ofrep/v1/evaluate/flags/checkout", {})[0] != 200 and time.monotonic() < end:
        time.sleep(0.1)
    expect(fetch(proxy, "/ofrep/v1/evaluate/flags/checkout", {})[0] == 200, "replicas that start again get no requests")
    for replica in again:
        replica.end()
    print(f"{len(replicas)} replicas killed: the document stays available, values come back with a replica")


def check_limits(folder, path):
    """nginx limits the rate of a client, and says so in the form of flagctl."""
    with Server(path, "--trusted-proxy", "127.0.0.1", problems=problems) as replica, \
            Proxy(folder, [replica.port], burst=5) as proxy:
        found = proxy.bytes(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
        expect(statuses(found).count(429) > 10, f"20 requests at once get {statuses(found)}")
        _, _, refusal = found.partition(b" 429 ")
        expect(b"Retry-After: 1" in refusal and b'"errorCode":"TOO_MANY_REQUESTS"' in refusal, f"a refusal is {refusal[:400]}")
        # Compressed for those who ask, with an entity tag that both sides know.
        status, fields, content = fetch_patiently(proxy, "/v1/document", Accept_Encoding="gzip")
        expect(status == 200 and fields["Content-Encoding"] == "gzip" and gzip.decompress(content) == path.read_bytes(),
               f"a compressed document is {status} {fields.items()}")
        status = fetch_patiently(proxy, "/v1/document", If_None_Match=fields["ETag"], Accept_Encoding="gzip")[0]
        expect(status == 304, f"a compressed document with its entity tag is {status}")
    print("limits of nginx: 429 with a code; gzip")


def fetch_patiently(proxy, path, **fields):
    for _ in range(50):
        found = fetch(proxy, path, **fields)
        if found[0] != 429:
            break
        time.sleep(0.5)
    return found


def check_restarts(folder, path):
    """200 requests a second, while each replica is replaced by a new one."""
    arguments = [path, "--trusted-proxy", "127.0.0.1", "--drain-delay", "1", "--share-port"]
    replicas = [Server(*arguments, problems=problems) for _ in range(3)]
    with Proxy(folder, [replica.port for replica in replicas], has_limits=False) as proxy:
        waits, failures, is_done = [], [], threading.Event()

        def load():
            connection = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=10)
            while not is_done.is_set():
                started = time.monotonic()
                try:
                    connection.request("POST", "/ofrep/v1/evaluate/flags/checkout", b"{}", {"Host": "localhost"})
                    response = connection.getresponse()
                    if response.status != 200 or b'"value"' not in response.read():
                        failures.append(response.status)
                except (OSError, http.client.HTTPException) as error:
                    failures.append(str(error))
                    connection.close()
                waits.append(time.monotonic() - started)
                is_done.wait(max(0, 0.02 - waits[-1]))

        threads = [threading.Thread(target=load) for _ in range(8)]
        for thread in threads:
            thread.start()
        started = time.monotonic()
        for index, replica in enumerate(replicas):
            # The successor listens before the old replica ends.
            successor = Server("--listen", f"127.0.0.1:{replica.port}", *arguments, problems=problems)
            replica.end()
            replicas[index] = successor
        seconds = time.monotonic() - started
        is_done.set()
        for thread in threads:
            thread.join(20)
        expect(not failures, f"during restarts, {len(failures)} of {len(waits)} requests fail: {failures[:3]}")
        expect(max(waits) < 1, f"during restarts, a request waits for {max(waits):.2f} s")
        expect(len(waits) > 200 * seconds, f"only {len(waits)} requests in {seconds:.1f} s")
    for replica in replicas:
        replica.end()
    print(f"3 replicas replaced under {len(waits) / seconds:.0f} requests a second: none fails, the longest takes {1000 * max(waits):.0f} ms")


def check_unit():
    """The systemd unit, apart from the path of the program."""
    if not shutil.which("systemd-analyze"):
        print("SKIPPED: the systemd unit is not verified, because systemd-analyze is not installed")
        return
    with tempfile.TemporaryDirectory() as name:
        unit = pathlib.Path(name) / "flagctl.service"
        (pathlib.Path(name) / "flagctl.socket").write_text((ROOT / "Configs/serve/flagctl.socket").read_text())
        text = (ROOT / "Configs/serve/flagctl.service").read_text()
        unit.write_text(text.replace("/usr/local/bin/flagctl", "/bin/true"))
        done = subprocess.run(["systemd-analyze", "verify", unit, unit.with_suffix(".socket")], capture_output=True, text=True)
        expect(done.returncode == 0 and not done.stderr, f"systemd-analyze verify: {done.stderr}")
        done = subprocess.run(["systemd-analyze", "security", "--offline=true", unit], capture_output=True, text=True)
        level = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
        expect(level and float(level[1]) < 3, f"systemd-analyze security: {done.stdout[-200:]}")
        # flagctl itself must understand the options.
        command = re.search(r"^ExecStart=\S+ (.*)$", text, re.M)[1].split()
        done = subprocess.run(["flagctl", *command], capture_output=True, text=True)
        expect("/etc/flagctl/flags.json: error: no such file" in done.stderr, f"the unit's command says {done.stderr}")
    print(f"systemd unit: verified, exposure {level[1] if level else '?'}")


def main():
    check_unit()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # nginx drops its privileges if it is started as root.
        folder.chmod(0o777)
        path = folder / "flags.json"
        path.write_text((ROOT / "Configs/targeting.json").read_text())
        arguments = [path, "--max-age", "2", "--trusted-proxy", "127.0.0.1"]
        replicas = [Server(*arguments, problems=problems) for _ in range(3)]
        with Proxy(folder, [replica.port for replica in replicas]) as proxy:
            check_routes(proxy)
            check_refusals(proxy)
            check_document(proxy, replicas, path)
            check_events(proxy, path)
            check_kills(proxy, replicas, arguments)
        for check in (check_clients, check_limits, check_restarts):
            own = folder / check.__name__
            own.mkdir()
            own.chmod(0o777)
            check(own, path)
    problems.finish("nginx in front")


main()
