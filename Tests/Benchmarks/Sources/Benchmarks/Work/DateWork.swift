import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decoding dates with the strategy that recognises their form, beside Foundation's strategy for one form.
///
/// The comparison with `DateFormatter` is a program of its own (`DateFormatters`), because it needs all of Foundation.
enum DateWork {
    static func measure(into report: inout Report) throws {
        guard report.includes("dates: ") else { return }
        let input = "500"
        let internet = try document { "2024-0\(1 + $0 % 9)-1\($0 % 9)T10:3\($0 % 10):00Z" }
        let fractions = try document { "2024-0\(1 + $0 % 9)-1\($0 % 9)T10:3\($0 % 10):00.123+0100" }
        let mail = try document { _ in "Tue, 10 Nov 2009 23:00:00 GMT" }
        let seconds = try document { 1_700_000_000 + $0 }

        let foundation = try Measurement.nanoseconds { try decode(internet, .iso8601) }
        let ours = try Measurement.nanoseconds { try decode(internet, .flexible) }
        report.add(Figure(work: "dates: iso8601", input: input, value: foundation, unit: .nanoseconds, limit: nil))
        report.add(Figure(work: "dates: flexible, ISO 8601", input: input, value: ours, unit: .nanoseconds, limit: nil))
        let ratio = ours / foundation
        report.add(Figure(work: "dates: flexible / iso8601", input: input, value: ratio, unit: .times, limit: .most(1)))
        try report.measure("dates: flexible, fractions", on: input) { try decode(fractions, .flexible) }
        try report.measure("dates: flexible, RFC 1123", on: input) { try decode(mail, .flexible) }
        try report.measure("dates: flexible, seconds", on: input) { try decode(seconds, .flexible) }
    }

    private static func document<Value: Encodable>(_ value: (Int) -> Value) throws -> Data {
        try JSONEncoder().encode((0..<500).map(value))
    }

    private static func decode(_ data: Data, _ strategy: JSONDecoder.DateDecodingStrategy) throws -> [Date] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = strategy
        return try decoder.decode([Date].self, from: data)
    }
}
