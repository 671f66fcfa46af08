import FlagSigning
import Foundation
import TestSupport
import Testing

@testable import flagctl

/// Attacks of somebody who can write the destination of publications, one at a time.
@Suite(.blocking)
struct StorageAttackTests {
    let scratch: Scratch
    let path: String
    static let key = ["--key", "release.pem", "--document", "shop"]
    static let memory = ["--state", "state.json"]

    init() throws {
        scratch = try Scratch()
        path = scratch.path
        for name in ["release", "other"] {
            try expectEqual(scratch.flagctl("keygen", "--output", name).status, 0)
        }
        try write(1)
        let rules = ["keys": [try scratch.read("release.pub.pem")], "document": "shop"] as [String: Any]
        try scratch.write(
            String(decoding: try JSONSerialization.data(withJSONObject: rules), as: UTF8.self), to: "trust.json")
    }

    /// Writes `app.json` with a value.
    func write(_ value: Int, members: String = "") throws {
        try scratch.write("{\(members) \"limit\": {\"defaultValue\": \(value)}}\n", to: "app.json")
    }

    func publish(_ arguments: [String], file: String = "app.json") throws -> Run {
        try scratch.flagctl(["publish", "--to", "out.json", "--yes"] + arguments + [file])
    }

    func published() throws -> String { try scratch.read("out.json") }

