import FlagReferences
import FuzzSupport

/// Swift source.
///
/// 1. Tokens are in order and within the text, and what is interpolated is within its literal.
/// 2. Without regular expressions between slashes, the literals are those that the plain reader finds.
/// 3. Code before the text moves the tokens and changes none; code after it changes none if there is no problem.
/// 4. References and what is unseen are within the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCode(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe FuzzInput(start, count: count).bytes
    let source = SwiftTokens(scanning: bytes)
    claimOrder(of: source)
    claimLiterals(of: source)
    claimContext(of: source)
    let key = SettingKeyPath(setting: "a.b", types: ["Flags", "A"], member: "b")
    let references = CodeReferences(in: [source, source], keys: [key])
    for reference in references.references {
        claim(bytes.indices.contains(reference.span.lowerBound), "the reference at \(reference.span)")
        claim(reference.span.upperBound <= bytes.count, "the reference at \(reference.span)")
    }
    for name in references.unseen {
        claim(name.span.lowerBound >= 0 && name.span.upperBound <= bytes.count, "what is unseen at \(name.span)")
    }
    let problems = references.unseen.filter { if case .problem = $0.reason { true } else { false } }
    claim(problems.count == 2 * source.problems.count, "\(problems.count) problems of \(source.problems)")
    claimInventory(of: source, key)
    return 0
}

/// Whoever imports the libraries is looked at more closely.
private func claimInventory(of source: SwiftTokens, _ key: SettingKeyPath) {
    let head = SwiftTokens(scanning: Array("import FlagStore\nimport TolerantDecoding\n".utf8))
    let sources = [head, source].map { ScannedSource($0) }
    let inventory = CodeInventory(of: sources, keys: [key], settings: ["a.b", "c"], modules: [])
    let places =
        inventory.unseen.map { ($0.source, $0.span) } + inventory.mentions.map { ($0.source, $0.span) }
        + inventory.references.map { ($0.source, $0.span) }
    for (number, span) in places {
        let count = sources[number].tokens.bytes.count
        claim(span.lowerBound >= 0 && span.upperBound <= count, "the place at \(span) of \(number)")
    }
}

private func claimOrder(of source: SwiftTokens) {
    /// The ends of the literals whose interpolated code is open.
    var open: [Int] = []
    var last = 0
    for token in source.tokens {
        claim(token.start < token.end && token.end <= source.bytes.count, "the token at \(token.span)")
        claim(token.start >= last, "the token at \(token.span) is before \(last)")
        while let end = open.last, token.start >= end { open.removeLast() }
        claim(open.last.map { token.end <= $0 } ?? true, "the token at \(token.span) leaves its literal")
        if token.kind == .interpolatedString { open.append(token.end) }
        last = token.kind == .interpolatedString ? token.start : token.end
        if token.kind == .string { _ = SwiftStringValue.value(of: source.bytes(of: token)) }
        claim(!source.name(of: token).isEmpty || token.kind == .quotedIdentifier, "the name at \(token.span)")
    }
    for problem in source.problems {
        claim(problem.span.upperBound <= source.bytes.count, "the problem at \(problem.span)")
    }
}

private func claimLiterals(of source: SwiftTokens) {
    let isPlain = source.tokens.allSatisfy { $0.kind != .regex || source.bytes[$0.start] == UInt8(ascii: "#") }
    guard isPlain else { return }
    let found = source.tokens.filter { $0.kind == .string || $0.kind == .interpolatedString }.map {
        PlainSwift.Literal(start: $0.start, end: $0.end, isInterpolated: $0.kind == .interpolatedString)
    }
    let expected = PlainSwift(source.bytes).literals
    claim(found == expected, "the literals \(found), expected \(expected)")
}

private func claimContext(of source: SwiftTokens) {
    let bytes = source.bytes
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]), !bytes.starts(with: "#!".utf8) else { return }
    let moved = SwiftTokens(scanning: Array(";\n".utf8) + bytes)
    let expected = source.tokens.map { "\($0.kind) \($0.start + 2) \($0.end + 2)" }
    claim(moved.tokens.dropFirst().map { "\($0.kind) \($0.start) \($0.end)" } == expected, "code before the text")
    guard source.problems.isEmpty else { return }
    let longer = SwiftTokens(scanning: bytes + Array("\n;".utf8))
    claim(longer.tokens.dropLast() == source.tokens[...] && longer.problems.isEmpty, "code after the text")
}
