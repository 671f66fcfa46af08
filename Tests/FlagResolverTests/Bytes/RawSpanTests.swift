import FlagResolver
import TestSupport
import Testing

/// What is read of bytes word by word, held to the same byte by byte.
struct RawSpanTests {
    @Test func `visible ASCII is told from all else, whatever byte is where`() {
        for count in 1..<20 {
            for index in 0..<count {
                for byte in UInt8.min...UInt8.max {
                    var bytes = [UInt8](repeating: 0x61, count: count)
                    bytes[index] = byte
                    let found = bytes.withRawSpan { $0.isPrintableASCII(from: 0, to: count) }
                    #expect(found == (0x20..<0x7F).contains(byte), "byte \(byte) at \(index) of \(count)")
                }
            }
        }
    }

    @Test func `visible ASCII is looked for in the part that is asked about, and not beside it`() {
        let bytes = [UInt8](repeating: 0, count: 9) + Array("visible text".utf8) + [UInt8](repeating: 0xFF, count: 9)
        bytes.withRawSpan { bytes in
            for start in 0...bytes.byteCount {
                for end in start...bytes.byteCount {
                    let isPlain = start == end || (start >= 9 && end <= 21)
                    #expect(bytes.isPrintableASCII(from: start, to: end) == isPlain, "\(start)..<\(end)")
                }
            }
        }
    }

    @Test func `a part of other bytes is appended if all of it is there`() {
        let source = Array("0123456789".utf8)
        source.withRawSpan { source in
            for (start, end, expected) in [
                (0, 10, "0123456789"), (3, 5, "34"), (4, 4, ""), (5, 3, ""), (-1, 2, ""), (8, 11, ""),
            ] {
                var result = Array("x".utf8)
                result.append(source, from: start, to: end)
                #expect(String(decoding: result, as: UTF8.self) == "x" + expected)
            }
        }
    }
}
