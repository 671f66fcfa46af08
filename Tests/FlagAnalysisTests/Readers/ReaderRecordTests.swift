import FlagReaders
import FlagResolver
import TestSupport
import Testing

struct ReaderRecordTests {
    private func parse(_ text: String) throws -> (ReaderRecord?, [String]) {
        var parser = ReaderRecordParser()
        let record = parser.record(of: try JSONTree(parsing: Array(text.utf8)))
        return (record, parser.problems.map(\.message))
    }

    @Test func `a record is read as it was written`() throws {
        let text = """
            {
              "release": "2.0.1-rc.1",
              "from": {"tag":"v2.0.1-rc.1","revision":"4f7b"},
              "complete": false,
              "rule": 3,
              "attested": {"by":"Ada","because":"the menu shows values only"},
              "formatLevel": 0,
              "bundled": {"path":"Sources/Flags.json","object":"9c1e"},
              "settings": {
                "a": {"type":"boolean","default":false},
                "b.c": {"type":"string","optional":true,"cases":["x","y"],"open":true,"default":null},
                "d": [{"type":"integer","swift":"Int8"},{"type":"any","mention":"Sources/A.m:3"}],
                "e": {"type":"array","elementType":{"type":"number","swift":"Float"}},
                "f": {"type":"object","members":{"m":{"type":"object","valueType":{"type":"string"}}}}
              },
              "unseen": [
                "Sources/Menu.swift:12: the name of a setting is made when the code runs"
              ]
            }

            """
        let (record, problems) = try parse(text)
        expectEqual(problems, [])
        expectEqual(record.map { String(decoding: $0.fileContent, as: UTF8.self) }, text)
    }

    @Test(arguments: [
        ("[]", "found an array, expected the record of a release"),
        (#"{ "complete": true, "settings": {} }"#, #""release" is missing"#),
        (#"{ "release": 2, "complete": true, "settings": {} }"#, "found an integer, expected a version in a string"),
        (#"{ "release": "2.0", "settings": {} }"#, #""complete" is missing"#),
        (#"{ "release": "2.0", "complete": true }"#, #""settings" is missing"#),
        (#"{ "release": "2.0", "complete": true, "setings": {}, "settings": {} }"#, #"unknown member "setings""#),
        (
            #"{ "release": "2.0", "complete": true, "settings": { "a": "boolean" } }"#,
            "found a string, expected the type that code reads"
        ),
        (#"{ "release": "2.0", "complete": true, "settings": { "a": { "type": "bool" } } }"#, #"expected a "type""#),
        (
            #"{ "release": "2.0", "complete": true, "settings": { "a": { "type": "string", "swift": "Int" } } }"#,
            #""swift" does not belong to the type "string""#
        ),
        (
            #"{ "release": "2.0", "complete": true, "settings": { "a": { "type": "integer", "swift": "Double" } } }"#,
            #"found "Double", expected a type of Swift"#
        ),
        (
            #"{ "release": "2.0", "complete": true, "settings": { "a": [] } }"#,
            "the array is empty, expected the ways in which code reads the setting"
        ),
        (
            #"{ "release": "2.0", "complete": true, "formatLevel": -1, "settings": {} }"#,
            "found -1, expected a version of the document format"
        ),
    ])
    func `a mistake in a record is a problem`(_ text: String, _ message: String) throws {
        let (record, problems) = try parse(text)
        expectNil(record)
        expectEqual(problems, [message])
    }

    @Test(arguments: 0..<60)
    func `records in the usual layout are read as any other, whatever came before`(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var parser = ReaderRecordParser()
        var lines = (0..<Int.random(in: 1...30, using: &random)).map { #""s\#($0)": {"type":"boolean"}"# }
        for release in 1...12 {
            for _ in 0..<3 {
                let index = Int.random(in: lines.indices, using: &random)
                switch Int.random(in: 0..<7, using: &random) {
                case 0: lines[index] = #""s\#(index)": {"type":"integer","swift":"Int","default":\#(release)}"#
                case 1: lines.insert(#""n\#(release)\#(index)": {"type":"string"}"#, at: index)
                case 2: if lines.count > 1 { lines.remove(at: index) }
                case 3: lines.shuffle(using: &random)
                // A repeated name, and lines that are no setting.
                case 4: lines.append(lines[index])
                case 5: lines[index] = random.pick([#""x": {"type":"bool"}"#, #""x": 1, "y": 2"#, "\"x", #""a": {} "#])
                default: break
                }
            }
            let text =
                "{\n  \"release\": \"\(release).0.0\",\n  \"complete\": true,\n  \"settings\": {\n    "
                + lines.joined(separator: ",\n    ") + "\n  }\n}\n"
            let bytes = Array(text.utf8)
            var fresh = ReaderRecordParser()
            let expected = (try? JSONTree(parsing: bytes)).flatMap { fresh.record(of: $0) }
            let found = (try? parser.record(of: bytes)) ?? nil
            expectEqual(found?.fileContent, expected?.fileContent, "\(text)")
            if expected == nil { lines = [#""s": {"type":"boolean"}"#, #""t": {"type":"any"}"#] }
        }
    }

    @Test func `a record with a mistake does not change how the next one is read`() throws {
        var parser = ReaderRecordParser()
        let bad = #"{ "release": "1.0", "complete": true, "settings": { "a": { "type": "bool" } } }"#
        for _ in 0..<2 {
            expectNil(parser.record(of: try JSONTree(parsing: Array(bad.utf8))))
            expectEqual(parser.problems.count, 1)
        }
        let good = #"{ "release": "1.0", "complete": true, "settings": { "a": { "type": "boolean" } } }"#
        expectEqual(parser.record(of: try JSONTree(parsing: Array(good.utf8)))?.settings.count, 1)
    }
}
