package import FlagResolver

/// A condition on the settings of a document, such as `payments == true and checkout in ["compact", "modern"]`.
///
/// Names and values have their byte ranges in the parsed text.
package indirect enum Expression: Sendable {
    case comparison(SettingName, Operator, Literal)
    case membership(SettingName, [Literal])
    case exists(SettingName)
    /// A condition on an attribute of the context.
    case attribute(AttributeTest)
    case not(Expression)
    /// At least two operands.
    case all([Expression])
    /// At least two operands.
    case any([Expression])
    case implication(Expression, Expression)

    /// Compares a setting with a value.
    package enum Operator: String, Sendable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="

        /// Whether it compares by order, which only numbers have.
        package var isOrder: Bool { self != .equal && self != .notEqual }
    }

    /// The name of a setting.
    package struct SettingName: Hashable, Sendable {
        package let text: String
        package let span: Range<Int>
        /// Whether it is written as a JSON string. If so, it is neither a group nor a pattern.
        package let isQuoted: Bool

        package init(text: String, span: Range<Int>, isQuoted: Bool = false) {
            self.text = text
            self.span = span
            self.isQuoted = isQuoted
        }
    }

    /// A condition on an attribute, such as `@country == "DE"`.
    package struct AttributeTest: Hashable, Sendable {
        package let name: String
        /// The condition as an entry states it, in JSON.
        package let condition: String
        package let span: Range<Int>

        /// Whether it tests a version, and not a string as such.
        package var testsVersion: Bool { condition.hasPrefix("{\"version\"") }
    }

    /// A JSON scalar: the root of a separate tree.
    package struct Literal: Sendable {
        package let tree: JSONTree
        package let span: Range<Int>

        package static let root = 0
    }

    /// The settings whose values the expression depends on, each once, in the order of the text.
    package var settings: [SettingName] {
        var names: [SettingName] = []
        collect(into: &names)
        var known: Set<ExactText> = []
        return names.filter { known.insert(ExactText($0.text)).inserted }
    }

    private func collect(into names: inout [SettingName]) {
        switch self {
        case .comparison(let name, _, _), .membership(let name, _): names.append(name)
        case .exists, .attribute: break
        case .not(let inner): inner.collect(into: &names)
        case .all(let operands), .any(let operands):
            for operand in operands { operand.collect(into: &names) }
        case .implication(let left, let right):
            left.collect(into: &names)
            right.collect(into: &names)
        }
    }

    /// The conditions on attributes, in the order of the text.
    package var attributeTests: [AttributeTest] {
        switch self {
        case .comparison, .membership, .exists: []
        case .attribute(let test): [test]
        case .not(let inner): inner.attributeTests
        case .all(let operands), .any(let operands): operands.flatMap(\.attributeTests)
        case .implication(let left, let right): left.attributeTests + right.attributeTests
        }
    }
}
