package import FlagResolver

/// Why a text is no expression or no policy, and at which bytes.
package struct PolicySyntaxError: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case expectedName
        case expectedOperator
        case expectedValue
        /// A word that is no JSON; most likely a string without its quotation marks.
        case bareWord(String)
        /// An array or an object where a scalar is needed.
        case container
        case badValue(message: String, help: String?)
        case orderNeedsNumber(String)
        case expected(String)
        case textAfterEnd
        /// An operator of other languages, and what it is called here.
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
    /// What stands there; empty at the end of the line.
    package let found: String
}
