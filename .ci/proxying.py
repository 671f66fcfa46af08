"""nginx with the configuration that Configs/serve ships, for the checks of the service behind it."""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

from serving import ROOT, Server

SHIPPED = ROOT / "Configs/serve/nginx.conf"


def skip_without_nginx(what):
    if not shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin"):
        print(f"SKIPPED: {what} is not checked, because nginx is not installed (Debian: nginx-light)")
        sys.exit(0)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Proxy(Server):
    """A running nginx. It has the shipped file; only addresses and the folder of the cache are those of the check.

    Without limits, one client may send as many requests as it likes; with a burst, only so many at once.
    """

    def __init__(self, folder, upstream_ports, has_limits=True, burst=None):
        self.folder = pathlib.Path(folder)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        text = SHIPPED.read_text()
        text, count = re.subn(r"( +)server 127\.0\.0\.1:8321 (.*)\n.*8322.*\n.*8323.*\n", lambda found: "".join(
            f"{found[1]}server 127.0.0.1:{port} {found[2]}\n" for port in upstream_ports), text)
        assert count == 2
        for old, new in [("listen 80;", f"listen 127.0.0.1:{self.port};"), ("/var/cache/nginx/flags", f"{folder}/cache"),
                         ("server_name flags.example.com;", "server_name localhost;")]:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        if not has_limits:
            text, count = re.subn(r"\n +limit_(?:req|conn) .*", "", text)
            assert count == 3
        if burst:
            text, count = re.subn(r"rate=\d+r/s|burst=\d+", lambda found: "rate=1r/s" if "rate" in found[0] else f"burst={burst}", text)
            assert count == 2
        (self.folder / "flags.conf").write_text(text)
        (self.folder / "main.conf").write_text(
            f"worker_processes 1;\ndaemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\n"
            "worker_rlimit_nofile 8192;\nevents { worker_connections 4096; }\n"
            f"http {{\naccess_log off;\nclient_body_temp_path {folder}/body;\nproxy_temp_path {folder}/proxy;\n"
            f"fastcgi_temp_path {folder}/fastcgi;\nuwsgi_temp_path {folder}/uwsgi;\nscgi_temp_path {folder}/scgi;\n"
            f"include {folder}/flags.conf;\n}}\n")
        self.start()

    def start(self):
        program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
        # In its own process group, so that its workers can be killed with it.
        self.process = subprocess.Popen(
            [program, "-c", self.folder / "main.conf", "-p", self.folder, "-e", self.folder / "error.log"],
            stderr=subprocess.DEVNULL, start_new_session=True)
        self.pid = self.process.pid
        for _ in range(200):
            try:
                self.connect().close()
                return
            except OSError:
                time.sleep(0.02)
        sys.exit(f"nginx did not start: {(self.folder / 'error.log').read_text()}")

    def kill(self):
        """Kills nginx and its workers."""
        os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)

    def reload(self):
        self.process.send_signal(signal.SIGHUP)
