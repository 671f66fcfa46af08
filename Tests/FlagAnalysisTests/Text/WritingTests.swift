import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// What reports append to their bytes is what the slower code gives, which has its own tests.
struct WritingTests {
    private func written(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: [0, 7, 10, 99, 100, 12_345_678, 99_999_999, 100_000_000, 4_294_967_296, UInt64.max] as [UInt64])
    func `a number is written in decimal digits`(_ number: UInt64) {
        expectEqual(written { $0.appendDecimal(number) }, "\(number)")
    }

    private static let values = [
        "null", "true", "false", "0", "-0", "0.0", "-0.0", "-1", "1", "1.0", "1.00", "1e0", "10e-1", "-1",
        "123456789012345678901234567890",
        #""""#, #""a""#, #""\u0061""#, #""é""#, #""\u00e9""#, #""\"\\\n""#, "\"\u{7F}\"", "\"\u{85}\"", #""\u0000""#,
        "[]", "[1]", "[1, 2]", "[2, 1]", "[1.0]", "[[1], {}]", "{}", #"{"a": 1}"#, #"{"a": 2}"#, #"{"\u0061": 1}"#,
        #"{"a": 1, "b": [true, null]}"#, #"{"b": [true, null], "a": 1}"#, #"{"b": [true, null], "a": 1.0}"#,
        #"{"b": [true, false], "a": 1}"#, #"{"a": {"x": 1, "y": "z"}}"#, #"{"a": {"y": "z", "x": 1}}"#,
    ]

    @Test func `a value is written compactly as a writer does`() throws {
        for text in Self.values {
            let tree = try JSONTree(parsing: Array(text.utf8))
            var writer = JSONWriter()
            writer.write(0, of: tree)
            expectEqual(written { tree.writeCompact(0, to: &$0) }, String(decoding: writer.bytes, as: UTF8.self))
        }
    }
}
