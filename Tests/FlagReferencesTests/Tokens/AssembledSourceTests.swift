import FlagReferences
import TestSupport
import Testing

/// Compares the scanner with sources that are assembled from random tokens, which are therefore known.
struct AssembledSourceTests {
    @Test func `random sources have the tokens that they are assembled from`() {
        for seed in 0..<UInt64(TestScale.rounds(2000)) {
            var source = AssembledSource(seed: seed)
            source.addTokens(atDepth: 0)
            let scanned = SwiftTokens(scanning: Array(source.text.utf8))
            expect(scanned.problems.isEmpty, "seed \(seed): \(source.text)")
            let found = scanned.tokens.map { AssembledSource.Token(text: scanned.text(of: $0), kind: $0.kind) }
            guard found == source.tokens else {
                Issue.record("seed \(seed): \(source.text)\nexpected \(source.tokens)\nfound \(found)")
                return
            }
            let values = scanned.tokens.filter { $0.kind == .string }
                .map { SwiftStringValue.value(of: scanned.bytes(of: $0)) }
            expectEqual(values, source.values, "seed \(seed): \(source.text)")
        }
    }
}

/// A source, with the tokens that it has been assembled from.
private struct AssembledSource {
    struct Token: Equatable {
        let text: String
        let kind: SwiftToken.Kind
    }

    private(set) var text = ""
    private(set) var tokens: [Token] = []
    /// The values of the literals without interpolation.
    private(set) var values: [String] = []
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    private mutating func add(_ token: String, _ kind: SwiftToken.Kind) {
        text += token
        tokens.append(Token(text: token, kind: kind))
    }

    /// Adds tokens with space, comments or nothing between them; a regular expression only where an operand can be.
    ///
    /// - Parameter isOnOneLine: Whether the code is interpolated in a literal on one line, and cannot have line breaks.
    mutating func addTokens(atDepth depth: Int, isOnOneLine: Bool = false) {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1: add(random.pick(["store", "größe", "x1", "_", "$0", "return", "日本"]), .identifier)
            case 2: add(random.pick(["`class`", "`two words`", "`/\"`"]), .quotedIdentifier)
            case 3: add(random.pick(["1", "0x1F", "1.5e-3", "1_000", "0b1"]), .number)
            case 4:
                add("=", .symbol)
                text += " "
                add(
                    random.pick(
                        ["/a\"b/", "/(x)[y\"]?/", #"/\//"#, "#/a/\"b/#", "##/ a/# /##"]
                            + (isOnOneLine ? [] : ["#/\n\"\n/#"])), .regex)
            case 5, 6: addLiteral(atDepth: depth)
            default: add(random.pick(["{", "}", "[", "]", ",", ";", "@", "→"]), .symbol)
            }
            let spaces = [" ", "\t", " /* \" /* ` */ \\( */ ", "/**/ "]
            let breaks = ["\n", "\r\n", " // \"a\n", " // (\r", " /*\n\"*/ "]
            text += random.pick(isOnOneLine ? spaces : spaces + breaks)
        }
    }

    /// Adds a literal of any kind, with or without interpolation.
    private mutating func addLiteral(atDepth depth: Int) {
        let hashes = String(repeating: "#", count: [0, 0, 1, 2].randomElement(using: &random) ?? 0)
        let isMultiline = Bool.random(using: &random)
        let start = text
        let position = tokens.count
        tokens.append(Token(text: "", kind: .string))
        var value = ""
        var hasInterpolation = false
        text += hashes + (isMultiline ? "\"\"\"\n  " : "\"")
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where depth < 3:
                hasInterpolation = true
                add("\\\(hashes)(", .interpolationStart)
                add("f", .identifier)
                add("(", .symbol)
                addTokens(atDepth: depth + 1, isOnOneLine: !isMultiline)
                add(")", .symbol)
                add(")", .interpolationEnd)
            case 1:
                let (escape, meaning) =
                    [("n", "\n"), ("\"", "\""), ("u{e9}", "é"), ("\\", "\\"), ("0", "\0")]
                    .randomElement(using: &random) ?? ("n", "\n")
                text += "\\\(hashes)\(escape)"
                value += meaning
            case 2 where isMultiline:
                let isJoined = Bool.random(using: &random)
                text += isJoined ? "\\\(hashes)\n  " : "\n  "
                value += isJoined ? "" : "\n"
            case 3 where !hashes.isEmpty:
                text += "\\n"
                value += "\\n"
            default:
                let plain = random.pick(["a", "/", "//", "/*", "`", "(", ")", "é", "'"])
                text += plain
                value += plain
            }
        }
        text += (isMultiline ? "\n  \"\"\"" : "\"") + hashes
        let literal = String(text.dropFirst(start.count))
        tokens[position] = Token(text: literal, kind: hasInterpolation ? .interpolatedString : .string)
        if !hasInterpolation { values.append(value) }
    }
}
