"""Measure flagctl serve beside nginx, and print a line for each figure: WORK, INPUT, VALUE, UNIT, LIMIT, separated by tabs.

Usage: service.py --flagctl FILE [--seconds N] [--rounds N]

Both have one worker. Each rate is the median of several rounds, in which nginx and the service take turns, and so is the processor
time of one request, which depends less on what else the machine does. A limit begins with "most" or "least", or is empty. Without wrk, nginx or libmicrohttpd it prints nothing, and a message says so.
"""

import argparse
import json
import os
import pathlib
import re
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / ".ci"))
from proxying import free_port, skip_without_nginx
from serving import Server, skip_without_library

SAME = 'wrk.method = "POST"\nwrk.body = \'{"context":{"appVersion":"2.1.0","targetingKey":"user-1","ring":"beta"}}\'\n'
OTHER = """
local count = 0
request = function()
  count = count + 1
  return wrk.format("POST", nil, nil, '{"context":{"appVersion":"2.1.0","targetingKey":"user-' .. count .. '","ring":"beta"}}')
end
"""
NGINX = """worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{ access_log off; keepalive_requests 100000000; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p;
fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
server {{ listen 127.0.0.1:{port}; location / {{ default_type application/json;
return 200 '{{"key":"checkout","value":"modern","reason":"TARGETING_MATCH","variant":"rings first","metadata":{{}}}}'; }}
location = /all {{ alias {folder}/all.json; types {{ }} default_type application/json; }} }} }}
"""


def processor_time(pid):
    """The nanoseconds for which a process has run, in the system and outside of it."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1e9 / os.sysconf("SC_CLK_TCK")


def wrk(url, script="", connections=16, seconds=2, delay=0):
    """Requests per second, the 99th percentile in nanoseconds, and the number of requests."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script + (f"\nfunction delay() return {delay} end\n" if delay else ""))
        file.flush()
        done = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", file.name, url], capture_output=True,
            text=True, check=True).stdout
    if "Non-2xx" in done and "304" not in script or "Socket errors" in done:
        sys.exit(f"{url}: {done}")
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)\b", done).groups()
    rate, count = re.search(r"Requests/sec:\s+([\d.]+)", done)[1], re.search(r"(\d+) requests in", done)[1]
    return float(rate), float(number) * {"us": 1e3, "ms": 1e6, "s": 1e9}[unit], int(count)


def if_none_match(*arguments):
    """A script that asks again for what the server answers curl with these arguments."""
    head = subprocess.run(["curl", "-s", "-o", "/dev/null", "-D", "-", *arguments], capture_output=True, text=True).stdout
    return f"wrk.headers[\"If-None-Match\"] = '{re.search('(?i)etag: (.*)', head)[1].strip()}' -- 304\n"


def row(work, value, unit, limit="", shape="the service"):
    print(f"{work}\t{shape}\t{value}\t{unit}\t{limit}", flush=True)


def thousand_settings(path):
    settings = {"checkout": json.loads(pathlib.Path("Configs/targeting.json").read_text())["checkout"]}
    for number in range(999):
        settings[f"setting{number:03}"] = {"defaultValue": False, "valuesByVersion": [
            {"appVersion": f">={number % 9}.0.0", "value": True}]}
    path.write_text(json.dumps(settings))


