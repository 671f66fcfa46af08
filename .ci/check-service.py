"""Check flagctl serve as its clients see it.

Usage: check-service.py [--documents N] [--examples N] [--only-documents]

The check starts the flagctl on the PATH, with documents in a temporary folder, and asks

- on plain sockets: framing attacks and limits, each with the status that it must have;
- through the OpenFeature SDK and its OFREP provider: types, reasons, errors, contexts;
- for random documents, each in a few random contexts: every value must be that of flagctl resolve, apart from the forms of
  OFREP; --only-documents checks nothing else;
- with generated requests, against Docs/openapi.json;
- the examples of Docs/Service.md.

It says so, and checks nothing, if libmicrohttpd is missing.
"""

import argparse
import http.client
import json
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile

import targeting
from serving import ROOT, Problems, Server, skip_without_library, statuses
from targeting_samples import Sampler

skip_without_library("flagctl serve")

problems = Problems()
expect = problems.expect

DOCUMENTS_PER_GROUP = 50
CONTEXTS_PER_GROUP = 4

HOST = b"Host: localhost\r\n"
POST = b"POST /ofrep/v1/evaluate/flags HTTP/1.1\r\n" + HOST
GET = b"GET /healthz HTTP/1.1\r\n" + HOST
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"

FRAMING = [
    ("a request", GET + b"\r\n", [200]),
    ("two requests at once", (GET + b"\r\n") * 2, [200, 200]),
    ("a length beside chunks, and a smuggled request",
     POST + b"Content-Length: 5\r\n" + CHUNKED + b"0\r\n\r\n" + GET + b"\r\n", [400]),
    ("two lengths", POST + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", [400]),
    ("two different lengths", POST + b"Content-Length: 2\r\nContent-Length: 9\r\n\r\n{}", [400]),
    ("a list of lengths", POST + b"Content-Length: 2, 2\r\n\r\n{}", [400]),
    ("a signed length", POST + b"Content-Length: +2\r\n\r\n{}", [400]),
    ("another encoding", POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", [400]),
    ("chunks", POST + CHUNKED + b"2\r\n{}\r\n0\r\n\r\n", [200]),
    ("two hosts", GET + HOST + b"\r\n", [400]),
    ("no host", b"GET /healthz HTTP/1.1\r\n\r\n", [400]),
    ("another host", b"GET /v1/document HTTP/1.1\r\nHost: evil.example\r\n\r\n", [421]),
    ("a probe of another host", b"GET /healthz HTTP/1.1\r\nHost: 10.0.0.7\r\n\r\n", [200]),
    ("a folded field", GET + b"A: b\r\n c: d\r\n\r\n", [400]),
    ("a blank before the colon", b"GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n", [400]),
    ("a null byte in the target", b"GET /healthz\0x HTTP/1.1\r\n" + HOST + b"\r\n", [400]),
    ("an escaped null byte", b"GET /healthz%00 HTTP/1.1\r\n" + HOST + b"\r\n", [400]),
    ("a control byte in the target", b"GET /healthz\x01 HTTP/1.1\r\n" + HOST + b"\r\n", [400]),
    ("a null byte in a field", GET + b"A: b\0c\r\nB: d\r\n\r\n", [400]),
    ("a null byte in the last field", GET + b"A: b\r\nB: d\0e\r\n\r\n", [400]),
    ("a null byte in the host", b"GET /healthz HTTP/1.1\r\nHost: localhost\0.evil\r\n\r\n", [400]),
    ("a null byte in a name", GET + b"A\0B: c\r\n\r\n", [400]),
    ("cookies and empty fields", GET + b"Cookie: a=b; c=d\r\nEmpty:\r\nBlank: \r\nLong:  b  \r\n\r\n", [200]),
    ("lines that end with a line feed only", b"GET /healthz HTTP/1.1\nHost: localhost\nA: b\n\n", [200]),
    ("a head of 16 KiB", GET + b"A: " + b"x" * 16_000 + b"\r\n\r\n", [200]),
    ("a head of more", GET + b"A: " + b"x" * 16_384 + b"\r\n\r\n", [431]),
    ("a head beyond all memory", GET + b"A: " + b"x" * 80_000 + b"\r\n\r\n", [431]),
    ("150 fields", GET + b"".join(b"A%d: b\r\n" % number for number in range(150)) + b"\r\n", [431]),
    ("a body of 64 KiB", POST + b"Content-Length: 65536\r\n\r\n{}" + b" " * 65_534, [200]),
    ("a body of more", POST + b"Content-Length: 65537\r\n\r\n{}" + b" " * 65_535, [413]),
    ("chunks of more", POST + CHUNKED + (b"4000\r\n" + b" " * 0x4000 + b"\r\n") * 5 + b"0\r\n\r\n", [413]),
    ("the start of TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", []),
    ("HTTP/1.0", b"GET /healthz HTTP/1.0\r\n" + HOST + b"\r\n", [200]),
    ("HTTP/1.0 without a host", b"GET /healthz HTTP/1.0\r\n\r\n", [200]),
    ("HTTP/1.2 without a host", b"GET /healthz HTTP/1.2\r\n\r\n", [400]),
    ("an address as the target", b"GET http://localhost/healthz HTTP/1.1\r\n" + HOST + b"\r\n", [200]),
    ("the address of another host", b"GET http://evil.example/v1/document HTTP/1.1\r\n" + HOST + b"\r\n", [421]),
    ("a null byte in the method", b"GET\0x /healthz HTTP/1.1\r\n" + HOST + b"\r\n", [400]),
    ("a control byte in the method", b"G\1T /healthz HTTP/1.1\r\n" + HOST + b"\r\n", [400]),
    ("many parameters", b"GET /healthz?" + b"&".join([b"a=b"] * 2_000) + b" HTTP/1.1\r\n" + HOST + b"\r\n", [200]),
    ("a refusal, and a request", b"GET /none HTTP/1.1\r\n" + HOST + b"\r\n" + GET + b"\r\n", [404, 200]),
    ("a malformed head, and a request", b"GET /%zz HTTP/1.1\r\n" + HOST + b"\r\n" + GET + b"\r\n", [400]),
    ("a refusal, and a body that is a request",
     b"POST /none HTTP/1.1\r\n" + HOST + b"Content-Length: %d\r\n\r\n" % len(GET + b"\r\n") + GET + b"\r\n", [404]),
    ("a refusal, and chunks", b"POST /none HTTP/1.1\r\n" + HOST + CHUNKED + b"0\r\n\r\n" + GET + b"\r\n", [404]),
    ("HEAD of events", b"HEAD /v1/events HTTP/1.1\r\n" + HOST + b"\r\n" + GET + b"\r\n", [200]),
]

# What libmicrohttpd answers itself, as Docs/Service.md says.
PAGES = [
    (400, b"GET /healthz\r\n" + HOST + b"\r\n"),
    (400, b"GET /healthz http/1.1\r\n" + HOST + b"\r\n"),
    (400, b"GET /healthz HTTP/1.1 \r\n" + HOST + b"\r\n"),
    (400, GET + b"A\r\n\r\n"),
    (400, POST + b"Content-Length: abc\r\n\r\n{}"),
    (400, POST + b"Content-Length:\r\n\r\n{}"),
    (400, POST + CHUNKED + b"zz\r\n{}\r\n0\r\n\r\n"),
    (400, POST + CHUNKED + b"2\r\n{}A0\r\n\r\n"),
    (400, POST + CHUNKED + b"2\r\n{}\r\n0\r\nA\r\n\r\n"),
    (413, POST + b"Content-Length: 18446744073709551616\r\n\r\n{}"),
    (413, POST + CHUNKED + b"10000000000000000\r\n{}\r\n0\r\n\r\n"),
    (414, b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n"),
    (431, GET + b"A: " + b"b" * 40_000 + b"\r\n\r\n"),
    (431, GET + b"Cookie: " + b"; ".join([b"a=b"] * 2_000) + b"\r\n\r\n"),
    (431, POST + CHUNKED + b"2\r\n{}\r\n0\r\nA: " + b"b" * 40_000 + b"\r\n\r\n"),
    (500, POST + CHUNKED + b"2;" + b"a" * 40_000 + b"\r\n{}\r\n0\r\n\r\n"),
    (505, b"GET /healthz HTTP/2.0\r\n" + HOST + b"\r\n"),
    (505, b"GET /healthz HTTP/0.9\r\n" + HOST + b"\r\n"),
]


def check_framing(server):
    for name, data, expected in FRAMING:
        found = server.raw(data)
        # libmicrohttpd refuses some heads a second time, before it closes the connection.
        is_refused = expected != [200] and found and set(found) == set(expected)
        expect(found == expected or is_refused, f"{name}: the statuses are {found}, expected {expected}")
    for status, data in PAGES:
        # No request that follows is answered.
        found = server.bytes(data + GET + b"\r\n")
        expect(set(statuses(found)) == {status} and b"<html>" in found, f"{data[:80]}: {found[:200]}, expected {status} in HTML")
    # Connections that send nothing do not displace others.
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(500)]
    expect(server.raw(GET + b"\r\n") == [200], "with 500 idle connections there is no answer")
    for connection in idle:
        connection.close()
    print(f"framing and limits: {len(FRAMING) + len(PAGES)} requests")


TYPES = {
    "on": {"defaultValue": False, "valuesByVersion": [{"appVersion": ">=2.0.0", "value": True}]},
    "text": {"defaultValue": "a", "valuesByVersion": [{"name": "germans", "when": {"country": "DE"}, "value": "b"}]},
    "count": {"defaultValue": 1, "valuesByVersion": [{"when": {"launches": {">=": 5}}, "value": 2}]},
    "share": {"type": "number", "defaultValue": 1, "valuesByVersion": [
        {"rollout": {"percent": 100, "salt": "s"}, "value": 3}]},
    "style": {"defaultValue": {"color": "red", "sizes": [1, 2]}},
    "list": {"defaultValue": [1, 2]},
    "bad": {"type": "string", "defaultValue": 5},
}


def check_sdk(folder):
    # The other checks do not need it.
    from openfeature import api
    from openfeature.contrib.provider.ofrep import OFREPProvider
    from openfeature.evaluation_context import EvaluationContext

    path = folder / "types.json"
    path.write_text(json.dumps(TYPES))
    count = 0
    with Server(path, problems=problems) as server:
        api.set_provider(OFREPProvider(server.url))
        client = api.get_client()
        user = EvaluationContext("user-1", {"appVersion": "2.0.0", "country": "DE", "launches": 7})
        nobody = EvaluationContext()
        for method, key, default, context, expected in [
            ("boolean", "on", False, user, (True, "TARGETING_MATCH", "entry-1", None)),
            ("boolean", "on", True, nobody, (False, "DEFAULT", "default", None)),
            ("string", "text", "x", user, ("b", "TARGETING_MATCH", "germans", None)),
            ("string", "text", "x", nobody, ("a", "DEFAULT", "default", None)),
            ("integer", "count", 0, user, (2, "TARGETING_MATCH", "entry-1", None)),
            ("float", "share", 0.5, user, (3.0, "SPLIT", "entry-1", None)),
            ("float", "share", 0.5, nobody, (1.0, "DEFAULT", "default", None)),
            ("object", "style", {}, user, ({"color": "red", "sizes": [1, 2]}, "STATIC", "default", None)),
            ("object", "list", {}, user, ({"value": [1, 2]}, "STATIC", "default", None)),
            ("boolean", "none", True, user, (True, "ERROR", None, "FLAG_NOT_FOUND")),
            ("boolean", "text", True, user, (True, "ERROR", None, "TYPE_MISMATCH")),
            ("float", "count", 0.5, user, (0.5, "ERROR", None, "TYPE_MISMATCH")),
            ("string", "bad", "x", user, ("x", "ERROR", None, "GENERAL")),
        ]:
            details = getattr(client, f"get_{method}_details")(key, default, context)
            code = details.error_code.value if details.error_code else None
            found = (details.value, str(getattr(details.reason, "value", details.reason)), details.variant, code)
            same = found == expected and type(found[0]) is type(expected[0])
            expect(same, f"{method} {key}: the client has {found}, expected {expected}")
            count += 1
        missing = client.get_string_details("text", "x", nobody).flag_metadata
        expect(missing == {"missing": "country"}, f"the metadata is {missing}")
    print(f"OpenFeature SDK: {count} evaluations")


def random_document(source):
    """A document with values of all types, beside those of the sampler, whose settings have one type each."""
    def value():
        return source.choice([True, False, 0, 1, 7, 2.5, -3, "a", "b", None, [1], {"a": [None]}])

    def condition():
        return source.choice([
            lambda: {"appVersion": f">={source.randrange(4)}.0.0"},
            lambda: {"when": {"country": source.choice(["DE", ["AT", "US"], {"not": "DE"}, {"absent": True}])}},
            lambda: {"when": {"launches": {">=": source.randrange(10)}}},
            lambda: {"rollout": {"percent": source.randrange(101), "salt": source.choice("st")}},
            lambda: {"from": f"2026-12-{source.randrange(1, 29):02}T00:00:00Z"},
            lambda: {"requires": f"s{source.randrange(3)}"},
        ])()

    document = {}
    for number in range(source.randrange(1, 9)):
        setting = {"defaultValue": value()}
        entries = [condition() | {"value": value()} for _ in range(source.randrange(4))]
        if entries:
            setting["valuesByVersion"] = entries
        document[f"s{number}"] = setting
    return document


def random_context(sampler):
    """A context with a date that can be read: without one, the server takes its own."""
    while True:
        context = sampler.context(with_version=True)
        if "date" in targeting.read_context(context):
            return context


def plain(flag):
    """The value without the forms of OFREP."""
    return flag["value"]["value"] if flag["metadata"].get("wrapped") else flag["value"]


def alike(left, right):
    """Whether two values of JSON are the same. Numbers are compared by their values: doubles have a fraction in OFREP."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(alike(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(alike, left, right))
    return isinstance(left, bool) == isinstance(right, bool) and left == right


class Asking:
    """Questions on one connection."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)

    def post(self, path, body):
        self.connection.request("POST", path, body)
        response = self.connection.getresponse()
        return json.loads(response.read())


def check_random_documents(folder, count):
    """Random documents in groups: each group has one server and some contexts, and flagctl resolve runs once for each context."""
    compared, answers = 0, 0
    for start in range(0, count, DOCUMENTS_PER_GROUP):
        sampler = Sampler(random.Random(start))
        files = {}
        for number in range(start, min(start + DOCUMENTS_PER_GROUP, count)):
            path = folder / f"d{number}.json"
            path.write_text(targeting.dumps(sampler.document() if number % 2 else random_document(sampler.random)))
            files[f"d{number}"] = path
        with Server("--allow-date", *[f"{name}={path}" for name, path in files.items()], problems=problems) as server:
            asking = Asking(server)
            for context in (targeting.dumps(random_context(sampler)) for _ in range(CONTEXTS_PER_GROUP)):
                (folder / "context.json").write_text(context)
                done = subprocess.run(
                    ["flagctl", "resolve", "--format", "json", "--explain", "--context", folder / "context.json", *files.values()],
                    capture_output=True, text=True)
                results = {result["file"]: result for result in json.loads(done.stdout)["results"]}
                body = f'{{"context": {context}}}'.encode()
                for name, path in files.items():
                    result = results[str(path)]
                    answer = asking.post(f"/{name}/ofrep/v1/evaluate/flags", body)
                    flags = [flag for flag in answer["flags"] if "value" in flag]
                    values = {flag["key"]: plain(flag) for flag in flags}
                    expect(alike(values, result["values"]), f"{name}, {context}: {values} != {result['values']}")
                    reasons = {flag["key"]: flag["reason"] for flag in flags}
                    stated = {key: details["reason"] for key, details in result["details"].items()}
                    expect(reasons == stated, f"{name}, {context}: {reasons} != {stated}")
                    for flag in flags:
                        one = asking.post(f"/{name}/ofrep/v1/evaluate/flags/{flag['key']}", body)
                        expect(one == flag, f"{name}, {flag['key']}, {context}: the value alone differs from all values")
                    compared += len(flags)
                    answers += 1
        for path in files.values():
            path.unlink()
    print(f"random documents: {count}, {answers} answers with {compared} values are those of flagctl resolve")


def check_schema(folder, examples):
    """Requests that schemathesis generates from the OpenAPI description.

    The stream of events would never end, and expressions have a grammar, which a schema cannot state.
    """
    program = pathlib.Path(sys.executable).parent / "schemathesis"
    with Server("Configs/targeting.json", problems=problems) as server:
        done = subprocess.run(
            [program, "run", ROOT / "Docs/openapi.json", "--url", server.url, "--exclude-path", "/v1/events",
             "--exclude-path", "/v1/inspect/users",
             "--max-examples", str(examples), "--request-timeout", "10", "--seed", "1"],
            capture_output=True, text=True, cwd=folder)
    expect(done.returncode == 0, f"the server and Docs/openapi.json disagree:\n{done.stdout}{done.stderr}")
    count = re.search(r"(\d+) generated", done.stdout)
    print(f"OpenAPI description: {count[1] if count else 'no'} requests")


def check_examples():
    """The requests of the documentation, and the answer that it shows for the first one."""
    page = (ROOT / "Docs/Service.md").read_text()
    commands = re.findall(r"```sh\n(curl .*?)```", page, re.DOTALL)
    answers = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    with Server("Configs/targeting.json", problems=problems) as server:
        for number, command in enumerate(commands):
            command = command.replace("http://127.0.0.1:8321", server.url)
            done = subprocess.run(["bash", "-c", f"curl() {{ command curl -sS \"$@\"; }}\n{command}"],
                                  capture_output=True, text=True)
            expect('"value":' in done.stdout, f"{command} prints {done.stdout}{done.stderr}")
            if number == 0:
                expect(done.stdout.strip() == answers[0].strip(), f"Docs/Service.md shows another answer: {done.stdout}")
    expect(len(commands) >= 2, "the documentation has fewer examples than expected")
    print(f"examples of the documentation: {len(commands)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--examples", type=int, default=20)
    parser.add_argument("--only-documents", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_random_documents(folder, arguments.documents)
        if not arguments.only_documents:
            with Server("Configs/targeting.json", problems=problems) as server:
                check_framing(server)
            check_sdk(folder)
            check_schema(folder, arguments.examples)
            check_examples()
    problems.finish("the service")


main()
