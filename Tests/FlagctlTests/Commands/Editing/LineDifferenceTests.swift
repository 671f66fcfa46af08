import FlagAnalysis
import TestSupport
import Testing

@testable import flagctl

struct LineDifferenceTests {
    /// The new text, put together from the old one and the changes.
    private func applied(_ difference: LineDifference) -> [UInt8] {
        var result: [UInt8] = []
        var line = 0
        for change in difference.changes {
            for index in line..<change.old.lowerBound { result += difference.old[index] }
            for index in change.new { result += difference.new[index] }
            line = change.old.upperBound
        }
        for index in line..<difference.old.count { result += difference.old[index] }
        return result
    }

    @Test func `the changes make the new text of the old one, and are no larger than they must be where they are few`()
    {
        for seed in 1...UInt64(TestScale.rounds(2_000)) {
            var random = SeededRandom(seed: seed)
            var lines = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                "\(Int.random(in: 0..<15, using: &random))"
            }
            let old = Array(lines.joined(separator: "\n").utf8)
            var edits = 0
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let place = Int.random(in: 0...lines.count, using: &random)
                if Bool.random(using: &random) {
                    lines.insert("new \(seed)", at: place)
                    edits += 1
                } else if place < lines.count {
                    lines.remove(at: place)
                    edits += 1
                }
            }
            let new = Array(lines.joined(separator: "\n").utf8)
            let difference = LineDifference(from: old, to: new)
            expectEqual(applied(difference), new, "seed \(seed)")
            // The last line counts as another one when it gets a line end or loses it.
            let changed = difference.changes.reduce(0) { $0 + $1.old.count + $1.new.count }
            expect(edits > 0 || changed == 0, "seed \(seed)")
        }
    }

    @Test func `known edits make the new text of the old one`() {
        for seed in 1...UInt64(TestScale.rounds(5_000)) {
            var random = SeededRandom(seed: seed)
            let pieces = ["a", "b", "\n", "\n", "\r\n", "cc", "{", "}\n"]
            func text(_ count: Int) -> [UInt8] {
                (0..<count).flatMap { _ in Array((pieces.randomElement(using: &random) ?? "").utf8) }
            }
            let old = text(Int.random(in: 0...40, using: &random))
            var edits: [TextEdit] = []
            var start = 0
            while start <= old.count, Int.random(in: 0..<5, using: &random) > 0 {
                let lower = Int.random(in: start...old.count, using: &random)
                let upper = Int.random(in: lower...min(old.count, lower + 12), using: &random)
                edits.append(TextEdit(lower..<upper, replacement: text(Int.random(in: 0...3, using: &random))))
                start = upper + 1
            }
            guard let new = edits.applied(to: old) else {
                Issue.record("seed \(seed)")
                continue
            }
            let difference = LineDifference(making: edits.shuffled(using: &random), from: old, to: new)
            expectEqual(applied(difference), new, "seed \(seed)")
        }
    }

    @Test func `a text in which everything differs is one change, quickly`() {
        let old = Array((0..<60_000).map { "a\($0)\n" }.joined().utf8)
        let new = Array((0..<60_000).map { "b\($0)\n" }.joined().utf8)
        expectEqual(LineDifference(from: old, to: new).changes, [.init(old: 0..<60_000, new: 0..<60_000)])
    }

    @Test func `a patch has context, joins changes that are near, and says where no line end is`() {
        let old = (1...20).map { "\($0)\n" }.joined() + "end"
        let new = old.split(separator: "\n").filter { !["2", "9", "18"].contains($0) }.joined(separator: "\n") + "\n"
        expectEqual(
            UnifiedDiff(name: "./a b.json", from: Array(old.utf8), to: Array(new.utf8)).text,
            """
            --- a/a b.json\t
            +++ b/a b.json\t
            @@ -1,12 +1,10 @@
             1
            -2
             3
             4
             5
             6
             7
             8
            -9
             10
             11
             12
            @@ -15,7 +13,6 @@
             15
             16
             17
            -18
             19
             20
            -end
            \\ No newline at end of file
            +end

            """)
        expectEqual(
            UnifiedDiff(name: "a", from: [], to: Array("x\n".utf8)).text, "--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+x\n")
        expect(UnifiedDiff(name: "a", from: Array("x".utf8), to: Array("x".utf8)).text.isEmpty)
    }
}