def measure_streams(server, path, count=1_000):
    before = server.status("VmRSS")
    streams = [server.connect() for _ in range(count)]
    for stream in streams:
        stream.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    for stream in streams:
        found = b""
        while b"id: " not in found:
            received = stream.recv(4096)
            if not received:
                sys.exit(f"a stream of events ended after {found}")
            found += received
    row("memory of 1,000 event streams", (server.status("VmRSS") - before) * 1024, "bytes", "most 5e7")
    new = path.with_suffix(".new")
    new.write_text(path.read_text().replace("setting998", "another"))
    new.replace(path)
    started = time.monotonic()
    poll = select.poll()
    waiting = {stream.fileno(): stream for stream in streams}
    for descriptor in waiting:
        poll.register(descriptor, select.POLLIN)
    while waiting:
        for descriptor, _ in poll.poll(1000):
            if descriptor in waiting and b"refetch" in waiting[descriptor].recv(4096):
                poll.unregister(descriptor)
                waiting.pop(descriptor).close()
    row("a change reaches 1,000 event streams", (time.monotonic() - started) * 1e9, "nanoseconds", "most 1e9")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--flagctl", required=True)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if not shutil.which("wrk"):
        print("SKIPPED: the service is not measured, because wrk is not installed", file=sys.stderr)
        return
    skip_without_nginx("the speed of the service")
    skip_without_library("the speed of the service")
    root = pathlib.Path(__file__).resolve().parents[3]
    os.chdir(root)
    os.environ["PATH"] = f"{pathlib.Path(options.flagctl).resolve().parent}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o777)
        path = folder / "flags.json"
        thousand_settings(path)
        port = free_port()
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port))
        nginx = subprocess.Popen([shutil.which("nginx", path="/usr/sbin:/usr/bin"), "-c", folder / "nginx.conf", "-p", folder],
                                 stderr=subprocess.DEVNULL)
        try:
            with Server("--threads", 1, "--max-client-streams", 1_000, path) as server:
                time.sleep(0.5)
                flag, flags = server.url + "/ofrep/v1/evaluate/flags/checkout", server.url + "/ofrep/v1/evaluate/flags"
                body = '{"context":{"appVersion":"2.1.0","targetingKey":"user-1","ring":"beta"}}'
                document = server.url + "/v1/document"
                # nginx sends the same bytes from a file that the system has in memory.
                answer = subprocess.run(["curl", "-sS", "-d", body, flags], check=True, capture_output=True).stdout
                (folder / "all.json").write_bytes(answer)
                (folder / "all.json").chmod(0o644)
                same_bytes = "nginx, the bytes of 1,000 settings"
                known = if_none_match("-d", body, flags)
                work = {
                    "nginx, return 200": (f"http://127.0.0.1:{port}/", ""),
                    same_bytes: (f"http://127.0.0.1:{port}/all", ""), "one setting, the same context": (flag, SAME),
                    "one setting, another context each time": (flag, OTHER), "1,000 settings, the same context": (flags, SAME),
                    "1,000 settings, 304": (flags, SAME + known), "1,000 settings, another context each time": (flags, OTHER),
                    "the document, 304": (document, if_none_match(document)),
                    "the document, 304, a connection each time": (
                        document, if_none_match(document) + 'wrk.headers["Connection"] = "close"\n'),
                    "/healthz": (server.url + "/healthz", ""),
                }
                worker = int(subprocess.run(["pgrep", "-P", str(nginx.pid)], capture_output=True, text=True, check=True).stdout)
                rates, times = {name: [] for name in work}, {name: [] for name in work}
                for _ in range(options.rounds):
                    for name, (url, script) in work.items():
                        process = worker if name.startswith("nginx") else server.pid
                        before = processor_time(process)
                        rate, _, count = wrk(url, script, seconds=options.seconds)
                        rates[name].append(rate)
                        times[name].append((processor_time(process) - before) / count)
                middle = {name: statistics.median(values) for name, values in rates.items()}
                limits = {"one setting, the same context": middle["nginx, return 200"] / 2, "1,000 settings, the same context": 5e3,
                          "1,000 settings, another context each time": middle[same_bytes] / 2, "1,000 settings, 304": middle["one setting, the same context"]}
                for name, value in middle.items():
                    row(f"requests: {name}", value, "requestsPerSecond", f"least {limits[name]}" if name in limits else "")
                for name, values in times.items():
                    row(f"processor time of a request: {name}", statistics.median(values), "nanoseconds")
                # Half of the load: each of 64 connections waits between its requests.
                delay = max(1, round(64 / (middle["one setting, another context each time"] / 2) * 1000))
                late = statistics.median(
                    wrk(flag, OTHER, connections=64, seconds=options.seconds, delay=delay)[1] for _ in range(options.rounds))
                row("p99 at half load: one setting", late, "nanoseconds", "most 2e6")
                measure_streams(server, path)
        finally:
            nginx.terminate()
            nginx.wait()


main()
