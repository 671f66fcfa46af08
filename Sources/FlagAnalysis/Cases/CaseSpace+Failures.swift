import FlagResolver

extension CaseSpace.Failure {
    /// The code of the message.
    package var code: String {
        switch self {
        case .limit: "too-many-cases"
        case .mixedTypes: "mixed-attribute-types"
        case .unresolvable: "no-value"
        case .unreadable: DocumentError.Code.limit.rawValue
        }
    }

    /// Why a setting cannot be analysed, in one line that continues `in "checkout": `.
    ///
    /// - Parameter escape: Makes names of attributes and salts printable.
    package func message(escape: (String) -> String = { $0 }) -> String {
        switch self {
        case .limit(let limit):
            let what =
                switch limit.kind {
                case .states: "its entries can be combined in more than \(limit.limit) ways"
                case .steps: "its cases take more than \(limit.limit) steps to find"
                case .cases: "it has more than \(limit.limit) cases"
                case .conditions: "its cases have more than \(limit.limit) conditions"
                case .allStates: "so far, entries were combined in more than \(limit.limit) ways"
                case .allSteps: "so far, cases took more than \(limit.limit) steps to find"
                case .allConditions: "with it, the cases so far have more than \(limit.limit) conditions"
                }
            return "the setting is too complex to be analysed: \(what)"
        case .mixedTypes(let attribute, _, _):
            return
                "\(escape(attribute)) is tested both as a version and as a string, so that its cases cannot be told apart"
        case .unresolvable: return "the setting has no value, because its default is missing or has the wrong type"
        case .unreadable(let reason): return "the conditions on users cannot be read: \(reason)"
        }
    }

    /// The note on a setting that is too complex; `nil` for another failure.
    package func note(escape: (String) -> String = { $0 }) -> String? {
        guard case .limit(let limit) = self, !limit.axes.isEmpty else { return nil }
        let axes = limit.axes.map { escape($0.description) }.joined(separator: ", ")
        guard limit.isOfAllSettings else { return "most of them come from \(axes)" }
        let count = limit.axisCount == 1 ? "1 axis" : "\(limit.axisCount) axes"
        return "the setting, with those that it requires, depends on \(count)"
            + (limit.axisCount > limit.axes.count ? ", such as \(axes)" : ": \(axes)")
    }

    /// What to do about it.
    package var help: String {
        switch self {
        case .limit(let limit) where limit.isOfAllSettings:
            "split the document, test fewer attributes in its settings, or use one salt for several of them"
        case .limit: "test fewer attributes, or use one salt for several entries"
        case .unresolvable: "correct the default"
        case .unreadable: "use fewer or shorter conditions"
        case .mixedTypes: "test it as a version everywhere, as in { \"version\": \">=17\" }, or use two attributes"
        }
    }

    /// Whether all settings of a document are too complex together, so that only some of them can be answered.
    package var isOfAllSettings: Bool { if case .limit(let limit) = self { limit.isOfAllSettings } else { false } }

    /// The role of the other location of ``mixedTypes(attribute:string:version:)``.
    package static let stringTestRole = "here it is tested as a string"
}
