"""Check flagctl serve with a page in Chromium that does what the web provider of OFREP does.

Usage: check-web-clients.py    with flagctl on the PATH

The page asks for all values, opens the streams of events that the answer names, and asks again, with If-None-Match, after each event; if a
stream fails for good, it asks again after a second. It comes from another origin than the server. Checked are: no key, a key, and the shipped
nginx in front. Without Chromium or libmicrohttpd it checks nothing, and a message says so.
"""

import contextlib
import functools
import hashlib
import http.server
import json
import pathlib
import shutil
import tempfile
import threading
import time
import urllib.request

from chromium import Browser, skip_without_chromium
from proxying import Proxy
from serving import Problems, Server, skip_without_library

skip_without_library("web clients")
skip_without_chromium("web clients")

problems = Problems()
expect = problems.expect

PAGE = """<!doctype html><meta charset="utf-8"><title>A client</title><script>
const state = { values: {}, requests: 0, notModified: 0, events: 0, errors: 0, stale: 0 };
let tag, source, address;
async function ask(base, key) {
    const headers = { "Content-Type": "application/json" };
    if (key) headers["X-API-Key"] = key;
    if (tag) headers["If-None-Match"] = tag;
    state.requests += 1;
    const response = await fetch(base + "/ofrep/v1/evaluate/flags", {
        method: "POST", headers, body: JSON.stringify({ context: { targetingKey: "user" } }), cache: "no-store" });
    if (response.status === 304) { state.notModified += 1; return; }
    const answer = await response.json();
    tag = response.headers.get("ETag") ?? undefined;
    state.hasTag = tag !== undefined;
    state.streams = answer.eventStreams ?? [];
    for (const flag of answer.flags) state.values[flag.key] = flag.value;
    for (const stream of state.streams.filter(one => one.type === "sse")) listen(base, key, stream);
}
function listen(base, key, stream) {
    const origin = stream.endpoint?.origin ?? new URL(base).origin;
    const found = stream.url ?? new URL(stream.endpoint.requestUri, origin).href;
    if (source && address === found) return;
    source?.close();
    address = found;
    source = new EventSource(found);
    source.addEventListener("message", event => {
        state.isStale = false;
        if (JSON.parse(event.data).type !== "refetchEvaluation") return;
        state.events += 1;
        ask(base, key);
    });
    source.addEventListener("error", () => {
        if (source.readyState !== EventSource.CLOSED) { state.stale += 1; state.isStale = true; return; }
        state.errors += 1;
        source = undefined;
        setTimeout(() => ask(base, key), 1000);
    });
}
const parameters = new URLSearchParams(location.search);
ask(parameters.get("base"), parameters.get("key"));
</script>"""


class Pages(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def change(path, value):
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps({"on": value}))
    fresh.replace(path)


def check_events(browser, page, base, path, name):
    """A change reaches the page through an event, and nothing else makes it ask."""
    change(path, 0)
    # Every replica must have it, or the answer and the stream could come from replicas with different documents.
    time.sleep(1)
    browser.open(f"{page}?base={base}")
    browser.wait("state.values.on === 0 && source?.readyState === EventSource.OPEN")
    started = time.monotonic()
    change(path, 1)
    browser.wait("state.values.on === 1", seconds=5)
    seconds = time.monotonic() - started
    time.sleep(3)
    found = browser.run("state")
    expect(found["requests"] == 2 and found["events"] == 1 and found["errors"] == 0, f"{name}: the page has {found}")
    expect(found["hasTag"], f"{name}: the page cannot read the ETag")
    print(f"web client {name}: a change after {seconds:.2f} s, {found['requests']} requests in all")


def check_restart(browser, page, path, origin):
    """After a restart of the server, the page hears that nothing has changed, and does not ask again."""
    change(path, 2)
    server = Server(path, "--allow-origin", origin, problems=problems)
    browser.open(f"{page}?base={server.url}")
    browser.wait("state.values.on === 2 && source?.readyState === EventSource.OPEN")
    server.end()
    browser.wait("state.isStale")
    with Server("--listen", f"127.0.0.1:{server.port}", path, "--allow-origin", origin, problems=problems):
        browser.wait("!state.isStale", seconds=15)
        found = browser.run("state")
    expect(found["requests"] == 1 and found["errors"] == 0, f"after a restart, the page has {found}")
    print("web client after a restart: the stream goes on")


def main():
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        # nginx drops its privileges if it is started as root.
        folder.chmod(0o777)
        (folder / "pages").mkdir()
        (folder / "pages/client.html").write_text(PAGE)
        pages = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Pages, directory=folder / "pages"))
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{pages.server_port}"
        page = f"{origin}/client.html"
        path = folder / "app.json"
        change(path, 0)
        browser = stack.enter_context(Browser(folder))
        with Server(path, "--allow-origin", origin, problems=problems) as server:
            check_events(browser, page, server.url, path, "without a key")
        key = "s3cret"
        (folder / "keys").write_text(f"evaluate {hashlib.sha256(key.encode()).hexdigest()}\n")
        with Server(path, "--allow-origin", origin, "--keys", folder / "keys", problems=problems) as server:
            browser.open(f"{page}?base={server.url}&key={key}")
            browser.wait("'on' in state.values")
            time.sleep(4)
            found = browser.run("state")
            expect(found["requests"] == 1 and found["streams"] == [], f"with a key, the page has {found}")
            print(f"web client with a key: {found['requests']} request in 4 s")
        check_restart(browser, page, path, origin)
        if shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin"):
            arguments = (path, "--allow-origin", origin, "--trusted-proxy", "127.0.0.1")
            replicas = [stack.enter_context(Server(*arguments, problems=problems)) for _ in range(3)]
            proxy = stack.enter_context(Proxy(folder, [replica.port for replica in replicas]))
            check_events(browser, page, proxy.url, path, "through nginx")
            tags = set()
            for replica in replicas:
                request = urllib.request.Request(replica.url + "/ofrep/v1/evaluate/flags", b"{}")
                tags.add(urllib.request.urlopen(request, timeout=10).headers["ETag"])
            expect(len(tags) == 1, f"replicas have different entity tags: {tags}")
        else:
            print("SKIPPED: web clients behind nginx are not checked, because nginx is not installed (Debian: nginx-light)")
        pages.shutdown()
    problems.finish("web clients")


main()