    @Test func `a huge version without a signature counts for nothing, and is replaced`() throws {
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        for version in ["9007199254740990", "9223372036854775807", "5"] {
            try scratch.write(#"{"$version": \#(version), "limit": {"defaultValue": 9}}"#, to: "out.json")
            try write(Int(version.suffix(3)) ?? 0)
            let run = try publish(Self.key + Self.memory)
            expectEqual(run.status, 0, "\(run.error)")
            expect(run.error.contains("what is published is not verified, and counts for nothing: it is not signed"))
        }
        try expect(published().contains("\"$version\": 4,"))
    }

    @Test func `an epoch begins with an option only, whatever the document says`() throws {
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        for epoch in ["9007199254740991", "5", "2.0"] {
            try write(epoch.count, members: #""$epoch": \#(epoch),"#)
            try expectEqual(publish(Self.key + Self.memory).status, 0)
            let text = try published()
            expect(text.contains(#""$epoch":1,"#) || text.contains(#""$epoch": 1,"#), "\(text)")
        }
    }

    @Test func `the highest version of a record counts, and no number in it is too large`() throws {
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        let record = try scratch.read("state.json")
        let line = try #require(record.split(separator: "\n").first { $0.contains("\"version\":1") })
        let other = line.replacing("\"version\":1", with: "\"version\":30")
        try scratch.write(record.replacing(line, with: "\(line),\n\(other)"), to: "state.json")
        try write(2)
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        try expect(published().contains("\"$version\": 31,"))
        for number in ["9223372036854775807", "9007199254740992", "0"] {
            try scratch.write(record.replacing("\"version\":1", with: "\"version\":\(number)"), to: "state.json")
            let run = try publish(Self.key + Self.memory + ["--epoch", "next"])
            expect(run.status == 2 && run.error.contains("this is not a record of publications"), "\(run)")
        }
    }

    /// What somebody has done to the storage, and whether the history is gone, too.
    @Test(arguments: ["nothing", "replay", "deletion", "garbage", "copy", "plant"], [true, false])
    func `limits are compared with what was published last, whatever the storage has`(
        attack: String, hasHistory: Bool
    ) throws {
        func write(percent: Int, settings: Int = 10) throws {
            let entry = #"{"rollout": {"percent": \#(percent), "salt": "s"}, "value": true}"#
            let others = (0..<settings).map { #""other\#($0)": {"defaultValue": \#($0)}"# }.joined(separator: ", ")
            try scratch.write(
                #"{"pay": {"defaultValue": false, "valuesByVersion": [\#(entry)]}, \#(others)}"#, to: "app.json")
        }
        try write(percent: 50)
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        let first = try published()
        try write(percent: 1)
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        try write(percent: 52)
        switch attack {
        case "replay": try scratch.write(first, to: "out.json")
        case "deletion": try expectEqual(scratch.shell("rm out.json").status, 0)
        case "garbage": try scratch.write("<html>", to: "out.json")
        case "copy": try scratch.write(scratch.read("app.json"), to: "out.json")
        case "plant": try scratch.write(#"{"pay": true}"#, to: "out.json")
        default: break
        }
        if !hasHistory { try expectEqual(scratch.shell("rm -r .out.json.published").status, 0) }
        let run = try publish(Self.key + Self.memory + ["--max-share", "5"])
        expectEqual(run.status, 1, "\(run)")
        expect(run.output.contains("FAILED   share"), "\(run)")
        expectEqual(
            run.output.contains("what was published last is not known"), attack != "nothing" && !hasHistory, "\(run)")
        if attack == "deletion" { expect(run.error.contains("nothing is published, and $version 2 was signed before")) }
        try write(percent: 1, settings: 1)
        let smaller = try publish(Self.key + Self.memory)
        expectEqual(smaller.status, 1, "\(smaller)")
        expect(smaller.output.contains("FAILED   size"), "\(smaller)")
        try expectEqual(publish(Self.key + Self.memory + ["--allow-large-change"]).status, 0)
        try expect(published().contains("\"$version\": 3,"))
    }

    @Test func `without a record, nobody knows the version after a document that is not verified`() throws {
        try scratch.write(#"{"$version": 9007199254740990, "limit": {"defaultValue": 9}}"#, to: "out.json")
        let run = try publish(Self.key)
        expectEqual(run.status, 2)
        expect(run.error.contains("the next $version is not known"), "\(run.error)")
        expect(run.error.contains("without a record, it is not known whether an old publication was put back"))
        try write(1, members: #""$version": 12,"#)
        try expectEqual(publish(Self.key + ["--allow-large-change"]).status, 0)
        try expect(published().contains("\"$version\": 12,"))
    }

    @Test func `an old publication that was put back is noticed, and no version is signed twice`() throws {
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        let first = try published()
        try write(2)
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        try scratch.write(first, to: "out.json")
        try write(3)
        let run = try publish(Self.key + Self.memory)
        expectEqual(run.status, 0)
        expect(run.error.contains("its $version is 1, and 2 was signed before"), "\(run.error)")
        try expect(published().contains("\"$version\": 3,"))
        // The text of the old one is not "unchanged", either.
        try scratch.write(first, to: "out.json")
        try write(1)
        let same = try publish(Self.key + Self.memory)
        expectEqual(same.status, 0)
        try expect(published().contains("\"$version\": 4,"), "\(same.output)")
    }

    @Test func `a record that cannot be read or written stops a publication`() throws {
        try scratch.write("{}", to: "state.json")
        try expectEqual(publish(Self.key + Self.memory).status, 2)
        try expectEqual(scratch.read("state.json"), "{}")
        try expectEqual(publish(Self.key + ["--state", "none/state.json"]).status, 2)
        expect(!FileManager.default.fileExists(atPath: "\(path)/out.json"))
        try expectEqual(publish(Self.key + ["--state", "new.json", "--dry-run"]).status, 0)
        expect(!FileManager.default.fileExists(atPath: "\(path)/new.json"))
    }

    @Test func `a publication with a damaged signature is repaired`() throws {
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        let right = try published()
        let end = try #require(right.range(of: "\"]}", options: .backwards))
        let digit = right.index(end.lowerBound, offsetBy: -10)
        let damaged = right.replacingCharacters(in: digit...digit, with: right[digit] == "A" ? "B" : "A")
        try scratch.write(damaged, to: "out.json")
        let run = try publish(Self.key + Self.memory)
        expectEqual(run.status, 0)
        expect(!run.output.contains("unchanged"))
        try expectEqual(scratch.flagctl("verify", "--trust", "trust.json", "out.json").status, 0)
    }

    @Test func `a document that was put into the history is not signed`() throws {
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        // Whoever writes the file also gets a number in the history at the next publication.
        try scratch.write(#"{"$document": "shop", "$version": 1, "limit": {"defaultValue": 666}}"#, to: "out.json")
        try write(2)
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        let log = try scratch.flagctl("log", "--published", "--trust", "trust.json", "out.json")
        expect(log.output.contains("not verified: it is not signed"), "\(log.output)")
        let before = try published()
        let run = try scratch.flagctl(["rollback", "2", "--to", "out.json", "--yes"] + Self.key + Self.memory)
        expectEqual(run.status, 2)
        expect(run.error.contains("it is not one that was published with these keys"), "\(run.error)")
        try expectEqual(published(), before)
        let back = try scratch.flagctl(["rollback", "1", "--to", "out.json", "--yes"] + Self.key + Self.memory)
        expectEqual(back.status, 0, "\(back.error)")
        try expect(published().contains("\"$version\": 3,"))
    }

    @Test func `a document of another app in the history is not signed, although its key is the same`() throws {
        try expectEqual(publish(["--key", "release.pem", "--document", "other"]).status, 0)
        let other = try published()
        try expectEqual(scratch.shell("rm -r out.json .out.json.published state.json; true").status, 0)
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        try write(2)
        try expectEqual(publish(Self.key + Self.memory).status, 0)
        try scratch.write(other, to: ".out.json.published/1")
        let before = try published()
        let run = try scratch.flagctl(["rollback", "1", "--to", "out.json", "--yes"] + Self.key + Self.memory)
        expectEqual(run.status, 2, "\(run)")
        expect(run.error.contains("published with these keys and names"), "\(run)")
        try expectEqual(published(), before)
    }

    @Test func `the log never states what a document claims about its keys`() throws {
        try expectEqual(publish(Self.key).status, 0)
        let identifier = try #require(published().firstMatch(of: /[0-9a-f]{16}/)).output
        let forged = #"{"$document":"shop","$version":5000,"limit":1,"$signature":["ed25519:\#(identifier):QQ=="]}"#
        try scratch.write(forged, to: "out.json")
        try write(2, members: #""$version": 2,"#)
        try expectEqual(publish(Self.key + ["--allow-large-change"]).status, 0)
        for trust in [[], ["--trust", "trust.json"]] {
            let log = try scratch.flagctl(["log", "--published"] + trust + ["out.json"])
            expect(!log.output.contains("5000"), "\(log.output)")
            expect(log.output.contains("not verified: "))
            expectEqual(log.output.contains("signed by"), !trust.isEmpty)
        }
    }

    // MARK: Without a key

    @Test(arguments: ["edited", "stranger", "other app", "other environment", "expired", "unsigned"])
    func `nothing is published that the trust file refuses, whatever the destination has`(_ kind: String) throws {
        func sign(_ arguments: String..., key: String = "release.pem") throws -> String {
            try scratch.flagctl(["sign", "--key", key, "--version", "2"] + arguments + ["app.json"]).output
        }
        var document = try sign("--document", kind == "other app" ? "shop-android" : "shop")
        switch kind {
        case "edited": document = document.replacingOccurrences(of: ": 1}", with: ": 7}")
        case "stranger": document = try sign("--document", "shop", key: "other.pem")
        case "other environment": document = try sign("--document", "shop", "--environment", "staging")
        case "expired":
            try write(1, members: #""$document": "shop", "$expires": "2020-01-01T00:00:00Z","#)
            document = try sign()
        case "unsigned": document = try scratch.read("app.json")
        default: break
        }
        if !document.isEmpty { try scratch.write(document, to: "next.json") }
        for destination in [nil, #"{"limit": {"defaultValue": 0}}"#] {
            if let destination { try scratch.write(destination, to: "out.json") }
            let run = try publish(["--trust", "trust.json", "--allow-unsigned"], file: "next.json")
            expectEqual(run.status, 2, "\(run.output)")
        }
        try expectEqual(published(), #"{"limit": {"defaultValue": 0}}"#)
    }

    @Test func `the trust file and the record can be in the project`() throws {
        try scratch.write(#"{"trust": "trust.json", "state": "published.json"}"#, to: "flagctl.json")
        let unsigned = try publish(["--allow-unsigned"])
        expectEqual(unsigned.status, 2)
        expect(unsigned.error.contains("apps that trust these keys would refuse it: it is not signed"))
        try expectEqual(publish(Self.key).status, 0)
        let state = try scratch.read("published.json")
        expect(state.contains(#""document":"shop","epoch":1,"version":1,"digest":""#), "\(state)")
        // Documents of the repository are not signed.
        try expectEqual(scratch.flagctl("resolve", "--version", "1.0", "app.json").status, 0)
        // Another key is none that apps trust.
        try write(2)
        let stranger = try publish(["--key", "other.pem", "--document", "shop"])
        expectEqual(stranger.status, 2)
        expect(stranger.error.contains("no trusted key has signed it"), "\(stranger.error)")
    }

    // MARK: With a key

    @Test func `with a key, neither an expired document nor that of another app or environment is signed`() throws {
        try expectEqual(publish(Self.key).status, 0)
        let before = try published()
        try write(2, members: #""$expires": "2020-01-01T00:00:00Z","#)
        let expired = try publish(Self.key)
        expectEqual(expired.status, 2)
        expect(expired.error.contains("it has expired at 2020-01-01T00:00:00Z"), "\(expired.error)")
        try write(2)
        let app = try publish(["--key", "release.pem", "--document", "shop-android"])
        expectEqual(app.status, 2)
        expect(app.error.contains("$document is \"shop-android\", expected \"shop\""), "\(app.error)")
        let environment = try publish(Self.key + ["--environment", "staging"])
        expectEqual(environment.status, 2)
        expect(environment.error.contains("$environment is \"staging\", expected none"), "\(environment.error)")
        try expectEqual(published(), before)
    }

    @Test func `no epoch is begun by mistake`() throws {
        try expectEqual(publish(Self.key).status, 0)
        try write(2, members: #""$epoch": 9, "$version": 1,"#)
        let run = try publish(Self.key)
        expectEqual(run.status, 2)
        expect(run.error.contains("no other step is published"), "\(run.error)")
        try write(2)
        try expectEqual(publish(Self.key + ["--epoch", "2"]).status, 2)
        let next = try publish(Self.key + ["--epoch", "next"])
        expectEqual(next.status, 0, "\(next.error)")
        expect(next.error.contains("epoch 2 begins"))
        try expect(published().contains("\"$epoch\": 2,"))
        try write(3)
        try expectEqual(publish(Self.key).status, 0)
        try expect(published().contains("\"$version\": 2,") && published().contains("\"$epoch\": 2,"))
    }
}
