import FlagResolver
import TestSupport
import Testing

struct ByteSearchTests {
    @Test(arguments: [
        ("abcabd", "abd", 3), ("abc", "abc", 0), ("abc", "", 0), ("", "", 0), ("", "a", nil), ("ab", "abc", nil),
        ("aab", "ab", 1),
        ("aaaaaaaaab", "aaab", 6), ("e\u{301}=x", "=x", 3), ("e\u{301}", "e", 0),
        ("0123456789abcdef0123456789", "f0123456789", 15),
    ])
    func `a search finds the first place with the same bytes`(_ text: String, _ pattern: String, _ offset: Int?) {
        let range = text.firstRange(ofBytes: pattern)
        let found = [
            Array(text.utf8).firstOffset(of: Array(pattern.utf8)),
            range.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) },
        ]
        expect(found == [offset, offset] && text.contains(bytesOf: pattern) == (offset != nil))
    }

    @Test func `a search agrees with a comparison at every offset`() {
        var random = SeededRandom(seed: 53)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0...1, using: &random)
            }
            let pattern = (0..<Int.random(in: 0...5, using: &random)).map { _ in UInt8.random(in: 0...1, using: &random)
            }
            let first = (0...bytes.count).first { bytes[$0...].starts(with: pattern) }
            expectEqual(bytes.firstOffset(of: pattern), first, "\(pattern) in \(bytes), \(random)")
        }
    }
}
