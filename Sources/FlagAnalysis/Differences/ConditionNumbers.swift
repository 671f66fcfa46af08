import FlagResolver

/// Numbers the conditions of entries other than their versions: equal conditions have equal numbers, in all documents.
struct ConditionNumbers {
    /// The numbers, from 1, by the canonical text of the conditions.
    private var numbers: [[UInt8]: Int] = [:]

    /// The number of the conditions of an entry.
    ///
    /// - Parameter includesRollouts: Whether entries that differ only in their rollouts have different numbers.
    mutating func number(of entry: EntryRecord, in tree: JSONTree, includesRollouts: Bool = true) -> Int {
        var text: [UInt8] = []
        for name in SettingsDocument.targetingMembers where includesRollouts || name != "rollout" {
            let member = tree.member(named: name, of: Int(entry.node))
            text += (member.map { tree.canonicalText(of: $0) } ?? []) + [UInt8(ascii: "\n")]
        }
        let number = numbers[text] ?? numbers.count + 1
        numbers[text] = number
        return number
    }
}
