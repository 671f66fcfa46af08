package import FlagResolver

/// One statement that must hold for every version, such as `payments-on: for >=2.0.0: payments == true`.
package struct Policy: Sendable {
    package enum Statement: Sendable {
        /// `for REQUIREMENT where EXPRESSION: EXPRESSION`: the expression is true for all these versions.
        case holds(Range, Expression)
        /// `monotone NAME over time: VALUE -> VALUE …`: along a course, the value moves forward along the chain only.
        case monotone(Expression.SettingName, over: Course, [Expression.Literal])
        /// `changes NAME only at VERSION, …`: the value changes at these versions and at no others.
        case changesOnly(Expression.SettingName, at: [AppVersion])
        /// `constant for REQUIREMENT: NAME`: the value is the same for all these versions.
        case constant(Range, Expression.SettingName)
        /// `readable NAME`: every recorded release can read every value that it can get.
        case readable(Expression.SettingName)
    }

    /// What advances while a value moves along a chain.
    package enum Course: String, CaseIterable, Sendable {
        /// The version of one user rises.
        case versions
        /// The date passes for one user and version.
        case time
        /// From users whom only a large percentage of a rollout includes to those whom a smaller one also includes.
        case percentage
    }

    /// The versions that a statement is about.
    package struct Range: Sendable {
        /// The requirement as written.
        package let text: String
        package let versions: VersionSet
        /// Whom the statement is about, by their attributes; `nil` for everybody.
        package var users: Expression?
    }

    package let label: String?
    package let statement: Statement
    /// The statement without its label, as written.
    package let text: String
    /// The bytes of the statement in the text.
    package let span: Swift.Range<Int>
    /// The line, counted from 1.
    package let line: Int

    /// The versions that the statement is about; `nil` if it is about all of them.
    package var range: Range? {
        switch statement {
        case .holds(let range, _), .constant(let range, _): range
        case .monotone, .changesOnly, .readable: nil
        }
    }
}

extension Policy {
    /// The policies in a text, one per line, and all errors in it.
    ///
    /// - Parameter onlyOne: Whether the text must be a single statement, as on the command line.
    package static func parse(_ bytes: [UInt8], onlyOne: Bool = false) -> ([Policy], [PolicySyntaxError]) {
        var policies: [Policy] = []
        var errors: [PolicySyntaxError] = []
        var labels: Set<String> = []
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var line = 0
        while start <= bytes.count {
            line += 1
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let scanner = PolicyScanner(bytes, in: start..<codeEnd(of: bytes, from: start, to: end))
            start = end + 1
            guard !scanner.isAtEnd else { continue }
            do throws(PolicySyntaxError) {
                if onlyOne, !policies.isEmpty { throw scanner.error(.severalStatements) }
                let policy = try PolicyParser.parse(scanner, line: line)
                if let label = policy.label, !labels.insert(label).inserted {
                    throw scanner.error(.repeatedLabel(label))
                }
                policies.append(policy)
            } catch {
                errors.append(error)
            }
        }
        if policies.isEmpty, errors.isEmpty {
            errors.append(PolicySyntaxError(kind: .noPolicy, span: 0..<0, found: ""))
        }
        return (policies, errors)
    }

    /// The start of a line's comment, or the end of the line. `#` in a string does not begin a comment.
    private static func codeEnd(of bytes: [UInt8], from start: Int, to end: Int) -> Int {
        var isInString = false
        var offset = start
        while offset < end {
            switch bytes[offset] {
            case UInt8(ascii: "\\") where isInString: offset += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "#") where !isInString: return offset
            default: break
            }
            offset += 1
        }
        return end
    }
}

/// Reads one line of a policy file.
struct PolicyParser {
    private var scanner: PolicyScanner

    private static let reserved: Set<String> = ["for", "monotone", "changes", "constant", "readable"]
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

    /// Reads `LABEL:` if the line begins with it.
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
        if scanner.skip(word: "readable") { return .readable(try ExpressionParser.name(&scanner)) }
        throw scanner.error(.expectedStatement)
    }

    /// Reads `REQUIREMENT:` or `REQUIREMENT where EXPRESSION:`, up to the first colon outside strings and parentheses.
    private mutating func range() throws(PolicySyntaxError) -> Policy.Range {
        let start = scanner.offset
        guard let span = scanner.textUpToColon() else {
            let rest = start..<scanner.end
            throw PolicySyntaxError(
                kind: .expected("\":\" after the requirement"), span: rest.upperBound..<rest.upperBound, found: "")
        }
        let condition = scanner.word("where", in: span)
        let requirement = span.lowerBound..<(condition?.lowerBound ?? span.upperBound)
        var range: Policy.Range
        do throws(VersionSyntaxError) {
            var text = scanner.text(requirement)
            while text.last == " " || text.last == "\t" { text.removeLast() }
            range = Policy.Range(text: text, versions: try VersionSet(parsing: text))
        } catch {
            throw problem(error, requirement)
        }
        if let condition {
            var inner = scanner.part(condition.upperBound..<span.upperBound)
            let users = try ExpressionParser.parse(&inner)
            if let setting = users.settings.first { throw inner.error(.settingInWhere, setting.span) }
            range.users = users
        }
        return range
    }

    private mutating func monotone() throws(PolicySyntaxError) -> Policy.Statement {
        let name = try ExpressionParser.name(&scanner)
        let course = try course()
        guard scanner.skip(":") else { throw scanner.error(.expected("\":\" and the chain of values")) }
        var values: [Expression.Literal] = []
        var known: Set<[UInt8]> = []
        repeat {
            let value = try scanner.value()
            guard known.insert(value.tree.canonicalText(of: Expression.Literal.root)).inserted else {
                throw scanner.error(.repeatedValue, value.span)
            }
            values.append(value)
        } while scanner.skip("->")
        guard values.count > 1 else { throw scanner.error(.tooFewValues) }
        return .monotone(name, over: course, values)
    }

    /// Reads a course such as `over time`, if one comes next.
    private mutating func course() throws(PolicySyntaxError) -> Policy.Course {
        guard scanner.skip(word: "over") else { return .versions }
        for course in Policy.Course.allCases where scanner.skip(word: course.rawValue) { return course }
        throw scanner.error(.expected("versions, time or percentage"))
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
