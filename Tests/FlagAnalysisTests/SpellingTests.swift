import FlagAnalysis
import TestSupport
import Testing

struct SpellingTests {
    @Test(
        arguments: [
            ("verison", "version"), ("vers", "version"), ("fromat", "format"), ("flg", "flag"), ("Flag", "flag"),
            ("stdinname", "stdin-name"), ("paymnets", "payments"),
        ] as [(String, String)])
    func `a near miss finds the name that was meant`(_ given: String, _ meant: String) {
        let names = ["version", "format", "flag", "stdin-name", "payments", "color"]
        let found = Spelling.nearest(to: given, in: names)
        #expect(found == (given == "vers" ? nil : meant))
    }

    @Test(arguments: ["x", "", "completely-else", String(repeating: "version", count: 40)])
    func `nothing near is no suggestion`(_ given: String) {
        #expect(Spelling.nearest(to: given, in: ["version", "format"]) == nil)
    }

    @Test func `of equally near names the first in order is suggested, whatever order they come in`() {
        #expect(Spelling.nearest(to: "cat", in: ["car", "bat"]) == "bat")
        #expect(Spelling.nearest(to: "cat", in: ["bat", "car"]) == "bat")
    }

    @Test func `two spellings of one letter are two names`() {
        #expect(Spelling.nearest(to: "caf\u{E9}", in: ["cafe\u{301}"]) == "cafe\u{301}")
    }

    @Test func `the bounded distance agrees with the unbounded one on every short pair`() {
        let words = Self.words(upTo: 4, of: ["a", "b", "c"])
        for left in words {
            for right in words {
                let exact = Self.distance(left, right)
                for bound in 0...3 {
                    let bounded = Spelling.distance(left, right, atMost: bound)
                    #expect(bounded == (exact <= bound ? exact : nil), "\(left) \(right) within \(bound)")
                }
            }
        }
    }

    private static func words(upTo length: Int, of letters: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        var all: [[Unicode.Scalar]] = [[]]
        var last = all
        for _ in 0..<length {
            last = last.flatMap { word in letters.map { word + [$0] } }
            all += last
        }
        return all
    }

    /// The textbook's table, whole.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var table = [[Int]](repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
        for row in 0...left.count {
            for column in 0...right.count {
                if row == 0 || column == 0 {
                    table[row][column] = row + column
                    continue
                }
                let isSame = left[row - 1] == right[column - 1]
                var best = min(
                    table[row - 1][column] + 1, table[row][column - 1] + 1,
                    table[row - 1][column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    best = min(best, table[row - 2][column - 2] + 1)
                }
                table[row][column] = best
            }
        }
        return table[left.count][right.count]
    }
}
