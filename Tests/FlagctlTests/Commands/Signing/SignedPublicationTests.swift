import FlagSigning
import Foundation
import TestSupport
import Testing

@testable import flagctl

/// What commands do with signed documents, besides signing and verifying them.
@Suite(.blocking)
struct SignedPublicationTests {
    private let scratch: Scratch

    private static let document =
        "{\n  \"payments\": { \"defaultValue\": false, \"valuesByVersion\": [{ \"appVersion\": \">=1.4.0\", \"value\": true }] }\n}\n"

    init() throws {
        scratch = try Scratch()
        try scratch.write(Self.document, to: "app.json")
        try expectEqual(scratch.flagctl("keygen", "--output", "release").status, 0)
        let signed = try scratch.flagctl(
            "sign", "--key", "release.pem", "--document", "shop", "--version", "3", "app.json")
        try scratch.write(signed.output, to: "signed.json")
        try scratch.write(signed.output.replacingOccurrences(of: "true", with: "null"), to: "forged.json")
        let rules = ["keys": [try scratch.read("release.pub.pem")], "document": "shop"] as [String: Any]
        try scratch.write(
            String(decoding: try JSONSerialization.data(withJSONObject: rules), as: UTF8.self), to: "trust.json")
    }

    private func publish(_ arguments: String...) throws -> Run {
        try scratch.flagctl(["publish", "--to", "out.json", "--yes"] + arguments)
    }

    private func isAuthentic(_ file: String) throws -> Bool {
        try scratch.flagctl("verify", "--trust", "release.pub.pem", file).status == 0
    }

    // MARK: Questions

    @Test(
        arguments: [
            "resolve --version 1.4.0 FILE", "explain payments FILE --version 1.4.0",
            "matrix FILE",
            "when 'payments == true' FILE", "diff app.json FILE", "diff FILE FILE",
            "prove -e 'for *: exists(payments)' FILE",
            "release 1.4.0 --previous 1.0.0 FILE", "test app.expectations.json",
        ])
    func `with --trust, a command reads only what is signed`(_ line: String) throws {
        for (file, isTrusted) in [("signed.json", true), ("forged.json", false), ("app.json", false)] {
            try scratch.write(
                #"{"document": "\#(file)", "expectations": [{"name": "n", "version": "1.4.0", "expect": {"payments": true}}]}"#,
                to: "app.expectations.json")
            let words = line.replacingOccurrences(of: "FILE", with: file)
            let run = try scratch.shell("flagctl \(words) --trust release.pub.pem")
            // The first document of this comparison is never signed.
            let isRefused = !isTrusted || line.hasPrefix("diff app.json")
            expectEqual((run.status == 2), isRefused, "\(words): \(run.error)")
            expectEqual(run.error.contains("untrusted-document"), isRefused, "\(words): \(run.error)")
            if isRefused { expect(!run.output.contains("true"), "\(words): \(run.output)") }
        }
        let unreadable = try scratch.shell(
            "flagctl \(line.replacingOccurrences(of: "FILE", with: "signed.json")) --trust no.pem")
        expectEqual(unreadable.status, 2)
        expect(unreadable.error.contains("no.pem"))
    }

    // MARK: Edits

    @Test func `a command that edits a signed document removes its signatures, and says so`() throws {
        let edits = [
            "fmt --apply FILE", "retarget --apply 1.4.0 1.5.0 FILE",
            "check --fix --unsafe-fixes --apply FILE",
        ]
        for edit in edits {
            let signed = try scratch.read("signed.json").replacingOccurrences(
                of: ">=1.4.0", with: edit.hasPrefix("check") ? ">= 1.4.0" : ">=1.4.0")
            try scratch.write(signed, to: "copy.json")
            let run = try scratch.shell("flagctl \(edit.replacingOccurrences(of: "FILE", with: "copy.json"))")
            let text = try scratch.read("copy.json")
            guard text != signed else { continue }
            expectEqual(SignedDocument.form(of: Array(text.utf8)), .unsigned, "\(edit)")
            expect(!text.contains("$signature"), "\(edit)")
            expect(run.error.contains("its signatures no longer fit and are removed"), "\(edit): \(run.error)")
            expect(text.hasSuffix("}\n"))
        }
        let retargeted = try scratch.shell("flagctl retarget 1.4.0 1.5.0 signed.json")
        expect(retargeted.output.contains("-  ") && retargeted.output.contains("$signature"))
        let printed = try scratch.shell("flagctl retarget --apply 1.4.0 1.5.0 - < signed.json")
        expect(!printed.output.contains("$signature"))
        expect(printed.error.contains("its signatures no longer fit and are removed"))
    }

