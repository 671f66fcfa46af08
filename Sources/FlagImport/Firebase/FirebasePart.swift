import FlagResolver

/// What a part of a condition means in a document.
struct FirebasePart {
    /// The conditions of an entry; `nil` if none can express the part.
    let written: ImportedConditions?
    /// When the part holds in Firebase: where any of these do.
    let possible: [ImportedConditions]
    /// Why the part is not exact, and what to do; `nil` if it is.
    let doubt: (reason: String, help: String)?

    /// A part that means the same here.
    static func exact(_ conditions: ImportedConditions) -> FirebasePart {
        FirebasePart(written: conditions, possible: [conditions], doubt: nil)
    }

    /// A part that entries cannot express.
    ///
    /// - Parameter bound: Conditions without which the part does not hold.
    static func unknown(
        _ text: String, within bound: ImportedConditions = .always, _ reason: String, _ help: String
    ) -> FirebasePart {
        FirebasePart(
            written: nil, possible: [bound.intersection(ImportedConditions(.unknown(text)))], doubt: (reason, help))
    }
}
