package import FlagResolver

/// Why a text is not an expression or a policy, and where.
package struct PolicySyntaxError: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case expectedName
        case expectedOperator
        case expectedValue
        /// A word that is not JSON; most likely a string without quotation marks.
        case bareWord(String)
        /// An array or an object where a scalar is needed.
        case container
        case badValue(message: String, help: String?)
        case orderNeedsNumber(String)
        case expected(String)
        case textAfterEnd
        /// An operator of another language, and the one to use.
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
        case expectedAttribute
        case badAttribute(String)
        /// A value with which an attribute counts as absent.
        case absentAttributeValue
        /// A setting where only attributes can be tested.
        case settingInWhere
    }

    package let kind: Kind
    /// The range in the bytes of the text.
    package let span: Range<Int>
    /// The text of the span; empty at the end of the line.
    package let found: String
}

extension PolicySyntaxError {
    /// What is wrong, in one line.
    package var message: String {
        switch kind {
        case .expectedName: "expected the name of a setting, found \(foundText)"
        case .expectedOperator: "expected an operator after the setting's name, found \(foundText)"
        case .expectedValue: "expected a JSON value, found \(foundText)"
        case .bareWord(let word): "expected a JSON value, found the word \(word)"
        case .container: "expected a string, a number, true, false or null, found \(foundText)"
        case .badValue(let message, _): "not a JSON value: \(message)"
        case .orderNeedsNumber(let sign): "\(sign) compares numbers, but \(found) is not a number"
        case .expected(let what): "expected \(what), found \(foundText)"
        case .textAfterEnd: "expected the end of the line, found \(foundText)"
        case .foreignOperator(let sign, _): "\"\(sign)\" is not an operator"
        case .keywordAsName(let word): "expected the name of a setting, found the keyword \(word)"
        case .tooDeep(let limit):
            "the expression is nested too deeply: more than \(limit) levels of parentheses, not and =>"
        case .expectedStatement: "expected for, monotone, changes, constant or readable, found \(foundText)"
        case .reservedLabel(let word): "\(word) cannot be a label, because it begins a statement"
        case .repeatedLabel(let label): "the label \(label) is used twice"
        case .badVersions(let error): error.description
        case .tooFewValues: "expected at least two values, joined with ->"
        case .repeatedValue: "the value is in the chain twice"
        case .severalStatements: "expected one statement, found another line"
        case .expectedAttribute: "expected the name of an attribute after @, found \(foundText)"
        case .badAttribute(let name): "@\(name) is not an attribute"
        case .absentAttributeValue: "no attribute is \(found): null and the empty string count as absent"
        case .settingInWhere: "where tests attributes, and \(found) is a setting"
        case .noPolicy: "no policy found: every line is empty or a comment"
        }
    }

    /// What to do; `nil` if the message says it.
    package var help: String? {
        switch kind {
        case .expectedName, .expectedStatement:
            kind == .expectedName
                ? "write NAME == VALUE, such as payments == true"
                : "write, for example, for >=2.0.0: payments == true"
        case .expectedOperator: "use ==, !=, <, <=, >, >= or in; to test whether a flag is on, write NAME == true"
        case .bareWord(let word) where Spelling.nearest(to: word, in: ["true", "false", "null"]) != nil:
            Spelling.nearest(to: word, in: ["true", "false", "null"]).map { Spelling.didYouMean($0) }
        case .bareWord(let word): "write a string in quotation marks: \"\(word)\""
        case .badValue(_, let help): help
        case .foreignOperator(_, let use): "write \(use)"
        case .keywordAsName(let word): "write a setting with this name as a JSON string: \"\(word)\""
        case .orderNeedsNumber: "compare other values with == or !="
        case .reservedLabel(let word): "choose another label, such as \(word)-policy"
        case .repeatedLabel: "give each policy a unique label, or none"
        case .badAttribute(let name) where name == "appVersion": "write the versions as for REQUIREMENT:"
        case .badAttribute: "a name has an ASCII letter, then letters, digits, _ and -, and dates cannot be compared"
        case .absentAttributeValue: "write not exists(@NAME)"
        case .settingInWhere:
            "write an attribute with @, or test the setting after the colon, as in SETTING == true => …"
        case .severalStatements: "write each statement in its own -e, or all of them in a file for --policy"
        case .noPolicy: "write one policy per line, such as: payments-on: for >=2.0.0: payments == true"
        default: nil
        }
    }

    private var foundText: String { found.isEmpty ? "the end of the line" : found }
}
