/// An entry that can match and never wins, because earlier entries match wherever it does.
struct UnreachableEntry: Sendable {
    /// How the values that users get instead compare with that of the entry.
    enum Agreement: Sendable {
        case isSame
        case isPartlySame
        case isOther
    }

    let index: Int
    let agreement: Agreement
    /// The versions that get another value; `nil` if more than the version decides who does.
    let versions: ListedVersions?
    /// The node of the value that users get instead, or those among them whose value is another one; `nil` if there are
    /// several.
    let value: Int?
    /// Earlier entries that together match wherever this one does.
    let blockers: BlockingEntries
    /// The only earlier entry that matches wherever this one does, if there is one and it gives ``value``.
    let giver: Int?
    /// The entry before which this one would win, while all entries that win now still would; `nil` if there is none.
    let target: Int?
}

/// Entries that together match wherever an entry does that never wins.
struct BlockingEntries: Sendable {
    /// In document order, and at most ``maximumCount``.
    var indices: [Int] = []
    /// How many more were found.
    var furtherCount = 0
    /// Whether the search ended early, so that there may be more.
    var endedEarly = false

    static let maximumCount = 32
}
