import FlagAnalysis
import FlagReaders
import FlagResolver
import Foundation
import TestSupport
import Testing

/// What recorded releases get, compared with what compiled Swift reads.
struct ReaderAnalysisTests {
    enum Closed: String, Decodable, Sendable { case legacy, modern }

    enum Open: Decodable, Sendable {
        case legacy, modern, other

        init(from decoder: any Decoder) throws {
            switch try decoder.singleValueContainer().decode(String.self) {
            case "legacy": self = .legacy
            case "modern": self = .modern
            default: self = .other
            }
        }
    }

    struct Limits: Decodable, Sendable {
        let rooms: Int
        let name: String?
    }

    struct Names: Decodable, Sendable {
        let name: String?
    }

    /// A type, and a read of it by compiled code: the index of the entry that gives the value, -1 for the default, `nil` if the
    /// setting cannot be read.
    struct Typed: Sendable, CustomTestStringConvertible {
        let type: ReaderType
        let read: @Sendable (SettingsSnapshot, String) -> Int?
        var testDescription: String { type.phrase }

        init<Value: Decodable & Sendable>(_ type: ReaderType, _ value: Value) {
            self.type = type
            read = { snapshot, name in
                let resolution = snapshot.resolution(of: name, default: value)
                return resolution.reason == .error ? nil : resolution.entryIndex ?? -1
            }
        }
    }

    static let types: [Typed] = [
        Typed(.boolean, false), Typed(.integer(.int), 0), Typed(.integer(.int8), Int8(0)),
        Typed(.integer(.uint), UInt(0)), Typed(.number(.double), 0.0), Typed(.string, ""),
        Typed(.choice(ReaderChoice(cases: ["legacy", "modern"], isOpen: false)), Closed.legacy),
        Typed(.choice(ReaderChoice(cases: ["legacy", "modern"], isOpen: true)), Open.legacy),
        Typed(.array(.integer(.int)), [0]), Typed(.array(.string), [""]), Typed(.dictionary(.integer(.int)), ["": 0]),
        Typed(.optional(.integer(.int)), Int?.none), Typed(.optional(.string), String?.none),
        Typed(.array(.optional(.boolean)), [Bool?.none]),
        Typed(
            .object([
                ReaderType.Member(name: "rooms", type: .integer(.int)),
                ReaderType.Member(name: "name", type: .optional(.string)),
            ]), Limits(rooms: 0, name: nil)),
        Typed(
            .optional(.object([ReaderType.Member(name: "name", type: .optional(.string))])), Names?.none),
    ]

    static let values = [
        "true", "false", "null", "0", "-1", "1.0", "3e2", "0.5", "200", "9223372036854775808", #""legacy""#,
        #""modern""#, #""express""#, "[]", "[1]", "[1.5]", #"["a"]"#, "[null]", "[true, null]", "{}", #"{"rooms": 1}"#,
        #"{"rooms": 1.0, "name": null}"#, #"{"rooms": 1, "name": 2}"#, #"{"rooms": "1"}"#, #"{"a": 1, "b": 2}"#,
    ]

