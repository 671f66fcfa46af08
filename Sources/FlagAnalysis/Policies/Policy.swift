package import FlagResolver

/// One statement that must hold for every version, such as `payments-on: for >=2.0.0: payments == true`.
package struct Policy: Sendable {
    package enum Statement: Sendable {
        /// `for REQUIREMENT: EXPRESSION`: the expression is true for all these versions.
        case holds(Range, Expression)
        /// `monotone NAME: VALUE -> VALUE …`: as versions rise, the value moves along the chain and never back.
        case monotone(Expression.SettingName, [Expression.Literal])
        /// `changes NAME only at VERSION, …`: the value changes at these versions and nowhere else.
        case changesOnly(Expression.SettingName, at: [AppVersion])
        /// `constant for REQUIREMENT: NAME`: one value for all these versions.
        case constant(Range, Expression.SettingName)
    }

    /// The versions that a statement is about.
    package struct Range: Sendable {
        /// As it is written.
        package let text: String
        package let versions: VersionSet
    }

    package let label: String?
    package let statement: Statement
    /// The statement without its label, as it is written.
    package let text: String
    /// Where the statement stands, in the bytes of the text.
    package let span: Swift.Range<Int>
    /// The line, counted from 1.
    package let line: Int
}

extension Policy {
    /// The policies of a text, one a line, and everything that is wrong with it.
    ///
    /// - Parameter onlyOne: Whether the text is one statement, as it is on a command line.
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

    /// Where a line's comment begins, or its end: `#` inside a string is no comment.
    private static func codeEnd(of bytes: [UInt8], from start: Int, to end: Int) -> Int {
        var isInString = false
        var place = start
        while place < end {
            switch bytes[place] {
            case UInt8(ascii: "\\") where isInString: place += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "#") where !isInString: return place
            default: break
            }
            place += 1
        }
        return end
    }
}
