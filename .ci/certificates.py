"""Certificates for servers on this machine, made by openssl, for the checks."""

import pathlib
import subprocess

KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]


class Certificates:
    """An authority, and the certificate of a server at 127.0.0.1 that it has signed."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.authority, self.server, self.key = folder / "ca.pem", folder / "server.pem", folder / "server.key"
        self._request("-keyout", folder / "ca.key", "-out", self.authority, "-subj", "/CN=checks")
        self._request(
            "-CA", self.authority, "-CAkey", folder / "ca.key", "-keyout", self.key, "-out", self.server,
            "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE")

    def _request(self, *arguments):
        subprocess.run(["openssl", "req", "-x509", *KEY, *arguments], check=True, capture_output=True)
