package import FlagResolver

/// How many settings a new document may lack.
///
/// A server that answers every request with `{}`, or with an error page in JSON, must not erase all settings. Neither must a
/// document in which every declared setting has another type. No content of the new document can disable the rule.
package struct RemovalRule: Sendable {
    /// The names of settings and groups that the program declares.
    private let declaredNames: [String]

    /// The share of the settings that a document may lack, from 0 to 1. It counts to a millionth.
    private let removableShare: Double

    /// Whether a document has a value of the declared type for one of the declared settings; `nil` if no types are declared.
    private let hasDeclaredType: (@Sendable (SettingsDocument) -> Bool)?

    package init(
        declaredNames: [String] = [], removableShare: Double = 0.5,
        hasDeclaredType: (@Sendable (SettingsDocument) -> Bool)? = nil
    ) {
        self.declaredNames = declaredNames
        self.removableShare = removableShare
        self.hasDeclaredType = hasDeclaredType
    }

    /// Rejects a document that lacks all declared settings, has none of them with its type, or lacks too many of those that
    /// the active document has.
    ///
    /// If nothing is declared, all settings of the active document count. In that case, a document with at least as
    /// many settings may have different ones. Otherwise, a wrong first document could never be replaced.
    ///
    /// - Complexity: O(*n*) for *n* declared names and settings of the active document.
    package func check(
        _ document: SettingsDocument,
        replacing active: SettingsDocument?
    ) throws(DocumentRefusal) {
        // Also true if the share is not a number.
        guard !(removableShare >= 1) else { return }
        if !declaredNames.isEmpty, !declaredNames.contains(where: document.hasSetting) {
            throw .removesSettings(remaining: 0, expected: declaredNames.count)
        }
        if let hasDeclaredType, !hasDeclaredType(document), active.map(hasDeclaredType) ?? true {
            throw .mistypesSettings(count: declaredNames.count(where: document.hasSetting))
        }
        guard let active else { return }
        guard !declaredNames.isEmpty || document.count < active.count else { return }
        let expected = declaredNames.isEmpty ? active.names : declaredNames.filter(active.hasSetting)
        let remaining = expected.count(where: document.hasSetting)
        guard !removableShare.isNaN else { return }
        // Integers are exact: `0.29 * 100` is less than 29.
        let allowed = Int64((max(-1, removableShare) * 1_000_000).rounded())
        guard Int64(expected.count - remaining) * 1_000_000 > allowed * Int64(expected.count) else { return }
        throw .removesSettings(remaining: remaining, expected: expected.count)
    }
}

extension SettingsDocument {
    /// Whether there is a setting or a group of this name.
    fileprivate func hasSetting(_ name: String) -> Bool {
        index(named: name) != nil || tree.group(named: name) != nil
    }
}
