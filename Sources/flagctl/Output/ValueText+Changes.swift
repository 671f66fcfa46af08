import FlagAnalysis
import FlagResolver

extension ValueText {
    /// The maximum number of members of an object or an array that are shown. JSON has all of them.
    private static let shownMemberCount = 3

    /// `true → false`; for two objects or arrays `$.days 3 → 1; $.pickup added: null`. A long value is clipped.
    static func change(from old: JSONValue?, to new: JSONValue?) -> String {
        if let old, let new, let difference = ValueDifference(from: old, to: new) {
            return text(of: difference, old.tree, new.tree)
        }
        let absent = "no value"
        return "\(old.map { clipped($0) } ?? absent) → \(new.map { clipped($0) } ?? absent)"
    }

    /// What differs inside two objects or two arrays.
    static func text(of difference: ValueDifference, _ old: JSONTree, _ new: JSONTree) -> String {
        let changes = difference.changes
        var parts = changes.prefix(shownMemberCount).map { change in
            let path = PlainText.escaped(change.path)
            switch (change.old, change.new) {
            case (let before?, let after?):
                return "\(path) \(clipped(old[before])) → \(clipped(new[after]))"
            case (let before?, nil): return "\(path) removed: \(clipped(old[before]))"
            case (nil, let after?): return "\(path) added: \(clipped(new[after]))"
            case (nil, nil): return path
            }
        }
        if changes.count > parts.count { parts.append("\(changes.count - parts.count) more") }
        return parts.joined(separator: "; ")
    }
}
