import FlagResolver

/// Reads one line of a policy file.
struct PolicyParser {
    private var scanner: PolicyScanner

    private static let reserved: Set<String> = ["for", "monotone", "changes", "constant"]
    private static let colon = UInt8(ascii: ":")

    static func parse(_ scanner: PolicyScanner, line: Int) throws(PolicySyntaxError) -> Policy {
        var parser = PolicyParser(scanner: scanner)
        let label = try parser.label()
        let start = parser.scanner.offset
        let statement = try parser.statement()
        guard parser.scanner.isAtEnd else { throw parser.scanner.error(.textAfterEnd) }
        var end = scanner.end
        while end > start, PolicyScanner.isBlank(scanner.byte(at: end - 1)) { end -= 1 }
        return Policy(
            label: label, statement: statement, text: scanner.text(start..<end), span: start..<end, line: line)
    }

    /// Reads `LABEL:` if the line begins so.
    private mutating func label() throws(PolicySyntaxError) -> String? {
        var ahead = scanner
        guard let word = ahead.word(), ahead.skip(":") else { return nil }
        guard !Self.reserved.contains(word.text) else {
            throw scanner.error(.reservedLabel(word.text), word.span)
        }
        scanner = ahead
        return word.text
    }

    private mutating func statement() throws(PolicySyntaxError) -> Policy.Statement {
        if scanner.skip(word: "for") { return .holds(try range(), try ExpressionParser.parse(&scanner)) }
        if scanner.skip(word: "monotone") { return try monotone() }
        if scanner.skip(word: "changes") { return try changes() }
        if scanner.skip(word: "constant") {
            guard scanner.skip(word: "for") else { throw scanner.error(.expected("for and a requirement")) }
            return .constant(try range(), try ExpressionParser.name(&scanner))
        }
        throw scanner.error(.expectedStatement)
    }

    /// Reads `REQUIREMENT:`; a requirement has no colon in it.
    private mutating func range() throws(PolicySyntaxError) -> Policy.Range {
        let start = scanner.offset
        guard let span = scanner.text(upTo: Self.colon) else {
            let rest = start..<scanner.end
            throw PolicySyntaxError(
                kind: .expected("\":\" after the requirement"), span: rest.upperBound..<rest.upperBound, found: "")
        }
        do throws(VersionSyntaxError) {
            var text = scanner.text(span)
            while text.last == " " || text.last == "\t" { text.removeLast() }
            return Policy.Range(text: text, versions: try VersionSet(parsing: text))
        } catch {
            throw problem(error, span)
        }
    }

    private mutating func monotone() throws(PolicySyntaxError) -> Policy.Statement {
        let name = try ExpressionParser.name(&scanner)
        guard scanner.skip(":") else { throw scanner.error(.expected("\":\" and the chain of values")) }
        var values = [try scanner.value()]
        while scanner.skip("->") {
            let value = try scanner.value()
            let root = Expression.Literal.root
            if values.contains(where: { $0.tree.isEqual(root, to: value.tree, root) }) {
                throw scanner.error(.repeatedValue, value.span)
            }
            values.append(value)
        }
        guard values.count > 1 else { throw scanner.error(.tooFewValues) }
        return .monotone(name, values)
    }

    private mutating func changes() throws(PolicySyntaxError) -> Policy.Statement {
        let name = try ExpressionParser.name(&scanner)
        guard scanner.skip(word: "only"), scanner.skip(word: "at") else {
            throw scanner.error(.expected("only at and versions separated by commas"))
        }
        var versions: [AppVersion] = []
        repeat {
            let start = scanner.offset
            var span = start..<scanner.end
            var ahead = scanner
            if let upToComma = ahead.text(upTo: UInt8(ascii: ",")) { span = upToComma }
            do throws(VersionSyntaxError) {
                versions.append(try AppVersion(parsing: scanner.text(span)))
            } catch {
                throw problem(error, span)
            }
            scanner.move(to: span.upperBound)
        } while scanner.skip(",")
        return .changesOnly(name, at: versions)
    }

    private func problem(_ error: VersionSyntaxError, _ span: Range<Int>) -> PolicySyntaxError {
        let start = min(span.upperBound, span.lowerBound + error.offset)
        return scanner.error(.badVersions(error), start..<min(span.upperBound, start + error.length))
    }
}
