import FlagResolver
import TestSupport
import Testing

struct EditDistanceTests {
    @Test func `the bounded distance agrees with the unbounded one on every short pair`() {
        let words = Self.words(upTo: 4, of: ["a", "b", "c"])
        for left in words {
            for right in words {
                let exact = Self.distance(left, right)
                for bound in 0...3 {
                    let bounded = EditDistance.between(left, right, atMost: bound)
                    expectEqual(bounded, exact <= bound ? exact : nil, "\(left) \(right) within \(bound)")
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
