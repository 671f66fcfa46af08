package import FlagResolver

/// The inspector: a page, and the answers to the questions that it asks.
///
/// The server only answers with values. The program provides the analysis of documents.
package protocol Inspector: Sendable {
    /// The page. It has no data, and is the same for every document.
    ///
    /// - Parameter nonce: The nonce that the Content-Security-Policy of the response requires of scripts and styles.
    func page(nonce: String) -> [UInt8]

    /// The answer to a question, as JSON.
    ///
    /// - Throws: `Refusal` if the question has no answer.
    func answer(_ question: InspectorQuestion, about document: InspectedDocument) throws(Refusal) -> [UInt8]
}

/// The document that a question of the inspector is about.
package struct InspectedDocument: Sendable {
    package let settings: SettingsDocument
    /// The name of the document in paths; empty for the only one.
    package let name: String
    /// The source of the document.
    package let source: String
    package let entityTag: String
    /// What the document replaced; `nil` if it is the first one.
    package let former: SettingsDocument?
    /// How long ago it was replaced, in whole seconds; `nil` if it was not.
    package let secondsSinceChange: Int64?
    /// Whether the date of a context counts.
    package let allowsDate: Bool

    package init(
        settings: SettingsDocument, name: String, source: String, entityTag: String, former: SettingsDocument?,
        secondsSinceChange: Int64?, allowsDate: Bool
    ) {
        self.settings = settings
        self.name = name
        self.source = source
        self.entityTag = entityTag
        self.former = former
        self.secondsSinceChange = secondsSinceChange
        self.allowsDate = allowsDate
    }
}

/// A question of the inspector, other than the one for all values.
package enum InspectorQuestion: Sendable {
    /// Which settings there are, and what contexts may contain.
    case document
    /// Why a setting has its value: for a context, or for everybody if there is none.
    case setting(String, EvaluationContext?)
    /// Who satisfies an expression.
    case users(expression: String)
    /// The values of some settings for all versions.
    case matrix(InspectedSettings)
    /// What the last change of the document changed.
    case change
}

/// The settings that a matrix shows.
package struct InspectedSettings: Sendable, Hashable {
    /// A part of their names, in any case.
    package var filter = ""
    /// How many settings to leave out first.
    package var first = 0
    package var count = 50
    /// Whether settings with one value for all versions are left out.
    package var changesOnly = false

    package static let maximumSettingCount = 200

    package init() {}
}
