"""Run the steps of Docs/Trust.md, and compare signatures with other programs.

Usage: check-trust.py

Expects flagctl in PATH, and the package `cryptography`.

1. The shell blocks of the page run in one folder, in order. A line that begins with "! " must fail.
2. Documents that flagctl signs are verified by `openssl` and by `cryptography`, and those that they sign by flagctl, for both
   algorithms.
"""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "Docs/Trust.md"
ALGORITHMS = ("ed25519", "p256")
DOCUMENT = '{\n  "payments": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=1.4.0", "value": true}]}\n}\n'


def run(folder, *arguments, input=None):
    return subprocess.run(arguments, cwd=folder, input=input, capture_output=True, check=False)


def must(folder, *arguments, input=None):
    result = run(folder, *arguments, input=input)
    if result.returncode != 0:
        sys.exit(f"failed with status {result.returncode}: {' '.join(map(str, arguments))}\n{result.stderr.decode()}")
    return result.stdout


def run_page(folder):
    """Runs the shell blocks of the page. Returns the number of commands."""
    count = 0
    for block in re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S):
        for line in block.splitlines():
            must_fail = line.startswith("! ")
            result = run(folder, "bash", "-c", line.removeprefix("! "))
            count += 1
            if (result.returncode != 0) != must_fail:
                sys.exit(f"{PAGE.name}: status {result.returncode}: {line}\n{result.stdout.decode()}{result.stderr.decode()}")
    if count < 10:
        sys.exit(f"{PAGE.name}: only {count} commands")
    return count


def parts(signed):
    """The signed text of a document, and its signatures by identifier of the key."""
    start = signed.rindex(b',"$signature":[')
    names = re.findall(rb'"([a-z0-9]+):([0-9a-f]{16}):([^"]+)"', signed[start:])
    return signed[:start], {(name.decode(), key.decode()): base64.b64decode(value) for name, key, value in names}


def message(prefix):
    return b"flagctl document v1\0" + hashlib.sha256(prefix).digest()


def identifier(public_key):
    der = public_key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return hashlib.sha256(der).hexdigest()[:16]


def plain(der):
    r, s = utils.decode_dss_signature(der)
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def der(signature):
    return utils.encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))


def verify_with_cryptography(public_key, signature, text):
    if isinstance(public_key, ed25519.Ed25519PublicKey):
        public_key.verify(signature, text)
    else:
        public_key.verify(der(signature), text, ec.ECDSA(hashes.SHA256()))


def verify_with_openssl(folder, key, algorithm, signature, text):
    (folder / "text").write_bytes(text)
    (folder / "signature").write_bytes(signature if algorithm == "ed25519" else der(signature))
    if algorithm == "ed25519":
        must(folder, "openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key, "-rawin", "-in", "text", "-sigfile", "signature")
    else:
        must(folder, "openssl", "dgst", "-sha256", "-verify", key, "-signature", "signature", "text")


def compare(folder, algorithm):
    """Verifies what flagctl signs, and has flagctl verify what the others sign."""
    must(folder, "flagctl", "keygen", "--algorithm", algorithm, "--output", algorithm)
    (folder / "document.json").write_text(DOCUMENT)
    signed = must(
        folder, "flagctl", "sign", "--key", f"{algorithm}.pem", "--document", "shop", "--version", "1", "document.json")
    prefix, signatures = parts(signed)
    public_key = serialization.load_pem_public_key((folder / f"{algorithm}.pub.pem").read_bytes())
    signature = signatures[algorithm, identifier(public_key)]
    verify_with_cryptography(public_key, signature, message(prefix))
    verify_with_openssl(folder, f"{algorithm}.pub.pem", algorithm, signature, message(prefix))
    try:
        verify_with_cryptography(public_key, signature, message(prefix + b" "))
        sys.exit(f"{algorithm}: a signature of another text was accepted")
    except InvalidSignature:
        pass

    # A key that cryptography has made signs the same text.
    private_key = ed25519.Ed25519PrivateKey.generate() if algorithm == "ed25519" else ec.generate_private_key(ec.SECP256R1())
    own = private_key.public_key()
    pem = own.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    (folder / "other.pub.pem").write_bytes(pem)
    text = message(prefix)
    made = private_key.sign(text) if algorithm == "ed25519" else plain(private_key.sign(text, ec.ECDSA(hashes.SHA256())))
    accept(folder, algorithm, "cryptography", prefix, identifier(own), made)

    # So does one that openssl has made.
    kind = ["-algorithm", "ed25519"] if algorithm == "ed25519" else ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
    must(folder, "openssl", "genpkey", *kind, "-out", "other.pem")
    must(folder, "openssl", "pkey", "-in", "other.pem", "-pubout", "-out", "other.pub.pem")
    (folder / "text").write_bytes(text)
    if algorithm == "ed25519":
        must(folder, "openssl", "pkeyutl", "-sign", "-inkey", "other.pem", "-rawin", "-in", "text", "-out", "signature")
        made = (folder / "signature").read_bytes()
    else:
        must(folder, "openssl", "dgst", "-sha256", "-sign", "other.pem", "-out", "signature", "text")
        made = plain((folder / "signature").read_bytes())
    own = serialization.load_pem_public_key((folder / "other.pub.pem").read_bytes())
    accept(folder, algorithm, "openssl", prefix, identifier(own), made)

    # flagctl signs with the key of openssl, too.
    (folder / "other.pem").chmod(0o600)
    signed = must(
        folder, "flagctl", "sign", "--key", "other.pem", "--document", "shop", "--version", "1", "document.json")
    prefix, signatures = parts(signed)
    verify_with_cryptography(own, signatures[algorithm, identifier(own)], message(prefix))


def accept(folder, algorithm, program, prefix, key, signature):
    """Has flagctl verify a signature, and a changed one."""
    for changed in (False, True):
        value = bytes([signature[0] ^ changed]) + signature[1:]
        trailer = f',"$signature":["{algorithm}:{key}:{base64.b64encode(value).decode()}"]}}\n'.encode()
        (folder / "signed.json").write_bytes(prefix + trailer)
        status = run(folder, "flagctl", "verify", "--trust", "other.pub.pem", "signed.json").returncode
        if status != int(changed):
            sys.exit(f"{algorithm}: status {status} for a {'changed' if changed else 'right'} signature of {program}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        print(f"{run_page(pathlib.Path(folder))} commands of {PAGE.name}")
    with tempfile.TemporaryDirectory() as folder:
        for algorithm in ALGORITHMS:
            compare(pathlib.Path(folder), algorithm)
            print(f"{algorithm}: openssl and cryptography agree in both directions")


if __name__ == "__main__":
    main()
