import FlagResolver

/// A type as code writes it.
package indirect enum CodeType: Hashable, Sendable {
    /// `Bool`, `Checkout.Style`
    case named(String)
    case array(CodeType)
    case dictionary(CodeType)
    case optional(CodeType)
    /// A form that is not read, such as a tuple.
    case other
}

/// A value as code writes it, if it is a literal.
package indirect enum CodeLiteral: Hashable, Sendable {
    case bool(Bool)
    /// The value in JSON.
    case integer(String)
    case decimal(String)
    case string(String)
    case null
    case array([CodeLiteral])
    /// `.modern`, or `Style.modern`
    case member(String)
}

/// How code reads a setting where it names it: as which type, and with which default.
package struct CodeRead: Hashable, Sendable {
    package enum ReadType: Hashable, Sendable {
        case stated(CodeType)
        /// That of the default, because nothing gives it another type.
        case ofDefault
        /// The code around the read may give another type to the default: `1` is a Double in `sleep(store.value(…))`.
        case unknown
    }

    /// The name of the setting.
    package let setting: String
    package let type: ReadType
    /// `nil` if it is not a literal.
    package let defaultValue: CodeLiteral?
}

/// An enum with raw values of the type String, without an initialiser of its own.
package struct CodeEnum: Hashable, Sendable {
    package struct Case: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// The name without the types around it.
    package let name: String
    package let cases: [Case]
}

extension SwiftTokens {
    /// The type between two tokens, the first of which is included.
    func type(in range: Range<Int>) -> CodeType {
        guard let last = range.last else { return .other }
        if isSymbol("?", at: last) { return .optional(type(in: range.lowerBound..<last)) }
        if isSymbol("[", at: range.lowerBound), isSymbol("]", at: last) {
            let inner = (range.lowerBound + 1)..<last
            if let colon = inner.first(where: { isSymbol(":", at: $0) }) {
                let isByString = inner.lowerBound + 1 == colon && isText("String", at: inner.lowerBound)
                return isByString ? .dictionary(type(in: (colon + 1)..<last)) : .other
            }
            return .array(type(in: inner))
        }
        let name = typeName(at: range.lowerBound)
        var end = range.lowerBound + max(0, name.count * 2 - 1)
        if isSymbol("<", at: end), isSymbol(">", at: last), let base = name.last, name.count == 1 {
            let inner = (end + 1)..<last
            switch base {
            case "Optional": return .optional(type(in: inner))
            case "Array": return .array(type(in: inner))
            default: return .named(base)
            }
        }
        end = min(end, range.upperBound)
        guard end == range.upperBound, !name.isEmpty else { return .other }
        let isOfStandardLibrary = name.count > 1 && name[0] == "Swift"
        return .named((isOfStandardLibrary ? name.dropFirst() : name[...]).joined(separator: "."))
    }

    /// The argument with a label in the call whose parenthesis is at a token; `nil` if there is none.
    func argument(labelled label: SwiftWord, ofCall parenthesis: Int) -> Range<Int>? {
        guard let end = closingParenthesis(of: parenthesis) else { return nil }
        var depth = 0
        var start: Int?
        for index in parenthesis..<end {
            if isSymbol("(", at: index) || isSymbol("[", at: index) || isSymbol("{", at: index) { depth += 1 }
            if isSymbol(")", at: index) || isSymbol("]", at: index) || isSymbol("}", at: index) { depth -= 1 }
            guard depth == 1 else { continue }
            if let start, isSymbol(",", at: index) { return start..<index }
            if start == nil, word(at: index) == label, isSymbol(":", at: index + 1),
                isSymbol("(", at: index - 1) || isSymbol(",", at: index - 1)
            {
                start = index + 2
            }
        }
        return start.map { $0..<end }
    }

