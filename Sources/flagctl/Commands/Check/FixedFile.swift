import FlagAnalysis
import FlagResolver

/// A document, and the result of its fixes.
struct FixedFile {
    let name: String
    let fixed: FixedDocument
    /// The replacement of the file; `nil` if it is not a file, or nothing is fixed.
    let replacement: FileReplacement?
    let patch: UnifiedDiff?
    /// Whether the file has been written.
    var isApplied = false

    /// - Parameter identity: The file that was read; `nil` if it is not a file.
    init(_ source: InputSource, _ identity: FileSystem.Identity?, _ fixed: FixedDocument) {
        name = source.name
        self.fixed = fixed
        let old = fixed.original.tree.bytes
        let new = fixed.edited?.settings.editedBytes
        if let new, let identity, let path = source.path {
            replacement = FileReplacement(path: path, identity: identity, old: old, new: new)
        } else {
            replacement = nil
        }
        let path = if case .revision(_, let path) = source { path } else { source.name }
        patch = new.map { UnifiedDiff(name: path, from: old, to: $0) }
    }

    /// The number of findings that are fixed.
    var count: Int { fixed.safe.count + fixed.unsafe.count }

    /// Changed values for some users, in the order of the settings.
    var changes: [Change] {
        guard let difference = fixed.difference else { return [] }
        return difference.settings.flatMap { setting in
            setting.changes.map { Change(setting: setting.name, change: $0, difference: difference) }
        }
    }

    /// A value that unsafe fixes change.
    struct Change {
        let setting: String
        let change: ValueChange
        let difference: DocumentDifference

        fileprivate var item: Case { Case(versions: change.versions, terms: change.users, decision: .yes) }
    }
}

extension FixedFile.Change {
    /// `"checkout" changes from legacy to modern for >=1.8.0 <1.9.0`
    var sentence: String {
        let values = ValueText.change(
            from: change.oldValue.map { difference.old.tree[$0] }, to: change.newValue.map { difference.new.tree[$0] })
        let users = PlainText.escaped(difference.space.text(of: item) ?? "everybody")
        return "\(NameText.quoted(setting)) \(values) for \(users)"
    }
}

extension FixedFile {
    static let json = JSONObject<FixedFile>("fixedFile") {
        Member("file", .file) { $0.name }
        Member("isApplied", .bool, "Whether the file has been written.") { $0.isApplied }
        Member(
            "safe", .list(of: .ruleCode), "The rules of the findings that are fixed without changing any value."
        ) { $0.fixed.safe }
        Member("unsafe", .list(of: .ruleCode), "With --unsafe-fixes: the rules of the other findings that are fixed.") {
            $0.fixed.unsafe
        }
        Member(
            optional: "further", .count(from: 1),
            "The number of findings that --unsafe-fixes would fix; missing if there are none."
        ) { $0.fixed.furtherCount > 0 ? $0.fixed.furtherCount : nil }
        Member("changes", .list(of: change), "The values that unsafe fixes change.") { file in
            file.changes.flatMap { change in
                change.difference.space.conditions(of: change.item).map { (change: change, conditions: $0) }
            }
        }
        Member(optional: "patch", .text, "The fixes as a unified diff; missing if there are none.") { $0.patch?.text }
    }

    private static let change = JSONObject<(change: Change, conditions: CaseConditions)>("fixedValue") {
        Member("name", .text, "The setting.") { $0.change.setting }
        Member("conditions", .conditions) { $0.conditions }
        Member(optional: "before", .value, "The value before the fixes.") { item in
            item.change.change.oldValue.map { item.change.difference.old.tree[$0] }
        }
        Member(optional: "after", .value, "The value after the fixes.") { item in
            item.change.change.newValue.map { item.change.difference.new.tree[$0] }
        }
    }
}
