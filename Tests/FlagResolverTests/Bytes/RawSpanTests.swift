import FlagResolver
import TestSupport
import Testing

/// Bytes that are read word by word, compared with the same bytes one by one.
struct RawSpanTests {
    @Test func `parts of any length are equal if all of their bytes are, wherever they are`() {
        for count in 0..<40 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            for start in 0..<9 {
                let other = [UInt8](repeating: 0xFF, count: start) + bytes + [0xFF]
                bytes.withRawSpan { bytes in
                    let isEqual = other.withRawSpan { bytes.isEqual(at: 0, to: $0, at: start, count: count) }
                    expect(isEqual, "\(count) bytes at \(start)")
                    for index in 0..<count {
                        var changed = other
                        changed[start + index] ^= 0x80
                        let isEqual = changed.withRawSpan { bytes.isEqual(at: 0, to: $0, at: start, count: count) }
                        expect(!isEqual, "\(count) bytes at \(start), \(index) changed")
                    }
                }
            }
        }
    }

    @Test func `visible ASCII differs from every other byte at every index`() {
        for count in 1..<20 {
            for index in 0..<count {
                for byte in UInt8.min...UInt8.max {
                    var bytes = [UInt8](repeating: 0x61, count: count)
                    bytes[index] = byte
                    let found = bytes.withRawSpan { $0.isPrintableASCII(from: 0, to: count) }
                    expectEqual(found, (0x20..<0x7F).contains(byte), "byte \(byte) at \(index) of \(count)")
                }
            }
        }
    }

    @Test func `only the given part is checked for visible ASCII`() {
        let bytes = [UInt8](repeating: 0, count: 9) + Array("visible text".utf8) + [UInt8](repeating: 0xFF, count: 9)
        bytes.withRawSpan { bytes in
            for start in 0...bytes.byteCount {
                for end in start...bytes.byteCount {
                    let isPlain = start == end || (start >= 9 && end <= 21)
                    expectEqual(bytes.isPrintableASCII(from: start, to: end), isPlain, "\(start)..<\(end)")
                }
            }
        }
    }

    @Test func `a part of other bytes is appended if all of it is in bounds`() {
        let source = Array("0123456789".utf8)
        source.withRawSpan { source in
            for (start, end, expected) in [
                (0, 10, "0123456789"), (3, 5, "34"), (4, 4, ""), (5, 3, ""), (-1, 2, ""), (8, 11, ""),
            ] {
                var result = Array("x".utf8)
                result.append(source, from: start, to: end)
                expectEqual(String(decoding: result, as: UTF8.self), "x" + expected)
            }
        }
    }

    @Test(
        arguments: [
            ("", "1"), ("0", "1"), ("9", "10"), ("199", "200"), ("18446744073709551615", "18446744073709551616"),
            ("099", "100"),
        ])
    func `a decimal number of any length is increased by one`(_ number: String, _ next: String) {
        var digits = Array(number.utf8)
        digits.incrementDecimal()
        expectEqual(String(decoding: digits, as: UTF8.self), next)
    }

    @Test(arguments: [0, 7, 10, 99, 100, 12_345_678, 4_294_967_296, UInt64.max] as [UInt64])
    func `a number is appended in decimal digits`(_ number: UInt64) {
        var bytes = Array("x".utf8)
        bytes.appendDecimal(number)
        expectEqual(String(decoding: bytes, as: UTF8.self), "x\(number)")
    }
}
