package import FlagResolver

/// A document after the fixes of its findings.
///
/// 1. A fix is safe if it changes no value for any version, user or date, including apps without a version, and none for a
///    recorded release as its code reads it. That is proved, not assumed: the documents before and after are compared.
/// 2. Every other fix is unsafe. It is made only on request, and ``difference`` says what it changes.
/// 3. No fix adds an issue. An unsafe one may give a value to a setting that had none, and make one setting of a group whose
///    members are those of a setting.
/// 4. Findings that the document allows are not fixed.
package struct FixedDocument {
    package let original: SettingsDocument
    /// The fixed document; `nil` if there is nothing to fix.
    package let edited: EditedDocument?
    /// The codes of the findings that are fixed, in the order of the fixes.
    package let safe: [RuleCode]
    package let unsafe: [RuleCode]
    /// The number of findings that only an unsafe fix would fix, if those are not made.
    package let furtherCount: Int
    /// Whether the search ended before all fixes were tried, because each try takes time in proportion to the document.
    package let isCut: Bool

    /// Fixes a document until nothing more can be fixed.
    ///
    /// - Parameters:
    ///   - document: The document, and what rules compare it with. It must have one source.
    ///   - includesUnsafe: Whether fixes that change values are made, too.
    ///   - byteCount: How many bytes of documents with fixes may be compared.
    /// - Throws: ``EditedDocument/Failure`` if the document was merged from several texts.
    /// - Complexity: That of a few checks, and of one comparison for each unsafe fix.
    package init(
        _ document: CheckedDocument, _ check: DocumentCheck, includesUnsafe: Bool,
        byteCount: Int = maximumByteCount
    ) throws(EditedDocument.Failure) {
        guard document.tree.sources.count == 1 else { throw .severalSources }
        let effort = FixEffort(rest: byteCount)
        var pass = FixPass(document, check, includesUnsafe: includesUnsafe, effort)
        // A fix can lead to another finding. The bound only guards against fixes that undo each other.
        for _ in 0..<Self.maximumRoundCount {
            guard pass.fix() else { break }
        }
        original = document.settings
        (safe, unsafe) = (pass.safe, pass.unsafe)
        furtherCount = pass.furtherCount
        isCut = effort.isSpent
        guard !(pass.safe.isEmpty && pass.unsafe.isEmpty) else {
            edited = nil
            return
        }
        let whole = TextEdit(0..<original.tree.bytes.count, replacement: pass.current.tree.bytes)
        edited = try EditedDocument(
            original, applying: [whole], changingOnly: pass.unsafe.isEmpty ? .none : .all, repairs: !pass.unsafe.isEmpty
        )
    }

    private static let maximumRoundCount = 20
    /// Of the largest document, so many that a run takes some seconds.
    package static let maximumByteCount = 30_000_000

    /// The settings that had no value, and have one now.
    package var repaired: [String] {
        guard let fixed = edited?.settings else { return [] }
        return original.indices.lazy.filter { original.loaded[$0].isUnresolvable }.map { original.name(of: $0) }
            .filter { name in fixed.index(named: name).map { !fixed.loaded[$0].isUnresolvable } ?? false }
    }

    /// All values that change, and for whom; `nil` if nothing is fixed.
    package var difference: DocumentDifference? { edited?.difference }
}

/// Counts the bytes of the documents with fixes that are compared.
private final class FixEffort {
    private var rest: Int
    private(set) var isSpent = false

    init(rest: Int) { self.rest = rest }

    /// - Parameter isCompared: Whether the document is compared with the one before.
    func allows(_ document: SettingsDocument, isCompared: Bool = true) -> Bool {
        // Settings that require others are combined with them.
        let cost = document.tree.bytes.count * (isCompared && !document.loaded.prerequisites.isEmpty ? 4 : 1)
        guard !isSpent, cost <= rest else {
            isSpent = true
            return false
        }
        rest -= cost
        return true
    }
}

