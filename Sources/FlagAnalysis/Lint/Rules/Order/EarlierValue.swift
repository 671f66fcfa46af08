import FlagResolver

/// The value that earlier entries give in place of an entry that never wins.
package struct EarlierValue: Sendable {
    /// The node of the value; `nil` if there are several.
    package let value: Int?
    /// The requirement of the entry that gives the value, if one entry matches all versions concerned; its node.
    package let giver: Int?
    /// The requirement of the entry that never wins; its node.
    private let requirement: Int

    /// - Parameters:
    ///   - valueClass: The class of the value; `nil` if there are several.
    ///   - index: The entry that never wins.
    init(
        ofClass valueClass: Int?, inPlaceOf index: Int, blockedBy blockers: BlockingEntries, in setting: CheckedSetting
    ) {
        value = valueClass.map { setting.value(ofClass: $0) }
        requirement = setting.entries[index].requirement
        let only = blockers.indices.count == 1 && !blockers.mayHaveMore ? blockers.indices.first : nil
        giver = only.flatMap { only in
            setting.history.entryValues[only].valueClass == valueClass ? setting.entries[only].requirement : nil
        }
    }

    /// `line 22 gives 120`, `an earlier entry gives 120`, `earlier entries give 120`, `earlier entries give other values`
    func phrase(in context: FindingContext) -> String {
        guard let value else { return "earlier entries give other values" }
        guard let giver else { return "earlier entries give \(context.value(value))" }
        return "\(context.line(of: giver, seenFrom: requirement) ?? "an earlier entry") gives \(context.value(value))"
    }
}

extension BlockingEntries {
    /// The locations of the entries.
    func related(in setting: CheckedSetting) -> [RelatedLocation] {
        indices.map { index in
            RelatedLocation(
                span: setting.span(ofRequirement: index),
                role: .earlierEntry(requirement: setting.entries[index].requirement))
        }
    }

    static func note(furtherCount: Int, mayHaveMore: Bool) -> String? {
        switch (furtherCount, mayHaveMore) {
        case (0, false): nil
        case (0, true): "more earlier entries may match some of these versions"
        case (1, _): "\(mayHaveMore ? "at least " : "")1 more earlier entry matches some of these versions"
        case (let count, _):
            "\(mayHaveMore ? "at least " : "")\(count) more earlier entries match some of these versions"
        }
    }
}
