import Foundation
import TestSupport
import Testing

@testable import flagctl

/// Attacks on the publisher's record, and on what is compared with it.
extension StorageAttackTests {
    @Test func `of two publishers who have read one record, only one signs`() throws {
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        try write(2)
        // The second publisher signs while the first one waits for the signature of a device.
        let line = "publish --allow-large-change --yes \((Self.key + Self.memory).joined(separator: " ")) app.json --to"
        try scratch.write(
            """
            cat >message; "$program" \(line) third.json >&2
            openssl pkeyutl -sign -inkey release.pem -rawin -in message | base64 -w0
            """, to: "signer.sh")
        let late = try scratch.shell(
            """
            export program
            flagctl publish --to out.json --yes --signer 'sh signer.sh' --public-key release.pub.pem --document shop \
              --state state.json app.json
            """)
        expectEqual(late.status, 1, "\(late)")
        expect(late.error.contains("state.json: warning: somebody else has signed another version"), "\(late)")
        expect(late.output.contains("not published: another document was published meanwhile"), "\(late)")
        try expect(published().contains("\"$version\": 1,"))
        try expect(scratch.read("third.json").contains("\"$version\": 2,"))
        expect(!FileManager.default.fileExists(atPath: "\(path)/state.json.lock"))
    }

    @Test(.enabled(if: Serving.canFetch, "libcurl is missing"))
    func `a record has no query of an address, which can be a secret`() throws {
        let server = try TestServer { request in
            request.method == "PUT"
                ? Answer.steps("201 Created", ["ETag: \"1\""], "") : Answer.steps("404 Not Found", [], "")
        }
        let run = try scratch.flagctl(
            ["publish", "--to", "http://127.0.0.1:\(server.port)/app.json?token=SECRET-7f3a", "--yes"] + Self.key
                + Self.memory + ["app.json"])
        expectEqual(run.status, 0, "\(run)")
        let record = try scratch.read("state.json")
        expect(record.contains("\"published\":{\"http://127.0.0.1:\(server.port)/app.json\":\""), "\(record)")
        expect(!record.contains("SECRET-7f3a"))
    }

