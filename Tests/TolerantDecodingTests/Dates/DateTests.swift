import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct DateTests {
    @Test(
        arguments: [
            (#""1970-01-01""#, 0), (#""2009-11-10""#, 1_257_811_200), (#""2009-11-10T23:00:00Z""#, 1_257_894_000),
            (#""2009-11-10t23:00:00z""#, 1_257_894_000), (#""2009-11-10T23:00:00""#, 1_257_894_000),
            (#""2009-11-10 23:00:00""#, 1_257_894_000), (#""2009-11-10T23:00:00.000""#, 1_257_894_000),
            (#""2009-11-10T23:00:00.125""#, 1_257_894_000.125), (#""2009-11-10T23:00:00.125Z""#, 1_257_894_000.125),
            (#""2009-11-10T23:00:00,5Z""#, 1_257_894_000.5), (#""2009-11-10T23:00:00.5+01""#, 1_257_890_400.5),
            (#""2009-11-10T23:00:00.250+0100""#, 1_257_890_400.25),
            (#""2009-11-10T23:00:00.250-01:30""#, 1_257_899_400.25),
            (#""2009-11-10T23:00:00-0000""#, 1_257_894_000), (#""2009-11-10 23:00:00 +0000""#, 1_257_894_000),
            (#""2009-11-10T23:00:00.1234567890123456789012345678901234567890Z""#, 1_257_894_000.123_456_789),
            (#""2009-11-10T23:00Z""#, 1_257_894_000), (#""2009-11-10 23:00:00 UTC""#, 1_257_894_000),
            (#""2009-11-10T24:00:00Z""#, 1_257_897_600), (#""2009-12-31T24:00:00.0""#, 1_262_304_000),
            (#""2016-12-31T23:59:60Z""#, 1_483_228_800), (#""2017-01-01T00:59:60.5+01:00""#, 1_483_228_800.5),
            (#""Tue, 10 Nov 2009 23:00:00 GMT""#, 1_257_894_000), (#""10 Nov 2009 23:00:00 +0000""#, 1_257_894_000),
            (#""tue, 10 nov 2009 23:00 -0100""#, 1_257_897_600), (#""Sun, 1 Nov 2009 00:00:00 UT""#, 1_257_033_600),
            ("1257894000", 1_257_894_000), ("1257894000.5", 1_257_894_000.5), ("1257894000125", 1_257_894_000.125),
            (#""1257894000""#, 1_257_894_000), (#""1257894000125""#, 1_257_894_000.125), (#""-1""#, -1), ("-1.5", -1.5),
            (#""1257894000.5""#, 1_257_894_000.5), ("0", 0), ("-1000000000000", -1_000_000_000), ("1e9", 1_000_000_000),
            ("99999999999", 99_999_999_999), ("100000000000", 100_000_000), ("-99999999999.5", nil),
            ("-62135596800", -62_135_596_800), ("-62135596801", nil), ("253402300800000", nil),
            (#""9999-12-31T22:59:59-01:00""#, 253_402_300_799), (#""0001-01-01T01:00:00+01""#, -62_135_596_800),
            (#""9999-12-31T23:00:00-01:00""#, nil), (#""0001-01-01T00:59:59+01""#, nil),
            (#""9999-12-31T24:00:00Z""#, nil),
            (#""Fri, 31 Dec 9999 23:59:59 -0001""#, nil), (#""9999-12-31""#, 253_402_214_400),
            ("253402300799999", 253_402_300_799.999), (#""0001-01-01""#, -62_135_596_800),
            (#""9999-12-31T23:59:59Z""#, 253_402_300_799), (#""1969-12-31T23:59:59.5Z""#, -0.5),
            (#""1600-02-29""#, -11_670_998_400),
            (#""2000-02-29""#, 951_782_400), (#""20240101""#, 20_240_101),
        ] as [(String, Double?)])
    func `each form of a date is recognised`(json: String, seconds: Double?) throws {
        guard let seconds else {
            #expect(throws: DecodingError.self) { try decode(json) }
            return
        }
        expect(abs(try decode(json).timeIntervalSince1970 - seconds) < 1e-6)
    }

    private static let outside =
        "the instant is outside of the years 1 to 9999 in UTC; numbers are seconds or milliseconds since 1970"

    @Test(
        arguments: [
            ("2023-02-29", "the day 29 is impossible, expected 1 to 28 in month 2 of 2023"),
            ("2024-02-30", "the day 30 is impossible, expected 1 to 29 in month 2 of 2024"),
            ("1900-02-29", "the day 29 is impossible"), ("2024-04-31", "the day 31 is impossible"),
            ("2024-01-00", "the day 0 is impossible"), ("2024-13-01", "the month 13 is impossible, expected 1 to 12"),
            ("2024-00-01", "the month 0 is impossible"), ("0000-01-01", "the year 0 is impossible, expected 1 to 9999"),
            ("2024-01-01T25:00:00Z", "the hour 25 is impossible"),
            ("2024-01-01T24:00:01Z", "the hour 24 is impossible"),
            ("2024-01-01T24:00:00.1Z", "the hour 24 is impossible"), ("2024-01-01T24:01Z", "the hour 24 is impossible"),
            ("2024-01-01T10:60:00Z", "the minute 60 is impossible"),
            ("2024-01-01T10:00:61Z", "the second 61 is impossible"),
            ("2024-01-01T10:00:60Z", "the second 60 is impossible, expected 0 to 59, or a leap second at 23:59:60 UTC"),
            ("2024-01-01T10:00:00+24:00", "the zone offset 24 h 0 min is impossible"),
            ("2024-01-01T10:00:00+01:60", "the zone offset 1 h 60 min is impossible"),
            ("Mon, 10 Nov 2009 23:00:00 GMT", "the weekday Mon is impossible, expected Tue for that day"),
            ("Tue, 31 Nov 2009 23:00:00 GMT", "the day 31 is impossible"),
            ("", "it is blank"), ("   ", "it is blank"),
            ("cheese", "it has none of the known forms; send a date such as"),
            ("2024-01-01X", "expected \"T\", a space, or the end at offset 10"),
            ("2024-01", "expected \"-\" at offset 7"),
            ("2024-1-01", "expected two digits of a month at offset 6"),
            ("2024-01-01T", "expected two digits of an hour"),
            ("2024-01-01T10", "expected \":\" at offset 13"),
            ("2024-01-01T10:00:00.Z", "expected digits of a fraction"),
            ("2024-01-01T10:00:00CEST", "expected \"Z\", \"GMT\", \"UTC\", or an offset such as +01:00 at offset 19"),
            ("2024-01-01T10:00:00Z!", "expected the end at offset 20"), (" 2024-01-01", "it has none"),
            ("12.", "expected digits"),
            ("1.2.3", "it has none"), ("0x10", "it has none"), ("1e9", "it has none"), ("-", "it has none"),
            ("999999999999999999", outside), ("-99999999999", outside), ("0001-01-01T00:59:59+01:00", outside),
            ("9999-12-31T24:00:00", outside),
            ("Tue 10 Nov 2009", "expected \",\" at offset 3"),
            ("10 Foo 2009 10:00:00", "expected a month such as \"Nov\" at offset 3"),
            ("2024-01-01T10:00:00\u{0}", "expected"),
        ])
    func `the error for an impossible date names the part that is wrong`(text: String, message: String) throws {
        let json = try String(decoding: JSONEncoder().encode(["a": [text]]), as: UTF8.self)
        let error = try decodingError([String: [Date]].self, json, with: Self.decoder())
        expect(error.summary.hasPrefix("corrupted at a.[0]: the date "))
        expect(error.summary.contains("cannot be read: \(message)"), "\(error.summary)")
    }

    @Test(
        arguments: [
            ("null", "no value for Date at [0]: "),
            ("true", "mismatch of Date at [0]: the value is a boolean"),
            ("[]", "mismatch of Date at [0]: the value is an array"),
            ("{}", "mismatch of Date at [0]: the value is an object"),
            ("1e300", "corrupted at [0]"),
        ])
    func `null and other types are not dates`(json: String, message: String) throws {
        let error = try decodingError([Date].self, "[\(json)]", with: Self.decoder())
        expect(error.summary.hasPrefix(message), "\(error.summary)")
    }

    @Test func `dates work as optional properties and in settings`() throws {
        struct Model: Decodable {
            let day: Date?
            let setting: PropertySetting<Date>?
        }
        let decoder = Self.decoder()
        try expectNil(decoder.decode(Model.self, from: Data(#"{"day": null}"#.utf8)).day)
        let model = try decoder.decode(Model.self, from: Data(#"{"setting": {"defaultValue": "1970-01-02"}}"#.utf8))
        expectEqual(model.setting?.value, Date(timeIntervalSince1970: 86_400))
    }

    @Test func `days follow each other from year 1 to year 9999`() throws {
        var expected = -719_162
        for year in 1...9999 {
            let isLeap = year.isMultiple(of: 400) || (year.isMultiple(of: 4) && !year.isMultiple(of: 100))
            for (month, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                let first = try CalendarDay(year: year, month: month + 1, day: 1)
                let last = try CalendarDay(year: year, month: month + 1, day: length)
                guard first.daysSince1970 == expected, last.daysSince1970 == expected + length - 1 else {
                    Issue.record("month \(month + 1) of \(year)")
                    return
                }
                expected += length
            }
        }
        expectEqual(expected, 2_932_897)
    }

    @Test func `days have the right weekday`() throws {
        // 1 January of year 1 was a Monday.
        for (year, month, day, days) in [
            (1, 1, 1, 0), (1, 1, 7, 6), (2009, 11, 10, 733_720), (9999, 12, 31, 3_652_058),
        ] {
            try expectEqual(CalendarDay(year: year, month: month, day: day).weekday, (1 + days) % 7)
        }
    }

    @Test func `ISO 8601 dates are read as Foundation reads them`() throws {
        let seed: UInt64 = 0x6461_7465
        var random = SeededRandom(seed: seed)
        let oracle = JSONDecoder()
        oracle.dateDecodingStrategy = .iso8601
        let texts = (0..<500).map { _ in
            func part(_ range: ClosedRange<Int>) -> String {
                let number = String(Int.random(in: range, using: &random))
                return String(repeating: "0", count: String(range.upperBound).count - number.count) + number
            }
            return
                "\(part(1600...9999))-\(part(1...12))-\(part(1...28))T\(part(0...23)):\(part(0...59)):\(part(0...59))Z"
        }
        let data = try JSONEncoder().encode(texts)
        try expectEqual(
            Self.decoder().decode([Date].self, from: data), oracle.decode([Date].self, from: data), "seed \(seed)"
        )
    }

    @Test func `damaged dates never trap`() throws {
        let seed: UInt64 = 0x6272_6F6B
        var random = SeededRandom(seed: seed)
        let forms = [
            "2009-11-10T23:00:00.125+01:30", "Tue, 10 Nov 2009 23:00:00 GMT", "1257894000125.5",
            "9999-12-31T24:00:00-23:59",
        ].map { Array($0.utf8) }
        var readable = 0
        for _ in 0..<5_000 {
            var bytes = forms[Int.random(in: 0..<forms.count, using: &random)]
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeLast(bytes.count - index)
                default: bytes.insert(UInt8(ascii: "9"), at: index)
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            let data = try JSONEncoder().encode(String(decoding: bytes, as: UTF8.self))
            if (try? Self.decoder().decode(Date.self, from: data)) != nil { readable += 1 }
        }
        expect(readable > 0)
    }

    private func decode(_ json: String) throws -> Date {
        try Self.decoder().decode([Date].self, from: Data("[\(json)]".utf8))[0]
    }

    private static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .flexible
        return decoder
    }

    @Test(
        arguments: [
            ("1525342272123", "2018-05-03T10:11:12.123Z"), ("1525342272.123", "2018-05-03T10:11:12.123Z"),
            ("-1525342272123", "1921-08-31T13:48:47.877Z"), ("1709202600123", "2024-02-29T10:30:00.123Z"),
            ("1709202600.000001", "2024-02-29T10:30:00.000001Z"), ("4102444799999", "2099-12-31T23:59:59.999Z"),
            ("954059554.62", "2000-03-26T08:32:34.620Z"), ("-954059554.62", "1939-10-08T15:27:25.380Z"),
            ("33434710414.439", "3029-07-03T19:33:34.439Z"), ("-33434710414.439", "0910-07-01T04:26:25.561Z"),
            ("99999999999.999", "5138-11-16T09:46:39.999Z"), ("1709202600123.4", "2024-02-29T10:30:00.1234Z"),
            ("0.000000001", "1970-01-01T00:00:00.000000001Z"),
        ])
    func `the same instant is the same date, in whatever form`(number: String, text: String) throws {
        let date = try decode("\"\(text)\"")
        try expectEqual(decode(number), date)
        try expectEqual(decode("\"\(number)\""), date)
    }

    @Test(arguments: ["20240101", #""20240229""#, "19991231"])
    func `a day without hyphens is a number of seconds, with an issue`(json: String) throws {
        let decoder = JSONDecoder.tolerant()
        let (dates, issues) = try decodeWithIssues([Date].self, "[\(json)]", with: decoder)
        expect(dates.first.map { $0.timeIntervalSince1970 < 1e8 } == true)
        expectEqual(issues.map(\.code), [.compactDay])
        expect(issues.first?.message.contains("write a day with hyphens, such as ") == true)
        expectEqual(issues.first?.path, "[0]")
        #expect(throws: DecodingError.self) {
            try strict(.tolerant()).decode([Date].self, from: Data("[\(json)]".utf8))
        }
    }

    @Test(arguments: ["20241301", "20240230", "18991231", "123456789", "2024010", #""20240101.5""#])
    func `other numbers are seconds without an issue`(json: String) throws {
        let (_, issues) = try decodeWithIssues([Date].self, "[\(json)]", with: .tolerant())
        expect(issues.isEmpty)
    }

    @Test func `dates are written so that they read as the same millisecond`() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .rfc3339
        expectEqual(
            String(
                decoding: try encoder.encode([Date(timeIntervalSinceReferenceDate: 730_895_400.123)]), as: UTF8.self),
            #"["2024-02-29T10:30:00.123Z"]"#)
        let seed: UInt64 = 0x6461_7465
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let milliseconds = Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
            // A number below 1e11 in magnitude is seconds, of which these would be before the year 1.
            guard !(-99_999_999_999 ..< -62_135_596_800).contains(milliseconds) else { continue }
            let date = try decode("\(milliseconds)")
            let written = String(decoding: try encoder.encode([date]), as: UTF8.self).dropFirst().dropLast()
            try expectEqual(decode(String(written)), date, "\(written), seed \(seed)")
        }
    }

    @Test(
        arguments: [
            ("2024-02-29\u{A0}10:30:00", "U+00A0 (no-break space)"),
            ("2024-02-29T10:30:00\u{200B}", "U+200B (zero width space)"),
            ("\u{FEFF}2024-02-29", "U+FEFF (zero width no-break space)"),
        ])
    func `an unusual space in a date is named`(text: String, name: String) throws {
        let error = try #require(throws: DecodingError.self) { try decode("\"\(text)\"") }
        expect(error.summary.contains("it contains \(name); write an ordinary space"))
    }

    @Test(arguments: [
        "2024-W09", "2024-W09-4", "2024W094", "2024-060", "20240229T103000Z", "20240229T10:30:00Z",
        "2024-02-29\\t10:30:00",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `the forms that the documentation excludes are errors`(text: String) {
        #expect(throws: DecodingError.self) { try decode("\"\(text)\"") }
    }

    @Test(arguments: [
        " 2024-02-29", "2024-02-29 ", " 1709202600", "1709202600 ", "Thu, 29 Feb 2024 10:30:00 GMT ", "\t1",
    ])
    func `blanks around a date are an error, as they are around a lenient scalar`(text: String) {
        #expect(throws: DecodingError.self) { try decode("\"\(text.replacing("\t", with: "\\t"))\"") }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Lenient<Int>].self, from: Data(#"[" 1", "1 "]"#.utf8))
        }
    }
}
