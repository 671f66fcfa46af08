import FlagResolver

/// What earlier entries give in place of an entry that never wins, in words.
package struct EarlierEntries: Sendable {
    /// The versions that get another value than the entry gives; `nil` if more than the version decides who does.
    package let versions: ListedVersions?
    /// The node of the value; `nil` if there are several.
    package let value: Int?
    /// The node that locates the entry that gives the value, if a single one matches wherever the entry does.
    package let giver: Int?
    /// The node that locates the entry that never wins.
    private let entry: Int
    /// Whether some of the earlier entries give the same value as the entry that never wins.
    package let isPartlySame: Bool

    init(_ entry: UnreachableEntry, in setting: CheckedSetting) {
        let testsOnlyVersion = setting.order != nil
        func node(of index: Int) -> Int {
            testsOnlyVersion ? setting.entries[index].marked : Int(setting.entries[index].record.node)
        }
        versions = entry.versions
        value = entry.value
        giver = entry.giver.map { node(of: $0) }
        self.entry = node(of: entry.index)
        isPartlySame = entry.agreement == .isPartlySame
    }

    /// `for >=1.6.0 line 22 gives 120`, `line 22 gives 120 for all of its versions`, `wherever it matches, line 22 gives 120`
    func phrase(in context: FindingContext) -> String {
        guard let versions else {
            let others =
                value == nil && isPartlySame ? "earlier entries win, and some give another value" : values(in: context)
            return "wherever it matches, \(others)"
        }
        guard versions.shown.intervalCount > 0 else { return "\(values(in: context)) for all of its versions" }
        return "for \(context.phrase(versions)) \(values(in: context))"
            + (isPartlySame ? "; its other versions get the same value from earlier entries" : "")
    }

    /// `line 22 gives 120`, `an earlier entry gives 120`, `earlier entries give 120`, `earlier entries give other values`
    private func values(in context: FindingContext) -> String {
        guard let value else { return "earlier entries give other values" }
        guard let giver else { return "earlier entries give \(context.value(value))" }
        return "\(context.line(of: giver, seenFrom: entry) ?? "an earlier entry") gives \(context.value(value))"
    }

    /// The advice to delete the entry.
    var deletion: String { "delete it; \(versions == nil ? "nobody" : "no version")'s value changes" }

    /// The note that more earlier entries match than the finding lists.
    func note(furtherCount: Int, mayHaveMore: Bool) -> String? {
        let what = "some of these \(versions == nil ? "users" : "versions")"
        let bound = mayHaveMore ? "at least " : ""
        switch furtherCount {
        case 0: return mayHaveMore ? "more earlier entries may match \(what)" : nil
        case 1: return "\(bound)1 more earlier entry matches \(what)"
        default: return "\(bound)\(furtherCount) more earlier entries match \(what)"
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

extension UnreachableEntry {
    /// The locations of the earlier entries that match.
    func related(in setting: CheckedSetting) -> [RelatedLocation] {
        blockers.indices.map { index in
            setting.order == nil
                ? setting.related(index, toEntryWithValue: agreement != .isSame && value == nil)
                : RelatedLocation(
                    span: setting.span(of: index),
                    role: .earlierEntry(requirement: setting.entries[index].marked))
        }
    }
}
