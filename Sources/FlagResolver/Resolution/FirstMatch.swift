/// The one rule of resolution: the first entry, in document order, whose condition holds wins.
///
/// If no entry wins, the default of the setting applies. Everything that resolves a setting for one context calls
/// ``winner(among:holds:value:)``. The analysis applies the same rule to all versions at once.
enum FirstMatch {
    /// The entry that wins, and its value.
    ///
    /// - Parameters:
    ///   - entries: The entries, in document order.
    ///   - holds: Whether the condition of an entry holds.
    ///   - value: The value of an entry; `nil` if the entry is not eligible, because its value has the wrong type.
    /// - Returns: `nil` if no entry wins.
    /// - Complexity: O(*n*) for *n* entries.
    static func winner<Entry: Strideable, Value>(
        among entries: Range<Entry>,
        holds: (Entry) -> Bool,
        value: (Entry) -> Value?
    ) -> (entry: Entry, value: Value)? where Entry.Stride == Int {
        var entry = entries.lowerBound
        while entry < entries.upperBound {
            if holds(entry), let value = value(entry) { return (entry, value) }
            entry = entry.advanced(by: 1)
        }
        return nil
    }
}

/// The one rule for contexts without an app version: if an entry tests it, the reason is an error, whatever the value is.
struct VersionCheck {
    /// Whether an entry tests the app version, and the context has none.
    let lacksVersion: Bool

    init(testsVersion: Bool, in context: EvaluationContext) {
        lacksVersion = testsVersion && context.appVersion == nil
    }

    /// The reason for a value, given the reason in a context that lacks nothing.
    func reason(_ reason: ResolutionReason) -> ResolutionReason { lacksVersion ? .error : reason }

    var errorCode: ResolutionErrorCode? { lacksVersion ? .invalidContext : nil }
}

/// The one test of eligibility: the resolver and the analysis skip the same entries.
extension SettingRecord {
    /// Whether an entry of the setting can win: its value has the declared type, if the setting declares one.
    ///
    /// Typed reads are stricter: they skip every value that does not have the requested type.
    package func isEligible(_ entry: EntryRecord, in tree: JSONTree) -> Bool {
        !hasMistypedEntries || declaredType.contains(Int(entry.value), of: tree)
    }
}
