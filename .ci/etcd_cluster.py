"""Nodes of etcd on this machine, for the checks of publishing and of the service."""

import base64
import contextlib
import http.client
import json
import shutil
import signal
import ssl
import subprocess
import time

from proxying import free_port


def is_missing():
    """Why there can be no cluster; None if there can be one."""
    return None if shutil.which("etcd") else "etcd is missing: apt-get install etcd-server"


def encoded(text):
    return base64.b64encode(text.encode()).decode()


class Node:
    """One node of etcd."""

    def __init__(self, cluster, number):
        self.cluster, self.number = cluster, number
        self.client, self.peer = free_port(), free_port()
        self.process = None

    def start(self):
        certificates = self.cluster.certificates
        client = f"{self.cluster.scheme}://127.0.0.1:{self.client}"
        peers = ",".join(f"n{node.number}=http://127.0.0.1:{node.peer}" for node in self.cluster.nodes)
        secure = ["--cert-file", certificates.server, "--key-file", certificates.key] if certificates else []
        self.process = subprocess.Popen(
            ["etcd", "--name", f"n{self.number}", "--data-dir", self.cluster.folder / f"node{self.number}",
             "--listen-client-urls", client, "--advertise-client-urls", client,
             "--listen-peer-urls", f"http://127.0.0.1:{self.peer}",
             "--initial-advertise-peer-urls", f"http://127.0.0.1:{self.peer}",
             "--initial-cluster", peers, "--logger", "zap", "--log-level", "fatal", *secure],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def call(self, path, body, seconds=3):
        if self.cluster.certificates:
            context = ssl.create_default_context(cafile=self.cluster.certificates.authority)
            connection = http.client.HTTPSConnection("127.0.0.1", self.client, timeout=seconds, context=context)
        else:
            connection = http.client.HTTPConnection("127.0.0.1", self.client, timeout=seconds)
        try:
            connection.request("POST", path, json.dumps(body))
            return json.load(connection.getresponse())
        finally:
            connection.close()

    def is_healthy(self):
        return "header" in self.call("/v3/kv/range", {"key": "YQ=="})

    def status(self):
        return self.call("/v3/maintenance/status", {})

    def kill(self):
        self.process.kill()
        self.process.wait()

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def proceed(self):
        self.process.send_signal(signal.SIGCONT)


class Cluster:
    """Some nodes, each with its data in a folder, and with TLS for clients if there are certificates."""

    def __init__(self, folder, count=3, certificates=None):
        self.folder, self.certificates = folder, certificates
        self.scheme = "https" if certificates else "http"
        self.nodes = []
        self.nodes += [Node(self, number) for number in range(count)]
        for node in self.nodes:
            node.start()
        self.await_health()

    def await_health(self, seconds=60):
        end = time.monotonic() + seconds
        for node in self.nodes:
            while True:
                with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                    if node.is_healthy():
                        break
                if time.monotonic() > end:
                    raise SystemExit(f"node {node.number} of etcd does not answer")
                time.sleep(0.05)

    def address(self, key):
        scheme = "etcds" if self.certificates else "etcd"
        return f"{scheme}://" + ",".join(f"127.0.0.1:{node.client}" for node in self.nodes) + f"/{key}"

    def leader(self):
        for node in self.nodes:
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                status = node.status()
                if status.get("leader") == status["header"]["member_id"]:
                    return node
        return self.nodes[0]

    def range(self, key, end=None):
        body = {"key": encoded(key)}
        if end:
            body["range_end"] = encoded(end)
        found = self.nodes[0].call("/v3/kv/range", body, 10).get("kvs", [])
        return {base64.b64decode(item["key"]).decode(): base64.b64decode(item.get("value", "")) for item in found}

    def compact(self):
        revision = self.nodes[0].call("/v3/kv/range", {"key": "YQ=="})["header"]["revision"]
        self.nodes[0].call("/v3/kv/compaction", {"revision": revision, "physical": True})

    def stop(self):
        for node in self.nodes:
            with contextlib.suppress(ProcessLookupError):
                node.proceed()
                node.kill()
