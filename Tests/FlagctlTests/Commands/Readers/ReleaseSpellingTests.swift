import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// The releases of records and of a list print as they are written there, and the versions of a document in its own style.
struct ReleaseSpellingTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        let old = #"""
            {
              "checkout": { "defaultValue": "modern", "valuesByVersion": [
                { "appVersion": ">=1.9", "value": "express" },
                { "appVersion": "1.8", "value": "legacy" } ] },
              "limit": { "defaultValue": 3, "valuesByVersion": [{ "appVersion": ">=1.9 <2.0", "value": 2.5 }] },
              "old": false
            }
            """#
        let new = #"""
            {
              "checkout": { "defaultValue": "modern", "valuesByVersion": [{ "appVersion": ">=2.0", "value": "express" }] },
              "limit": { "defaultValue": 4 }
            }
            """#
        try scratch.write(old, to: "app.json")
        try scratch.makeRepository()
        try scratch.write(new, to: "new.json")
        try scratch.write("readable checkout\nreadable limit\n", to: "readable.policy")
        try scratch.write("1.7.0 10%\n1.8.0 40%\n1.9.0 30%\n2.0.0 10%\n2.1.0 5%\n2.2.0 planned\n", to: "app.releases")
        for release in ["1.7.0", "1.8.0", "1.9.0"] {
            let attested = release == "1.8.0" ? #", "attested": { "by": "Ada", "because": "checked" }"# : ""
            try scratch.write(
                #"""
                { "release": "\#(release)", "complete": true, "rule": 2, "formatLevel": 1\#(attested), "settings": {
                  "checkout": { "type": "string", "cases": ["legacy", "modern"], "default": "legacy" },
                  "gone": { "type": "boolean", "default": true },
                  "limit": { "type": "integer", "swift": "Int", "default": 1 } } }
                """#, to: "readers/\(release).reader.json")
        }
        try scratch.write(
            #"{ "release": "2.0.0", "complete": false, "formatLevel": 1, "settings": { "checkout": { "type": "string" } } }"#,
            to: "readers/2.0.0.reader.json")
    }

    private func run(_ line: String, _ format: String) throws -> String {
        let words = "\(line) --releases app.releases --format \(format)".split(separator: " ").map { String($0) }
        let run = try scratch.flagctl(words)
        return run.output + run.error
    }

    /// A command, what its text says about releases, and the members of its JSON that name releases.
    static let rows: [(line: String, text: [String], json: [String])] = [
        (
            "check --readers readers app.json",
            [
                "a setting of 1.7.0, 1.8.0 and 1.9.0, which get true", "the code of 1.9.0 has no case",
                "1.9.0 reads the setting as an integer", "1.8.0 is complete by the word of Ada",
            ],
            [
                #""notRecorded":["2.1.0"],"incomplete":["2.0.0"],"attested":[{"release":"1.8.0","#,
                #"the code of 1.9.0 has no case"#,
            ]
        ),
        (
            "diff --readers readers app.json new.json",
            [
                "checkout (read by 1.7.0, 1.8.0, 1.9.0 and 2.0.0; only 1.8.0 gets another value)",
                "  >=1.9 <2.0   express → modern",
                "1 shipped version: 1.9.0 (", "limit (read by 1.7.0, 1.8.0 and 1.9.0)",
            ],
            [
                #""readBy":["1.7.0","1.8.0","1.9.0","2.0.0"],"noticedBy":["1.8.0"]"#,
                #""versions":">=1.9 <2.0","ranges":[{"versions":">=1.9 <2.0","from":"1.9","fromInclusive":true,"to":"2.0","#,
                #""shipped":["1.9.0"]"#,
            ]
        ),
        (
            "diff --readers readers --noticed app.json new.json",
            ["only 1.8.0 gets another value", "1.9.0, as its code reads it"],
            [#""noticedBy":["1.8.0"]"#, #""releases":["1.9.0"]"#]
        ),
        (
            "explain --readers readers checkout app.json",
            [
                "  >=1.9       express", "3 shipped versions: 1.9.0, 2.0.0, 2.1.0 (",
                "read by 1.7.0, 1.8.0 and 1.9.0 as",
                "by 2.0.0 as a string; 2.1.0 (5.0 % of installs) is not recorded",
            ],
            [#""release":"1.9.0""#, #""versions":">=1.9""#, #""shipped":["1.9.0","2.0.0","2.1.0"]"#]
        ),
        (
            "stale --readers readers --floor 1.8 app.json",
            ["for every version >=1.8\n", "1.8.0 is complete by the word of Ada"],
            [#""notRecorded":["2.1.0"],"incomplete":["2.0.0"],"attested":[{"release":"1.8.0","#]
        ),
        (
            "release --readers readers 2.1 --against HEAD:app.json new.json",
            ["2.1 after 2.0.0", "lists 2.1.0 as already shipped", "1.9.0 (30.0 % of installs)"],
            [
                #""previous":"2.0.0""#, #""frozen":"1.7.0 || 1.8.0 || 1.9.0 || 2.0.0 || 2.1.0""#,
                #"{"versions":"1.9.0","from":"1.9.0","fromInclusive":true,"to":"1.9.0","#, #""shipped":["1.9.0"]"#,
            ]
        ),
        (
            "prove --readers readers --policy readable.policy app.json",
            ["checkout is express for 1.9.0", "1 shipped version: 1.9.0 (", "limit is 2.5 for 1.9.0"],
            [
                #""versions":"1.9.0","ranges":[{"versions":"1.9.0","from":"1.9.0","fromInclusive":true,"to":"1.9.0","#,
                #""text":"limit is 2.5 for 1.9.0""#, #""attested":[{"release":"1.8.0","#,
            ]
        ),
        ("resolve --all-releases app.json", ["1.7.0   1.8.0   1.9.0"], [#""version":"1.9.0""#]),
        ("matrix app.json", [">=1.9", "1 shipped version: 1.8.0 ("], [#""shipped":["1.8.0"]"#]),
    ]

    @Test(arguments: rows.indices)
    func `releases print as they are written where they are listed`(row: Int) throws {
        let (line, text, json) = Self.rows[row]
        let found = try run(line, "text")
        for part in text { expect(found.contains(part), "\(part) is not in\n\(found)") }
        let members = try run(line, "json")
        for part in json { expect(members.contains(part), "\(part) is not in\n\(members)") }
    }
}
