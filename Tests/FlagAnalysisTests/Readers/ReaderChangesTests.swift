import FlagAnalysis
import FlagReaders
import FlagResolver
import Foundation
import TestSupport
import Testing

/// What changes for recorded releases, and what is said about documents beside them.
struct ReaderChangesTests {
    // MARK: Two documents

    private static let releases = ["1.0.0", "1.9.0", "2.0.0"]
    private static let requirements = ["*", "<1.9.0", ">=1.9.0", "1.9.0", ">=2.0.0"]

    private static func setting(_ random: inout SeededRandom, likely: String) -> String {
        func value() -> String {
            Bool.random(using: &random)
                ? likely : ReaderAnalysisTests.values.randomElement(using: &random) ?? likely
        }
        let entries = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            let condition =
                ["", "", #""when": { "country": "DE" }, "#].randomElement(using: &random) ?? ""
            return
                #"{ "appVersion": "\#(requirements.randomElement(using: &random) ?? "*")", \#(condition)"value": \#(value()) }"#
        }
        return #"{ "defaultValue": \#(value()), "valuesByVersion": [\#(entries.joined(separator: ", "))] }"#
    }

    /// What compiled code gets: the value of the document, or that of the code; `nil` if it cannot read the setting.
    private static func given(
        _ document: SettingsDocument, _ typed: ReaderAnalysisTests.Typed, _ context: EvaluationContext
    ) -> JSONValue? {
        guard let setting = document.index(named: "s"), let entry = typed.read(document.snapshot(for: context), "s")
        else { return nil }
        let winner = entry < 0 ? Winner.default : .entry(entry)
        return document.value(of: winner, in: setting).map { document.tree[$0] }
    }

    @Test(arguments: 0..<TestScale.rounds(400))
    func `the changes of random settings are those that compiled code notices`(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let typed = try #require(ReaderAnalysisTests.types.randomElement(using: &random))
        let likely = try #require(ReaderAnalysisTests.values.randomElement(using: &random))
        let texts = (0..<2).map { _ in
            Int.random(in: 0..<6, using: &random) == 0 ? "{}" : #"{ "s": \#(Self.setting(&random, likely: likely)) }"#
        }
        let documents = try texts.map { try SettingsDocument(parsing: Array($0.utf8)) }
        let read = TypedRead(type: typed.type, defaultValue: nil)
        let readers = DocumentReaders(
            RecordedReleases(
                Self.releases.compactMap { AppVersion($0) }.map { release in
                    ReaderRecord(
                        release: release, isComplete: true,
                        settings: [ReaderRecord.Setting(name: "s", reads: TypedReads([read]))])
                }))
        var difference = DocumentDifference(from: documents[0], to: documents[1])
        difference.add(readers)
        let noticing = difference.settings.first?.readers?.noticing ?? []
        for release in Self.releases {
            let version = try #require(AppVersion(release))
            var isNoticed = false
            for country in [nil, "DE", "FR"] as [String?] {
                var context = EvaluationContext(appVersion: version)
                if let country { context.attributes["country"] = .string(country) }
                let before = Self.given(documents[0], typed, context)
                let after = Self.given(documents[1], typed, context)
                switch (before, after) {
                case (nil, nil): break
                case (let before?, let after?):
                    isNoticed = isNoticed || !Self.reads(before, as: typed.type, like: after)
                default: isNoticed = true
                }
            }
            expectEqual(
                noticing.contains(version), isNoticed, "\(texts) read as \(typed.type.phrase) by \(release)")
        }
    }