    /// The literal that some tokens are; `nil` if they are another expression.
    func literal(in range: Range<Int>) -> CodeLiteral? {
        guard let first = range.first, tokens.indices.contains(first), range.upperBound <= tokens.count else {
            return nil
        }
        if isSymbol("[", at: first), isSymbol("]", at: range.upperBound - 1) {
            return array(in: (first + 1)..<(range.upperBound - 1))
        }
        if isSymbol("-", at: first), range.count == 2, kind(at: first + 1) == .number {
            return number(at: first + 1, sign: "-")
        }
        // `.modern`, `Style.modern`
        if kind(at: range.upperBound - 1) == .identifier || kind(at: range.upperBound - 1) == .quotedIdentifier,
            isSymbol(".", at: range.upperBound - 2), range.allSatisfy({ isName(at: $0) || isSymbol(".", at: $0) })
        {
            return .member(name(of: tokens[range.upperBound - 1]))
        }
        guard range.count == 1 else { return nil }
        switch kind(at: first) {
        case .number: return number(at: first, sign: "")
        case .string: return SwiftStringValue.value(of: bytes(of: tokens[first])).map { .string($0) }
        case .identifier:
            switch text(of: tokens[first]) {
            case "true": return .bool(true)
            case "false": return .bool(false)
            case "nil": return .null
            default: return nil
            }
        default: return nil
        }
    }

    private func array(in range: Range<Int>) -> CodeLiteral? {
        var elements: [CodeLiteral] = []
        var start = range.lowerBound
        var depth = 0
        for index in range.lowerBound..<(range.upperBound + 1) {
            let isEnd = index == range.upperBound
            if !isEnd, isSymbol("[", at: index) || isSymbol("(", at: index) { depth += 1 }
            if !isEnd, isSymbol("]", at: index) || isSymbol(")", at: index) { depth -= 1 }
            guard isEnd || depth == 0 && isSymbol(",", at: index) else { continue }
            // A comma may follow the last element.
            if start == index, isEnd { break }
            guard let element = literal(in: start..<index) else { return nil }
            elements.append(element)
            start = index + 1
        }
        return .array(elements)
    }

    /// A number in JSON: without underscores, and in decimal digits.
    private func number(at index: Int, sign: String) -> CodeLiteral? {
        let digits = String(decoding: bytes(of: tokens[index]).filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
            return Int64(digits.dropFirst(2), radix: radix).map { .integer("\(sign)\($0)") }
        }
        if let value = Int64(digits) { return .integer("\(sign)\(value)") }
        guard Double(digits)?.isFinite == true, digits.utf8.allSatisfy({ $0.isDigit || ".eE+-".utf8.contains($0) })
        else { return nil }
        return .decimal(sign + digits)
    }

    /// The enum whose declaration begins at a token; `nil` if its raw values are not strings, or it decodes itself.
    func stringEnum(at index: Int) -> CodeEnum? {
        guard isName(at: index + 1), isSymbol(":", at: index + 2), isText("String", at: index + 3) else { return nil }
        var next = index + 4
        while next < tokens.count, !isSymbol("{", at: next) {
            guard isName(at: next) || isSymbol(",", at: next) || isSymbol(".", at: next) else { return nil }
            next += 1
        }
        var depth = 0
        var cases: [CodeEnum.Case] = []
        while next < tokens.count {
            if isSymbol("{", at: next) { depth += 1 }
            if isSymbol("}", at: next) {
                depth -= 1
                if depth == 0 { return CodeEnum(name: name(of: tokens[index + 1]), cases: cases) }
            }
            if depth == 1, word(at: next) == .`init` { return nil }
            if depth == 1, word(at: next) == .case { appendCases(after: next, to: &cases) }
            next += 1
        }
        return nil
    }

    /// `case legacy, modern = "new"`
    private func appendCases(after index: Int, to cases: inout [CodeEnum.Case]) {
        var next = index + 1
        while isName(at: next) {
            let name = name(of: tokens[next])
            var value = name
            next += 1
            if isSymbol("=", at: next), kind(at: next + 1) == .string {
                value = SwiftStringValue.value(of: bytes(of: tokens[next + 1])) ?? name
                next += 2
            }
            cases.append(CodeEnum.Case(name: name, value: value))
            guard isSymbol(",", at: next) else { return }
            next += 1
        }
    }
}
