package import FlagResolver

/// Why a text is not an expression or a policy, and at which bytes.
package struct PolicySyntaxError: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case expectedName
        case expectedOperator
        case expectedValue
        /// A word that is not JSON; most likely a string without its quotation marks.
        case bareWord(String)
        /// An array or an object where a scalar is needed.
        case container
        case badValue(message: String, help: String?)
        case orderNeedsNumber(String)
        case expected(String)
        case textAfterEnd
        /// An operator of other languages, and the one to use.
        case foreignOperator(String, use: String)
        case keywordAsName(String)
        case tooDeep(limit: Int)
        case expectedStatement
        case reservedLabel(String)
        case repeatedLabel(String)
        case badVersions(VersionSyntaxError)
        case tooFewValues
        case repeatedValue
        case severalStatements
        case noPolicy
    }

    package let kind: Kind
    /// In the bytes of the text.
    package let span: Range<Int>
    /// The text at the span; empty at the end of the line.
    package let found: String
}

extension PolicySyntaxError {
    /// The mistake, in one line.
    package var message: String {
        switch kind {
        case .expectedName: "expected the name of a setting, found \(foundText)"
        case .expectedOperator: "expected an operator after the setting's name, found \(foundText)"
        case .expectedValue: "expected a JSON value, found \(foundText)"
        case .bareWord(let word): "expected a JSON value, found the word \(word)"
        case .container: "expected a string, a number, true, false or null, found \(foundText)"
        case .badValue(let message, _): "not a JSON value: \(message)"
        case .orderNeedsNumber(let sign): "\(sign) compares numbers, and this is none: \(found)"
        case .expected(let what): "expected \(what), found \(foundText)"
        case .textAfterEnd: "expected the end, found \(foundText)"
        case .foreignOperator(let sign, _): "\"\(sign)\" is not an operator"
        case .keywordAsName(let word): "\(word) is a word of the language, and stands where a setting's name belongs"
        case .tooDeep(let limit): "more than \(limit) levels of parentheses, not and =>"
        case .expectedStatement: "expected for, monotone, changes or constant, found \(foundText)"
        case .reservedLabel(let word): "\(word) cannot be a label: it begins a statement"
        case .repeatedLabel(let label): "a second policy is called \(label)"
        case .badVersions(let error): error.description
        case .tooFewValues: "a monotone setting needs two values at least, joined with ->"
        case .repeatedValue: "the value stands in the chain twice"
        case .severalStatements: "one statement is taken here, and there is another line"
        case .noPolicy: "there is no policy here: every line is empty or a comment"
        }
    }

    /// What to do; `nil` if the message says it.
    package var help: String? {
        switch kind {
        case .expectedName, .expectedStatement:
            kind == .expectedName
                ? "write NAME == VALUE, such as payments == true"
                : "write, for example, for >=2.0.0: payments == true"
        case .expectedOperator: "one of == != < <= > >= in; for a flag that is on write NAME == true"
        case .bareWord(let word) where Spelling.nearest(to: word, in: ["true", "false", "null"]) != nil:
            Spelling.nearest(to: word, in: ["true", "false", "null"]).map { "did you mean \($0)?" }
        case .bareWord(let word): "a string has quotation marks: \"\(word)\""
        case .badValue(_, let help): help
        case .foreignOperator(_, let use): "write \(use)"
        case .keywordAsName(let word): "a setting of that name is written as a JSON string: \"\(word)\""
        case .orderNeedsNumber: "compare texts with == or !="
        case .reservedLabel(let word): "take another word, such as \(word)-policy"
        case .repeatedLabel: "give every policy a label of its own, or none"
        case .severalStatements: "give -e once for each, or write them to a file for --policy"
        case .noPolicy: "one policy a line, such as: payments-on: for >=2.0.0: payments == true"
        default: nil
        }
    }

    private var foundText: String { found.isEmpty ? "the end" : found }
}