    @Test(arguments: types)
    func `a type accepts exactly the values that compiled code reads`(_ typed: Typed) throws {
        for value in Self.values {
            let document = try SettingsDocument(parsing: Array(#"{ "s": { "defaultValue": \#(value) } }"#.utf8))
            let snapshot = document.snapshot(for: "1.0.0")
            let setting = try #require(document.index(named: "s"))
            let node = try #require(document.defaultValue(of: setting))
            expectEqual(typed.type.accepts(node, of: document.tree), (typed.read(snapshot, "s") != nil), "\(value)")
        }
    }

    private static let releases = ["1.0.0", "1.9.0-beta.1", "1.9.0", "1.9.0.1", "2.0.0"]
    private static let requirements = [
        "*", "<1.9.0", ">=1.9.0", "1.9.0.1", ">=2.0.0", "1.0.0 || >=1.9.0-beta.1 <1.9.0",
    ]
    private static let countries: [String?] = [nil, "DE", "FR", "AT"]

    @Test(arguments: 0..<400)
    func `the losses of random settings are those of compiled code, for every release and user`(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let typed = Self.types[Int.random(in: Self.types.indices, using: &random)]
        func value() -> String { Self.values[Int.random(in: Self.values.indices, using: &random)] }
        let likely = value()
        let entries = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            let requirement = Self.requirements[Int.random(in: Self.requirements.indices, using: &random)]
            let condition =
                ["", "", #""when": { "country": "DE" }, "#, #""when": { "country": { "not": "FR" } }, "#]
                .randomElement(using: &random) ?? ""
            return
                #"{ "appVersion": "\#(requirement)", \#(condition)"value": \#(Bool.random(using: &random) ? likely : value()) }"#
        }
        let text =
            #"{ "s": { "defaultValue": \#(likely), "valuesByVersion": [\#(entries.joined(separator: ", "))] } }"#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let setting = try #require(document.index(named: "s"))
        let read = TypedRead(type: typed.type, defaultValue: nil)
        let readers = DocumentReaders(
            RecordedReleases(
                Self.releases.compactMap { AppVersion($0) }.map { release in
                    ReaderRecord(
                        release: release, isComplete: true,
                        settings: [ReaderRecord.Setting(name: "s", reads: TypedReads([read]))])
                }))
        let space = CaseSpace(document)
        let losses = try ReaderAnalysis(document, readers, from: nil, in: space).losses(of: setting)
        for release in Self.releases {
            let version = try #require(AppVersion(release))
            for country in Self.countries {
                var context = EvaluationContext(appVersion: version)
                if let country { context.attributes["country"] = .string(country) }
                let written = document.resolution(of: "s", for: context).entryIndex ?? -1
                let given = typed.read(document.snapshot(for: context), "s")
                let found = losses.filter { loss in
                    !loss.given.isEmpty && loss.cases.contains { space.contains($0, version, context) }
                }
                let comment: Comment = "\(text) read as \(typed.type.phrase) by \(release) in \(country ?? "-")"
                guard let given, given == written else {
                    try #require(found.count == 1, comment)
                    // Without a readable default, the code decides.
                    let source = given.map { $0 < 0 ? Winner.default : .entry($0) }
                    expect(found[0].given.contains { $0.source == (source.map { .document($0) } ?? .code) }, comment)
                    if given != nil { expectEqual(found[0].winner.entry ?? -1, written, comment) }
                    continue
                }
                expect(found.isEmpty, comment)
            }
        }
    }

    // MARK: Cases of real apps

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let record: String
        let document: String
        let said: [String]
        var previous: String?

        init(_ name: String, record: String, document: String, previous: String? = nil, said: String...) {
            testDescription = name
            self.record = record
            self.document = document
            self.previous = previous
            self.said = said
        }
    }

    static let changes = [
        Change(
            "a renamed case", record: #"{ "type": "string", "cases": ["legacy", "modern"], "default": "legacy" }"#,
            document: #"{ "defaultValue": "legacy", "valuesByVersion": [{ "appVersion": "*", "value": "new" }] }"#,
            said: #"the code of 1.9.0 has no case "new": it gets the default "legacy""#),
        Change(
            "an enum that was opened later",
            record: #"{ "type": "string", "cases": ["legacy"], "open": true, "default": "legacy" }"#,
            document: #"{ "defaultValue": "legacy", "valuesByVersion": [{ "appVersion": "*", "value": "new" }] }"#,
            said: #"the code of 1.9.0 has no case "new": it gets the case for unknown strings"#),
        Change(
            "an integer that becomes a fraction", record: #"{ "type": "integer", "swift": "Int", "default": 900 }"#,
            document: #"{ "defaultValue": 900, "valuesByVersion": [{ "appVersion": ">=1.9.0", "value": 0.5 }] }"#,
            said: "1.9.0 reads the setting as an integer: instead of 0.5, it gets the default 900"),
        Change(
            "an integer that does not fit", record: #"{ "type": "integer", "swift": "Int8", "default": 1 }"#,
            document: #"{ "defaultValue": 1, "valuesByVersion": [{ "appVersion": "*", "value": 300 }] }"#,
            said: "1.9.0 reads the setting as an integer of type Int8: instead of 300, it gets the default 1"),
        Change(
            "a string that becomes an object", record: #"{ "type": "string", "default": "a" }"#,
            document:
                #"{ "defaultValue": "a", "valuesByVersion": [{ "appVersion": "*", "value": { "text": "a" } }] }"#,
            said: #"1.9.0 reads the setting as a string: instead of {"text":"a"}, it gets the default "a""#),
        Change(
            "another element type", record: #"{ "type": "array", "elementType": { "type": "string" } }"#,
            document: #"{ "defaultValue": ["a"], "valuesByVersion": [{ "appVersion": "*", "value": ["a", 1] }] }"#,
            said:
                #"1.9.0 reads the setting as an array, of which each element is a string: instead of ["a",1], it gets the default ["a"]"#
        ),
        Change(
            "an optional member that is missing, and one that is required",
            record:
                #"{ "type": "object", "members": { "a": { "type": "integer" }, "b": { "type": "integer", "optional": true } } }"#,
            document:
                #"{ "defaultValue": { "a": 1 }, "valuesByVersion": [{ "appVersion": "*", "value": { "b": 1 } }] }"#,
            said:
                #"1.9.0 reads the setting as an object with "a" and "b"?: instead of {"b":1}, it gets the default {"a":1}"#
        ),
        Change(
            "null where it is a value", record: #"{ "type": "integer", "optional": true }"#,
            document: #"{ "defaultValue": 1, "valuesByVersion": [{ "appVersion": "*", "value": null }] }"#),
        Change(
            "null where it is not", record: #"{ "type": "integer" }"#,
            document: #"{ "defaultValue": 1, "valuesByVersion": [{ "appVersion": "*", "value": null }] }"#,
            said: "1.9.0 reads the setting as an integer: instead of null, it gets the default 1"),
        Change(
            "a default of another type than the entries", record: #"{ "type": "boolean", "default": false }"#,
            document: #"{ "defaultValue": "off", "valuesByVersion": [{ "appVersion": "*", "value": true }] }"#,
            said:
                #"1.9.0 reads the setting as a boolean: because of the default "off", it gets false from its code, whatever the entries say"#
        ),
        Change(
            "a default in code that is not known", record: #"{ "type": "boolean" }"#,
            document: #"{ "defaultValue": "off" }"#,
            said:
                #"1.9.0 reads the setting as a boolean: because of the default "off", it gets the default in its code, which is not recorded, whatever the entries say"#
        ),
        Change(
            "a setting that is read with two types",
            record: #"[{ "type": "boolean", "default": true }, { "type": "string", "default": "" }]"#,
            document: #"{ "defaultValue": "on" }"#,
            said:
                #"1.9.0 reads the setting as a boolean: because of the default "on", it gets true from its code, whatever the entries say"#
        ),
        Change(
            "an entry for other releases", record: #"{ "type": "boolean", "default": false }"#,
            document: #"{ "defaultValue": false, "valuesByVersion": [{ "appVersion": ">1.9.0", "value": "modern" }] }"#),
        Change(
            "an entry for some users", record: #"{ "type": "boolean", "default": false }"#,
            document:
                #"{ "defaultValue": false, "valuesByVersion": [{ "appVersion": "*", "when": { "country": "DE" }, "value": "a" }, { "appVersion": "*", "value": true }] }"#,
            said:
                #"1.9.0 reads the setting as a boolean: instead of "a", it gets true from another entry (country DE)"#),
    ]

    @Test(arguments: changes)
    func `what a release gets is said as it is`(_ change: Change) throws {
        let checked = try CheckedText(
            #"{ "checkout": \#(change.document) }"#,
            readers: [
                #"{ "release": "1.9.0", "complete": true, "rule": 3, "settings": { "checkout": \#(change.record) } }"#
            ])
        let codes: Set<RuleCode> = [.unreadableValue, .unknownCase, .formatLevel]
        expectEqual(
            checked.findings.filter { codes.contains($0.code) }.map(\.message),
            change.said.map { "in \"checkout\": \($0)" })
    }

    // MARK: Settings that are missing

    private func missing(
        _ document: String, previous: String? = nil, reads: String = #"{ "type": "boolean", "default": false }"#,
        releases: String = #""1.9.0""#
    ) throws -> [(Severity, String)] {
        try CheckedText(
            document, previous: previous,
            readers: [
                #"{ "release": \#(releases), "complete": true, "rule": 3, "settings": { "checkout.new": \#(reads) } }"#
            ]
        ).findings(.missingSetting).map { ($0.severity, $0.message) }
    }

    @Test func `a setting that releases read is missed, and it is an error if they lose a value`() throws {
        let said = #"the document does not have "checkout.new", a setting of 1.9.0, which gets false from its code"#
        let without = #"{ "search": { "defaultValue": 1 } }"#
        func with(_ value: String) -> String { #"{ "checkout": { "new": { "defaultValue": \#(value) } } }"# }
        try expectEqual(missing(without).map(\.1), [said])
        try expectEqual(missing(without).map(\.0), [.warning])
        try expectEqual(missing(without, previous: with("true")).map(\.0), [.error])
        try expectEqual(missing(without, previous: with("false")).map(\.0), [.warning])
        // The release could not read it before, either.
        try expectEqual(missing(without, previous: with("1")).map(\.0), [.warning])
        // Only some users lose something.
        let some =
            #"{ "checkout": { "new": { "defaultValue": false, "valuesByVersion": [{ "appVersion": "*", "when": { "country": "DE" }, "value": true }] } } }"#
        try expectEqual(missing(without, previous: some).map(\.0), [.error])
        // A group that became a setting takes its settings away.
        try expectEqual(missing(#"{ "checkout": { "defaultValue": { "new": true } } }"#).map(\.1), [said])
        // No supported release reads it.
        try expect(missing(#"{ "$minimumVersion": "1.9.0.1", "search": { "defaultValue": 1 } }"#).isEmpty)
        try expectEqual(missing(#"{ "$minimumVersion": "1.9.0", "search": { "defaultValue": 1 } }"#).count, 1)
    }

    @Test func `a group that a release reads as a whole is not missed while it has settings`() throws {
        let record =
            #"{ "release": "1.9.0", "complete": true, "rule": 3, "settings": { "checkout": { "type": "any" } } }"#
        func findings(_ document: String) throws -> [RuleCode] {
            try CheckedText(document, releases: "1.9.0", readers: [record]).findings.map(\.code)
                .filter { [.missingSetting, .unreadByReleases].contains($0) }
        }
        try expectEqual(findings(#"{ "checkout": { "style": { "defaultValue": 1 } } }"#), [])
        try expectEqual(
            findings(#"{ "search": { "style": { "defaultValue": 1 } } }"#), [.missingSetting, .unreadByReleases])
    }

    @Test func `nothing is unread while a supported release has no complete record`() throws {
        let document = #"{ "$minimumVersion": "1.8.0", "old": { "defaultValue": 1 } }"#
        func unread(_ releases: String, isComplete: Bool = true) throws -> Int {
            try CheckedText(
                document, releases: releases,
                readers: [#"{ "release": "1.9.0", "complete": \#(isComplete), "rule": 3, "settings": {} }"#]
            ).findings(.unreadByReleases).count
        }
        try expectEqual(unread("1.9.0"), 1)
        try expectEqual(unread("1.7.0\n1.9.0"), 1)
        try expectEqual(unread("1.8.0\n1.9.0"), 0)
        try expectEqual(unread("1.9.0\n2.0.0 planned"), 1)
        try expectEqual(unread("1.9.0", isComplete: false), 0)
        // Without a shipped release, there is nobody to ask.
        try expectEqual(unread("2.0.0 planned"), 0)
    }

    @Test func `the bundled document decides before the code, for its own version and users`() throws {
        let record =
            #"{ "release": "1.9.0", "complete": true, "rule": 3, "bundled": { "path": "a.json", "object": "1" }, "settings": { "s": { "type": "boolean", "default": false } } }"#
        var parser = ReaderRecordParser()
        let parsed = try #require(parser.record(of: try JSONTree(parsing: Array(record.utf8))))
        func given(_ bundled: String?, _ document: String = #"{ "other": 1 }"#) throws -> [String] {
            let bundled = try bundled.map { try SettingsDocument(parsing: Array($0.utf8)) }
            let readers = DocumentReaders(RecordedReleases([parsed])) { _ in bundled }
            let settings = try SettingsDocument(parsing: Array(document.utf8))
            let analysis = ReaderAnalysis(settings, readers, from: nil)
            return try analysis.fallback("s", parsed.settings[0].reads.all[0], readers.recorded.releases[0])
                .map { "\($0.source) \($0.value?.description ?? "not known")" }
        }
        try expectEqual(given(#"{ "s": true }"#), ["bundled true"])
        try expectEqual(given(#"{ "other": true }"#), ["code false"])
        try expectEqual(given(#"{ "s": "true" }"#), ["code false"])
        try expectEqual(given(nil), ["bundled not known"])
        let conditional =
            #"{ "s": { "defaultValue": false, "valuesByVersion": [{ "appVersion": ">1.9.0", "value": 7 }, { "appVersion": "*", "when": { "country": "DE" }, "value": true }] } }"#
        expectEqual(Set(try given(conditional)), ["bundled false", "bundled true"])
    }
}