    @Test func `a signed document in the canonical layout needs no formatting, and keeps its signatures`() throws {
        _ = try scratch.flagctl("fmt", "--apply", "signed.json")
        let signed = try scratch.flagctl("sign", "--key", "release.pem", "signed.json")
        try scratch.write(signed.output, to: "signed.json")
        let check = try scratch.flagctl("fmt", "--check", "signed.json")
        expectEqual(check.status, 0, "\(check.output)")
        try expectEqual(scratch.flagctl("fmt", "--apply", "signed.json").status, 0)
        try expect(isAuthentic("signed.json"))
    }

    @Test func `a signature in the wrong place is found by a check`() throws {
        try scratch.write(#"{"a": {"b": 1, "$signature": ["x"]}, "$signature": ["y"], "c": 1}"#, to: "wrong.json")
        let run = try scratch.flagctl("check", "wrong.json")
        expectEqual(run.status, 1)
        expectEqual(run.output.components(separatedBy: "misplaced-signature").count, 3)
        try expectEqual(scratch.flagctl("check", "signed.json").status, 0)
    }

    // MARK: Publications

    @Test func `a publication is signed with the next version, and one without a change is none`() throws {
        try expectEqual(publish("--key", "release.pem", "--document", "shop", "app.json").status, 0)
        try expect(isAuthentic("out.json"))
        let first = try scratch.read("out.json")
        expect(first.contains("\"$version\": 1,"))
        let same = try publish("--key", "release.pem", "--document", "shop", "app.json")
        expectEqual(same.status, 0)
        try expectEqual(scratch.read("out.json"), first, "\(same.output)")
        try scratch.write(Self.document.replacingOccurrences(of: "1.4.0", with: "1.5.0"), to: "next.json")
        try expectEqual(publish("--key", "release.pem", "--document", "shop", "next.json").status, 0)
        try expect(isAuthentic("out.json"))
        try expect(scratch.read("out.json").contains("\"$version\": 2,"))

        let unverified = try scratch.flagctl("log", "--published", "out.json")
        expect(!unverified.output.contains("signed by") && unverified.output.contains("not verified: "))
        let log = try scratch.flagctl("log", "--published", "--trust", "trust.json", "out.json")
        expect(log.output.contains("version 2, signed by ed25519 "))
        expect(log.output.contains("version 1, signed by ed25519 "))
        let json = try scratch.flagctl("log", "--published", "--trust", "trust.json", "out.json", "--format", "json")
        expect(json.output.contains("\"version\":2,\"epoch\":1,\"keys\":[\"ed25519 "))

        let back = try scratch.flagctl("rollback", "1", "--to", "out.json", "--yes", "--key", "release.pem")
        expectEqual(back.status, 0, "\(back.error)")
        try expect(isAuthentic("out.json"))
        let restored = try scratch.read("out.json")
        expect(restored.contains("\"$version\": 3,") && restored.contains(">=1.4.0"))
    }

    @Test func `what apps would refuse is not published`() throws {
        try expectEqual(publish("signed.json").status, 0)
        let published = try scratch.read("out.json")
        let unsigned = try publish("app.json")
        expectEqual(unsigned.status, 2)
        expect(unsigned.error.contains("the published document is signed, and this one is not"))
        let old = try scratch.flagctl(
            "sign", "--key", "release.pem", "--version", "2", "--issued", "2025-12-01T00:00:00Z", "signed.json")
        try scratch.write(old.output, to: "old.json")
        let unknown = try publish("old.json")
        expectEqual(unknown.status, 2)
        expect(unknown.error.contains("nothing says which keys apps trust"))
        let older = try publish("--trust", "trust.json", "old.json")
        expectEqual(older.status, 2)
        expect(older.error.contains("its $version is 2, and 3 was published"))
        let huge = try scratch.flagctl("sign", "--key", "release.pem", "--version", "2000000", "signed.json")
        try scratch.write(huge.output, to: "huge.json")
        let jump = try publish("--trust", "trust.json", "huge.json")
        expectEqual(jump.status, 2)
        expect(jump.error.contains("the step is larger than 1000000"))
        let back = try scratch.flagctl("rollback", "1", "--to", "out.json", "--yes")
        expectEqual(back.status, 0)
        try expectEqual(scratch.read("out.json"), published)
        try expectEqual(publish("--trust", "trust.json", "--allow-unsigned", "app.json").status, 2)
        try expectEqual(publish("--allow-unsigned", "app.json").status, 0)
        try expectEqual(scratch.read("out.json"), Self.document)
    }

    @Test func `another program signs a publication`() throws {
        let openssl = "cat > message && openssl pkeyutl -sign -inkey release.pem -rawin -in message | openssl base64"
        let run = try publish("--signer", openssl, "--public-key", "release.pub.pem", "--document", "shop", "app.json")
        expectEqual(run.status, 0, "\(run.error)")
        try expect(isAuthentic("out.json"))
        try expectEqual(
            publish("--signer", "false", "--public-key", "release.pub.pem", "--document", "x", "app.json").status, 2)
        try expectEqual(publish("--signer", openssl, "app.json").status, 2)
    }

    @Test func `nothing is signed before everything else is decided`() throws {
        let signer = ["--signer", "touch called; false", "--public-key", "release.pub.pem", "--document", "shop"]
        func isCalled() -> Bool { FileManager.default.fileExists(atPath: "\(scratch.path)/called") }
        let dry = try scratch.flagctl(["publish", "--to", "out.json", "--dry-run"] + signer + ["app.json"])
        expectEqual(dry.status, 0, "\(dry.error)")
        expect(!isCalled())
        let refused = try scratch.flagctl(
            ["publish", "--to", "out.json", "--yes", "--policy", "no.policies"] + signer + ["app.json"])
        expectEqual(refused.status, 2)
        expect(!isCalled())
        try scratch.write("no: for *: payments == false\n", to: "no.policies")
        let violated = try scratch.flagctl(
            ["publish", "--to", "out.json", "--yes", "--policy", "no.policies"] + signer + ["app.json"])
        expectEqual(violated.status, 1)
        expect(!isCalled())
        let failed = try scratch.flagctl(["publish", "--to", "out.json", "--yes"] + signer + ["app.json"])
        expectEqual(failed.status, 2)
        expect(isCalled())
        expect(failed.error.contains("the signer ended with status 1"))
        expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/out.json"))
    }

    @Test func `a document without a name is refused before anybody is asked`() throws {
        let run = try scratch.flagctl("publish", "--to", "out.json", "--dry-run", "--key", "release.pem", "app.json")
        expectEqual(run.status, 2)
        expect(run.error.contains("$document is missing"))
        expect(run.error.contains("add --document NAME"))
    }

    @Test func `a published version that leaves no room is left behind by the next epoch`() throws {
        let huge = try scratch.flagctl("sign", "--key", "release.pem", "--version", "9007199254740991", "signed.json")
        try scratch.write(huge.output, to: "out.json")
        try scratch.write(Self.document.replacingOccurrences(of: "1.4.0", with: "1.5.0"), to: "app.json")
        let run = try publish("--key", "release.pem", "--document", "shop", "app.json")
        expectEqual(run.status, 2)
        expect(run.error.contains("begin the next epoch: --epoch next"), "\(run.error)")
        let next = try publish("--key", "release.pem", "--document", "shop", "--epoch", "next", "app.json")
        expectEqual(next.status, 0, "\(next.error)")
        let text = try scratch.read("out.json")
        expect(text.contains("\"$epoch\": 2,") && text.contains("\"$version\": 1,"))
        try expect(isAuthentic("out.json"))
    }

    // MARK: The service

    @Test(.enabled(if: Serving.isPossible, Serving.reason))
    func `a service serves what is signed, with its signatures, and nothing older`() throws {
        _ = try scratch.shell(
            "flagctl sign --key release.pem --version next signed.json > newer.json; cp signed.json served.json")
        let run = try scratch.shell(
            Serving.functions + """
                serve --cache cache --trust release.pub.pem served.json
                curl -sS $url/v1/document | cmp - signed.json && echo as signed
                cp forged.json new; mv new served.json
                await 'is wrong: the text was changed' messages
                curl -sS $url/v1/document | cmp - signed.json && echo still
                cp newer.json new; mv new served.json
                await 'a new document is served' messages
                curl -sS $url/v1/document | cmp - newer.json && echo newer
                cp signed.json new; mv new served.json
                await 'expected at least 4' messages
                curl -sS $url/v1/document | cmp - newer.json && echo not older
                end TERM
                cp signed.json served.json
                flagctl serve --cache cache --trust release.pub.pem --listen 127.0.0.1:0 served.json; echo after a restart $?
                flagctl serve --cache cache --trust release.pub.pem app.json; echo status $?
                """)
        expect(
            run.output.hasPrefix("as signed\nstill\nnewer\nnot older\nstatus 0\nafter a restart 2\n"),
            "\(run.output) \(run.error)")
        expect(run.output.hasSuffix("status 2\n"))
        expect(run.error.contains("app.json: error: the document is not trusted: it is not signed"))
    }
}
