import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// The mistakes of teams once more: in groups, beside conditions on users, in renamed settings, and with records.
struct MistakesInOtherShapesTests {
    /// A change of a document, and the codes of the findings that have to be there; none for honest work.
    struct Change: CustomTestStringConvertible {
        let why: String
        let before: String
        let after: String
        let codes: [String]

        init(_ why: String, _ before: String, _ after: String, _ codes: String...) {
            (self.why, self.before, self.after, self.codes) = (why, before, after, codes)
        }

        var testDescription: String { why }
    }

    private static let releases = "1.8.0 10%\n1.9.0 15%\n2.0.0 25%\n2.0.1 30%\n2.1.0 20%\n"

    /// A document with one setting.
    private static func setting(_ defaultValue: String, _ entries: String..., in name: String = "a") -> String {
        #"{"\#(name)": \#(value(defaultValue, entries))}"#
    }

    private static func value(_ defaultValue: String, _ entries: [String]) -> String {
        #"{"defaultValue": \#(defaultValue), "valuesByVersion": [\#(entries.joined(separator: ", "))]}"#
    }

    private static func group(_ defaultValue: String, _ entries: String...) -> String {
        #"{"shop": {"search": {"on": \#(value(defaultValue, entries))}, "limit": 5}}"#
    }

    private static func rollout(_ percent: String, _ salt: String = "a", _ more: String = "") -> String {
        #"{\#(more)"rollout": {"percent": \#(percent), "salt": "\#(salt)"}, "value": true}"#
    }

    private static func minimum(_ defaultValue: String, _ entries: String...) -> String {
        #"{"$minimumVersionSetting": "m", "m": \#(value(defaultValue, entries))}"#
    }

    private static let on21 = #"{"appVersion": ">=2.1.0", "value": true}"#

    private static func on(_ requirement: String, _ more: String = "") -> String {
        #"{"appVersion": "\#(requirement)", \#(more)"value": true}"#
    }

    private static let inGermany = #""when": {"country": "DE"}, "#

