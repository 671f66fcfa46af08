import Foundation
import TolerantDecoding

/// Dates in several forms through the flexible strategy, and through `DateFormatter`s that are tried in turn.
///
/// A program of its own, since `DateFormatter` is a part of Foundation that no other benchmark links.
@main
struct DateFormatters {
    /// What apps that meet these forms usually keep: a formatter for each, in the order of how often they occur.
    private static let formats = [
        "yyyy-MM-dd'T'HH:mm:ssZ", "yyyy-MM-dd'T'HH:mm:ss.SSSx", "yyyy-MM-dd'T'HH:mm:ss.SSS",
        "yyyy-MM-dd'T'HH:mm:ss", "EEE, dd MMM yyyy HH:mm:ss zzz", "yyyy-MM-dd",
    ]

    static func main() throws {
        for (name, texts) in [
            ("the first form", Array(repeating: "2024-02-29T10:30:00Z", count: 500)),
            (
                "all forms by turns",
                (0..<500).map { index in
                    [
                        "2024-02-29T10:30:00Z", "2024-02-29", "2024-02-29T10:30:00.123+01", "2024-02-29T10:30:00.123",
                        "2024-02-29T10:30:00", "Thu, 29 Feb 2024 10:30:00 GMT",
                    ][index % 6]
                }
            ),
        ] {
            let data = try JSONEncoder().encode(texts)
            let ours = try microseconds { try decode(data, .flexible) }
            let theirs = try microseconds { try decode(data, formattersInTurn()) }
            let pairs = try zip(decode(data, .flexible), decode(data, formattersInTurn()))
            guard pairs.allSatisfy({ abs($0.timeIntervalSince($1)) < 0.001 }) else {
                throw CocoaError(.coderInvalidValue)
            }
            print("500 dates, \(name): flexible \(ours) µs, DateFormatter \(theirs) µs, \(theirs / max(ours, 1)) times")
        }
    }

    private static func formattersInTurn() -> JSONDecoder.DateDecodingStrategy {
        let formatters = formats.map { format in
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "UTC")
            formatter.dateFormat = format
            return formatter
        }
        return .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            for formatter in formatters {
                if let date = formatter.date(from: text) { return date }
            }
            throw CocoaError(.coderInvalidValue)
        }
    }

    private static func decode(_ data: Data, _ strategy: JSONDecoder.DateDecodingStrategy) throws -> [Date] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = strategy
        return try decoder.decode([Date].self, from: data)
    }

    /// The median of seven runs, after one that warms caches up.
    private static func microseconds(_ body: () throws -> [Date]) rethrows -> Int {
        _ = try body()
        let samples = try (0..<7).map { _ in
            let start = clock()
            _ = try body()
            return clock() - start
        }
        return Int(samples.sorted()[3]) * 1_000_000 / Int(CLOCKS_PER_SEC)
    }
}
