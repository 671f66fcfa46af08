import FlagResolver

/// A finding that is allowed.
package struct SuppressedFinding: Sendable {
    package let finding: Finding
    /// The part of the document that allows it; `nil` if it is a change that is allowed outside the document.
    package let suppression: Suppression?
    package let reason: String
}

/// Separates the findings that a document allows from the others.
struct SuppressionFilter {
    private(set) var kept: [Finding] = []
    private(set) var suppressed: [SuppressedFinding] = []
    private let document: CheckedDocument
    private let suppressions: Suppressions
    private var used: Set<Int> = []

    init(_ document: CheckedDocument) {
        self.document = document
        suppressions = document.suppressions
    }

    mutating func add(_ findings: [Finding]) {
        for finding in findings {
            if let position = position(for: finding) {
                used.insert(position)
                let suppression = suppressions.all[position]
                suppressed.append(
                    SuppressedFinding(finding: finding, suppression: suppression, reason: suppression.reason))
            } else {
                kept.append(finding)
            }
        }
    }

    /// The suppression of a finding: where the finding is, or else where its setting is.
    private func position(for finding: Finding) -> Int? {
        let code = finding.code.rawValue
        // A document outlives a change, and would allow the next one, too.
        guard suppressions.names(code), finding.changedSetting == nil else { return nil }
        let node = suppressions.node(at: finding.span.lowerBound)
        if let position = suppressions.position(of: code, coveringNode: node) { return position }
        return finding.settingIndex.flatMap {
            suppressions.position(of: code, coveringNode: Int(document.loaded[$0].key))
        }
    }

    /// The suppressions that no finding needed, of the rules that had everything they compare with.
    func unused(among rules: [any Rule]) -> [Suppression] {
        // Other commands report some codes.
        let complete = rules.filter { rule in
            // `bad-allow` reports those of rules about changes.
            document.suffices(for: rule) && StaleFinding.Code(rawValue: rule.code.rawValue) == nil
                && rule.code != .unusedAllow && !rule.needsRevision
        }
        let codes = Set(complete.map(\.code.rawValue))
        return suppressions.all.indices.filter { !used.contains($0) && codes.contains(suppressions.all[$0].code) }
            .map { suppressions.all[$0] }
    }
}

extension CheckedDocument {
    /// Whether a rule has everything that it compares with.
    package func suffices(for rule: any Rule) -> Bool {
        (releases != nil || !rule.needsReleases) && (instant != nil || !rule.needsInstant)
            && (previous != nil || !rule.needsRevision) && (readers != nil || !rule.needsReaders)
    }
}