    static let mistakes = [
        // Groups.
        Change("a default in a group becomes true", group("false", on21), group("true", on21), "changed-for-shipped"),
        Change(
            "a bound in a group lost a component", group("false", on21), group("false", on(">=1.9")),
            "changed-for-shipped"),
        Change("a group is gone", group("false", on21), "{}", "missing-setting"),
        Change(
            "a group is renamed", group("false", on21), group("false", on21).replacing("shop", with: "store"),
            "missing-setting"),
        Change("a setting moved into a group", setting("1"), #"{"shop": {"a": 1}}"#, "missing-setting"),
        Change(
            "a constant in a group is gone", group("false"), #"{"shop": {"search": {"on": false}}}"#, "missing-setting"),
        Change("a group became a setting", #"{"shop": {"a": 1, "b": 2}}"#, #"{"shop": 1}"#, "missing-setting"),
        Change("a switch became a group", #"{"shop": true}"#, #"{"shop": {"on": true}}"#, "missing-setting"),
        // Conditions on users.
        Change(
            "a default becomes true beside an entry for a country", setting("false", on(">=2.1.0", inGermany)),
            setting("true", on(">=2.1.0", inGermany)), "changed-for-shipped"),
        Change(
            "a default becomes true beside a rollout", setting("false", rollout("10")), setting("true", rollout("10")),
            "changed-for-shipped"),
        Change(
            "another salt for a country", setting("false", rollout("20", "a", inGermany)),
            setting("false", rollout("20", "b", inGermany)), "changed-salt"),
        Change(
            "the second of two rollouts shrinks",
            setting("false", rollout("50", "a", inGermany), rollout("40", "b")),
            setting("false", rollout("50", "a", inGermany), rollout("20", "b")), "shrunk-rollout"),
        Change(
            "a rollout becomes a smaller slice", setting("false", rollout("50")), setting("false", rollout("[0, 20]")),
            "shrunk-rollout"),
        Change(
            "a slice moves", setting("false", rollout("[0, 20]")), setting("false", rollout("[20, 40]")),
            "shrunk-rollout"),
        Change(
            "a misspelt setting is required", #"{"wallet": true, "a": false}"#,
            #"{"wallet": true, "a": {"defaultValue": false, "valuesByVersion": [{"requires": "walet", "value": true}]}}"#,
            "unknown-requires"),
        Change(
            "a country that no device reports", setting("false"),
            setting("false", #"{"when": {"country": ["AT", "UK"]}, "value": true}"#), "attribute-form"),
        Change(
            "a language that no device reports, under not", setting("false"),
            setting("false", #"{"when": {"language": {"not": "jp"}}, "value": true}"#), "attribute-form"),
        Change(
            "three slices with a gap", setting(#""n""#),
            setting(
                #""n""#, #"{"rollout": {"percent": [0, 33], "salt": "v"}, "value": "a"}"#,
                #"{"rollout": {"percent": [33, 66], "salt": "v"}, "value": "b"}"#,
                #"{"rollout": {"percent": [67, 100], "salt": "v"}, "value": "c"}"#), "hole"),
        Change(
            "schedules with a gap of a second", setting("0"),
            setting(
                "0", #"{"from": "2026-12-01T00:00:00Z", "until": "2026-12-23T23:59:59Z", "value": 10}"#,
                #"{"from": "2026-12-24T00:00:00Z", "until": "2026-12-31T00:00:00Z", "value": 20}"#), "hole"),
        Change(
            "fractions in two settings", #"{"a": false, "b": false}"#,
            #"{"a": {"defaultValue": false, "valuesByVersion": [\#(rollout("0.5"))]}, "b": {"defaultValue": false, "valuesByVersion": [\#(rollout("0.1", "b"))]}}"#,
            "fractional-percent"),
        Change(
            "a general entry for a country stands above the special one",
            setting("1", #"{"appVersion": ">=2.0.0", \#(inGermany)"value": 2}"#),
            setting(
                "1", #"{\#(inGermany)"value": 2}"#, #"{"appVersion": ">=2.0.0", \#(inGermany)"value": 3}"#),
            "shadowed-entry"),
        // Bounds.
        Change(
            "an upper bound lost a version", setting("false", on("<2.1")), setting("false", on("<2.0.1")),
            "changed-for-shipped"),
        Change(
            "a version is no longer excluded", setting("false", on("!=2.0.1")), setting("false", on("*")),
            "changed-for-shipped"),
        Change(
            "one of two ranges lost its versions", setting("false", on("<1.9.0 || >=2.0.1")),
            setting("false", on("<1.9.0 || >=2.1.0")), "changed-for-shipped"),
        Change(
            "a caret in place of a lower bound", setting("false", on(">=1.8.0")), setting("false", on("^1.8.0")),
            "changed-for-shipped"),
        Change(
            "a version that is one digit away", setting("false"), setting("false", on(">=3.1.0")), "unknown-release"),
        Change(
            "two components joined, in a group", group("false"), group("false", on(">=2.160000000.9")),
            "unknown-release"),
        Change(
            "a version between a bound and its negation", setting("1"),
            setting("1", #"{"appVersion": "<=2.0.0", "value": 2}"#, #"{"appVersion": ">=2.0.1", "value": 3}"#), "hole"),
        // Minimum versions.
        Change(
            "an entry locks everybody out", minimum(#""1.8.0""#),
            minimum(#""1.8.0""#, #"{"appVersion": ">=2.0.0", "value": "20.0.0"}"#), "forced-update-lockout"),
        Change(
            "an entry lowers the minimum", minimum(#""2.0.0""#),
            minimum(#""2.0.0""#, #"{"appVersion": "<2.0.0", "value": "1.0.0"}"#), "lowered-minimum"),
        Change("the minimum locks out two versions", minimum(#""1.8.0""#), minimum(#""2.0.0""#), "lowered-minimum"),
        Change(
            "the minimum of a group is lowered",
            #"{"$minimumVersionSetting": "app.min", "app": {"min": {"defaultValue": "2.0.0"}}}"#,
            #"{"$minimumVersionSetting": "app.min", "app": {"min": {"defaultValue": "1.9.0"}}}"#, "lowered-minimum"),
        // Types.
        Change("a switch becomes a text", setting("true"), setting(#""true""#), "changed-type"),
        Change("a number becomes an object", setting("5"), #"{"a": {"defaultValue": {"seconds": 5}}}"#, "changed-type"),
        Change(
            "an entry gets another type", setting("1"), setting("1", #"{"appVersion": ">=2.0.0", "value": "2"}"#),
            "type-mismatch"),
    ]

    static let honest = [
        Change("a new group", setting("1"), #"{"a": {"defaultValue": 1, "valuesByVersion": []}, "shop": {"x": true}}"#),
        Change("an entry for a version to come", group("false"), group("false", on(">=2.2.0"))),
        Change("a slice grows", setting("false", rollout("[0, 20]")), setting("false", rollout("[0, 50]"))),
        Change(
            "a rollout is done", setting("false", rollout("50", "a", #""appVersion": ">=2.1.0", "#)),
            setting("false", on(">=2.1.0"))),
        Change(
            "the same values from the other side", setting("false", on(">=2.0.0")),
            setting("true", #"{"appVersion": "<2.0.0", "value": false}"#)),
        Change(
            "a ring follows", setting("false", #"{"when": {"ring": "internal"}, "value": true}"#),
            setting("false", #"{"when": {"ring": ["internal", "beta"]}, "value": true}"#)),
        Change(
            "a bound for a ring moves", setting("false", on(">=2.1.0", #""when": {"ring": "beta"}, "#)),
            setting("false", on(">=2.0.0", #""when": {"ring": "beta"}, "#))),
        Change(
            "an entry for versions that are not supported is gone",
            #"{"$minimumVersion": "2.0.0", "shop": {"a": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "<1.9.0", "value": 2}]}}}"#,
            #"{"$minimumVersion": "2.0.0", "shop": {"a": {"defaultValue": 1}}}"#),
        Change(
            "all slices in another order",
            setting(
                #""n""#, #"{"rollout": {"percent": [0, 50], "salt": "v"}, "value": "a"}"#,
                #"{"rollout": {"percent": [50, 100], "salt": "v"}, "value": "b"}"#),
            setting(
                #""n""#, #"{"rollout": {"percent": [50, 100], "salt": "v"}, "value": "b"}"#,
                #"{"rollout": {"percent": [0, 50], "salt": "v"}, "value": "a"}"#)),
        Change(
            "descriptions, owners and order", #"{"b": {"x": 1}, "a": {"defaultValue": 1}}"#,
            #"{"a": {"description": "A", "owner": "team", "defaultValue": 1}, "b": {"$comment": "B", "x": 1}}"#),
        Change(
            "a schedule in the future for a country", setting("0"),
            setting(
                "0",
                #"{"when": {"country": "DE"}, "from": "2026-12-20T00:00:00Z", "until": "2026-12-27T00:00:00Z", "value": 20}"#
            )),
    ]

    /// Records of all releases; those from 2.0.0 on read a setting, as a Boolean.
    private static let records = ["1.8.0", "1.9.0", "2.0.0", "2.0.1", "2.1.0"].map { version in
        let read = version < "2" ? "" : #""a": {"type": "boolean", "default": false}"#
        return #"{"release": "\#(version)", "complete": true, "rule": 3, "settings": {\#(read)}}"#
    }

    static let mistakesWithRecords = [
        Change("a setting that releases read is gone", setting("true"), setting("true", in: "b"), "missing-setting"),
        Change(
            "a setting that releases read moved into a group", setting("true"), #"{"g": {"a": true}}"#,
            "missing-setting"),
        Change("a default that releases read", setting("false", on21), setting("true", on21), "changed-for-shipped"),
        Change(
            "a bound reaches releases that read it", setting("false", on21), setting("false", on(">=1.9")),
            "changed-for-shipped"),
        Change("a type that no release can read", setting("true"), setting(#""on""#), "unreadable-value"),
    ]

    static let honestWithRecords = [
        Change("a setting that no release reads is gone", #"{"a": true, "old": 1}"#, #"{"a": true}"#),
        Change(
            "a setting that no release reads is renamed", #"{"a": true, "old": {"x": 1}}"#,
            #"{"a": true, "new": {"x": 1}}"#),
        Change(
            "a bound reaches releases that do not read it", setting("false", on("<1.9.0 || >=2.1.0")),
            setting("false", on("<2.0.0-0 || >=2.1.0"))),
        Change("a new type of a setting that no release reads", #"{"a": true, "old": 1}"#, #"{"a": true, "old": "1"}"#),
    ]

    private func findings(_ change: Change, readers: [String] = []) throws -> [Finding] {
        try CheckedText(
            change.after, releases: Self.releases, instant: "2026-11-28T00:00:00Z", previous: change.before,
            readers: readers
        ).findings.filter { $0.severity > .note }
    }

    @Test(arguments: mistakes.map { ($0, []) } + mistakesWithRecords.map { ($0, records) })
    func `a mistake fails a check`(change: Change, readers: [String]) throws {
        let found = try findings(change, readers: readers)
        for code in change.codes {
            expect(found.contains { $0.code.rawValue == code }, "\(found.map { "\($0.code.rawValue): \($0.message)" })")
        }
    }

    @Test(arguments: honest.map { ($0, []) } + honestWithRecords.map { ($0, records) })
    func `honest work passes a check`(change: Change, readers: [String]) throws {
        // That no release reads a setting at all is not about the change.
        let found = try findings(change, readers: readers).filter { $0.code != .unreadByReleases }
        expect(found.isEmpty, "\(found.map { "\($0.code.rawValue): \($0.message)" })")
    }
}
