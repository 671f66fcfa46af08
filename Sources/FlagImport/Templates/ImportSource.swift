/// What the file of another system says, in the terms of documents.
///
/// ```swift
/// let source = FirebaseTemplate(tree, FirebaseOptions()).source
/// for condition in source.conditions where condition.written == nil { print(condition.name) }
/// ```
///
/// All spans are ranges of bytes in the file of the other system.
package struct ImportSource: Sendable {
    /// The name of the other system, for messages.
    package let system: String
    /// What the other system calls a setting.
    package let settingWord: String
    package internal(set) var settings: [SourceSetting] = []
    package internal(set) var conditions: [SourceCondition] = []
    /// Questions about settings that conditions ask, and no entry can.
    package internal(set) var helpers: [SourceHelper] = []
    /// The attributes that conditions test, and that an app therefore gives.
    package internal(set) var attributes: [SourceAttribute] = []
    /// The number of the file's version; `nil` if it has none.
    package internal(set) var version: Int64?
    /// The descriptions of groups.
    package internal(set) var groups: [(name: String, description: String)] = []
    /// What cannot be read.
    package internal(set) var problems: [ImportProblem] = []
    /// What holds only under an assumption, or is not imported.
    package internal(set) var remarks: [ImportRemark] = []

    init(system: String, settingWord: String) {
        self.system = system
        self.settingWord = settingWord
    }
}

/// A setting of another system.
package struct SourceSetting: Sendable {
    package let name: String
    /// The bytes of the name.
    package let span: Range<Int>
    package internal(set) var group: String?
    package internal(set) var description: String?
    /// The declared type of all values; `nil` if they have several.
    package internal(set) var type: String?
    /// The rules in the order of the other system. The first one whose condition holds decides.
    package internal(set) var rules: [SourceRule] = []
    /// The value if no condition holds.
    package internal(set) var defaultValue: SourceValue
    /// The default of the imported setting, if the other system's is not known.
    package internal(set) var givenDefault: [UInt8]?
}

/// A value for those who satisfy a condition.
package struct SourceRule: Sendable {
    /// The name of the entry.
    package let name: String?
    package let span: Range<Int>
    /// The index of the condition in ``ImportSource/conditions``.
    package let condition: Int
    package let value: SourceValue
}

/// A value of another system.
package struct SourceValue: Sendable {
    package enum Content: Sendable, Hashable {
        /// Compact JSON.
        case json([UInt8])
        /// A value that the file does not contain: the text says where it comes from.
        case unknown(String)
    }

    package let content: Content
    package let span: Range<Int>

    /// The value as JSON; `nil` if it is not known.
    package var json: [UInt8]? { if case .json(let json) = content { json } else { nil } }
}

/// A condition of another system.
package struct SourceCondition: Sendable {
    package let name: String?
    package let span: Range<Int>
    /// The conditions of the imported entries, one entry for each; `nil` if entries cannot express the condition.
    package internal(set) var written: [ImportedConditions]?
    /// When the condition holds in the other system: where any of these do. What is unknown is a rollout by an unknown key.
    package internal(set) var possible: [ImportedConditions]
    /// When the other system gives up the whole setting at this condition, so that its value is the default in the code.
    package internal(set) var failures: [ImportedConditions] = []
    /// The parts that make the condition inexact.
    package internal(set) var doubts: [ImportDoubt] = []
}

/// Whether a setting has a value, or has another one: a condition of other settings.
package struct SourceHelper: Sendable, Hashable {
    package let setting: String
    /// The value as JSON.
    package let value: [UInt8]
    /// Whether the setting must have the value, or another one.
    package let isEqual: Bool

    /// The name of a setting that is `true` where the answer is yes. No setting of another system has such a name.
    package var name: String {
        "\u{10FFFD}\(setting) \(isEqual ? "==" : "!=") \(String(decoding: value, as: UTF8.self))"
    }
}

/// A part of a condition, or a value, because of which the imported document differs or the old value is not known.
package struct ImportDoubt: Sendable, Hashable {
    package let span: Range<Int>
    /// The part as the file writes it.
    package let text: String
    package let reason: String
    /// What to do by hand.
    package let help: String
}

/// An attribute that imported conditions test.
package struct SourceAttribute: Sendable, Hashable {
    package let name: String
    package let type: String
    package let description: String
}

/// Something in the file that cannot be read.
package struct ImportProblem: Error, Sendable, Hashable {
    package enum Code: String, Sendable, CaseIterable {
        /// The file does not have the format of the system.
        case badTemplate = "bad-template"
        case badExpression = "bad-expression"
        case badParameterValue = "bad-parameter-value"
        case unknownCondition = "unknown-condition"
        case duplicateName = "duplicate-name"
    }

    package let code: Code
    package let message: String
    package let span: Range<Int>
    package var related: Range<Int>?
    package var help: String?
}

/// An assumption under which the import is exact, or a part of the file that is not imported.
package struct ImportRemark: Sendable, Hashable {
    /// Identifies remarks about the same thing in several places.
    package let code: String
    package let text: String
    /// Where it applies, in the order of the file; never empty.
    package internal(set) var spans: [Range<Int>]
}

extension ImportSource {
    /// Adds a remark, or a place to the remark with the same code and text.
    mutating func remark(_ code: String, _ text: String, at span: Range<Int>) {
        if let index = remarks.firstIndex(where: { $0.code == code && $0.text == text }) {
            remarks[index].spans.append(span)
        } else {
            remarks.append(ImportRemark(code: code, text: text, spans: [span]))
        }
    }

    /// Declares an attribute, once.
    mutating func declare(_ attribute: SourceAttribute) {
        if !attributes.contains(where: { $0.name == attribute.name }) { attributes.append(attribute) }
    }
}