    /// Whether code of a type gets the same, by rules that are written here once more.
    private static func reads(_ value: JSONValue, as type: ReaderType, like other: JSONValue) -> Bool {
        if value.isNull || other.isNull { return value.isNull && other.isNull }
        return switch type.wrapped {
        case .integer, .number: value.double == other.double
        case .array(let element):
            zip(value.array ?? [], other.array ?? []).allSatisfy { reads($0, as: element, like: $1) }
                && value.array?.count == other.array?.count
        case .object(let members):
            members.allSatisfy { member in
                let (one, two) = (value.object?[member.name], other.object?[member.name])
                guard let one, let two else { return (one?.isNull ?? true) && (two?.isNull ?? true) }
                return reads(one, as: member.type, like: two)
            }
        case .dictionary(let member):
            value.object?.count == other.object?.count
                && (value.object ?? [:]).allSatisfy { name, value in
                    other.object?[name].map { reads(value, as: member, like: $0) } ?? false
                }
        default: value == other
        }
    }

    // MARK: The checkout of the documentation

    private static let checkout = #"""
        { "checkout": {
          "defaultValue": "modern",
          "valuesByVersion": [
            { "appVersion": ">=1.0.0", "value": "express" },
            { "appVersion": "1.8.0", "value": "legacy" }
          ]
        } }
        """#

    private static func record(_ release: String, _ cases: String, level: Int = 1) -> String {
        #"{ "release": "\#(release)", "complete": true, "rule": 99, "formatLevel": \#(level), "settings": { "checkout": { "type": "string", "cases": [\#(cases)], "default": "legacy" } } }"#
    }

    private static let records = [
        record("1.8.0", #""legacy", "modern""#), record("2.0.0", #""legacy", "modern", "express""#),
    ]

    private static func readers(_ records: [String] = records) throws -> DocumentReaders {
        try #require(try DocumentReaders(records: records))
    }

    @Test func `an entry that a release gets is not one that never wins`() throws {
        let codes: [RuleCode] = [.shadowedEntry, .redundantEntry]
        func found(_ text: String, _ records: [String]) throws -> [RuleCode] {
            try CheckedText(text, readers: records).codes.filter { codes.contains($0) }
        }
        try expectEqual(found(Self.checkout, []), [.shadowedEntry])
        try expectEqual(found(Self.checkout, Self.records), [])
        try expectEqual(found(Self.checkout, [Self.records[1]]), [.shadowedEntry])
        // Below the oldest supported version, a release does not count.
        let floor = Self.checkout.replacingOccurrences(
            of: "{ \"checkout\"", with: #"{ "$minimumVersion": "1.9.0", "checkout""#)
        try expectEqual(found(floor, Self.records), [.shadowedEntry])
    }

    @Test func `no fix takes from a release what it gets`() throws {
        let text = Self.checkout.replacingOccurrences(of: "legacy", with: "express")
            .replacingOccurrences(of: "modern", with: "legacy")
        let document = try SettingsDocument(parsing: Array(text.utf8))
        func fixed(_ readers: DocumentReaders?) throws -> [RuleCode] {
            try FixedDocument(
                CheckedDocument(document, readers: readers), DocumentCheck(rules: Rules.all), includesUnsafe: false
            ).safe
        }
        try expectEqual(fixed(nil), [.redundantEntry])
        // The first entry has a condition that this library does not know, the second one has none.
        let conditional = text.replacingOccurrences(
            of: #""appVersion": ">=1.0.0", "#,
            with: #""appVersion": ">=1.0.0", "when": { "country": ["DE", { "not": "DE" }] }, "#)
        let old = try Self.readers([Self.record("1.8.0", #""legacy", "express""#, level: 0)])
        let checked = try SettingsDocument(parsing: Array(conditional.utf8))
        let result = try FixedDocument(
            CheckedDocument(checked, readers: old), DocumentCheck(rules: Rules.all), includesUnsafe: false)
        expect(result.edited.map { $0.difference.settings.isEmpty } ?? true)
    }

    @Test func `an entry that a release gets is not stale`() throws {
        let document = try SettingsDocument(parsing: Array(Self.checkout.utf8))
        func removed(_ readers: DocumentReaders?, collapses: Bool = false) throws -> [StaleFinding.Code] {
            try StaleDocument(
                document, StaleAssumptions(floor: "1.0.0"), changesDefaults: collapses, readers: readers
            ).findings.map(\.code)
        }
        try expectEqual(removed(nil), [.constantSetting, .unreachableEntry])
        // The release gets "legacy", so the default is never used, and may become what the release gets.
        try expectEqual(removed(Self.readers()), [.collapsibleEntry])
        try expectEqual(removed(Self.readers(), collapses: true), [.collapsibleEntry])
    }

    struct Edit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let record: String
        let before: String
        let after: String
        let noticed: [String]

        init(_ name: String, record: String, before: String, after: String, noticed: String...) {
            testDescription = name
            self.record = record
            self.before = before
            self.after = after
            self.noticed = noticed
        }
    }

    static let edits = [
        Edit(
            "the entry of one release",
            record: #"{ "type": "string", "cases": ["legacy", "modern"], "default": "legacy" }"#,
            before:
                #"{ "defaultValue": "modern", "valuesByVersion": [{ "appVersion": "*", "value": "express" }, { "appVersion": "1.9.0", "value": "legacy" }] }"#,
            after: #"{ "defaultValue": "modern", "valuesByVersion": [{ "appVersion": "*", "value": "express" }] }"#,
            noticed: #""legacy" → "modern" of document"#),
        Edit(
            "the default to which old enums fall back",
            record: #"{ "type": "string", "cases": ["legacy", "modern"], "default": "legacy" }"#,
            before: #"{ "defaultValue": "legacy", "valuesByVersion": [{ "appVersion": "*", "value": "express" }] }"#,
            after: #"{ "defaultValue": "modern", "valuesByVersion": [{ "appVersion": "*", "value": "express" }] }"#,
            noticed: #""legacy" → "modern" of document"#),
        Edit(
            "a default that can no longer be read", record: #"{ "type": "boolean", "default": true }"#,
            before:
                #"{ "defaultValue": false, "valuesByVersion": [{ "appVersion": "<1.9.0", "value": "classic" }, { "appVersion": "*", "value": "modern" }] }"#,
            after:
                #"{ "defaultValue": "modern", "valuesByVersion": [{ "appVersion": "<1.9.0", "value": "classic" }] }"#,
            noticed: "false → true of code"),
        Edit(
            "a value that the declared type hides", record: #"{ "type": "number", "default": 0 }"#,
            before:
                #"{ "type": "integer", "defaultValue": 1, "valuesByVersion": [{ "appVersion": "*", "value": 1.5 }] }"#,
            after:
                #"{ "type": "integer", "defaultValue": 1, "valuesByVersion": [{ "appVersion": "*", "value": 2.5 }] }"#,
            noticed: "1.5 → 2.5 of document"),
        Edit(
            "another spelling of a number", record: #"{ "type": "number", "default": 0 }"#,
            before: #"{ "defaultValue": 1 }"#, after: #"{ "defaultValue": 1.0 }"#),
        Edit(
            "null instead of an object without members",
            record:
                #"{ "type": "object", "optional": true, "members": { "a": { "type": "string", "optional": true } } }"#,
            before: #"{ "defaultValue": {} }"#, after: #"{ "defaultValue": null }"#, noticed: "{} → null of document"),
        Edit(
            "a member that is null instead of missing, and one that the code does not know",
            record: #"{ "type": "object", "members": { "a": { "type": "string", "optional": true } } }"#,
            before: #"{ "defaultValue": {} }"#, after: #"{ "defaultValue": { "a": null, "b": 1 } }"#),
        Edit(
            "a type that is not known", record: #"{ "type": "any" }"#,
            before: #"{ "defaultValue": 1, "valuesByVersion": [{ "appVersion": ">=2.0.0", "value": 2 }] }"#,
            after: #"{ "defaultValue": 1, "valuesByVersion": [{ "appVersion": ">=2.0.0", "value": 3 }] }"#),
        Edit(
            "a type that is not known, and its value", record: #"{ "type": "any" }"#,
            before: #"{ "defaultValue": 1 }"#, after: #"{ "defaultValue": 2 }"#, noticed: "1 → 2 of document"),
    ]

    @Test(arguments: edits)
    func `a release notices what its code reads`(_ edit: Edit) throws {
        let record =
            #"{ "release": "1.9.0", "complete": true, "rule": 99, "settings": { "s": \#(edit.record) } }"#
        let documents = try [edit.before, edit.after].map {
            try SettingsDocument(parsing: Array(#"{ "s": \#($0) }"#.utf8))
        }
        var difference = DocumentDifference(from: documents[0], to: documents[1])
        difference.add(try Self.readers([record]))
        let changes = difference.settings.flatMap { $0.readers?.changes ?? [] }
        let written = changes.map { change in
            "\(change.before.value?.description ?? "?") → \(change.after.value?.description ?? "?") of "
                + (change.after.source == .code ? "code" : "document")
        }
        expectEqual(written, edit.noticed)
        expectEqual(difference.unchanged.isEmpty, !difference.settings.isEmpty)
    }

    // MARK: Policies

    private func verdict(_ policy: String, _ records: [String], _ text: String = checkout) throws -> String {
        let (policies, _) = Policy.parse(Array(policy.utf8))
        let document = try SettingsDocument(parsing: Array(text.utf8))
        var prover = PolicyProver(document, for: policies, readers: try DocumentReaders(records: records))
        switch prover.verdict(on: try #require(policies.first)) {
        case .proved: return "proved"
        case .vacuous: return "vacuous"
        case nil: return "not known"
        case .violated(let versions, let violations, _):
            let values = violations.map { "\($0.found.value)\($0.isForReleases ? " read" : "")" }
            return "\(versions): \(values.joined(separator: ", "))"
        }
    }

    @Test func `a policy must hold for what releases get`() throws {
        let policy = #"for >=1.0.0: checkout == "express""#
        try expectEqual(verdict(policy, []), "proved")
        try expectEqual(verdict(policy, Self.records), #"1.8.0: "legacy" read"#)
        try expectEqual(verdict("constant for >=1.0.0: checkout", Self.records), #"1.8.0: "legacy" read"#)
        try expectEqual(verdict("constant for >=2.0.0: checkout", Self.records), "proved")
        try expectEqual(verdict("changes checkout only at 1.0.0", []), "proved")
        try expectEqual(
            verdict(#"monotone checkout: "modern" -> "express" -> "legacy""#, Self.records), #">1.8.0: "express" read"#)
        try expectEqual(verdict(#"for >=1.0.0: checkout == "legacy""#, Self.records), #">=1.0.0: "express""#)
    }

    @Test func `a policy is not decided if it is not known what a release gets`() throws {
        let record =
            #"{ "release": "1.8.0", "complete": true, "rule": 99, "settings": { "checkout": { "type": "boolean" } } }"#
        try expectEqual(verdict(#"for >=1.0.0: checkout == "express""#, [record]), "not known")
        try expectEqual(verdict(#"for >=2.0.0: checkout == "express""#, [record]), "proved")
    }

    @Test func `a release can read a value that its library never gives it`() throws {
        let text = #"""
            { "checkout": { "defaultValue": "legacy", "valuesByVersion": [
              { "appVersion": "*", "when": { "country": "DE" }, "value": 7 }
            ] } }
            """#
        try expectEqual(verdict("readable checkout", [Self.record("1.8.0", #""legacy""#, level: 0)], text), "proved")
        try expectEqual(verdict("readable checkout", [Self.record("1.8.0", #""legacy""#)], text), "1.8.0: 7")
    }

    // MARK: What is gone, and what changes its type

    struct Loss: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: String
        let after: String
        /// The list of releases, and the type as which 1.9.0 reads the setting; `nil` without a record.
        let releases: String?
        let record: String?
        let found: [String]
    }

    private static func loss(
        _ name: String, _ before: String, _ after: String, releases: String? = "1.9.0", record: String? = nil,
        _ found: String...
    ) -> Loss {
        Loss(
            testDescription: name, before: #"{ "s": \#(before) }"#,
            after: after.isEmpty ? #"{ "other": 1 }"# : #"{ "s": \#(after) }"#, releases: releases, record: record,
            found: found)
    }

    private static let boolean = #"{ "s": { "type": "boolean", "default": true } }"#
    private static let integer = #"{ "s": { "type": "integer", "default": 3 } }"#

    static let losses = [
        loss("gone, and nobody reads it", "true", "", record: "{}"),
        loss("gone, and the release has the same value", "true", "", record: boolean),
        loss("gone, and the release loses a value", "false", "", record: boolean, "missing-setting error"),
        loss("gone, and a release is not recorded", "true", "", "missing-setting warning"),
        loss(
            "gone, and one of two releases is not recorded", "true", "", releases: "1.9.0\n2.0.0", record: boolean,
            "missing-setting warning"),
        loss("a string that was a Boolean, and nobody reads it", "false", #""false""#, record: "{}"),
        loss(
            "a string that was a Boolean, and the release reads it", "false", #""false""#, record: boolean,
            "unreadable-value error"),
        loss("a string that was a Boolean, and no record", "false", #""false""#, "changed-type error"),
        loss(
            "an object that was a string, and no record", #""a""#, #"{ "defaultValue": {"a": 1} }"#,
            "changed-type error"),
        loss("a fraction that was an integer, and no record", "3", "3.5", "changed-type warning"),
        loss("a fraction that was an integer, read as one", "3", "3.5", record: integer, "unreadable-value error"),
        loss("another integer, and no record", "3", "4"),
        loss("an integer that was a fraction, and no record", "3.5", "4"),
        loss(
            "a fraction of a declared number, and no record", #"{ "type": "number", "defaultValue": 3 }"#,
            #"{ "type": "number", "defaultValue": 3.5 }"#),
        loss("null that was an integer, and no record", "3", "null", "changed-type warning"),
        loss("elements of another type, and no record", "[1]", #"["a"]"#, "changed-type error"),
        loss("an empty array, and no record", "[]", #"["a"]"#),
        loss(
            "a member of another type, and no record", #"{ "defaultValue": {"a": 1} }"#,
            #"{ "defaultValue": {"a": "b"} }"#, "changed-type warning"),
        loss(
            "a member that is new, and no record", #"{ "defaultValue": {"a": 1} }"#,
            #"{ "defaultValue": {"a": 1, "b": 2} }"#),
        loss(
            "a value of another type that no shipped release gets", "false",
            #"{ "defaultValue": false, "valuesByVersion": [{ "appVersion": ">=2.0.0", "value": "on" }] }"#),
        loss(
            "a value of another type without a list of releases", "false",
            #"{ "defaultValue": false, "valuesByVersion": [{ "appVersion": ">=2.0.0", "value": "on" }] }"#,
            releases: nil,
            "changed-type error"),
    ]

    @Test(arguments: losses)
    func `what is gone or changes its type is reported by what is known about releases`(_ loss: Loss) throws {
        let records = loss.record.map { [#"{ "release": "1.9.0", "complete": true, "rule": 99, "settings": \#($0) }"#] }
        let codes: Set<RuleCode> = [.missingSetting, .unreadableValue, .changedType]
        // With records of others, it is known that this release has none.
        let others = [#"{ "release": "1.0.0", "complete": true, "rule": 99, "settings": {} }"#]
        let found = try CheckedText(
            loss.after, releases: loss.releases, previous: loss.before, readers: records ?? others
        ).findings.filter { codes.contains($0.code) }
        expectEqual(found.map { "\($0.code.rawValue) \($0.severity)" }, loss.found)
    }
}
