import FlagResolver

/// What wins in place of an entry that never does, in a setting that tests more than the version.
struct EarlierEntries: Sendable {
    /// The node of the value; `nil` if there are several.
    private let value: Int?
    /// The node of the entry that wins, if a single one matches wherever this one does and has the value.
    private let only: Int?
    /// The node of the entry that never wins.
    private let entry: Int
    /// Whether some of the entries give the same value as the one that never wins.
    private let isPartlySame: Bool

    init(_ entry: TargetedSetting.Unreachable, in setting: TargetedSetting) {
        value = setting.onlyValue(of: entry.winners)
        self.entry = Int(setting.entries[entry.index].record.node)
        isPartlySame = entry.winners.contains { setting.valueClasses[$0] == setting.valueClasses[entry.index] }
        let giver = entry.blockers.count == 1 ? entry.blockers.first : nil
        only = giver.flatMap { giver in
            entry.winners.allSatisfy { setting.valueClasses[$0] == setting.valueClasses[giver] }
                ? Int(setting.entries[giver].record.node) : nil
        }
    }

    /// `line 22 gives 120`, `an earlier entry gives 120`, `earlier entries give 120`, `earlier entries give other values`,
    /// `earlier entries win, and some give another value`
    func phrase(in context: FindingContext) -> String {
        guard let value else {
            return isPartlySame
                ? "earlier entries win, and some give another value" : "earlier entries give other values"
        }
        guard let only else { return "earlier entries give \(context.value(value))" }
        return "\(context.line(of: only, seenFrom: entry) ?? "an earlier entry") gives \(context.value(value))"
    }

    static func note(furtherCount: Int) -> String? {
        switch furtherCount {
        case 0: nil
        case 1: "1 more earlier entry matches some of these users"
        default: "\(furtherCount) more earlier entries match some of these users"
        }
    }

    /// The note of a finding that names one earlier entry of several that overlap an entry.
    static func noteOnOverlaps(furtherCount: Int, mayHaveMore: Bool) -> String? {
        let bound = mayHaveMore ? "at least " : ""
        switch furtherCount {
        case 0: return mayHaveMore ? "more earlier entries may overlap it in the same way" : nil
        case 1: return "\(bound)1 more earlier entry overlaps it in the same way"
        default: return "\(bound)\(furtherCount) more earlier entries overlap it in the same way"
        }
    }
}

extension TargetedSetting {
    /// The node of the value that some entries have in common; `nil` if they have several.
    func onlyValue(of indices: [Int]) -> Int? {
        guard let first = indices.first, indices.allSatisfy({ valueClasses[$0] == valueClasses[first] }) else {
            return nil
        }
        return Int(entries[first].record.value)
    }

    /// Whether everybody for whom an entry matches gets its value anyway.
    func givesSameValue(_ entry: Unreachable) -> Bool {
        entry.winners.allSatisfy { valueClasses[$0] == valueClasses[entry.index] }
    }

    /// The location of an earlier entry.
    func related(_ index: Int, toEntryWithValue showsValue: Bool) -> RelatedLocation {
        RelatedLocation(
            span: span(of: index),
            role: showsValue ? .earlierValue(Int(entries[index].record.value)) : .other("this entry comes first"))
    }
}
