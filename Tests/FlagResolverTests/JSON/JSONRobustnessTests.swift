import FlagResolver
import TestSupport
import Testing

/// No input traps, and all results are consistent.
struct JSONRobustnessTests {
    static let sample = Array(
        """
        {"$schema": "x", "a\\u00e9\\n": [1, -2.50e+3, 0.1E-2, true, false, null, "é€😀\\ud83d\\ude00"],
          "wide": {"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"\\u006a":10},
        \t"deep": [[[[{"x": {}}]]]], "empty": "", "long": "0123456789 0123456789 0123456789"}\r\n
        """.utf8
    )

    /// Parses a text, and checks and reads every node of the tree, or the error.
    static func exercise(_ bytes: [UInt8]) {
        do throws(JSONSyntaxError) {
            let tree = try JSONTree(parsing: bytes, limits: JSONLimits(depth: 12, stringByteCount: 200))
            if let problem = TreeInvariants.firstProblem(of: tree) { Issue.record("\(problem): \(bytes)") }
            for value in tree.nodes.indices.map({ tree[$0] }) {
                _ = (value.string, value.int, value.double, value.isIntegral, value.location)
            }
            if tree.root != tree.root { Issue.record("a value differs from itself: \(bytes)") }
            var writer = JSONWriter()
            writer.write(0, of: tree)
            if try JSONTree(parsing: writer.bytes).root != tree.root { Issue.record("written differently: \(bytes)") }
        } catch {
            if error.message.isEmpty || error.span.upperBound > bytes.count { Issue.record("\(error): \(bytes)") }
        }
    }

    @Test func `the sample is valid`() throws {
        TreeInvariants.check(try JSONTree(parsing: JSONRobustnessTests.sample))
    }

    @Test func `every truncation of a document is an error at its end`() {
        let sample = JSONRobustnessTests.sample
        let end = (sample.lastIndex(of: UInt8(ascii: "}")) ?? 0) + 1
        for length in 0..<end {
            let bytes = Array(sample.prefix(length))
            JSONRobustnessTests.exercise(bytes)
            #expect(throws: JSONSyntaxError.self) { try JSONTree(parsing: bytes) }
        }
    }

    @Test func `no change of a single byte traps`() {
        for index in JSONRobustnessTests.sample.indices {
            for flip in [0x01, 0x04, 0x20, 0x80, 0xFF] as [UInt8] {
                var bytes = JSONRobustnessTests.sample
                bytes[index] ^= flip
                JSONRobustnessTests.exercise(bytes)
            }
        }
    }

    @Test func `no removed and no doubled byte traps`() {
        for index in JSONRobustnessTests.sample.indices {
            var shorter = JSONRobustnessTests.sample
            let byte = shorter.remove(at: index)
            JSONRobustnessTests.exercise(shorter)
            shorter.insert(contentsOf: [byte, byte], at: index)
            JSONRobustnessTests.exercise(shorter)
        }
    }

    @Test(arguments: [41, 42, 43] as [UInt64])
    func `random tokens do not trap`(_ seed: UInt64) {
        let tokens = [
            "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"\\u006", "1", "-", "0", ".", "e5", "true", "nul", "null",
            " ",
            "\n", "\\", "é", "\u{0}", "//", "'", "\"b\":", "{\"a\":1}", "\u{FEFF}",
        ]
        var random = SeededRandom(seed: seed)
        for _ in 0..<4_000 {
            let count = Int.random(in: 0..<14, using: &random)
            let text = (0..<count).map { _ in tokens.randomElement(using: &random) ?? "" }.joined()
            JSONRobustnessTests.exercise(Array(text.utf8))
        }
    }

    @Test(arguments: [51, 52] as [UInt64])
    func `random bytes do not trap`(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<4_000 {
            let count = Int.random(in: 0..<24, using: &random)
            JSONRobustnessTests.exercise((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }

    @Test func `no text of up to three bytes with a meaning traps`() {
        let alphabet = Array("{}[],:\"\\u0-.e1tn \n".utf8) + [0x00, 0x80, 0xC3, 0xFF]
        for first in alphabet {
            JSONRobustnessTests.exercise([first])
            for second in alphabet {
                JSONRobustnessTests.exercise([first, second])
                for third in alphabet { JSONRobustnessTests.exercise([first, second, third]) }
            }
        }
    }

    @Test(arguments: [61, 62, 63] as [UInt64])
    func `random documents are read as they were written`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let text = PlainJSON.random(depth: 5, using: &random).text(using: &random)
            JSONRobustnessTests.exercise(Array(text.utf8))
            #expect(throws: Never.self) { try JSONTree(parsing: Array(text.utf8)) }
        }
    }
}
