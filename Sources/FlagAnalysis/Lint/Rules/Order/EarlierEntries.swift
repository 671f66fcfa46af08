import FlagResolver

/// What earlier entries give in place of an entry that never wins, in words.
struct EarlierEntries {
    private let unreachable: UnreachableEntry
    private let setting: CheckedSetting

    init(_ unreachable: UnreachableEntry, in setting: CheckedSetting) {
        self.unreachable = unreachable
        self.setting = setting
    }

    /// `this entry of "limit" never wins: for >=1.6.0 line 22 gives 120`
    var message: String { "this entry of \(setting.quotedName) never wins: \(reason)" }

    /// `for >=1.6.0 line 22 gives 120`, `line 22 gives 120 for all of its versions`, `wherever it matches, line 22 gives 120`
    private var reason: String {
        let isPartlySame = unreachable.agreement == .isPartlySame
        guard let versions = unreachable.versions else {
            let isMixed = unreachable.value == nil && isPartlySame
            return "wherever it matches, \(isMixed ? "earlier entries win, and some give another value" : values)"
        }
        guard versions.shown.intervalCount > 0 else { return "\(values) for all of its versions" }
        return "for \(versions.phrase) \(values)"
            + (isPartlySame ? "; its other versions get the same value from earlier entries" : "")
    }

    /// `line 22 gives 120`, `an earlier entry gives 120`, `earlier entries give 120`, `earlier entries give other values`
    private var values: String {
        guard let value = unreachable.value.map({ setting.document.text(ofValue: $0) }) else {
            return "earlier entries give other values"
        }
        guard let giver = unreachable.giver else { return "earlier entries give \(value)" }
        let line = setting.document.line(of: node(of: giver), seenFrom: node(of: unreachable.index))
        return "\(line ?? "an earlier entry") gives \(value)"
    }

    /// The node that locates an entry.
    private func node(of entry: Int) -> Int {
        setting.order == nil ? Int(setting.entries[entry].record.node) : setting.entries[entry].marked
    }

    /// The advice to delete the entry.
    var deletion: String { "delete it; \(unreachable.versions == nil ? "nobody" : "no version")'s value changes" }

    /// The locations of the earlier entries that match.
    var related: [RelatedLocation] {
        unreachable.blockers.indices.map { index in
            guard setting.order != nil else {
                let showsValue = unreachable.agreement != .isSame && unreachable.value == nil
                return setting.related(index, toEntryWithValue: showsValue)
            }
            let requirement = setting.document.text(ofRequirement: setting.entries[index].marked)
            return RelatedLocation(setting.span(of: index), "\(requirement) comes first")
        }
    }

    /// The note that more earlier entries match than the finding lists.
    var note: String? {
        let what = "some of these \(unreachable.versions == nil ? "users" : "versions")"
        let blockers = unreachable.blockers
        return Self.note(
            blockers.furtherCount, endedEarly: blockers.endedEarly, verb: (one: "matches", several: "match"), what)
    }

    /// The note of a finding that names one earlier entry of several that overlap an entry.
    static func noteOnOverlaps(furtherCount: Int, endedEarly: Bool) -> String? {
        note(furtherCount, endedEarly: endedEarly, verb: (one: "overlaps", several: "overlap"), "it in the same way")
    }

    /// `2 more earlier entries match some of these versions`
    private static func note(
        _ count: Int, endedEarly: Bool, verb: (one: String, several: String), _ object: String
    ) -> String? {
        let bound = endedEarly ? "at least " : ""
        return switch count {
        case 0: endedEarly ? "more earlier entries may \(verb.several) \(object)" : nil
        case 1: "\(bound)1 more earlier entry \(verb.one) \(object)"
        default: "\(bound)\(count) more earlier entries \(verb.several) \(object)"
        }
    }
}
