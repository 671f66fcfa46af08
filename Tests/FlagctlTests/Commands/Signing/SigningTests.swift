import FlagResolver
import FlagSigning
import Foundation
import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct SigningTests {
    private static let document = """
        {
          "payments": { "defaultValue": true },
          "note": "ä"
        }

        """

    /// A folder with a document and a pair of keys, `release.pem` and `release.pub.pem`.
    private func scratch(_ algorithm: String = "ed25519") throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(Self.document, to: "app.json")
        let made = try scratch.flagctl("keygen", "--algorithm", algorithm, "--output", "release")
        expectEqual(made.status, 0)
        return scratch
    }

    private static let names = ["--document", "shop-ios", "--version", "1", "--issued", "2025-12-01T00:00:00Z"]

    private func sign(_ scratch: Scratch, _ arguments: [String] = names, file: String = "app.json") throws -> Run {
        try scratch.flagctl(["sign", "--key", "release.pem"] + arguments + [file])
    }

    @Test(arguments: ["ed25519", "p256"])
    func `a document that was signed is authentic, and reads as before`(_ algorithm: String) throws {
        let scratch = try scratch(algorithm)
        let signed = try sign(scratch)
        expectEqual(signed.status, 0)
        expect(
            signed.output.hasPrefix(
                """
                {
                  "$document": "shop-ios",
                  "$version": 1,
                  "$issued": "2025-12-01T00:00:00Z",
                  "payments": { "defaultValue": true },
                  "note": "ä","$signature":["\(algorithm):
                """))
        try scratch.write(signed.output, to: "signed.json")
        let verified = try scratch.flagctl("verify", "--trust", "release.pub.pem", "signed.json")
        expectEqual(verified.status, 0)
        let lines = verified.output.split(separator: "\n")
        expectEqual(lines.first, "signed.json: authentic; document and environment not checked")
        expect(
            lines.last?.hasPrefix(
                "  document shop-ios, version 1, issued 2025-12-01T00:00:00Z, does not expire, signed by \(algorithm) ")
                == true)
        let values = ["resolve", "--version", "1.0"]
        try expectEqual(scratch.flagctl(values + ["signed.json"]).output, scratch.flagctl(values + ["app.json"]).output)
        try expectEqual(scratch.flagctl("check", "signed.json").status, 0)
    }

    @Test func `a private key belongs to its owner, and no file is overwritten`() throws {
        let scratch = try scratch()
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/release.pem")
        expect(attributes[.posixPermissions] as? Int == 0o600)
        let again = try scratch.flagctl("keygen", "--output", "release")
        expectEqual(again.status, 2)
        expect(again.error.contains("release.pem: error: the file exists, and a key is never overwritten"))
        try scratch.write("", to: "half.pub.pem")
        try expectEqual(scratch.flagctl("keygen", "--output", "half").status, 2)
        expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/half.pem"))
        // A name that is too long for the second file only.
        let long = String(repeating: "k", count: 248)
        try expectEqual(scratch.flagctl("keygen", "--output", long).status, 2)
        expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/\(long).pem"))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(scratch.path)/release.pem")
        let refused = try sign(scratch)
        expectEqual(refused.status, 2)
        expect(refused.error.contains("others can read the private key"))
        expect(refused.error.contains("chmod 600 release.pem"))
    }

    @Test func `the report of a new key has what an app and a trust file need`() throws {
        let scratch = try Scratch()
        let made = try scratch.flagctl("keygen", "--output", "k", "--format", "json")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any])
        let pem = try #require(report["pem"] as? String)
        expectEqual(pem, (try scratch.read("k.pub.pem")))
        let key = try PublicKey(pem: pem)
        expect(report["keyId"] as? String == (try key.identifier()))
        expect(report["swift"] as? String == ".ed25519(\"\(Data(key.bytes).base64EncodedString())\")")
        let secret = try scratch.read("k.pem").split(separator: "\n")[1]
        expect(!made.output.contains(secret) && !made.error.contains(secret))
    }

    @Test func `next is one more, expiry counts from the date, and the layout stays`() throws {
        let scratch = try scratch()
        try scratch.write(try sign(scratch).output, to: "app.json")
        let signed = try sign(
            scratch,
            [
                "--version", "next", "--issued", "2025-12-02T00:00:00Z", "--expires", "36500d", "--environment", "beta",
                "--apply",
            ])
        expectEqual(signed.status, 0)
        expect(signed.error.contains("former signatures no longer fit"))
        let text = try scratch.read("app.json")
        expect(
            text.contains(
                "  \"$document\": \"shop-ios\",\n  \"$version\": 2,\n  \"$issued\": \"2025-12-02T00:00:00Z\",\n"))
        expect(
            text.hasPrefix(
                "{\n  \"$environment\": \"beta\",\n  \"$expires\": \"2125-11-08T00:00:00Z\",\n  \"$document\""))
        for (date, status) in [("2125-11-07T23:59:59Z", 0), ("2125-11-08T00:00:00Z", 1)] {
            let verified = try scratch.flagctl("verify", "--trust", "release.pub.pem", "--at", date, "app.json")
            expectEqual(Int(verified.status), status)
        }
    }

    @Test func `two people sign one after another`() throws {
        let scratch = try scratch()
        try expectEqual(scratch.flagctl("keygen", "--algorithm", "p256", "--output", "second").status, 0)
        try scratch.write(try sign(scratch).output, to: "app.json")
        try expectEqual(scratch.flagctl("sign", "--key", "second.pem", "--apply", "app.json").status, 0)
        try expectEqual(sign(scratch, ["--apply"]).status, 0)
        let keys = try ["release.pub.pem", "second.pub.pem"].map { try scratch.read($0) }
        let trust = try JSONSerialization.data(
            withJSONObject: ["keys": keys, "document": "shop-ios", "threshold": 2] as [String: Any])
        try scratch.write(String(decoding: trust, as: UTF8.self), to: "trust.json")
        let both = try scratch.flagctl("verify", "--trust", "trust.json", "app.json")
        expectEqual(both.status, 0)
        expect(both.output.contains("signed by ed25519 "))
        expect(both.output.contains(" and p256 "))
        try scratch.write(try sign(scratch, ["--version", "next"]).output, to: "one.json")
        let one = try scratch.flagctl("verify", "--trust", "trust.json", "one.json")
        expectEqual(one.status, 1)
        expect(one.output.contains("1 of the trusted keys have signed it, and 2 must"))
    }

    @Test(arguments: ["ed25519", "p256"])
    func `another program signs, and its answer is verified`(_ algorithm: String) throws {
        let scratch = try scratch(algorithm)
        let openssl =
            algorithm == "p256"
            ? "openssl dgst -sha256 -sign release.pem | openssl base64"
            : "cat > message && openssl pkeyutl -sign -inkey release.pem -rawin -in message | openssl base64"
        let signed = try scratch.flagctl(
            ["sign", "--signer", openssl, "--public-key", "release.pub.pem"] + Self.names + ["app.json"])
        expectEqual(signed.status, 0, "\(signed.error)")
        try scratch.write(signed.output, to: "signed.json")
        try expectEqual(scratch.flagctl("verify", "--trust", "release.pub.pem", "signed.json").status, 0)

        for (command, reason) in [
            ("echo AAAA", "not that of the public key"), ("echo '*'", "no signature in Base64"),
            ("echo no >&2; exit 3", "ended with status 3\n"), ("true", "no signature in Base64"),
        ] {
            let refused = try scratch.flagctl(
                ["sign", "--signer", command, "--public-key", "release.pub.pem"] + Self.names + ["app.json"])
            expectEqual(refused.status, 2)
            expect(refused.error.contains(reason), "\(refused.error)")
        }
    }

    @Test(
        arguments: [
            ("unsigned", "{\"a\": 1}", "it is not signed"),
            (
                "changed", "\"payments\": { \"defaultValue\": false }",
                "is wrong: the text was changed after it was signed"
            ),
            ("other app", "shop-android", "$document is \"shop-ios\", expected \"shop-android\""),
            ("other key", "", "no trusted key has signed it"),
        ])
    func `a document that is not authentic says why`(_ name: String, _ text: String, _ reason: String) throws {
        let scratch = try scratch()
        var document = try sign(scratch).output
        var trust = "release.pub.pem"
        switch name {
        case "unsigned": document = text
        case "changed":
            document = document.replacingOccurrences(of: "\"payments\": { \"defaultValue\": true }", with: text)
        case "other app":
            let rules = ["keys": [try scratch.read("release.pub.pem")], "document": text] as [String: Any]
            try scratch.write(
                String(decoding: try JSONSerialization.data(withJSONObject: rules), as: UTF8.self), to: "trust.json")
            trust = "trust.json"
        default:
            _ = try scratch.flagctl("keygen", "--output", "other")
            trust = "other.pub.pem"
        }
        try scratch.write(document, to: "signed.json")
        let verified = try scratch.flagctl("verify", "--trust", trust, "signed.json")
        expectEqual(verified.status, 1)
        expect(verified.output.contains("signed.json: not accepted: "))
        expect(verified.output.contains(reason), "\(verified.output)")
        let json = try scratch.flagctl("verify", "--trust", trust, "--format", "json", "signed.json")
        expectEqual(json.status, 1)
        expect(json.output.contains("\"isAuthentic\":false"))
    }

    @Test(
        arguments: [
            ("{", "error"), ("{\"keys\": []}", "there are no keys"),
            ("{\"keys\": [1]}", "expected a public key in PEM"),
            ("{\"key\": \"x\"}", "found the member \"key\""), ("[]", "expected a key in PEM"),
            ("", "expected a key in PEM"),
            ("{\"keys\": [\"x\"]}", "expected a key in PEM"),
        ])
    func `a trust file with an error is named with its place`(_ text: String, _ reason: String) throws {
        let scratch = try scratch()
        try scratch.write(text, to: "trust")
        let verified = try scratch.flagctl("verify", "--trust", "trust", "app.json")
        expectEqual(verified.status, 2)
        expect(verified.error.contains(reason), "\(verified.error)")
        expect(verified.error.hasPrefix("trust:"))
    }

    @Test func `what is missing is named with the option that adds it`() throws {
        let scratch = try scratch()
        for (arguments, reason) in [
            (["--version", "1"], "$document is missing, expected a name in a string"),
            (["--document", "a"], "$version is missing, expected a whole number"),
        ] {
            let refused = try sign(scratch, arguments)
            expectEqual(refused.status, 2)
            expect(refused.error.contains(reason), "\(refused.error)")
            expect(refused.error.contains("help: add --"))
        }
        for arguments in [
            ["sign", "app.json"], ["sign", "--signer", "x", "app.json"],
            ["sign", "--key", "k", "--public-key", "p", "app.json"],
        ] {
            try expectEqual(scratch.flagctl(arguments).status, 2)
        }
        try scratch.write("{}", to: "empty.json")
        try expectEqual(sign(scratch, file: "empty.json").status, 2)
    }

    @Test func `a folder in which nothing is verified is an error in every format`() throws {
        let scratch = try scratch()
        try scratch.write("x", to: "documents/notes.txt")
        for format in ["text", "json"] {
            let verified = try scratch.flagctl("verify", "--trust", "release.pub.pem", "--format", format, "documents")
            expectEqual(verified.status, 2)
            expect(verified.error.contains("documents: error: "), "\(verified.error)")
        }
    }

    @Test func `a document of constants is verified in a folder, also without its signature`() throws {
        let scratch = try scratch()
        try scratch.write("{\"payments\": true}", to: "constants.json")
        let signed = try sign(scratch, file: "constants.json").output
        try scratch.write(signed, to: "documents/signed.json")
        try expectEqual(scratch.flagctl("verify", "--trust", "release.pub.pem", "documents").status, 0)
        let end = try #require(signed.range(of: ",\"$signature\""))
        try scratch.write(signed[..<end.lowerBound] + "}", to: "documents/stripped.json")
        let verified = try scratch.flagctl("verify", "--trust", "release.pub.pem", "documents")
        expectEqual(verified.status, 1)
        expect(verified.output.contains("documents/stripped.json: not accepted: it is not signed"))
    }

    @Test func `no file of a folder is left out, whatever it looks like`() throws {
        let scratch = try scratch()
        try scratch.write(try sign(scratch).output, to: "documents/app.json")
        for other in [
            "{\"payments\": true}", "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"payments\": 1}",
            "[1]", "",
        ] {
            try scratch.write(other, to: "documents/stripped.json")
            let verified = try scratch.flagctl("verify", "--trust", "release.pub.pem", "documents")
            expectEqual(verified.status, 1)
            expect(verified.output.contains("documents/app.json: authentic"))
            expect(verified.output.contains("documents/stripped.json: not accepted: it is not signed"))
        }
        let named = try scratch.flagctl(
            "verify", "--trust", "release.pub.pem", "--exclude", "documents/stripped.json", "documents")
        expectEqual(named.status, 0)
    }

    @Test func `a byte order mark is part of what is verified`() throws {
        let scratch = try scratch()
        try scratch.write("\u{FEFF}" + (try sign(scratch).output), to: "marked.json")
        try expectEqual(scratch.flagctl("verify", "--trust", "release.pub.pem", "marked.json").status, 1)
        let resolved = try scratch.flagctl(
            "resolve", "--trust", "release.pub.pem", "--version", "1.0", "marked.json")
        expectEqual(resolved.status, 2)
    }

    @Test func `a patch is not applied to what must be signed`() throws {
        let scratch = try scratch()
        try scratch.write(try sign(scratch).output, to: "signed.json")
        try scratch.write("{\"payments\": {\"defaultValue\": false}}", to: "patch.json")
        let run = try scratch.flagctl(
            "resolve", "--trust", "release.pub.pem", "--patch", "patch.json", "--version", "1.0", "signed.json")
        expectEqual(run.status, 2)
        expect(run.error.contains("--trust excludes --patch"), "\(run.error)")
        expect(run.output.isEmpty)
    }

    @Test(
        arguments: [
            (["--expires", "2020-01-01T00:00:00Z"], "$expires is 2020-01-01T00:00:00Z, which is over"),
            (["--issued", "2020-01-01T00:00:00Z", "--expires", "30d"], "which is over"),
            (["--issued", "2999-01-01T00:00:00Z"], "$issued is 2999-01-01T00:00:00Z, which is in the future"),
        ])
    func `dates with which no app accepts a document are not signed`(_ dates: [String], _ reason: String) throws {
        let run = try sign(try scratch(), ["--document", "shop", "--version", "1"] + dates)
        expectEqual(run.status, 2)
        expect(run.error.contains(reason), "\(run.error)")
        expect(run.output.isEmpty)
    }

    @Test func `a private key in the place of a public one is never printed`() throws {
        let scratch = try scratch()
        let pem = try scratch.read("release.pem")
        let secret = String(pem.split(separator: "\n")[1])
        let line = pem.replacingOccurrences(of: "\n", with: "")
        let escaped = pem.replacingOccurrences(of: "\n", with: "\\n")
        for (name, text) in [
            ("pem", pem), ("one line", line), ("json", "{\"keys\": [\"\(escaped)\"]}"),
            ("no label", "{\"keys\": [\"\(secret)\"]}"), ("error", "{\"keys\": [\"\(escaped)\"], }"),
            ("member", "{\"keys\": [], \"\(escaped)\": 1}"), ("bare", secret),
        ] {
            try scratch.write(text, to: "trust")
            for arguments in [
                ["verify", "--trust", "trust", "app.json"],
                ["sign", "--signer", "x", "--public-key", "trust", "app.json"],
                ["publish", "--to", "out.json", "--trust", "trust", "--yes", "app.json"],
            ] {
                let run = try scratch.flagctl(arguments)
                expectEqual(run.status, 2, "\(name)")
                expect(!(run.error + run.output).contains(secret), "\(name): \(run.error)")
            }
        }
        for arguments in [
            ["verify", "--trust", pem, "app.json"], ["sign", "--key", pem, "app.json"],
            ["sign", "--signer", "x", "--public-key", line, "app.json"],
        ] {
            let run = try scratch.flagctl(arguments)
            expectEqual(run.status, 2)
            expect(!(run.error + run.output).contains(secret), "\(run.error)")
        }
    }

    #if os(Linux)
        @Test func `a library that does not allow an algorithm is no damaged key`() throws {
            let scratch = try scratch()
            try scratch.write(try sign(scratch).output, to: "signed.json")
            try scratch.write(
                "openssl_conf = a\n[a]\nalg_section = b\n[b]\ndefault_properties = fips=yes\n", to: "openssl.cnf")
            for command in [
                "sign --key release.pem --document a --version 1 app.json",
                "verify --trust release.pub.pem signed.json",
            ] {
                let run = try scratch.shell("OPENSSL_CONF=$PWD/openssl.cnf flagctl \(command)")
                expect(run.status != 0)
                let text = run.error + run.output
                expect(text.contains("FIPS mode"), "\(text)")
                expect(!text.contains("damaged") && !text.contains("was changed"), "\(text)")
            }
        }
    #endif
}
