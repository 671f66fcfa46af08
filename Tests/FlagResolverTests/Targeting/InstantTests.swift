import FlagResolver
import Foundation
import TestSupport
import Testing

struct InstantTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0), ("2026-12-01T00:00:00Z", 1_796_083_200, 0),
            ("2026-12-01t01:00:00.5+01:00", 1_796_083_200, 500_000_000),
            ("1969-12-31T23:59:59.999999999z", -1, 999_999_999),
            ("2024-02-29T12:00:00-00:30", 1_709_209_800, 0), ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
            ("9999-12-31T23:59:59Z", 253_402_300_799, 0), ("2000-02-29T00:00:00+23:59", 951_696_060, 0),
            ("2026-12-01T00:00:00.000000001Z", 1_796_083_200, 1),
        ])
    func `date-times of RFC 3339`(_ text: String, _ seconds: Int64, _ nanoseconds: Int32) throws {
        try expectEqual(Instant(parsing: text), Instant(seconds: seconds, nanoseconds: nanoseconds))
    }

    @Test(
        arguments: [
            ("2026-02-30T00:00:00Z", Instant.SyntaxError.noSuchDay), ("2025-02-29T00:00:00Z", .noSuchDay),
            ("1900-02-29T00:00:00Z", .noSuchDay), ("2026-13-01T00:00:00Z", .noSuchDay),
            ("2026-00-01T00:00:00Z", .noSuchDay), ("2026-04-31T00:00:00Z", .noSuchDay),
            ("2026-12-00T00:00:00Z", .noSuchDay), ("2026-12-01T00:00:00", .missingZone), ("2026-12-01", .missingZone),
            ("2026-12-01T23:59:60Z", .leapSecond), ("2026-12-01T00:00:00.0000000001Z", .fractionTooLong),
            ("2026-12-01T24:00:00Z", .noSuchTime), ("2026-12-01T00:60:00Z", .noSuchTime),
            ("2026-12-01T00:00:61Z", .noSuchTime),
            ("2026-12-01T00:00:00.Z", .form), ("2026-12-01 00:00:00Z", .form),
            ("2026-12-01T00:00:00+24:00", .noSuchTime),
            ("2026-12-01T00:00:00+01:60", .noSuchTime), ("2026-12-01T00:00:00+0100", .form),
            ("2026-12-01T00:00:00ZZ", .form),
            ("", .form), ("26-12-01T00:00:00Z", .form), ("+2026-12-01T00:00:00Z", .form), ("2026-12-01T00:00Z", .form),
            ("２026-12-01T00:00:00Z", .form), (" 2026-12-01T00:00:00Z", .form),
        ])
    func `other texts are refused, with a reason`(_ text: String, _ error: Instant.SyntaxError) {
        #expect(throws: error) { try Instant(parsing: text) }
        expect(!error.reason.isEmpty)
    }

    @Test(
        arguments: [
            ("2026-12-01\u{A0}00:00:00Z", "U+00A0 (no-break space)"),
            ("2026-12-01T00:00:00Z\u{200B}", "U+200B (zero width space)"),
            ("\u{FEFF}2026-12-01T00:00:00Z", "U+FEFF (zero width no-break space)"),
        ], ["from", "until"])
    func `an unusual space in a date-time is named`(date: (text: String, space: String), member: String) throws {
        let setting = #"{"defaultValue": 1, "valuesByVersion": [{"\#(member)": "\#(date.text)", "value": 2}]}"#
        let advice = "it contains \(date.space); write an ordinary space, or remove it"
        let decoded = try JSONDecoder().decode(PropertySetting<Int>.self, from: Data(setting.utf8))
        expectEqual(decoded.issues.map(\.code), [.badCondition])
        expect(decoded.issues.first?.message.hasSuffix(advice) == true)
        let document = try SettingsDocument(parsing: #"{"s": \#(setting)}"#)
        expectEqual(document.issues.map(\.message), decoded.issues.map(\.message))
        var issues: [SettingIssue] = []
        _ = try EvaluationContext(parsing: [UInt8](#"{"date": "\#(date.text)"}"#.utf8), issues: &issues)
        expect(issues.first?.message.contains(advice) == true)
    }

    /// Such a text can be written into a document again.
    @Test(arguments: [
        "9999-12-31T23:30:00-01:00", "9999-12-31T23:59:59.5-23:59", "0000-01-01T00:00:00+00:01",
        "0000-01-01T00:00:00+23:59",
    ])
    func `an instant outside of the years 0 to 9999 in UTC is printed in a zone in which it is inside`(
        _ text: String
    ) throws {
        let instant = try Instant(parsing: text)
        try expectEqual(Instant(parsing: "\(instant)"), instant, "\(instant)")
    }

    /// The date-time of a second, found by counting the days of each year and month.
    private func counted(_ seconds: Int64) -> String {
        var days = seconds / 86_400
        var rest = seconds % 86_400
        if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
        func length(_ year: Int64) -> Int64 { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365 }
        var year: Int64 = 1970
        while days < 0 { (year, days) = (year - 1, days + length(year - 1)) }
        while days >= length(year) { (days, year) = (days - length(year), year + 1) }
        var month = 1
        for count: Int64 in [31, length(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
            guard days >= count else { break }
            days -= count
            month += 1
        }
        func padded(_ number: Int64, _ width: Int = 2) -> String {
            String(String("000\(number)".suffix(max(width, "\(number)".count))))
        }
        return "\(padded(year, 4))-\(padded(Int64(month)))-\(padded(days + 1))"
            + "T\(padded(rest / 3_600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))Z"
    }

    @Test func `printing and parsing is the identity, and agrees with counting days`() throws {
        var random = SeededRandom(seed: 14)
        for _ in 0..<5_000 {
            // The years 0000 to 9999.
            let seconds = Int64.random(in: -62_167_219_200...253_402_300_799, using: &random)
            let instant = Instant(seconds: seconds, nanoseconds: Int32.random(in: 0..<1_000_000_000, using: &random))
            try expectEqual(Instant(parsing: instant.description), instant)
            expectEqual(Instant(seconds: seconds).description, counted(seconds))
        }
    }

    @Test(arguments: [0.0, 0.1, -0.1, 1_796_083_200, 1_796_083_200.123_456, -1e9, 1e9 + 1e-6])
    func `a date becomes the nearest nanosecond, and comes back`(_ interval: Double) throws {
        let date = Date(timeIntervalSince1970: interval)
        let instant = try #require(Instant(date))
        expect(abs(instant.date.timeIntervalSince(date)) < 1e-6)
        expectEqual(EvaluationContext(date: date).date, instant.date)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func `a date that is no instant counts as absent`(_ interval: Double) {
        expectNil(EvaluationContext(date: Date(timeIntervalSinceReferenceDate: interval)).date)
    }
}