    @Test func `a link to a record stays a link`() throws {
        try FileManager.default.createDirectory(atPath: "\(path)/kept", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: "\(path)/state.json", withDestinationPath: "kept/published.json")
        for value in 1...2 {
            try write(value)
            try expectEqual(publish(Self.key + Self.memory).status, 0)
        }
        try expectEqual(
            FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/state.json"), "kept/published.json")
        try expect(scratch.read("kept/published.json").contains("\"version\":2"))
    }

    @Test(arguments: ["out.json", "./out.json"])
    func `the record is neither the destination nor the document`(state: String) throws {
        let run = try publish(Self.key + ["--state", state])
        expectEqual(run.status, 2, "\(run)")
        expect(run.error.contains("--state is the document or the destination"), "\(run)")
    }

    @Test func `without keys, a record is not used, and that is said`() throws {
        let run = try publish(Self.memory)
        expectEqual(run.status, 0)
        expect(run.error.contains("state.json: note: the record is not used, because nothing is signed or verified"))
        expect(!FileManager.default.fileExists(atPath: "\(path)/state.json"))
    }

    @Test(arguments: ["\n", " ", "\n\n", "\t"])
    func `a signed publication with blanks after it counts as signed`(blanks: String) throws {
        try expectEqual(publish(Self.key).status, 0)
        try scratch.write(published() + blanks, to: "out.json")
        try write(2)
        let run = try publish([])
        expectEqual(run.status, 2, "\(run)")
        expect(run.error.contains("the published document is signed, and this one is not"), "\(run)")
    }

    @Test func `another expiry in the document is a change`() throws {
        try write(1, members: #""$expires": "2090-01-01T00:00:00Z","#)
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        try expect(publish(Self.key + Self.memory).output.contains("unchanged"))
        try write(1, members: #""$expires": "2091-01-01T00:00:00Z","#)
        let run = try publish(Self.key + Self.memory)
        expectEqual(run.status, 0)
        try expect(published().contains("2091-01-01") && published().contains("\"$version\": 2,"), "\(run)")
    }

    @Test func `a version in the document above the published one is published`() throws {
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        try write(1, members: #""$version": 40,"#)
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        try expect(published().contains("\"$version\": 40,"))
    }

    @Test(arguments: ["stranger", "threshold"])
    func `a dry run refuses what a publication would refuse`(kind: String) throws {
        let keys = try ["release.pub.pem", "other.pub.pem"].map { try scratch.read($0) }
        var rules = ["keys": [keys[0]], "document": "shop"] as [String: Any]
        if kind == "threshold" {
            rules["keys"] = keys
            rules["threshold"] = 2
        }
        try scratch.write(
            String(decoding: try JSONSerialization.data(withJSONObject: rules), as: UTF8.self), to: "trust.json")
        let key = kind == "stranger" ? "other.pem" : "release.pem"
        for dryRun in [[], ["--dry-run"]] {
            let run = try publish(["--key", key, "--document", "shop", "--trust", "trust.json"] + dryRun)
            expectEqual(run.status, 2, "\(run)")
            expect(run.error.contains("apps that trust these keys would refuse it"), "\(run)")
        }
    }

    @Test func `what was signed beforehand, and recorded, can be put back over a plant`() throws {
        let trust = ["--trust", "trust.json"] + Self.memory
        let signed = try scratch.flagctl(
            "sign", "--key", "release.pem", "--version", "7", "--document", "shop", "app.json")
        try scratch.write(signed.output, to: "next.json")
        try expectEqual(publish(trust, file: "next.json").status, 0)
        for plant in ["{}", #"{"$version": 9, "limit": {"defaultValue": 9}}"#] {
            try scratch.write(plant, to: "out.json")
            let run = try publish(trust + ["--allow-large-change"], file: "next.json")
            expectEqual(run.status, 0, "\(run)")
            try expectEqual(published(), signed.output)
        }
    }

    @Test func `another text with the version of the record is never unchanged`() throws {
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        let state = try scratch.read("state.json")
        let digest = try #require(state.firstMatch(of: /"digest":"([0-9a-f]+)"/)).1
        try scratch.write(
            state.replacing(digest, with: String(repeating: "0", count: digest.count)), to: "state.json")
        let run = try publish(Self.key + Self.memory + ["--allow-large-change"])
        expectEqual(run.status, 0, "\(run)")
        expect(run.error.contains("like that of another text in state.json"), "\(run)")
        try expect(published().contains("\"$version\": 2,"))
    }

    @Test func `the trust file of the project holds beside another one`() throws {
        try expectEqual(scratch.shell("cp trust.json project-trust.json").status, 0)
        try scratch.write(#"{"trust": "project-trust.json"}"#, to: "flagctl.json")
        let rules = ["keys": [try scratch.read("other.pub.pem")], "document": "shop"] as [String: Any]
        try scratch.write(
            String(decoding: try JSONSerialization.data(withJSONObject: rules), as: UTF8.self), to: "trust.json")
        let run = try publish(["--key", "other.pem", "--document", "shop", "--trust", "trust.json"])
        expectEqual(run.status, 2, "\(run)")
        expect(run.error.contains("no trusted key has signed it"), "\(run)")
        let signed = try scratch.flagctl(
            "sign", "--key", "other.pem", "--version", "7", "--document", "shop", "app.json")
        try scratch.write(signed.output, to: "next.json")
        try expectEqual(publish(["--trust", "trust.json"], file: "next.json").status, 2)
    }

    @Test func `a first version that leaves none for later ones is refused`() throws {
        try write(1, members: #""$version": 9007199254740991,"#)
        let run = try publish(Self.key)
        expectEqual(run.status, 2)
        expect(run.error.contains("which leaves none for later documents"), "\(run)")
    }

    @Test(arguments: ["garbage", "{}", #"[{"number": "9223372036854775807"}]"#, #"[{"number": "x"}]"#])
    func `a damaged list of publications stops nothing, and loses no publication`(list: String) throws {
        for value in 1...2 {
            try write(value)
            try expectEqual(publish(Self.key + Self.memory).status, 0)
        }
        try scratch.write(list, to: ".out.json.published/list")
        let log = try scratch.flagctl("log", "--published", "out.json")
        expectEqual(log.status, 2)
        try write(3)
        let run = try publish(Self.key + Self.memory)
        expectEqual(run.status, 0, "\(run)")
        expect(run.error.contains("the list of its earlier publications is damaged"), "\(run)")
        try expectEqual(scratch.read(".out.json.published/list.damaged"), list)
        try expect(scratch.read(".out.json.published/1").contains("\"defaultValue\": 1"))
        let after = try scratch.flagctl("log", "--published", "--trust", "trust.json", "out.json")
        expect(
            after.output.contains("version 3, signed by") && after.output.contains("version 2, signed by"), "\(after)")
    }

    @Test func `the log counts and compares only what the trust file verifies`() throws {
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        try scratch.write(#"{"limit": {"defaultValue": 1234567}}"#, to: "out.json")
        try write(2)
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        let log = try scratch.flagctl("log", "--published", "--trust", "trust.json", "out.json")
        expectEqual(log.status, 0, "\(log)")
        expect(!log.output.contains("1234567"), "\(log)")
        expect((log.output + log.error).contains("2 publications changed values, 1 not verified"), "\(log)")
        try scratch.write(#"{"limit": {"defaultValue": 777}}"#, to: "out.json")
        try expectEqual(publish(["--allow-unsigned"]).status, 0)
        let newest = try scratch.flagctl("log", "--published", "--trust", "trust.json", "--format", "json", "out.json")
        expectEqual(newest.status, 2)
        expect(newest.error.contains("the newest publication is not verified: it is not signed"), "\(newest)")
    }

    @Test func `keys alone say nothing about which document it is, in every command`() throws {
        try expectEqual(publish(Self.key).status, 0)
        for line in [
            ["resolve", "--version", "1.0", "--trust", "release.pub.pem", "out.json"],
            ["diff", "--trust", "release.pub.pem", "out.json", "out.json"],
        ] {
            let run = try scratch.flagctl(line)
            expectEqual(run.status, 0)
            expect(run.error.contains("release.pub.pem: note: it has keys only"), "\(run)")
        }
        try write(2)
        let run = try publish(Self.key + ["--trust", "release.pub.pem"])
        expect(run.error.contains("release.pub.pem: note: it has keys only"), "\(run)")
    }

    @Test func `no message has a private key`() throws {
        let pem = try scratch.read("release.pem")
        let content = pem.split(separator: "\n").dropFirst().dropLast().joined()
        let raw = try #require(Data(base64Encoded: content)).suffix(32)
        let url = raw.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        let secrets = [
            content, raw.base64EncodedString(), raw.map { String(format: "%02x", $0) }.joined(), url, pem,
            Data(pem.utf8).base64EncodedString(),
        ]
        try write(1)
        for secret in secrets {
            func check(_ arguments: [String]) throws {
                let run = try scratch.flagctl(arguments)
                expectEqual(run.status, 2, "\(arguments)")
                let parts = secret.split(separator: "\n").filter { $0.utf8.count > 20 && !$0.hasPrefix("-") }
                expect(!parts.isEmpty && !parts.contains { (run.output + run.error).contains($0) }, "\(run)")
            }
            for option in ["--key", "--trust", "--public-key", "--state"] {
                for argument in [secret, " \(secret)"] {
                    try check(["publish", "--to", "out.json", "--yes", option, argument, "app.json"])
                    try check(["publish", "--to", "out.json", "--yes", "\(option)=\(argument)", "app.json"])
                }
            }
            try check(["verify", "--trust", "trust.json", secret])
            let quoted = String(decoding: try JSONEncoder().encode(secret), as: UTF8.self)
            let inTrust = [
                #"{"keys": [], "privateKey": \#(quoted)}"#, #"{"keys": [{"kty": "OKP", "d": \#(quoted)}]}"#,
                #"{"keys": [\#(quoted)]}"#, #"{"keys": [], "d": \#(quoted), "#, #"{"keys": [\#(secret)]}"#,
                #"{\#(quoted): []}"#,
            ]
            for text in inTrust {
                try scratch.write(text, to: "bad.json")
                try check(["verify", "--trust", "bad.json", "app.json"])
            }
            try scratch.write("cat >message; cat text >&2; exit 1", to: "signer.sh")
            try scratch.write(secret, to: "text")
            try check(
                ["publish", "--to", "out.json", "--yes", "--signer", "sh signer.sh", "--public-key"]
                    + ["release.pub.pem", "--document", "shop", "app.json"])
        }
        expect(!FileManager.default.fileExists(atPath: "\(path)/out.json"))
        let config = try scratch.shell("FLAGCTL_TRUST=\"$(cat release.pem)\" flagctl config")
        expect(!config.output.contains(content) && !config.error.contains(content), "\(config)")
    }

    @Test func `signatures of strangers that fill the end of a document are not signed over`() throws {
        let signed = try scratch.flagctl(
            "sign", "--key", "release.pem", "--document", "shop", "--version", "1", "app.json")
        let strangers = (0..<147).map { number in
            let identifier = String(repeating: "0", count: 13) + String(format: "%03d", number)
            return #","x:\#(identifier):\#(String(repeating: "A", count: 88))""#
        }
        let padded = signed.output.replacing("\"]}", with: "\"\(strangers.joined())]}")
        try scratch.write(padded, to: "padded.json")
        try expectEqual(scratch.flagctl("verify", "--trust", "trust.json", "padded.json").status, 0)
        let run = try scratch.flagctl("sign", "--apply", "--key", "other.pem", "padded.json")
        expectEqual(run.status, 2, "\(run)")
        expect(run.error.contains("its signatures are longer than 16384 bytes"), "\(run)")
        try expectEqual(scratch.read("padded.json"), padded)
    }

    @Test func `a document that is too large with its signature is not signed`() throws {
        let blanks = String(repeating: " ", count: 8_388_608 - 150)
        try scratch.write("{\(blanks)\"limit\": 1}", to: "app.json")
        try expectEqual(scratch.flagctl("resolve", "--version", "1.0", "app.json").status, 0)
        let run = try scratch.flagctl(["sign"] + Self.key + ["--version", "1", "app.json"])
        expectEqual(run.status, 2)
        expect(run.error.contains("apps accept at most 8388608"), "\(run.error.prefix(500))")
    }

    @Test func `an interrupted publication does not stop the next one`() throws {
        func write(percent: Int) throws {
            let entry = #"{"rollout": {"percent": \#(percent), "salt": "s"}, "value": true}"#
            try scratch.write(#"{"pay": {"defaultValue": false, "valuesByVersion": [\#(entry)]}}"#, to: "app.json")
        }
        let line = Self.key + Self.memory + ["--max-share", "20"]
        try write(percent: 10)
        try expectEqual(publish(line).status, 0)
        // The record is written, and then the history cannot be locked.
        try write(percent: 15)
        let kept = try published()
        let lock = ".out.json.published/lock"
        try expectEqual(scratch.shell("rm \(lock); mkdir \(lock)").status, 0)
        try expectEqual(publish(line).status, 2)
        try expectEqual(scratch.shell("rmdir \(lock)").status, 0)
        try expectEqual(published(), kept)
        let record = try scratch.read("state.json")
        expect(record.contains("\"version\":2,") && record.contains("\"published\":{\"out.json\":\""), "\(record)")
        try write(percent: 20)
        let run = try publish(line)
        expectEqual(run.status, 0, "\(run)")
        expect(run.output.contains("PASSED   share") && run.output.contains("PASSED   size"), "\(run)")
        // Once it is published, the former one is no longer expected.
        try scratch.write(kept, to: "out.json")
        try expectEqual(scratch.shell("rm -r .out.json.published").status, 0)
        try write(percent: 25)
        try expectEqual(publish(line).status, 1)
    }

    @Test func `a document of another environment is no base for limits, also if one trust file has keys only`() throws
    {
        try scratch.write(#"{"trust": "trust.json"}"#, to: "flagctl.json")
        func write(percent: Int) throws {
            let entry = #"{"rollout": {"percent": \#(percent), "salt": "s"}, "value": true}"#
            try scratch.write(#"{"pay": {"defaultValue": false, "valuesByVersion": [\#(entry)]}}"#, to: "app.json")
        }
        let line = Self.key + Self.memory + ["--trust", "release.pub.pem", "--max-share", "20"]
        try write(percent: 10)
        try expectEqual(publish(line).status, 0)
        try write(percent: 90)
        let staging = try scratch.flagctl(
            "sign", "--key", "release.pem", "--document", "shop", "--environment", "staging", "--version", "50",
            "app.json")
        try scratch.write(staging.output, to: "out.json")
        try write(percent: 95)
        let run = try publish(line)
        expectEqual(run.status, 1, "\(run)")
        expect(run.output.contains("FAILED   share"), "\(run)")
    }

    @Test func `an epoch without one before it needs the option`() throws {
        try write(1, members: #""$epoch": 5, "$version": 1,"#)
        let run = try publish(Self.key)
        expectEqual(run.status, 2)
        expect(run.error.contains("its $epoch is 5, and no epoch before it is known"), "\(run)")
        try expectEqual(publish(Self.key + ["--epoch", "next"]).status, 0)
        try expect(published().contains("\"$epoch\": 6,"))
    }

    @Test func `a wrong signature of a second key is named`() throws {
        let rules =
            ["keys": [try scratch.read("release.pub.pem"), try scratch.read("other.pub.pem")], "document": "shop"]
            as [String: Any]
        try scratch.write(
            String(decoding: try JSONSerialization.data(withJSONObject: rules), as: UTF8.self), to: "trust.json")
        let one = try scratch.flagctl(
            "sign", "--key", "release.pem", "--version", "1", "--document", "shop", "app.json")
        try scratch.write(one.output, to: "one.json")
        let both = try scratch.flagctl("sign", "--key", "other.pem", "one.json").output
        let end = try #require(both.range(of: "\"]}", options: .backwards)).lowerBound
        let digit = both.index(end, offsetBy: -10)
        let damaged = both.replacingCharacters(in: digit...digit, with: both[digit] == "A" ? "B" : "A")
        try scratch.write(damaged, to: "out.json")
        let run = try publish(Self.key + ["--trust", "trust.json"])
        expect(run.error.contains("so apps that know only that key refuse it"), "\(run)")
    }

    @Test(arguments: [#""$expires": null"#, #""$expires": "tomorrow""#, #""$environment": 5"#])
    func `a dry run refuses members that cannot be signed`(member: String) throws {
        try write(1, members: member + ",")
        for dryRun in [[], ["--dry-run"]] { try expectEqual(publish(Self.key + dryRun).status, 2) }
    }

    @Test func `verify leaves no JSON file of a folder out, whatever its name and the project say`() throws {
        let signed = try scratch.flagctl(
            "sign", "--key", "release.pem", "--version", "1", "--document", "shop", "app.json")
        try scratch.write(signed.output, to: "kept/app.json")
        try expectEqual(scratch.flagctl("verify", "--trust", "trust.json", "kept").status, 0)
        try scratch.write(#"{"excludes": ["kept/b*"]}"#, to: "flagctl.json")
        for name in [
            "app.expectations.json", "app.schema.json", "flagctl.json", ".hidden/app.json", "B.JSON", "b.json",
        ] {
            try scratch.write("{}", to: "kept/\(name)")
            let run = try scratch.flagctl("verify", "--trust", "trust.json", "kept")
            expectEqual(run.status, 1, "\(name): \(run)")
            expect(run.output.contains("kept/\(name): not accepted"), "\(name): \(run)")
            try expectEqual(scratch.shell("rm kept/\(name)").status, 0)
        }
    }

    @Test func `a document that no app can read is not authentic`() throws {
        try scratch.write(#"{"a": {"b": 1}, "a.b": 2, "$document": "shop"}"#, to: "app.json")
        let signed = try scratch.shell(
            #"""
            printf '{"$document":"shop","$version":1,"$issued":"2026-01-01T00:00:00Z","a":{"b":1},"a.b":2' >prefix
            { printf 'flagctl document v1\0'; openssl dgst -sha256 -binary prefix; } >message
            openssl pkeyutl -sign -inkey release.pem -rawin -in message | base64 -w0
            """#)
        let key = try #require(
            scratch.flagctl("sign", "--key", "release.pem", "--version", "1", "--document", "shop", "trust.json").output
                .firstMatch(of: /ed25519:[0-9a-f]{16}/)
        ).output
        let prefix = try scratch.read("prefix")
        try scratch.write("\(prefix),\"$signature\":[\"\(key):\(signed.output)\"]}\n", to: "odd.json")
        let run = try scratch.flagctl("verify", "--trust", "trust.json", "odd.json")
        expectEqual(run.status, 1, "\(run)")
        expect(run.output.contains("not accepted: it is signed, and no app can read it: "), "\(run)")
    }
}
