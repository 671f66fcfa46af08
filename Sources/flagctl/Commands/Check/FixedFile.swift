import FlagAnalysis
import FlagResolver

/// A document, and the result of its fixes.
struct FixedFile {
    let name: String
    /// The rules of the findings that are fixed without changing any value, and those of the others.
    let safe: [RuleCode]
    let unsafe: [RuleCode]
    /// The number of findings that only an unsafe fix would fix, if those are not made.
    let furtherCount: Int
    /// The settings that had no value, and have one now.
    let repaired: [String]
    private let difference: DocumentDifference?
    /// The bytes with the fixes; `nil` if nothing is fixed.
    let content: [UInt8]?
    /// The replacement of the file; `nil` if it is not a file, or nothing is fixed.
    let replacement: FileReplacement?
    let patch: UnifiedDiff?
    /// Whether the file has been written.
    var isApplied = false

    /// - Parameter identity: The file that was read; `nil` if it is not a file.
    init(_ source: InputSource, _ identity: FileSystem.Identity?, _ fixed: FixedDocument) {
        (safe, unsafe) = (fixed.safe, fixed.unsafe)
        furtherCount = fixed.furtherCount
        repaired = fixed.repaired
        difference = fixed.difference
        content = fixed.edited?.settings.editedBytes
        (name, replacement, patch) = Self.edits(of: source, identity, from: fixed.original.tree.bytes, to: content)
    }

    /// A text whose syntax errors are corrected.
    ///
    /// - Returns: `nil` if a correction would be a guess, or leads to no document of settings.
    init?(
        correcting text: [UInt8], of source: InputSource, _ identity: FileSystem.Identity?, findings: [Finding]
    ) {
        guard let corrected = SyntaxErrors.corrected(text, limits: CheckedFile.limits.json),
            let settings = try? SettingsDocument(parsing: corrected, limits: CheckedFile.limits)
        else { return nil }
        safe = findings.map(\.code)
        (unsafe, furtherCount, repaired, difference) = ([], 0, [], nil)
        content = settings.editedBytes
        (name, replacement, patch) = Self.edits(of: source, identity, from: text, to: content)
    }

    private static func edits(
        of source: InputSource, _ identity: FileSystem.Identity?, from old: [UInt8], to new: [UInt8]?
    ) -> (name: String, replacement: FileReplacement?, patch: UnifiedDiff?) {
        var replacement: FileReplacement?
        if let new, let identity, let path = source.path {
            replacement = FileReplacement(path: path, identity: identity, old: old, new: new)
        }
        let path = if case .revision(_, let path) = source { path } else { source.name }
        return (source.name, replacement, new.map { UnifiedDiff(name: path, from: old, to: $0) })
    }

    /// The number of findings that are fixed.
    var count: Int { safe.count + unsafe.count }

    /// Changed values for some users, in the order of the settings.
    var changes: [Change] {
        guard let difference else { return [] }
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
        ) { $0.safe }
        Member("unsafe", .list(of: .ruleCode), "With --unsafe-fixes: the rules of the other findings that are fixed.") {
            $0.unsafe
        }
        Member(
            optional: "further", .count(from: 1),
            "The number of findings that --unsafe-fixes would fix; missing if there are none."
        ) { $0.furtherCount > 0 ? $0.furtherCount : nil }
        Member(
            optional: "repaired", .list(of: .text),
            "The settings that had no value before the fixes, and have one now; missing if there are none."
        ) { $0.repaired.isEmpty ? nil : $0.repaired }
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