/// Applies fixes in rounds, each to the result of the previous one.
private struct FixPass {
    private(set) var current: SettingsDocument
    private(set) var safe: [RuleCode] = []
    private(set) var unsafe: [RuleCode] = []
    private(set) var furtherCount = 0
    private let checked: CheckedDocument
    private let check: DocumentCheck
    private let includesUnsafe: Bool
    private let effort: FixEffort

    private struct Candidate {
        let code: RuleCode
        let fix: FindingFix
    }

    init(_ document: CheckedDocument, _ check: DocumentCheck, includesUnsafe: Bool, _ effort: FixEffort) {
        self.effort = effort
        current = document.settings
        checked = document
        self.check = check
        self.includesUnsafe = includesUnsafe
    }

    /// Makes the fixes of one round.
    ///
    /// - Returns: Whether there may be more.
    mutating func fix() -> Bool {
        guard effort.allows(current, isCompared: false) else { return false }
        let document = CheckedDocument(
            current, releases: checked.releases, instant: checked.instant, previous: checked.previous,
            readers: checked.readers, floor: checked.floor, allowing: checked.allowedChanges)
        let findings = check.result(for: document).findings
        let candidates = findings.compactMap { finding in
            finding.fix.map { Candidate(code: finding.code, fix: $0) }
        }
        let found = largest(candidates[...]) { isSafe($0) }
        furtherCount = 0
        if let document = applying(found) {
            safe += found.map(\.code)
            current = document
            return true
        }
        let others = largest(candidates[...]) { applying($0) != nil }
        guard includesUnsafe, let document = applying(others) else {
            furtherCount = others.count
            return false
        }
        unsafe += others.map(\.code)
        current = document
        return true
    }

    /// A large set of candidates that hold together: all of them, or those of both halves if they still hold together.
    private func largest(_ candidates: ArraySlice<Candidate>, where holds: ([Candidate]) -> Bool) -> [Candidate] {
        guard !candidates.isEmpty, effort.allows(current) else { return [] }
        if holds(Array(candidates)) { return Array(candidates) }
        guard candidates.count > 1 else { return [] }
        let middle = candidates.startIndex + candidates.count / 2
        let (first, second) = (
            largest(candidates[..<middle], where: holds), largest(candidates[middle...], where: holds)
        )
        if first.isEmpty || second.isEmpty { return first + second }
        // The others follow in the next round.
        return effort.allows(current) && holds(first + second) ? first + second : first
    }

    private func isSafe(_ candidates: [Candidate]) -> Bool {
        guard let edits = edits(candidates),
            let edited = try? EditedDocument(current, applying: edits, changingOnly: .none),
            edited.settings.issues.count <= current.issues.count
        else { return false }
        // The comparison above covers apps that know their version; this one also covers the others.
        let everybody = StaleAssumptions(floor: "0")
        let isProved: Void? = try? StaleProof.check(
            current, edited.settings, everybody, includesUnknown: true, readers: checked.readers)
        return isProved != nil
    }

    /// The document with some fixes; `nil` if they cannot be made together, or lead to new issues.
    private func applying(_ candidates: [Candidate]) -> SettingsDocument? {
        guard !candidates.isEmpty, let edits = edits(candidates),
            let edited = try? EditedDocument(current, applying: edits, changingOnly: .all, repairs: true),
            edited.settings.issues.count <= current.issues.count
        else { return nil }
        return edited.settings
    }

    /// The edits of some fixes; `nil` if one is within an entry that another one deletes.
    private func edits(_ candidates: [Candidate]) -> [TextEdit]? {
        var deleted: [SettingIndex: Set<EntryIndex>] = [:]
        var edits: [TextEdit] = []
        for candidate in candidates {
            switch candidate.fix {
            case .deletion(let entry, let setting): deleted[setting, default: []].insert(entry)
            case .replacement(let edit): edits.append(edit)
            }
        }
        for (setting, entries) in deleted {
            let spans = entries.map { current.tree.nodes[Int(current.loaded[$0].node)].span }
            guard !edits.contains(where: { edit in spans.contains { $0.overlaps(edit.range) } }) else { return nil }
            edits += current.edits(deletingEntries: entries, of: setting)
        }
        return edits
    }
}
