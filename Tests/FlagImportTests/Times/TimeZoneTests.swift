import FlagImport
import FlagResolver
import TestSupport
import Testing

struct TimeZoneTests {
    private static func local(_ text: String) throws -> Int64 { try Instant(parsing: "\(text)Z").seconds }

    private static func rules(_ rule: String, _ transitions: [(start: Int64, offset: Int32)] = []) throws
        -> TimeZoneRules
    {
        try #require(TimeZoneRules(file: ZoneFile.bytes(rule, transitions: transitions)))
    }

    @Test(
        arguments: [
            // A zone without summer time, and the two halves of a year in Berlin, Los Angeles and Sydney.
            ("IST-5:30", "2026-06-01T12:00:00", "2026-06-01T06:30:00Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-01-15T12:00:00", "2026-01-15T11:00:00Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-07-15T12:00:00", "2026-07-15T10:00:00Z"),
            ("PST8PDT,M3.2.0,M11.1.0", "2026-01-15T12:00:00", "2026-01-15T20:00:00Z"),
            ("PST8PDT,M3.2.0,M11.1.0", "2026-07-15T12:00:00", "2026-07-15T19:00:00Z"),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-15T12:00:00", "2026-01-15T01:00:00Z"),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-15T12:00:00", "2026-07-15T02:00:00Z"),
            // The last second before a change, and the first one after it.
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:59:59", "2026-03-29T00:59:59Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T03:00:00", "2026-03-29T01:00:00Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T03:00:00", "2026-10-25T02:00:00Z"),
            // Days of the year with and without 29 February, a negative time, names in angle brackets, an offset of its own.
            ("AAA0BBB,J60/0,J300/0", "2024-03-01T12:00:00", "2024-03-01T11:00:00Z"),
            ("AAA0BBB,59/0,299/0", "2024-02-29T12:00:00", "2024-02-29T11:00:00Z"),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-28T22:30:00", "2026-03-29T00:30:00Z"),
            ("AAA-1BBB-1:20:30,M3.5.0,M10.5.0", "2026-07-15T12:00:00", "2026-07-15T10:39:30Z"),
        ])
    func `a local time is an instant`(_ rule: String, _ time: String, _ expected: String) throws {
        let moment = try Self.rules(rule).moment(ofLocal: Self.local(time))
        expectEqual(moment, .once(try Instant(parsing: expected).seconds))
    }

    @Test func `a time that clocks show twice has two instants`() throws {
        let moment = try Self.rules("CET-1CEST,M3.5.0,M10.5.0/3").moment(ofLocal: Self.local("2026-10-25T02:30:00"))
        expectEqual(moment, .twice(try Self.local("2026-10-25T00:30:00"), try Self.local("2026-10-25T01:30:00")))
    }

    @Test func `a time that clocks never show lies between two instants`() throws {
        let moment = try Self.rules("CET-1CEST,M3.5.0,M10.5.0/3").moment(ofLocal: Self.local("2026-03-29T02:30:00"))
        expectEqual(moment, .never(try Self.local("2026-03-29T00:30:00"), try Self.local("2026-03-29T01:30:00")))
    }

    @Test func `transitions of the file come before its rule`() throws {
        let start = try Self.local("2020-01-01T00:00:00")
        let end = try Self.local("2030-01-01T00:00:00")
        let rules = try Self.rules("IST-5:30", [(start, 7_200), (end, 19_800)])
        expectEqual(rules.offset(at: start - 1), 0)
        expectEqual(rules.offset(at: start), 7_200)
        expectEqual(rules.offset(at: end - 1), 7_200)
        expectEqual(rules.offset(at: end), 19_800)
    }

    @Test(arguments: [
        "", "TZif", "CET", "CET-1CEST", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.5.0", "-1", "CET-1x",
        "CET-1CEST,M3.5.0,M10.5.0/3x",
    ])
    func `a file without the format is refused`(_ rule: String) {
        // A rule may be missing: then the last offset remains.
        expectEqual((TimeZoneRules(file: ZoneFile.bytes(rule)) == nil), !rule.isEmpty)
    }

    @Test func `a file that ends early is refused wherever it ends`() {
        let bytes = ZoneFile.bytes("CET-1CEST,M3.5.0,M10.5.0/3")
        for count in 0..<bytes.count { expectNil(TimeZoneRules(file: Array(bytes.prefix(count)))) }
        expect(TimeZoneRules(file: bytes) != nil)
    }

    @Test func `bytes of a file that are changed do not trap`() {
        var bytes = ZoneFile.bytes("CET-1CEST,M3.5.0,M10.5.0/3")
        for index in bytes.indices {
            let byte = bytes[index]
            for other: UInt8 in [0, 1, 0x7F, 0xFF] {
                bytes[index] = other
                _ = TimeZoneRules(file: bytes)?.moment(ofLocal: 1_790_000_000)
            }
            bytes[index] = byte
        }
    }
}
